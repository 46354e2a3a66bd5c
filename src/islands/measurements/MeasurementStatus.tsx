import type { Measurement, MeasurementFilter } from '../../lib/contract/measurements.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useNow } from '../ui/Age.tsx';
import { LiveStatus, useAsOf } from '../ui/AsOf.tsx';
import type { StatusKind } from '../ui/StatusLamp.tsx';

/** Lamps of what the list is narrowed to. */
export const FILTER_LAMPS: Record<MeasurementFilter, StatusKind> = { running: 'online', review: 'late', finished: 'info' };

/** Opened but not begun, running, or finished: shape and word. */
export function MeasurementStatus({ row, badge = false }: { row: Measurement; badge?: boolean }) {
  const t = useT();
  const state = row.state === 'finished' ? 'finished' : row.started_at === null ? 'waiting' : 'running';
  const kind = ({ finished: 'info', waiting: 'never', running: 'online' } as const)[state];
  return (
    <LiveStatus kind={kind} badge={badge}>
      {t(`measurements:state.${state}`)}
    </LiveStatus>
  );
}

/** From when to when it was measured; null = it has not begun. */
export function timesOf(
  { started_at, ended_at }: Pick<Measurement, 'started_at' | 'ended_at'>,
  format: ReturnType<typeof useFormat>,
  t: ReturnType<typeof useT>,
): string | null {
  if (started_at === null) return null;
  const from = format.time(started_at);
  return ended_at === null ? t('measurements:since', { time: from }) : `${from}–${format.time(ended_at)}`;
}

function Running({ since }: { since: number }) {
  const format = useFormat();
  const now = useNow();
  const asOf = useAsOf();
  return <span suppressHydrationWarning>{format.duration(Math.max(0, Math.floor(((asOf ?? now) - since) / 1_000)))}</span>;
}

/** How long it has lasted; of one that runs it goes on. */
export function Length({ row }: { row: Pick<Measurement, 'started_at' | 'ended_at'> }) {
  const format = useFormat();
  if (row.started_at === null) return <span className="muted">–</span>;
  const from = Date.parse(row.started_at);
  if (row.ended_at === null) return <Running since={from} />;
  return <>{format.duration((Date.parse(row.ended_at) - from) / 1_000)}</>;
}
