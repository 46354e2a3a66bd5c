import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Blocks in two columns; in one, they stand in their own order, whichever column they are of. */
export const COLUMNS = 'grid grid-cols-2 gap-8 p-5 half:grid-cols-1 phone:px-4';
export const COLUMN = 'grid min-w-0 content-start gap-8 half:contents';

export function Lines({ busy, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <ul className="mt-2 border-t border-line-2 *:border-b *:border-line" aria-busy={busy}>
      {children}
    </ul>
  );
}

/** A name over its details; with `href` it leads there. */
export function What({ href, spread, children }: { href?: string; spread?: boolean; children: ReactNode }) {
  const look = spread ? 'what gap-1.5' : 'what';
  return href === undefined ? (
    <span className={look}>{children}</span>
  ) : (
    <a className={look} href={href}>
      {children}
    </a>
  );
}

/** There is nothing to be done. */
export function Calm({ children }: { children: ReactNode }) {
  return <div className="calm">{children}</div>;
}

/** Lines that are on their way. */
export function LinesWaiting({ lines = 3 }: { lines?: number }) {
  return (
    <Lines busy>
      {Array.from({ length: lines }, (_, index) => (
        <li key={index}>
          <span className="line-of-block">
            <What spread>
              <Skeleton width={140} />
              <Skeleton width={88} height={8} />
            </What>
            <Skeleton width={64} />
          </span>
        </li>
      ))}
    </Lines>
  );
}

export function More({ to, children }: { to: string; children: string }) {
  return (
    <a className="mt-1 inline-flex min-h-8 items-center gap-1.5 px-1.5 font-medium text-accent phone:min-h-11" href={to}>
      {children}
      <Icon of={ArrowRight} size={14} />
    </a>
  );
}

/** One line of links over the blocks; `bare` on the ground of the blocks, `steps` one below the other on a phone. Without children it keeps its place. */
export function Strip({ label, bare, steps, children }: { label?: string; bare?: boolean; steps?: boolean; children?: ReactNode }) {
  return (
    <nav
      className={`link-strip ${bare ? '' : 'border-t bg-ground'} ${steps ? 'phone:flex-wrap phone:gap-y-0 phone:py-1.5 phone:*:[ul]:order-1 phone:*:[ul]:grid phone:*:[ul]:w-full' : ''}`}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {label ? <span className="flex-none text-11 text-ink-3">{label}</span> : null}
      {children}
    </nav>
  );
}

/** The links of a {@link Strip}: they scroll where there are too many. */
export function StripLinks({ children }: { children: ReactNode }) {
  return <ul className="flex min-w-0 gap-1 overflow-x-auto [scrollbar-width:none]">{children}</ul>;
}

export function StripLink({ href, icon, children }: { href: string; icon: ReactNode; children: string }) {
  return (
    <li>
      <a className="strip-link" href={href}>
        {icon}
        <span className="one-line">{children}</span>
      </a>
    </li>
  );
}
