import { useMemo } from 'react';
import type { SeriesState, Span } from '../../lib/client/charts/series.store.ts';
import type { TickScale } from '../../lib/client/charts/time-axis.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { roughly } from '../../lib/domain/time/range.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { columnsOf, type Layout, marksOf, paneHeights, picturedMarks, seriesOf } from '../chart/model.ts';

export type Signals = ReturnType<typeof useSignals>;

/** What the machine did meanwhile, as panes and strips draw it. */
export function useSignals({
  channels,
  layout,
  states,
  window,
  now,
  expectedInterval,
  scale,
  axis,
  narrow,
}: {
  channels: readonly Channel[];
  layout: Layout;
  states: Readonly<Record<string, SeriesState>>;
  window: Span;
  now: number;
  expectedInterval: (channel: Channel) => number | null;
  scale: TickScale;
  /** Room left of the plots, pixels. */
  axis: number;
  narrow: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const marks = useMemo(
    () => new Map(channels.map((channel) => [channel.id, marksOf(channel, states[channel.id], window, now, expectedInterval(channel))])),
    // The moment only closes the last gap; it moves on with every change of the window.
    [channels, states, window, expectedInterval],
  );
  const columns = useMemo(
    () => new Map(channels.map((channel) => [channel.id, columnsOf(seriesOf(states[channel.id]), marks.get(channel.id)!.gaps)])),
    [channels, states, marks],
  );
  const heights = paneHeights(layout.panes.length, narrow ? 170 : layout.panes.length > 1 ? 230 : 190);
  const views = layout.panes.map(({ unit, traces }) => ({
    window,
    unit,
    grid: scale.ticks.filter((tick) => tick.major).map((tick) => tick.at),
    traces: traces.map(({ channel, colour }) => ({
      columns: columns.get(channel.id)!,
      colour,
      band: seriesOf(states[channel.id])?.bucket_us != null,
    })),
    ...picturedMarks(traces.map(({ channel }) => marks.get(channel.id)!)),
    words: {
      ahead: t('measurements:signal.ahead'),
      failed: t('measurements:signal.sensor_error'),
      suspect: t('measurements:signal.suspect'),
      excluded: t('measurements:signal.excluded'),
    },
    axisWidth: axis,
    gapLabel: (ms: number) => t('measurements:signal.gap', { length: format.interval(roughly(ms / 1_000)) }),
    number: (value: number) => format.number(value),
  }));
  const titles = layout.panes.map(({ unit, traces }) =>
    [traces.map(({ channel }) => channel.name).join(', '), unit].filter(Boolean).join(', '),
  );
  return { marks, heights, views, titles };
}
