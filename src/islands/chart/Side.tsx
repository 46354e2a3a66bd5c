import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SelectionState, SeriesState, Span } from '../../lib/client/charts/series.store.ts';
import { type Gap, nearestIndex, stateOf } from '../../lib/client/charts/series.ts';
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
import { ChannelValue } from './ChannelValue.tsx';
import { COLOURS, isAhead, lineValue, seriesOf } from './model.ts';

const Selection = part(() => import('./Selection.tsx'));

export interface SideProps {
  channels: readonly Channel[];
  action?: ((channel: Channel) => ReactNode) | undefined;
  states: Readonly<Record<string, SeriesState>>;
  gaps: ReadonlyMap<string, readonly Gap[]>;
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
  cursor: number | null;
  selection: SelectionState | null;
  window: Span;
  onClear: () => void;
  onZoom: (span: Span) => void;
}

interface Reading {
  value: ReadingValue | null;
  /** Limits of the bucket where it holds more than one reading. */
  low: number | null;
  high: number | null;
  /** Its moment had not come when it was received. */
  ahead: boolean;
}

/** What a series says at a moment; nothing inside a gap. */
function readAt(channel: Channel, series: Series | null, gaps: readonly Gap[], us: number): Reading {
  const nothing: Reading = { value: null, low: null, high: null, ahead: false };
  if (!series || gaps.some((gap) => us > gap.from && us < gap.to)) return nothing;
  const at = nearestIndex(series.ts, us - (series.bucket_us ?? 0) / 2);
  const value = series.last[at] ?? null;
  const ahead = isAhead(series, at);
  if (channel.kind === 'text') return { ...nothing, ahead, value: series.text?.[at] ?? null };
  if (channel.kind === 'state') return { ...nothing, ahead, value: value === null ? null : stateOf(value) };
  const banded = series.bucket_us !== null && series.min[at] !== series.max[at];
  return {
    value: lineValue(series, at),
    low: banded ? (series.min[at] ?? null) : null,
    high: banded ? (series.max[at] ?? null) : null,
    ahead,
  };
}

/** A mean has a place more than its readings. */
const finer = ({ decimals }: Channel): number | null => (decimals === null ? null : decimals + 1);

/** Beside the chart: the channels with their values at the cursor, and the figures of the selection. */
export function Side(props: SideProps) {
  const { channels, action, states, gaps, hidden, onToggle, cursor, selection, window } = props;
  const t = useT();
  const format = useFormat();
  const asOf = useAsOf();
  const asOfTime = useAsOfTime(asOf);
  const labels = axisLabels(format, useTimeZone());
  return (
    <aside className="chart-side border-l border-l-line-2 overflow-auto max-[961px]:border-l-0 max-[961px]:border-t max-[961px]:border-t-line-2">
      <section>
        <header>
          <h2 className="h2">{t('dataloggers:detail.channels')}</h2>
          <span className="spacer" />
          <span className="muted">
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
            const state = states[channel.id];
            const reading =
              cursor === null
                ? { value: channel.last?.value ?? null, low: null, high: null, ahead: false }
                : readAt(channel, seriesOf(state), gaps.get(channel.id) ?? [], cursor * 1000);
            const ahead = reading.ahead
              ? t('dataloggers:chart.ahead_at')
              : cursor === null && channel.ahead_ts !== null
                ? t('dataloggers:chart.ahead_now')
                : cursor === null && seriesOf(state)?.ahead
                  ? t('dataloggers:chart.ahead_here')
                  : null;
            const under =
              state?.status === 'error'
                ? t('dataloggers:chart.failed', { name: channel.name })
                : channel.key === channel.name
                  ? ''
                  : channel.key;
            return (
              <li key={channel.id} className={off ? 'off print:hidden' : 'print:break-inside-avoid'}>
                <span className={`sw bg-cat-${(index % COLOURS) + 1} text-cat-${(index % COLOURS) + 1}-on`} />
                <span className="two">
                  <span>{channel.name}</span>
                  {under === '' ? null : <small>{under}</small>}
                </span>
                <span className={cursor === null ? KEPT_TRUE : undefined}>
                  <ChannelValue value={reading.value} of={channel} decimals={reading.low === null ? channel.decimals : finer(channel)} />
                </span>
                {action?.(channel)}
                <IconButton
                  size="sm"
                  icon={off ? EyeOff : Eye}
                  label={t(off ? 'dataloggers:chart.show' : 'dataloggers:chart.hide', { name: channel.name })}
                  onPress={() => onToggle(channel.id)}
                />
                {ahead === null ? null : (
                  <span className="ahead">
                    <Status kind="late">{ahead}</Status>
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
              </li>
            );
          })}
        </ul>
      </section>
      {selection ? (
        <Boundary>
          <Selection {...props} selection={selection} />
        </Boundary>
      ) : null}
    </aside>
  );
}
