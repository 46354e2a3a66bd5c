import { useStore } from '@nanostores/react';
import { Table2 } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Limits, SeriesStore } from '../../lib/client/charts/series.store.ts';
import { type Gap, nearestIndex, summarize, toSegments } from '../../lib/client/charts/series.ts';
import { inShownUnits, shownChannel } from '../../lib/client/charts/shown-series.ts';
import { timeTicks } from '../../lib/client/charts/time-axis.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Mark } from '../../lib/contract/marks.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { parseInstant } from '../../lib/domain/time/instant.ts';
import { roughly, type Span } from '../../lib/domain/time/range.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { RangeControlProps } from '../range/RangeControl.tsx';
import { useTimePlace } from '../shell/time-place.ts';
import { useAsOf } from '../ui/AsOf.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { CopyLink } from '../ui/CopyLink.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { type ChartAddress, useChartAddress } from './address.ts';
import { useStateWord } from './ChannelValue.tsx';
import { CursorLayer } from './CursorLayer.tsx';
import type { KeyKind } from './MarkKey.tsx';
import {
  axisWidth,
  columnsOf,
  holds,
  isSuspect,
  joined,
  type Layout,
  layoutOf,
  lineValue,
  type Marks,
  marksOf,
  paneHeights,
  picturedMarks,
  seriesOf,
  without,
} from './model.ts';
import { NothingHere } from './NothingHere.tsx';
import type { PanesHandle } from './Panes.tsx';
import { PanesWaiting } from './PanesWaiting.tsx';
import type { PaneView } from './plot.ts';
import type { CursorDot, Refined } from './refined.ts';
import { Side, type SideProps, type UnitLimits } from './Side.tsx';
import { Strip } from './Strip.tsx';
import { TakeChart } from './TakeChart.tsx';
import { TimeRuler } from './TimeRuler.tsx';
import { Toolbar } from './Toolbar.tsx';
import { type DragMode, useGestures } from './useGestures.ts';
import { useSize } from './useSize.ts';
import './figure.css';

const Panes = part(() => import('./Panes.tsx'));
const ChartTable = part(() => import('./ChartTable.tsx'));
const MarkKey = part(() => import('./MarkKey.tsx'));

const STRIP = 34;
const RULER = 24;
const LEAST_HEIGHT = 300;
const NO_ALARMS: Readonly<Record<string, readonly Alarm[]>> = {};
const NO_BOUNDS: Readonly<Record<string, Bounds>> = {};
const NO_NOTED: readonly Mark[] = [];
const NO_LIMITS: Limits = { above: null, below: null };

/** Limits that a channel is judged by, in the unit of its stored values, and when it was beyond them. */
export interface Bounds {
  limits: readonly number[];
  spans: readonly Gap[];
}

/** Where the panes of a chart stand. */
export interface PanesPlace {
  window: Span;
  width: number;
  panes: readonly { channels: readonly Channel[]; bottom: number }[];
}

/** Channels over time: a pane for each unit, strips for states, one ruler, one cursor. */
export function Chart({
  title,
  store: stored,
  channels: rows,
  expectedIntervalS,
  names,
  action,
  address,
  link,
  below,
  alarms = NO_ALARMS,
  bounds = NO_BOUNDS,
  record,
  noted = NO_NOTED,
  onMark,
  marks,
  shifts,
  refined,
  tools,
  beside,
  happened,
  over,
  organization,
}: {
  /** What the channels belong to. */
  title: string;
  store: SeriesStore;
  channels: readonly Channel[];
  /** Seconds between readings; null = nobody said. Of each channel, by its id, where they are of several loggers. */
  expectedIntervalS: number | null | ((id: string) => number | null);
  /** By id: what the channels are called beside the chart, and what stands under it. */
  names?: SideProps['names'];
  /** What can be done with a channel, beside its value. */
  action?: (channel: Channel) => ReactNode;
  /** What the address said when the page was opened. */
  address: ChartAddress;
  /** What stands under the channels on the same axis, and the room that it takes, pixels. */
  below?: { height: number; content: (place: { window: Span; width: number; now: number }) => ReactNode } | undefined;
  /** Alarms that were, by channels. */
  alarms?: Readonly<Record<string, readonly Alarm[]>>;
  /** By channels: what they are judged by. */
  bounds?: Readonly<Record<string, Bounds>>;
  /** The way to a recording of channels over a time. */
  record?: SideProps['record'];
  /** What people said of the readings, of all channels. */
  noted?: readonly Mark[];
  /** Marks the readings of a time; missing where nobody may. */
  onMark?: ((span: Span) => void) | undefined;
  /** What is drawn in another way than usual. */
  refined?: Refined | null;
  /** Ways to change how it is drawn, among the other buttons, and what stands beside the chart then. */
  tools?: ReactNode;
  beside?: ReactNode;
  /** What happened in the selected time. */
  happened?: SideProps['happened'];
  /** What is drawn over the panes, which hold these channels and end that many pixels from the top of the first one. */
  over?: ((place: PanesPlace) => ReactNode) | undefined;
  /** Of the channels. */
  organization: string;
  /** A link to what is shown, for somebody else. */
  link: (shown: Pick<ChartAddress, 'selection' | 'hidden'> & { window: Span }) => string;
} & Pick<RangeControlProps, 'marks' | 'shifts'>) {
  const t = useT();
  const format = useFormat();
  const word = useStateWord();
  // From here on all values are those that people see.
  const store = useMemo(() => inShownUnits(stored, rows), [stored, rows]);
  const channels = useMemo(() => rows.map(shownChannel), [rows]);
  const window = useStore(store.$window);
  const states = useStore(store.$series);
  const busy = useStore(store.$busy);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(channels.filter(({ key }) => address.hidden.includes(key)).map(({ id }) => id)),
  );
  const [mode, setMode] = useState<DragMode>('zoom');
  const [tabled, setTabled] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const figure = useRef<HTMLElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const panes = useRef<PanesHandle>(null);
  const { width, height } = useSize(stage);
  const selection = useStore(store.$selection);
  const [limits, setLimits] = useState<UnitLimits>({});
  const select = (span: Span, within = limits) => {
    const numbers = channels.filter((channel) => channel.kind === 'gauge' || channel.kind === 'counter');
    const units = new Map(numbers.map(({ id, unit }) => [id, unit ?? '']));
    void store.select(span, [...units.keys()], (id) => within[units.get(id)!] ?? NO_LIMITS);
  };
  // A channel that came into the chart has its figures too.
  const ids = useMemo(() => channels.map((channel) => channel.id), [channels]);
  const chosen = ids.join();
  useEffect(() => {
    const selected = store.$selection.get();
    if (selected) select(selected);
  }, [chosen]);
  const gestures = useGestures(plot, store, window, mode, select);
  const place = useTimePlace();
  const { zone, firstDay } = place;
  useEffect(() => store.setPlace(place), [store, place]);
  useEffect(() => {
    if (address.selection) select(address.selection);
  }, []);
  const hiddenKeys = channels.filter(({ id }) => hidden.has(id)).map(({ key }) => key);
  useChartAddress(store, address, hiddenKeys);

  const layout = useMemo(() => {
    const usual = layoutOf(channels, hidden);
    return refined?.arrange(usual) ?? usual;
  }, [channels, hidden, refined]);
  const axis = useMemo(() => axisWidth(layout, states, format.number), [layout, states, format]);
  const right = refined?.right ?? 0;
  const inner = Math.max(0, Math.floor(width) - axis - right);
  useEffect(() => store.show(ids, inner), [store, ids, inner]);

  const scale = useMemo(() => timeTicks(window.from, window.to, inner, zone, firstDay), [window, inner, zone, firstDay]);
  const asOf = useAsOf();
  // What is missing since the server fell silent, nobody here knows.
  const now = asOf ?? Date.now();
  const told = useMemo(
    () => {
      const expected = (id: string) => (typeof expectedIntervalS === 'function' ? expectedIntervalS(id) : expectedIntervalS);
      return new Map(channels.map((channel) => [channel.id, marksOf(channel, states[channel.id], window, now, expected(channel.id))]));
    },
    // The moment only closes the last gap; it moves on with every change of the window.
    [channels, states, window, expectedIntervalS, asOf],
  );
  const columns = useColumns(channels, states, told);
  const kinds = useMemo((): KeyKind[] => {
    const said = spansOf(noted.filter(({ channel_id }) => !hidden.has(channel_id)));
    const stretches = (id: string, kind: keyof Marks) => {
      const { [kind]: found, failed, excluded } = told.get(id)!;
      return kind === 'gaps' ? without(without(found, failed), excluded) : found;
    };
    const found = MARK_KINDS.filter((kind) => channels.some(({ id }) => !hidden.has(id) && inSight(stretches(id, kind), window)));
    return [...new Set([...found, ...NOTED_KINDS.filter((kind) => inSight(said[kind], window))])];
  }, [channels, hidden, told, noted, window]);

  const heights = paneHeights(
    layout.panes.length,
    Math.max(LEAST_HEIGHT, height) - RULER - layout.strips.length * STRIP - (below?.height ?? 0),
  );
  const loaded = channels.some((channel) => seriesOf(states[channel.id]) !== null);
  const empty = loaded && !busy && channels.every((channel) => (seriesOf(states[channel.id])?.ts.length ?? 0) === 0);
  const views = layout.panes.map((pane): PaneView => {
    const { unit, traces } = pane;
    const view = {
      window,
      unit,
      grid: scale.ticks.filter((tick) => tick.major).map((tick) => tick.at),
      traces: traces.map(({ channel, colour, dash, scale }) => ({
        columns: columns.get(channel.id)!,
        colour,
        dash,
        scale,
        band: seriesOf(states[channel.id])?.bucket_us != null,
      })),
      ...notedOf(traces, picturedMarks(traces.map(({ channel }) => told.get(channel.id)!))),
      ...alarmsOf(traces),
      // Over an empty picture stands a sentence instead.
      ...(empty ? { gaps: [] } : {}),
      words: {
        ahead: t('dataloggers:chart.ahead'),
        failed: t('dataloggers:chart.sensor_error'),
        suspect: t('dataloggers:chart.suspect'),
        excluded: t('dataloggers:chart.excluded'),
      },
      axisWidth: axis,
      gapLabel: (ms: number) => t('dataloggers:chart.gap', { length: format.interval(roughly(ms / 1000)) }),
      number: (value: number) => format.number(value),
    };
    return refined?.refine(view, pane) ?? view;
  });
  const titles = layout.panes.map(
    ({ unit, traces, title }) => title ?? [traces.map(({ channel }) => channel.name).join(', '), unit].filter(Boolean).join(', '),
  );

  const { cursor } = gestures;
  const dots = layout.panes.flatMap(({ traces }, pane) =>
    traces.flatMap(({ channel, colour, scale }): CursorDot[] => {
      const series = seriesOf(states[channel.id]);
      const found = told.get(channel.id)!;
      if (!series || cursor === null) return [];
      const us = cursor * 1000;
      const dot = { key: channel.id, pane, colour, scale };
      if (holds(found.failed, us) && inGap(found.gaps, us))
        return [{ ...dot, value: null, text: `${channel.name}: ${t('dataloggers:chart.sensor_error')}`, at: cursor }];
      const at = nearestIndex(series.ts, us - (series.bucket_us ?? 0) / 2);
      const value = lineValue(series, at);
      const ts = series.ts[at];
      if (value == null || ts === undefined || inGap(found.gaps, us)) return [];
      const places = channel.decimals === null || series.mean === undefined ? channel.decimals : channel.decimals + 1;
      const quantity = format.quantity(value, channel.unit, places);
      const text = isSuspect(series, at) ? `${quantity}, ${t('dataloggers:chart.suspect')}` : quantity;
      return [{ ...dot, value, text, at: (ts + (series.bucket_us ?? 0) / 2) / 1000 }];
    }),
  );
  if (cursor !== null && refined) dots.push(...refined.dots(layout, cursor));

  return (
    <div className="chart-cols print:block grid grid-cols-[minmax(0,1fr)_272px] pointer-coarse:min-[961px]:grid-cols-[minmax(0,1fr)_312px] min-[961px]:flex-1 min-[961px]:min-h-105 max-[961px]:grid-cols-1">
      <section
        className="flex flex-col min-w-0 pt-0 pr-3 pb-3 pl-5 overflow-auto max-[961px]:pt-0 max-[961px]:px-3 max-[961px]:pb-2 max-[961px]:overflow-visible"
        aria-label={t('dataloggers:chart.label')}
      >
        <Toolbar
          store={store}
          mode={mode}
          onMode={setMode}
          channels={channels}
          marks={marks}
          shifts={shifts}
          actions={
            <>
              {tools}
              <TakeChart
                title={title}
                of={figure}
                channels={channels}
                hidden={hidden}
                states={states}
                window={window}
                exported={{ organization, channels: rows }}
                other={refined?.other}
              />
              {names ? (
                <IconButton
                  size="sm"
                  icon={Table2}
                  label={t('dataloggers:chart.table')}
                  onPress={() => setTabled(true)}
                  {...opensDialog(ChartTable)}
                />
              ) : null}
              <CopyLink link={() => link({ window, selection, hidden: hiddenKeys })} />
            </>
          }
        />
        <figure ref={figure} className="figure print:break-inside-avoid" aria-label={t('dataloggers:chart.label')}>
          <div className={busy ? 'busy on' : 'busy'} aria-hidden="true" />
          {/* biome-ignore lint/a11y/useSemanticElements: a group with its own keys, not a set of form fields */}
          <div
            ref={stage}
            className="relative flex-1 min-h-0 rounded-1 focus-visible:shadow-focus"
            role="group"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that move and scale the chart need the focus here
            tabIndex={0}
            aria-label={summary()}
            // The table stands beside the chart of one logger.
            aria-description={`${t('dataloggers:chart.keys')} ${t(names ? 'dataloggers:chart.keys_button' : 'dataloggers:chart.keys_table')}`}
            onKeyDown={gestures.handlers.onKeyDown}
          >
            {inner > 0 ? (
              <Boundary waiting={<PanesWaiting heights={heights} />}>
                <Panes views={views} titles={titles} heights={heights} width={inner + axis + right} ref={panes} />
              </Boundary>
            ) : null}
            {over && inner > 0 && !empty ? (
              <div className="pointer-events-none absolute top-0" style={{ left: axis }}>
                {over({
                  window,
                  width: inner,
                  panes: layout.panes.map(({ traces }, pane) => ({
                    channels: traces.map(({ channel }) => channel),
                    bottom: heights.slice(0, pane + 1).reduce((sum, one) => sum + one, 0),
                  })),
                })}
              </div>
            ) : null}
            <div className="relative" style={{ marginLeft: axis }}>
              <TimeRuler window={window} width={inner} scale={scale} />
            </div>
            {layout.strips.map((trace) => (
              <div className="relative h-8.5 pt-1" key={trace.channel.id} style={{ marginLeft: axis }}>
                <span className="strip-title block py-0 px-0.75 overflow-hidden text-ellipsis whitespace-nowrap text-11 leading-[16px] font-semi">
                  {trace.channel.name}
                </span>
                <Strip
                  trace={trace}
                  series={seriesOf(states[trace.channel.id])}
                  marks={told.get(trace.channel.id)!}
                  window={window}
                  width={inner}
                  now={now}
                  word={(value) => word(value, trace.channel.state_words)}
                />
              </div>
            ))}
            {below ? <div style={{ marginLeft: axis, minHeight: below.height }}>{below.content({ window, width: inner, now })}</div> : null}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer's ways have their keys on the stage */}
            <div
              ref={plot}
              className={mode === 'select' ? 'plot select' : 'plot'}
              style={{ left: axis, right }}
              onPointerDown={gestures.handlers.onPointerDown}
              onPointerMove={gestures.handlers.onPointerMove}
              onPointerUp={gestures.handlers.onPointerUp}
              onPointerCancel={gestures.handlers.onPointerCancel}
              onPointerLeave={gestures.handlers.onPointerLeave}
              onDoubleClick={gestures.handlers.onDoubleClick}
            >
              <CursorLayer
                window={window}
                width={inner}
                cursor={cursor}
                note={cursor === null ? undefined : refined?.moment(cursor)}
                brush={gestures.brush ?? selection}
                flagTop={heights.reduce((sum, one) => sum + one, 0)}
                dots={dots.flatMap(({ pane, value, scale, ...dot }) => {
                  const top = value === null ? ERROR_TOP : (panes.current?.top(pane, value, scale) ?? null);
                  const above = heights.slice(0, pane).reduce((sum, one) => sum + one, 0);
                  return top === null ? [] : [{ ...dot, isPoint: value !== null, top: above + top }];
                })}
              />
            </div>
            {empty ? <NothingHere channels={channels} left={axis} onShow={showLast} /> : null}
          </div>
          {kinds.some((kind) => kind !== 'gaps') ? (
            <Boundary instead={null}>
              <MarkKey kinds={kinds} left={axis} />
            </Boundary>
          ) : null}
        </figure>
      </section>
      {tabled ? (
        <Boundary instead={null} onFailure={() => setTabled(false)}>
          <ChartTable
            channels={channels.filter(({ id }) => !hidden.has(id))}
            states={states}
            window={window}
            other={refined?.other}
            onClose={() => setTabled(false)}
          />
        </Boundary>
      ) : null}
      <Side
        channels={channels}
        names={names}
        action={action}
        states={states}
        marks={told}
        hidden={hidden}
        onToggle={(id) =>
          setHidden((before) => {
            const next = new Set(before);
            if (!next.delete(id)) next.add(id);
            return next;
          })
        }
        cursor={cursor}
        atCursor={refined?.beside}
        selection={selection}
        limits={limits}
        onLimits={(next) => {
          setLimits(next);
          if (selection) select(selection, next);
        }}
        window={window}
        {...(record ? { record } : {})}
        onMark={onMark}
        beside={beside}
        happened={happened}
        onClear={() => void store.select(null)}
        onZoom={(span) => {
          void store.select(null);
          store.zoom(span.from, span.to);
        }}
      />
    </div>
  );

  /** When there were alarms of a pane's channels, and the limits that they were of. */
  function alarmsOf(traces: Layout['panes'][number]['traces']): Pick<PaneView, 'alarms'> {
    const those = traces.flatMap(({ channel }) => alarms[channel.id] ?? []);
    const stored = new Map(rows.map(({ id, conversion }) => [id, conversion]));
    const scales = new Map(traces.map(({ channel, scale = 'y' }) => [channel.id, scale]));
    const limits = new Map<string, readonly [number, string]>();
    const limit = (id: string, value: number | null) => {
      if (value === null) return;
      const line = [shownNumber(value, stored.get(id) ?? null), scales.get(id)!] as const;
      limits.set(line.join(), line);
    };
    for (const { channel_id, low, high } of those) for (const value of [low, high]) limit(channel_id, value);
    const spans = those.map(({ since, over_at }) => ({
      from: parseInstant(since),
      to: over_at === null ? now * 1_000 : parseInstant(over_at),
    }));
    const judged = traces.flatMap(({ channel: { id } }) => {
      for (const value of bounds[id]?.limits ?? []) limit(id, value);
      return bounds[id] ?? [];
    });
    if (spans.length + judged.length === 0) return {};
    return {
      alarms: {
        spans: [...spans, ...judged.flatMap((one) => one.spans)],
        limits: [...limits.values()],
        word: t(judged.some((one) => one.spans.length > 0) ? 'dataloggers:chart.beyond' : 'dataloggers:chart.alarm'),
      },
    };
  }
  /** What people said of the readings of a pane, with what is pictured of it anyway. */
  function notedOf<P extends ReturnType<typeof picturedMarks>>(
    traces: Layout['panes'][number]['traces'],
    pictured: P,
  ): P & Pick<PaneView, 'noted'> {
    const ids = new Set(traces.map(({ channel }) => channel.id));
    const said = spansOf(noted.filter(({ channel_id }) => ids.has(channel_id)));
    const raw = traces.flatMap(({ channel, scale = 'y' }) => {
      const uncorrected = seriesOf(states[channel.id])?.uncorrected;
      return uncorrected ? uncorrected.ts.map((ts, at) => [ts / 1_000, uncorrected.num[at]!, scale] as const) : [];
    });
    if (said.excluded.length + said.corrected.length + said.noted.length + raw.length === 0) return pictured;
    const words = { corrected: t('dataloggers:chart.corrected'), noted: t('dataloggers:chart.noted') };
    return {
      ...pictured,
      excluded: joined([pictured.excluded, said.excluded]),
      noted: { corrected: said.corrected, noted: said.noted, raw, words },
    };
  }
  /** The same length of time, with the reading near its end. */
  function showLast(at: number): void {
    const span = window.to - window.from;
    store.zoom(at - span * 0.9, at + span * 0.1);
  }
  /** What a state or a text says last in the window. */
  function stateSummary(channel: Channel): string {
    const series = seriesOf(states[channel.id]);
    const last = series && toSegments(series, [], 0).at(-1);
    if (!last) return t('dataloggers:chart.summary_none', { name: channel.name });
    return t('dataloggers:chart.summary_state', { name: channel.name, last: word(last.value, channel.state_words) });
  }
  function summary(): string {
    const parts = channels
      .filter((channel) => !hidden.has(channel.id))
      .map((channel) => {
        if (states[channel.id]?.status === 'error') return t('dataloggers:chart.failed', { name: channel.name });
        if (channel.kind === 'state' || channel.kind === 'text') return stateSummary(channel);
        const series = seriesOf(states[channel.id]);
        const found = series ? summarize(series, window.from * 1000, window.to * 1000 + 1) : null;
        if (!found) return t('dataloggers:chart.summary_none', { name: channel.name });
        const text = (value: number) => format.quantity(value, channel.unit, channel.decimals);
        return t('dataloggers:chart.summary_channel', {
          name: channel.name,
          min: text(found.min),
          max: text(found.max),
          last: text(found.last),
        });
      });
    // Of a clock that was ahead all its channels speak alike: one sentence for them.
    const sentences = { failed: 'summary_failed', suspect: 'summary_suspect', ahead: 'summary_ahead' } as const;
    for (const kind of ['failed', 'suspect', 'ahead'] as const) {
      const groups = new Map<string, { from: string; to: string; names: string[] }>();
      for (const { id, name } of channels) {
        const spans = hidden.has(id) ? [] : told.get(id)![kind];
        if (spans.length === 0) continue;
        const [start, end] = [spans[0]!.from, spans.at(-1)!.to].map((us) => format.dateTime(us / 1000)) as [string, string];
        const mark = groups.get(start + end) ?? { from: start, to: end, names: [] };
        mark.names.push(name);
        groups.set(start + end, mark);
      }
      for (const { from, to, names } of groups.values())
        parts.push(t(`dataloggers:chart.${sentences[kind]}`, { name: names.join(', '), from, to }));
    }
    for (const { id, name } of channels)
      for (const { since, over_at } of hidden.has(id) ? [] : (alarms[id] ?? [])) {
        const from = format.dateTime(Date.parse(since));
        parts.push(
          over_at === null
            ? t('dataloggers:chart.summary_alarm_now', { name, from })
            : t('dataloggers:chart.summary_alarm', { name, from, to: format.dateTime(Date.parse(over_at)) }),
        );
      }
    for (const { channel_id, kind, reason, ...mark } of noted) {
      const channel = channels.find(({ id }) => id === channel_id && !hidden.has(id));
      if (!channel) continue;
      const [since, until] = [mark.from, mark.to].map((at) => format.dateTime(Date.parse(at))) as [string, string];
      const what = t(`dataloggers:chart.${NOTED_AS[kind]}`);
      parts.push(t('dataloggers:chart.summary_mark', { name: channel.name, what, from: since, to: until, reason }));
    }
    const [from, to] = [window.from, window.to].map((at) => format.dateTime(at));
    return [t('dataloggers:chart.summary', { from: from ?? '', to: to ?? '' }), ...parts].join(' ');
  }
}

const MARK_KINDS = ['gaps', 'failed', 'excluded', 'suspect', 'ahead'] as const satisfies readonly (keyof Marks)[];
const NOTED_KINDS = ['excluded', 'corrected', 'noted'] as const;
/** What marks are called in the picture. */
const NOTED_AS = { exclude: 'excluded', offset: 'corrected', drift: 'corrected', note: 'noted' } as const satisfies Record<
  Mark['kind'],
  string
>;

/** Stretches of marks by what they are called, microseconds. */
function spansOf(all: readonly Mark[]): Record<(typeof NOTED_KINDS)[number], Gap[]> {
  const spans = { excluded: [] as Gap[], corrected: [] as Gap[], noted: [] as Gap[] };
  for (const { kind, from, to } of all) spans[NOTED_AS[kind]].push({ from: parseInstant(from), to: parseInstant(to) });
  return { excluded: joined([spans.excluded]), corrected: joined([spans.corrected]), noted: joined([spans.noted]) };
}
/** Pixels below the top of a pane at which an error is told. */
const ERROR_TOP = 40;

const inSight = (stretches: readonly Gap[], window: Span) =>
  stretches.some(({ from, to }) => to >= window.from * 1000 && from <= window.to * 1000);
const inGap = (gaps: readonly Gap[], us: number) => gaps.some((gap) => us > gap.from && us < gap.to);

type ColumnsOf = ReturnType<typeof columnsOf>;

/** Columns of every channel that keep their identity while the series and its gaps inside don't change. */
function useColumns(
  channels: readonly Channel[],
  states: Parameters<typeof Side>[0]['states'],
  marks: ReadonlyMap<string, Marks>,
): ReadonlyMap<string, ColumnsOf> {
  const kept = useRef(new Map<string, { series: unknown; breaks: string; columns: ColumnsOf }>());
  return new Map(
    channels.map((channel) => {
      const series = seriesOf(states[channel.id]);
      const found = marks.get(channel.id)!.gaps;
      const breaks = found.map((gap) => gap.to).join();
      const known = kept.current.get(channel.id);
      if (known && known.series === series && known.breaks === breaks) return [channel.id, known.columns];
      const columns = columnsOf(series, found);
      kept.current.set(channel.id, { series, breaks, columns });
      return [channel.id, columns];
    }),
  );
}
