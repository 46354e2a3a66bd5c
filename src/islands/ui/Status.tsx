import type { ReactNode } from 'react';
import { STATUS_TONE, type StatusKind, StatusLamp } from './StatusLamp.tsx';

/** A state as shape and word; `badge` puts it on its soft background. */
export function Status({ kind, badge, children }: { kind: StatusKind; badge?: boolean; children: ReactNode }) {
  return (
    <span className={`st ${STATUS_TONE[kind]}${badge ? ' badge' : ''}`}>
      <StatusLamp kind={kind} />
      {children}
    </span>
  );
}
