import { useCallback } from 'react';
import type { RecordingRow, RecordingState } from '../../lib/contract/recordings.ts';
import type { Verdict } from '../../lib/contract/verdicts.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useNow } from '../ui/Age.tsx';
import { LiveStatus, useAsOf } from '../ui/AsOf.tsx';
import { Status } from '../ui/Status.tsx';
import type { StatusKind } from '../ui/StatusLamp.tsx';

export const STATE_LAMPS: Record<RecordingState, StatusKind> = {
  planned: 'never',
  running: 'online',
  stopped: 'paused',
  approved: 'info',
  archived: 'offline',
};
export const VERDICT_LAMPS: Record<Verdict, StatusKind> = { passed: 'online', failed: 'alarm', not_decided: 'never' };

export function RecordingStatus({ state, badge = false, brief = false }: { state: RecordingState; badge?: boolean; brief?: boolean }) {
  const t = useT();
  return (
    <LiveStatus kind={STATE_LAMPS[state]} badge={badge} brief={brief}>
      {t(`recordings:state.${state}`)}
    </LiveStatus>
  );
}

/** Shape and word; null = it wasn't judged yet. */
export function VerdictStatus({ verdict }: { verdict: Verdict | null }) {
  const t = useT();
  if (verdict === null) return <span className="muted">–</span>;
  return <Status kind={VERDICT_LAMPS[verdict]}>{t(`recordings:verdict.${verdict}`)}</Status>;
}

function Running({ since }: { since: number }) {
  const format = useFormat();
  const now = useNow();
  const asOf = useAsOf();
  return <span suppressHydrationWarning>{format.interval(Math.max(0, Math.floor(((asOf ?? now) - since) / 60_000) * 60))}</span>;
}

/** How long it has lasted; of one that runs it goes on. */
export function Length({ row }: { row: Pick<RecordingRow, 'from' | 'to' | 'state'> }) {
  const format = useFormat();
  if (row.from === null) return <span className="muted">–</span>;
  const from = Date.parse(row.from);
  if (row.to === null || row.state === 'running') return <Running since={from} />;
  return <>{format.interval(Math.round((Date.parse(row.to) - from) / 1_000))}</>;
}

/** From when to when, without the day of the end where it is the same. */
export function useSpan(): (row: Pick<RecordingRow, 'from' | 'to'>) => string {
  const t = useT();
  const format = useFormat();
  return useCallback(
    ({ from, to }) => {
      if (from === null) return t('recordings:not_started');
      const start = format.dateTime(from, 'minute');
      if (to === null) return t('recordings:since', { time: start });
      return `${start}–${format.date(from) === format.date(to) ? format.time(to, 'minute') : format.dateTime(to, 'minute')}`;
    },
    [t, format],
  );
}
