import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** A row of {@link Lines}: what it is about, its state, when. */
export const LINE =
  'grid min-h-(--row) grid-cols-[minmax(0,1fr)_96px_92px] items-center gap-3 px-1.5 py-0.5 phone:min-h-14 phone:grid-cols-[minmax(0,1fr)_auto_80px]';

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
  const look = `grid min-w-0 leading-4.5 [&>.med]:line-clamp-2 [&>.med]:whitespace-normal [&>small]:overflow-hidden [&>small]:text-11 [&>small]:leading-4 [&>small]:text-ink-3 ${spread ? 'gap-1.5' : ''}`;
  return href === undefined ? (
    <span className={look}>{children}</span>
  ) : (
    <a className={`${look} hover:[&>.med]:underline`} href={href}>
      {children}
    </a>
  );
}

/** There is nothing to be done. */
export function Calm({ children }: { children: ReactNode }) {
  return (
    <div className="mt-2 flex items-center gap-2 border-t border-b border-t-line-2 border-b-line px-1.5 py-3 text-ink-2 [&>.stale]:flex [&>.stale]:items-center [&>.i]:flex-none [&>.i]:text-ink-3">
      {children}
    </div>
  );
}

/** Lines that are on their way. */
export function LinesWaiting({ lines = 3 }: { lines?: number }) {
  return (
    <Lines busy>
      {Array.from({ length: lines }, (_, index) => (
        <li key={index}>
          <span className={LINE}>
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
      className={`flex min-h-11 print:hidden items-center gap-3 border-b border-line-2 px-5 phone:min-h-14.5 phone:pr-0 phone:pl-4 phone:[&>.muted]:pr-4 phone:[&>.muted]:whitespace-normal ${bare ? '' : 'border-t bg-ground'} ${steps ? 'phone:flex-wrap phone:gap-y-0 phone:py-1.5 phone:*:[ul]:order-1 phone:*:[ul]:grid phone:*:[ul]:w-full' : ''}`}
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
      <a
        className="flex h-8 max-w-55 items-center gap-1.5 rounded-2 px-2.5 text-12 whitespace-nowrap hover:bg-hover phone:h-11 phone:max-w-45 [&>.i]:flex-none [&>.i]:text-ink-3"
        href={href}
      >
        {icon}
        <span className="one-line">{children}</span>
      </a>
    </li>
  );
}
