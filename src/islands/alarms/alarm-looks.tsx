import type { ReactNode } from 'react';
import type { Locale } from '../../lib/constants.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useNow } from '../ui/Age.tsx';
import { LiveStatus, useAsOf } from '../ui/AsOf.tsx';
import { Status } from '../ui/Status.tsx';
import type { StatusKind } from '../ui/StatusLamp.tsx';

/** How an alarm is shown wherever it stands. */

type Shown = Alarm['state'] | 'closed';
const LAMPS: Record<Shown, StatusKind> = { active: 'alarm', pending: 'late', over: 'never', closed: 'paused', withdrawn: 'offline' };

/** One that is over is closed once somebody has acknowledged it. */
const shownState = ({ state, acknowledged_at }: Alarm): Shown => (state === 'over' && acknowledged_at !== null ? 'closed' : state);

export function AlarmStatus({ row }: { row: Alarm }) {
  const t = useT();
  const state = shownState(row);
  // Only one that goes on may be another one by now.
  const Said = state === 'active' || state === 'pending' ? LiveStatus : Status;
  return <Said kind={LAMPS[state]}>{t(`alarms:state.${state}`)}</Said>;
}

/** The limits under which it began, as people see values of the channel. */
export function LimitText({ row }: { row: Alarm }) {
  const t = useT();
  const format = useFormat();
  const number = (value: number | null) => format.number(shownNumber(value ?? 0, row.conversion), row.decimals);
  if (row.kind === 'state' || row.kind === 'sensor_error') return t(`alarms:limit.${row.kind}`);
  if (row.kind === 'no_data') return t('alarms:limit.no_data', { time: format.interval(row.on_delay_s) });
  if (row.kind === 'rate') {
    const sides = [row.low, row.high].filter((limit) => limit !== null).map((limit) => Math.abs(limit * (row.conversion?.scale ?? 1)));
    return t('alarms:limit.rate', { limit: sides.map((side) => format.number(side)).join(' / '), time: format.interval(row.window_s) });
  }
  if (row.low !== null && row.high !== null) return t('alarms:limit.band', { low: number(row.low), high: number(row.high) });
  return t('alarms:limit.one', { limit: number(row.low ?? row.high) });
}

/** The value farthest beyond the limit, as its kind measures it. */
export function PeakText({ row, children }: { row: Alarm; children: ReactNode }) {
  const format = useFormat();
  if (row.kind === 'no_data') return format.interval(row.peak);
  if (row.kind === 'sensor_error') return null;
  if (row.kind === 'rate') return format.quantity(row.peak * (row.conversion?.scale ?? 1), row.display_unit, row.decimals);
  return children;
}

/** How long it took, or has taken until now. */
export function Lasting({ row }: { row: Alarm }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const asOf = useAsOf();
  const length = (to: number) => {
    const seconds = Math.max(1, Math.round((to - Date.parse(row.since)) / 1_000));
    return format.interval(seconds < 60 ? seconds : Math.round(seconds / 60) * 60);
  };
  if (row.state === 'withdrawn') return null;
  return (
    <span suppressHydrationWarning>
      {row.over_at === null
        ? t('alarms:lasts', { time: length(asOf ?? now) })
        : t('alarms:lasted', { time: length(Date.parse(row.over_at)) })}
    </span>
  );
}

/** The page of the alarm. */
export const alarmHref = ({ id }: Pick<Alarm, 'id'>, locale: Locale): string => href('/dlog/alarms/{id}', { id }, locale);
