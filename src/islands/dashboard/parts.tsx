import { ArrowRight } from 'lucide-react';
import { Icon } from '../ui/Icon.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Lines that are on their way. */
export function LinesWaiting({ lines = 3 }: { lines?: number }) {
  return (
    <ul className="lines" aria-busy="true">
      {Array.from({ length: lines }, (_, index) => (
        <li key={index}>
          <span className="waiting">
            <span className="what">
              <Skeleton width={140} />
              <Skeleton width={88} height={8} />
            </span>
            <Skeleton width={64} />
          </span>
        </li>
      ))}
    </ul>
  );
}

export function More({ to, children }: { to: string; children: string }) {
  return (
    <a className="more" href={to}>
      {children}
      <Icon of={ArrowRight} size={14} />
    </a>
  );
}
