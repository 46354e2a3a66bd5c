import { Component, type ComponentType, type ReactNode, Suspense, use } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { askAgain, type Late, late } from './late.ts';
import { useMounted } from './useMounted.ts';

interface CatchProps {
  children: ReactNode;
  /** Stands there instead of the error state. */
  instead?: ReactNode;
  onFailure?: (() => void) | undefined;
}

class Catch extends Component<CatchProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };
  private before: unknown = null;

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown) {
    // A script that is gone belongs to a build that is gone: whoever watches for that hears of what nobody else catches.
    reportError(error);
    // What fails with the very same error after it was tried again can't be asked for twice, such as React's own `lazy`.
    if (error === this.before) location.reload();
    this.before = error;
    this.props.onFailure?.();
  }

  private readonly retry = () => {
    askAgain();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    const { children, instead } = this.props;
    if (error === null) return children;
    // Scripts come over the network, and hardly anything else can go wrong here.
    return instead === undefined ? <ErrorState error="network" onRetry={this.retry} /> : instead;
  }
}

export interface BoundaryProps extends CatchProps {
  /** Stands there while scripts are on their way. */
  waiting?: ReactNode;
}

/**
 * The place of parts that come late. When one of them can't be had, or fails, its place says so and offers to try again; the island
 * around it stays.
 */
export function Boundary({ waiting, children, ...rest }: BoundaryProps) {
  return (
    <Catch {...rest}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </Catch>
  );
}

/**
 * A component whose script comes when it is first rendered; it belongs into a {@link Boundary}. Unlike React's `lazy` it can be asked for
 * again after a failure. It shows nothing before the island is mounted: a server that waits for a script mends its page by inline
 * scripts, which the content security policy refuses.
 */
export function part<Props extends object>(
  ask: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> & Pick<Late<unknown>, 'preload'> {
  const code = late(ask);
  function Part(props: Props) {
    if (!useMounted()) return null;
    const { default: Own } = code.now() ?? use(code.last());
    return <Own {...props} />;
  }
  return Object.assign(Part, { preload: code.preload });
}
