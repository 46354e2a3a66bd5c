import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { $connection } from '../../lib/client/kernel/connection.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from './Button.tsx';
import { failureOf } from './problem.ts';
import { StatusLamp } from './StatusLamp.tsx';

export interface ErrorStateProps {
  /** A rejected call, or its code. */
  error: unknown;
  title?: string;
  /** Nothing else is on the page: its name is the page's heading. */
  whole?: boolean;
  onRetry?: () => void;
  actions?: ReactNode;
}

/** Tries once more by itself when the server answers again. */
function useComingBack(retry: (() => void) | undefined): void {
  const latest = useRef(retry);
  latest.current = retry;
  useEffect(
    () =>
      $connection.listen(({ status }, before) => {
        const wasGone = before?.status === 'silent' || before?.status === 'requests';
        if (status === 'fine' ? before?.status !== 'fine' : wasGone && status === 'interrupted') latest.current?.();
      }),
    [],
  );
}

/** What stands where data could not be loaded: the reason in words, the request's number, and a way on. */
export function ErrorState({ error, title, whole, onRetry, actions }: ErrorStateProps) {
  const t = useT();
  const Heading = whole ? 'h1' : 'h2';
  useComingBack(onRetry);
  const { code, requestId } = failureOf(typeof error === 'string' ? { code: error } : error);
  return (
    <div className="empty failed" role="alert">
      <StatusLamp kind="alarm" />
      <div>
        <Heading>{title ?? t('ui:error.title')}</Heading>
        <p>
          {t(`errors:${code}`)}
          {requestId ? <small className="muted"> {t('ui:error.request', { id: requestId })}</small> : null}
        </p>
        <div className="flex flex-wrap gap-2">
          {onRetry ? (
            <Button icon={RotateCw} onPress={onRetry}>
              {t('ui:error.retry')}
            </Button>
          ) : null}
          {actions}
        </div>
      </div>
    </div>
  );
}
