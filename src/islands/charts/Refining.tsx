import { useStore } from '@nanostores/react';
import { X } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type uPlot from 'uplot';
import { type Compared, createComparison } from '../../lib/client/charts/comparison.store.ts';
import type { SeriesStore, Span } from '../../lib/client/charts/series.store.ts';
import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { type Against, otherSpan } from '../../lib/domain/time/compare.ts';
import { isLive } from '../../lib/domain/time/range.ts';
import type { T } from '../../lib/i18n/index.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { type Layout, lookOf } from '../chart/model.ts';
import { type PaneView, valueRange } from '../chart/plot.ts';
import type { Refined } from '../chart/refined.ts';
import { useTimeZone } from '../shell/zone.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { cursorWords, dotsOf, type Past, pastOf, thenAt } from './other-time.ts';
import type { AxisEnds, ChartSetup } from './setup.ts';

await ready('chart-tools');

/** Room for the figures of the second axis, pixels. */
const RIGHT = 60;
/** Up to this length times have seconds, milliseconds. */
const FINE_MS = 7_200_000;
/** Of the picture until it is known, pixels. */
const USUAL_WIDTH = 800;
const RIGHT_SCALE = 'right';
const NO_ENDS: AxisEnds = { low: null, high: null };

/** Draws a chart as somebody set it, and tells the figures of the time that it is compared with. */
export default function Refining({
  deps,
  series,
  channels,
  setup,
  expectedIntervalS,
  onRefined,
  onAgainst,
}: {
  deps: StoreDeps;
  series: SeriesStore;
  /** As they are stored. */
  channels: readonly Channel[];
  setup: ChartSetup;
  expectedIntervalS: (id: string) => number | null;
  onRefined: (refined: Refined | null) => void;
  onAgainst: (against: Against | null) => void;
}) {
  const t = useT();
  const zone = useTimeZone();
  const format = useFormat();
  const [comparison] = useState(() => createComparison(deps));
  const window = useStore(series.$window);
  const live = isLive(useStore(series.$range));
  const found = useStore(comparison.$series);
  const { together, ends, against } = setup;
  const numbers = useMemo(() => channels.filter(({ kind }) => kind === 'gauge' || kind === 'counter'), [channels]);
  const ids = numbers.map(({ id }) => id).join();
  const compared = against !== null;
  useEffect(() => (compared ? comparison.start() : undefined), [comparison, compared]);
  const other = useMemo(() => against && otherSpan(window, against, zone), [window, against, zone]);
  useEffect(() => {
    if (other) comparison.show(ids === '' ? [] : ids.split(','), series.width() || USUAL_WIDTH, { now: window, other }, live);
  }, [comparison, series, ids, window, other, live]);

  const shift = other && window.from - other.from;
  const past = useMemo(
    () => (other && shift !== null ? pastOf(numbers, found, other, shift, expectedIntervalS) : new Map<string, Past>()),
    // While the window follows the clock both times move alike.
    [found, numbers, shift, expectedIntervalS],
  );
  // As exact as the flag at the cursor is.
  const isFine = window.to - window.from <= FINE_MS;
  const refined = useMemo((): Refined => {
    const low = (unit: string | null) => ends[unit ?? ''] ?? NO_ENDS;
    const words = cursorWords(t, format, isFine ? 'second' : 'minute');
    return {
      right: together ? RIGHT : 0,
      arrange: (layout) => (together ? arranged(layout, t) : layout),
      refine: (view, pane) => refinedView(view, pane, { together, low, past }),
      other: other && {
        window: other,
        series: Object.fromEntries([...past].map(([id, { series }]) => [id, series])),
        words: {
          range: axisLabels(format, zone).range(other.from, other.to),
          time: t('chart-tools:compare.table_time'),
          utc: t('chart-tools:compare.table_utc'),
          value: (head) => t('chart-tools:compare.table_value', { head }),
          difference: (head) => t('chart-tools:compare.table_difference', { head }),
        },
      },
      moment: (cursor) => (shift === null ? '' : ` · ${words.moment(cursor - shift)}`),
      dots: (layout, cursor) => (shift === null ? [] : dotsOf(layout, past, cursor, shift, words.dot)),
      beside(channel, value, cursor) {
        const found = past.get(channel.id);
        if (shift === null || !found) return null;
        return <span className="band">{words.beside(channel, value, thenAt(found, cursor, shift), cursor - shift, found.decimals)}</span>;
      },
    };
  }, [together, ends, past, other, shift, isFine, t, format, zone]);
  useEffect(() => onRefined(refined), [refined, onRefined]);
  useEffect(() => () => onRefined(null), [onRefined]);
  return other ? <Figures channels={channels} of={comparison} other={other} onEnd={() => onAgainst(null)} /> : null;
}

/** The first two units in one pane. */
function arranged(layout: Layout, t: T): Layout {
  const [left, right, ...others] = layout.panes;
  if (!left || !right) return layout;
  const named = ({ unit, traces }: Layout['panes'][number]) =>
    [traces.map(({ channel }) => channel.name).join(', '), unit].filter(Boolean).join(', ');
  return {
    ...layout,
    panes: [
      {
        unit: left.unit,
        title: t('chart-tools:axes.both', { left: named(left), right: named(right) }),
        traces: [...left.traces, ...right.traces.map((trace) => ({ ...trace, scale: RIGHT_SCALE }))],
      },
      ...others,
    ],
  };
}

/** A range of an axis: what somebody set, and where he set nothing what the values have. */
function rangeOf({ low, high }: AxisEnds, unit: string | null): uPlot.Range.Function {
  return (_plot, min, max) => {
    const [bottom, top] = valueRange(min, max, unit) ?? [0, 1];
    const [from, to] = [low ?? bottom, high ?? top];
    return from < to ? [from, to] : low === null ? [to - 1, to] : [from, from + 1];
  };
}

function refinedView(
  view: PaneView,
  { unit, traces }: Layout['panes'][number],
  { together, low, past }: { together: boolean; low: (unit: string | null) => AxisEnds; past: ReadonlyMap<string, Past> },
): PaneView {
  const faint = traces.flatMap(({ channel, colour, dash, scale }) => {
    const columns = past.get(channel.id)?.columns;
    return columns ? [{ columns, colour, dash, band: false, scale, faint: true }] : [];
  });
  const right = traces.find(({ scale }) => scale === RIGHT_SCALE)?.channel.unit;
  const key = JSON.stringify([together, low(unit), right ?? null, right === undefined ? null : low(right)]);
  return {
    ...view,
    // Below the lines of the shown time.
    traces: [...faint, ...view.traces],
    tune: {
      key,
      options(options) {
        const [time, left] = options.axes as [uPlot.Axis, uPlot.Axis];
        const other =
          right === undefined
            ? []
            : [{ ...left, scale: RIGHT_SCALE, side: 1 as const, size: RIGHT, grid: { show: false } } satisfies uPlot.Axis];
        return {
          ...options,
          padding: [options.padding![0], together && right === undefined ? RIGHT : 0, options.padding![2], 0],
          scales: {
            ...options.scales,
            y: { range: rangeOf(low(unit), unit) },
            ...(right === undefined ? {} : { [RIGHT_SCALE]: { range: rangeOf(low(right), right) } }),
          },
          axes: [time, left, ...other],
        };
      },
    },
  };
}

/** The other time with its legend: paler, with the mean, the least and the largest value beside those of the shown one. */
function Figures({
  channels,
  of,
  other,
  onEnd,
}: {
  channels: readonly Channel[];
  of: ReturnType<typeof createComparison>;
  other: Span;
  onEnd: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const labels = axisLabels(format, useTimeZone());
  const { status, figures } = useStore(of.$figures);
  const range = labels.range(other.from, other.to);
  const rows = channels.flatMap((channel, place) => {
    const found = figures[channel.id];
    return channel.kind === 'gauge' || channel.kind === 'counter' ? [{ channel, place, found }] : [];
  });
  return (
    <section aria-label={t('chart-tools:compare.title')}>
      <header>
        <h2 className="h2">{t('chart-tools:compare.then')}</h2>
        <span className="muted min-w-0 flex-1 text-right">{range}</span>
        <IconButton size="sm" icon={X} label={t('chart-tools:compare.end')} onPress={onEnd} />
      </header>
      {status === 'error' ? <p className="label">{t('chart-tools:compare.failed')}</p> : null}
      <ul className="grid gap-2.5 px-4 pt-1">
        {rows.map(({ channel, place, found }) => (
          <li key={channel.id} className="grid grid-cols-[10px_minmax(0,1fr)] gap-x-2 text-12 leading-4">
            <span className={`sw mt-0.75 opacity-50 bg-cat-${lookOf(place).colour}`} />
            <span className="wrap-anywhere">{channel.name}</span>
            <span className="col-start-2">
              {found === undefined && status === 'loading' ? <Skeleton width={120} /> : <Line channel={channel} found={found} />}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Mean of the other time and of the shown one, and the difference; least and largest of both. */
function Line({ channel, found }: { channel: Channel; found: Compared | undefined }) {
  const t = useT();
  const format = useFormat();
  const { conversion, display_unit, decimals } = channel;
  const shown = (value: number | null | undefined) => (value == null ? null : shownNumber(value, conversion));
  const text = (value: number | null, more: number) =>
    value === null ? '–' : format.number(value, decimals === null ? null : decimals + more);
  const [mean, before] = [shown(found?.now?.mean), shown(found?.other?.mean)];
  const difference = mean === null || before === null ? null : mean - before;
  const places = decimals === null ? null : decimals + 1;
  if (!found?.other) return <span className="muted">{t('chart-tools:compare.nothing')}</span>;
  return (
    <dl className="grid grid-cols-[auto_1fr_1fr] gap-x-3 tabular-nums [&_dd]:text-right [&_dt]:text-ink-3">
      <dt />
      <dd className="muted">{t('chart-tools:compare.column_then')}</dd>
      <dd className="muted">{t('chart-tools:compare.column_now')}</dd>
      <dt>{t('chart-tools:compare.mean')}</dt>
      <dd>{text(before, 1)}</dd>
      <dd className="font-semi">{text(mean, 1)}</dd>
      <dt>{t('chart-tools:compare.min')}</dt>
      <dd>{text(shown(found.other.min), 0)}</dd>
      <dd>{text(shown(found.now?.min), 0)}</dd>
      <dt>{t('chart-tools:compare.max')}</dt>
      <dd>{text(shown(found.other.max), 0)}</dd>
      <dd>{text(shown(found.now?.max), 0)}</dd>
      {difference === null ? null : (
        <>
          <dt>{t('chart-tools:compare.difference')}</dt>
          <dd className="col-span-2 font-semi">
            {difference > 0 ? '+' : ''}
            {format.quantity(difference, display_unit, places)}
          </dd>
        </>
      )}
    </dl>
  );
}
