import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Limits, SelectionState, SeriesState, Span } from '../../lib/client/charts/series.store.ts';
import { nearestIndex, stateOf } from '../../lib/client/charts/series.ts';
import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { ReadingValue } from '../../lib/contract/common.ts';
import type { Series } from '../../lib/contract/readings.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { KEPT_TRUE, useAsOf, useAsOfTime } from '../ui/AsOf.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Status } from '../ui/Status.tsx';
import type { StatusKind } from '../ui/StatusLamp.tsx';
import { ChannelValue } from './ChannelValue.tsx';
import { holds, isAhead, isSuspect, lineValue, lookOf, type Marks, rawAt, seriesOf } from './model.ts';
import { SensorFailing } from './SensorFailing.tsx';

const Selection = part(() => import('./Selection.tsx'));

/** Limits of the channels of each unit, as people see them. */
export type UnitLimits = Readonly<Record<string, Limits>>;

export interface SideProps {
  channels: readonly Channel[];
  /** By id: a name and what stands under it, where the channels are of several loggers. */
  names?: ReadonlyMap<string, { name: string; under: string }> | undefined;
  action?: ((channel: Channel) => ReactNode) | undefined;
  states: Readonly<Record<string, SeriesState>>;
  marks: ReadonlyMap<string, Marks>;
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
  cursor: number | null;
  /** What else stands beside a channel at the cursor. */
  atCursor?: ((channel: Channel, value: ReadingValue | null, cursor: number) => ReactNode) | undefined;
  selection: SelectionState | null;
  limits: UnitLimits;
  onLimits: (limits: UnitLimits) => void;
  window: Span;
  onClear: () => void;
  onZoom: (span: Span) => void;
  /** The way to a recording of channels over a time; absent where one may make none. */
  record?: (channels: readonly string[], span: Span) => string;
  /** Marks what is selected; missing where nobody may. */
  onMark?: ((span: Span) => void) | undefined;
  /** What stands under the channels. */
  beside?: ReactNode;
  /** What happened in the selected time. */
  happened?: ((span: Span) => ReactNode) | undefined;
}

/** A swatch in as many pieces as its line has. */
const SWATCH = [
  '',
  'bg-[linear-gradient(90deg,#0000_40%,var(--surface)_40%_60%,#0000_60%)]',
  'bg-[repeating-linear-gradient(90deg,#0000_0_2px,var(--surface)_2px_4px)]',
];

/** A window that follows the clock moves at least each minute. */
const LIVE_LAG = 120_000;

interface Reading {
  value: ReadingValue | null;
  /** Limits of the bucket where it holds more than one reading. */
  low: number | null;
  high: number | null;
  /** What is to be said of it. */
  failed: boolean;
  ahead: boolean;
  suspect: boolean;
  excluded: boolean;
  /** What came of a reading that people excluded or corrected. */
  raw?: number | undefined;
}

const NOTHING: Reading = { value: null, low: null, high: null, failed: false, ahead: false, suspect: false, excluded: false };

/** What a series says at a moment; nothing inside a gap. */
function readAt(channel: Channel, series: Series | null, { gaps, failed, excluded }: Marks, us: number): Reading {
  if (!series) return NOTHING;
  const said = { ...NOTHING, failed: holds(failed, us), excluded: holds(excluded, us), raw: rawAt(series, us) };
  if (gaps.some((gap) => us > gap.from && us < gap.to)) return said;
  const at = nearestIndex(series.ts, us - (series.bucket_us ?? 0) / 2);
  const value = series.last[at] ?? null;
  const found = { ...said, ahead: isAhead(series, at), suspect: isSuspect(series, at) };
  if (channel.kind === 'text') return { ...found, value: series.text?.[at] ?? null };
  if (channel.kind === 'state') return { ...found, value: value === null ? null : stateOf(value) };
  const banded = series.bucket_us !== null && series.min[at] !== series.max[at];
  return {
    ...found,
    value: lineValue(series, at),
    low: banded ? (series.min[at] ?? null) : null,
    high: banded ? (series.max[at] ?? null) : null,
  };
}

type Note = {
  kind: StatusKind;
  word:
    | 'excluded_at'
    | 'corrected_at'
    | 'failed_at'
    | 'failed_here'
    | 'ahead_at'
    | 'ahead_now'
    | 'ahead_here'
    | 'suspect_at'
    | 'suspect_here';
};

const ofMoment = ({ failed, ahead, suspect, excluded, raw }: Reading): Note[] => [
  ...(excluded
    ? [{ kind: 'info', word: 'excluded_at' } as const]
    : raw === undefined
      ? []
      : [{ kind: 'info', word: 'corrected_at' } as const]),
  ...(failed ? [{ kind: 'offline', word: 'failed_at' } as const] : []),
  ...(ahead ? [{ kind: 'late', word: 'ahead_at' } as const] : []),
  ...(suspect ? [{ kind: 'late', word: 'suspect_at' } as const] : []),
];

const ofWindow = ({ failing_ts, ahead_ts }: Channel, { failed, ahead, suspect }: Marks): Note[] => [
  ...(failing_ts === null && failed.length > 0 ? [{ kind: 'offline', word: 'failed_here' } as const] : []),
  ...(ahead_ts !== null
    ? [{ kind: 'late', word: 'ahead_now' } as const]
    : ahead.length > 0
      ? [{ kind: 'late', word: 'ahead_here' } as const]
      : []),
  ...(suspect.length > 0 ? [{ kind: 'late', word: 'suspect_here' } as const] : []),
];

/** A mean has a place more than its readings. */
const finer = ({ decimals }: Channel): number | null => (decimals === null ? null : decimals + 1);

/** Beside the chart: the channels with their values at the cursor, and the figures of the selection. */
export function Side(props: SideProps) {
  const { channels, names, action, states, marks, hidden, onToggle, cursor, selection, window } = props;
  const t = useT();
  const format = useFormat();
  const asOf = useAsOf();
  const asOfTime = useAsOfTime(asOf);
  const labels = axisLabels(format, useTimeZone());
  // A sheet about a time that is over says nothing of now.
  const onPaper = cursor === null && window.to < Date.now() - LIVE_LAG ? 'print:hidden' : '';
  return (
    <aside className="chart-side border-l border-l-line-2 overflow-auto max-[961px]:border-l-0 max-[961px]:border-t max-[961px]:border-t-line-2">
      <section>
        <header>
          <h2 className="h2">{t('dataloggers:detail.channels')}</h2>
          <span className="spacer" />
          <span className={`muted ${onPaper}`}>
            {cursor === null
              ? asOf === null
                ? t('dataloggers:chart.now')
                : t('ui:as_of', { time: asOfTime })
              : t('dataloggers:chart.at', { time: labels.flag(cursor, window.to - window.from) })}
          </span>
        </header>
        <ul className="legend">
          {channels.map((channel, index) => {
            const off = hidden.has(channel.id);
            const { colour, dash } = lookOf(index);
            const state = states[channel.id];
            const found = marks.get(channel.id)!;
            const reading =
              cursor === null ? { ...NOTHING, value: channel.last?.value ?? null } : readAt(channel, seriesOf(state), found, cursor * 1000);
            const notes = cursor === null ? ofWindow(channel, found) : ofMoment(reading);
            const under =
              state?.status === 'error'
                ? t('dataloggers:chart.failed', { name: channel.name })
                : (names?.get(channel.id)?.under ?? (channel.key === channel.name ? '' : channel.key));
            return (
              <li key={channel.id} className={off ? 'off print:hidden' : 'print:break-inside-avoid'}>
                <span className={`sw ${SWATCH[dash]} bg-cat-${colour} text-cat-${colour}-on`} />
                <span className="two">
                  <span>{names?.get(channel.id)?.name ?? channel.name}</span>
                  {under === '' ? null : <small>{under}</small>}
                </span>
                <span className={cursor === null ? `${KEPT_TRUE} ${onPaper}` : undefined}>
                  <ChannelValue value={reading.value} of={channel} decimals={reading.low === null ? channel.decimals : finer(channel)} />
                </span>
                {action?.(channel)}
                <IconButton
                  size="sm"
                  icon={off ? EyeOff : Eye}
                  label={t(off ? 'dataloggers:chart.show' : 'dataloggers:chart.hide', { name: channel.name })}
                  onPress={() => onToggle(channel.id)}
                />
                {cursor === null && channel.failing_ts !== null ? (
                  <span className={`ahead ${onPaper}`}>
                    <SensorFailing of={channel} />
                  </span>
                ) : null}
                {notes.map(({ kind, word }) => (
                  <span key={word} className={`ahead ${word === 'ahead_now' ? onPaper : ''}`}>
                    <Status kind={kind}>{t(`dataloggers:chart.${word}`)}</Status>
                  </span>
                ))}
                {reading.raw === undefined ? null : (
                  <span className="band">
                    {t('dataloggers:chart.raw_value', { value: format.quantity(reading.raw, channel.unit, channel.decimals) })}
                  </span>
                )}
                {reading.low !== null && reading.high !== null && typeof reading.value === 'number' ? (
                  <span className="band">
                    {t('dataloggers:chart.bucket', {
                      min: format.number(reading.low, channel.decimals),
                      mean: format.number(reading.value, finer(channel)),
                      max: format.number(reading.high, channel.decimals),
                    })}
                  </span>
                ) : null}
                {cursor === null ? null : props.atCursor?.(channel, reading.value, cursor)}
              </li>
            );
          })}
        </ul>
      </section>
      {props.beside}
      {selection ? (
        <Boundary>
          <Selection {...props} selection={selection} />
          {props.happened?.(selection)}
        </Boundary>
      ) : null}
    </aside>
  );
}
