import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { SeriesStore, Span } from '../../lib/client/charts/series.store.ts';
import { timeTicks } from '../../lib/client/charts/time-axis.ts';
import type { Edge } from '../../lib/client/measurements/corrections.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { indexIn, type LaneEntries, snapped } from '../../lib/domain/time-study/spans.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useStateWord } from '../chart/ChannelValue.tsx';
import { aheadOf, columnsOf, commonGaps, gapsOf, joined, layoutOf, paneHeights, seriesOf } from '../chart/model.ts';
import type { PanesHandle } from '../chart/Panes.tsx';
import { Strip } from '../chart/Strip.tsx';
import { roughly } from '../chart/spans.ts';
import { TimeRuler } from '../chart/TimeRuler.tsx';
import { useSize } from '../chart/useSize.ts';
import { useTimeZone } from '../shell/zone.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { type Board, choose } from './board.ts';
import { EdgeHandle } from './EdgeHandle.tsx';
import { LaneStrip } from './LaneStrip.tsx';
import { Pointer } from './Pointer.tsx';
import type { Look, Mark } from './paint.ts';
import { Tellings } from './Tellings.tsx';
import { nearestTelling, type Telling } from './telling.ts';
import { type Spot, useTimeGestures } from './useTimeGestures.ts';
import { glide, panned } from './window.ts';
import '../chart/figure.css';
import './timeline.css';

const Panes = part(() => import('../chart/Panes.tsx'));

const LABELS = 130;
const NARROW_LABELS = 44;
const TOP = 22;
const LANE = 34;
const LANE_GAP = 5;
const LANE_TITLE = 17;
const STATE = 19;
const RULER = 24;
/** An edge that the keys moved is sent when they have rested so long. */
const REST_MS = 900;

export interface LaneView {
  id: string;
  name: string;
  /** Under the name: what the person does. */
  note: string | null;
  entries: LaneEntries;
  /** What happened at a moment: points in time, and pieces. */
  marks: readonly Mark[];
  /** What they, and the remarks of entries, say. In time. */
  tellings: readonly Telling[];
}

export interface TimelineProps {
  series: SeriesStore;
  board: Board;
  bounds: Span;
  lanes: readonly LaneView[];
  now: number;
  look: (entry: Entry) => Look;
  /** How long, and when, as the page writes it. */
  length: (from: number, to: number) => string;
  time: (moment: number) => string;
  /** What measured the machine meanwhile. */
  channels: readonly Channel[];
  expectedInterval: (channel: Channel) => number | null;
  hidden: ReadonlySet<string>;
  /** Loaded without a pane of its own. */
  also: string | null;
  narrow: boolean;
  canEdit: boolean;
  edgeAt: (lane: string, index: number) => Edge | null;
  onMove: (edge: Edge, at: number) => void;
  children?: ReactNode;
}

interface Dragged {
  lane: string;
  index: number;
  edge: Edge;
  at: number;
  by: 'hand' | 'keys';
}

/** Lanes of a measurement above the signals of the machine: one ruler, one cursor, one brush. */
export function Timeline(props: TimelineProps) {
  const {
    series,
    board,
    bounds,
    lanes,
    now,
    look,
    length,
    time,
    channels,
    expectedInterval,
    hidden,
    also,
    narrow,
    canEdit,
    edgeAt,
    onMove,
    children,
  } = props;
  const t = useT();
  const format = useFormat();
  const zone = useTimeZone();
  const word = useStateWord();
  const window = useStore(series.$window);
  const states = useStore(series.$series);
  const busy = useStore(series.$busy);
  const selection = useStore(series.$selection);
  const selected = useStore(board.$selected);
  const lane = useStore(board.$lane);
  const stage = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const panes = useRef<PanesHandle>(null);
  const { width } = useSize(stage);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [edges, setEdges] = useState<Readonly<Record<string, number>>>({});

  const axis = narrow ? NARROW_LABELS : LABELS;
  const inner = Math.max(0, Math.floor(width) - axis);
  const ids = useMemo(() => channels.filter(({ id }) => id === also || !hidden.has(id)).map(({ id }) => id), [channels, hidden, also]);
  useEffect(() => series.show(ids, inner), [series, ids, inner]);
  const layout = useMemo(() => layoutOf(channels, hidden), [channels, hidden]);
  const scale = useMemo(() => timeTicks(window.from, window.to, inner, zone), [window, inner, zone]);

  // From the top: lanes, states of the machine, the ruler, then the panes.
  const step = LANE + LANE_GAP + (narrow ? LANE_TITLE : 0);
  const lanesEnd = TOP + lanes.length * step;
  const stateStep = STATE + (narrow ? LANE_TITLE : 0);
  const rulerTop = lanesEnd + layout.strips.length * stateStep + 2;
  const signalTop = rulerTop + RULER;
  const spotAt = (y: number, at: number, reach: number): Spot => {
    if (y >= rulerTop && y < signalTop) return { area: 'ruler' };
    const place = Math.floor((y - TOP) / step);
    const found = y < lanesEnd ? lanes[place] : undefined;
    if (!found || y < TOP) return { area: 'signal' };
    return { area: 'lane', lane: found.id, edge: canEdit ? nearEdge(found, at, reach) : null };
  };
  const nearEdge = ({ id, entries }: LaneView, at: number, reach: number): number | null => {
    if (reach === 0) return null;
    const index = indexIn(entries, at);
    const near = [index, index + 1]
      .flatMap((one) => edgeAt(id, one) ?? [])
      .map((edge) => ({ edge, distance: Math.abs(edge.at - at) }))
      .sort((a, b) => a.distance - b.distance)[0];
    return near && near.distance <= reach ? near.edge.index : null;
  };

  const numbers = useMemo(
    () => channels.filter(({ id, kind }) => !hidden.has(id) && (kind === 'gauge' || kind === 'counter')).map(({ id }) => id),
    [channels, hidden],
  );
  const commit = (one: Dragged | null, keep: boolean) => {
    setDragged(null);
    if (one && keep && one.at !== one.edge.at) onMove(one.edge, one.at);
  };
  const drag = (phase: 'start' | 'move' | 'end' | 'cancel', id: string, index: number, at: number) => {
    const edge = dragged?.lane === id && dragged.index === index ? dragged.edge : edgeAt(id, index);
    if (!edge) return;
    const next = { lane: id, index, edge, at: Math.round(Math.min(Math.max(at, edge.least), edge.most)), by: 'hand' as const };
    if (phase === 'start') {
      setEdges((before) => ({ ...before, [id]: index }));
      setDragged({ ...next, at: edge.at });
    } else if (phase === 'move') setDragged(next);
    else commit(next, phase === 'end');
  };
  /** Tells what stands at the mark that is pointed at; what was asked for stays until something else is. */
  const tell = (spot: Spot | null, at: number, reach: number, stays: boolean) => {
    const before = board.$told.get();
    const tellings = spot?.area === 'lane' ? (lanes.find(({ id }) => id === spot.lane)?.tellings ?? []) : [];
    const found = tellings[nearestTelling(tellings, at, reach)];
    if (found && spot?.area === 'lane') {
      if (stays || before?.lane !== spot.lane || before.at !== found.at) board.$told.set({ lane: spot.lane, at: found.at, stays });
    } else if (before && (stays || !before.stays)) board.$told.set(null);
  };
  const gestures = useTimeGestures(plot, {
    series,
    board,
    bounds,
    spotAt,
    snap: (at, reach) =>
      snapped(
        lanes.map(({ entries }) => entries),
        at,
        reach,
      ),
    onBrush: (span) => void series.select(span, numbers),
    onPress: (spot, at, more, reach) => {
      board.$pinned.set(at);
      tell(spot, at, reach, true);
      if (spot.area !== 'lane') return;
      const entries = lanes.find(({ id }) => id === spot.lane)?.entries ?? [];
      const index = indexIn(entries, at);
      const entry = entries[index];
      if (entry && at < (entry.to ?? now)) choose(board, entry, more);
    },
    onHover: (spot, at, reach) => tell(spot, at, reach, false),
    onEdge: drag,
  });

  // The edge that the keys are at is that of the entry chosen last.
  const only = selected.size === 1 ? [...selected][0] : undefined;
  useEffect(() => {
    const found = lanes.find(({ entries }) => entries.some(({ id }) => id === only));
    if (only !== undefined && found) setEdges((before) => ({ ...before, [found.id]: found.entries.findIndex(({ id }) => id === only) }));
    // Entries that come or change keep the place of the edge.
  }, [only]);

  const nudged = dragged?.by === 'keys' ? dragged : null;
  useEffect(() => {
    if (!nudged) return;
    const timer = setTimeout(() => commit(nudged, true), REST_MS);
    return () => clearTimeout(timer);
  });

  const gaps = useMemo(
    () => new Map(channels.map((channel) => [channel.id, gapsOf(channel, states[channel.id], window, now, expectedInterval(channel))])),
    // The moment only closes the last gap; it moves on with every change of the window.
    [channels, states, window, expectedInterval],
  );
  const ahead = useMemo(
    () => new Map(channels.map(({ id }) => [id, aheadOf(seriesOf(states[id]), gaps.get(id) ?? [])])),
    [channels, states, gaps],
  );
  const columns = useMemo(
    () => new Map(channels.map((channel) => [channel.id, columnsOf(seriesOf(states[channel.id]), gaps.get(channel.id) ?? [])])),
    [channels, states, gaps],
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
    gaps: commonGaps(traces.map(({ channel }) => gaps.get(channel.id) ?? [])),
    ahead: joined(traces.map(({ channel }) => ahead.get(channel.id) ?? [])),
    aheadLabel: t('measurements:signal.ahead'),
    axisWidth: axis,
    gapLabel: (ms: number) => t('measurements:signal.gap', { length: format.interval(roughly(ms / 1_000)) }),
    number: (value: number) => format.number(value),
  }));
  const titles = layout.panes.map(({ unit, traces }) =>
    [traces.map(({ channel }) => channel.name).join(', '), unit].filter(Boolean).join(', '),
  );
  const paneTop = (pane: number, value: number): number | null => {
    const top = panes.current?.top(pane, value) ?? null;
    return top === null ? null : signalTop + heights.slice(0, pane).reduce((sum, one) => sum + one, 0) + top;
  };
  const reveal = (at: number) => {
    const length = window.to - window.from;
    if (at < window.from || at > window.to) glide(series, panned(window, (at - length / 2 - window.from) / length, bounds));
  };
  const nameOf = (entry: Entry | null) => (entry ? look(entry).name : '–');

  return (
    <figure className="tm-figure relative min-w-0" aria-label={t('measurements:figure.label')}>
      <div className={busy ? 'busy on' : 'busy'} aria-hidden="true" />
      {/* biome-ignore lint/a11y/useSemanticElements: a group with its own keys, not a set of form fields */}
      <div
        ref={stage}
        className="relative flex-1 min-h-0 rounded-1 tm-stage flex-none focus-visible:shadow-focus"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that move and scale the picture need the focus here
        tabIndex={0}
        aria-label={t('measurements:figure.label')}
        aria-description={t('measurements:figure.keys')}
        onKeyDown={gestures.onKeyDown}
      >
        <div style={{ height: TOP }} />
        {lanes.map((view) => (
          <div key={view.id} className="relative" style={{ height: step - LANE_GAP, marginBottom: LANE_GAP }}>
            <button
              type="button"
              className="tm-lane-name flex flex-col justify-center h-8.5 p-0 text-left text-12 leading-[16px] phone:flex-row phone:items-center phone:justify-start phone:h-4.25 two focus-visible:shadow-focus"
              style={narrow ? undefined : { width: axis - 8 }}
              aria-pressed={view.id === lane}
              disabled={lanes.length === 1}
              onClick={() => board.$lane.set(view.id)}
            >
              <b className="font-semi">{view.name}</b>
              {view.note && !narrow ? <small>{view.note}</small> : null}
            </button>
            <div className="absolute bottom-0" style={{ left: axis }}>
              <LaneStrip
                entries={view.entries}
                marks={view.marks}
                window={window}
                width={inner}
                height={LANE}
                now={now}
                edge={dragged?.lane === view.id ? dragged : null}
                selected={selected}
                look={look}
                length={length}
              />
            </div>
          </div>
        ))}
        {layout.strips.map((trace) => (
          <div key={trace.channel.id} className="relative phone:pt-4.25" style={{ height: stateStep }}>
            <span
              className="absolute top-0 left-0 overflow-hidden text-ellipsis whitespace-nowrap text-12 leading-[14px] font-semi phone:right-0 phone:leading-[17px]"
              style={narrow ? undefined : { width: axis - 8 }}
            >
              {trace.channel.name}
            </span>
            <div style={{ marginLeft: axis }}>
              <Strip
                trace={trace}
                series={seriesOf(states[trace.channel.id])}
                gaps={gaps.get(trace.channel.id) ?? []}
                ahead={ahead.get(trace.channel.id) ?? []}
                window={window}
                width={inner}
                now={now}
                plain
                word={word}
              />
            </div>
          </div>
        ))}
        <div className="tm-ruler relative [border-block:1px_solid_var(--text)] overflow-hidden" style={{ marginTop: 2, height: RULER }}>
          {/* On a phone the date stands in the head of the page, and here it would lie over the hours. */}
          {narrow ? null : (
            <span className="absolute left-0 top-0.75 text-11 leading-[16px] text-ink-2">
              {format.date((window.from + window.to) / 2, 'weekday')}
            </span>
          )}
          <div style={{ marginLeft: axis }}>
            <TimeRuler window={window} width={inner} scale={scale} dark />
          </div>
        </div>
        {inner > 0 && layout.panes.length > 0 ? (
          <Boundary waiting={<div style={{ height: heights.reduce((sum, one) => sum + one, 0) }} />}>
            <Panes views={views} titles={titles} heights={heights} width={inner + axis} ref={panes} />
          </Boundary>
        ) : null}
        {children}
        <div
          ref={plot}
          className={`plot tm-plot${dragged?.by === 'hand' || gestures.hint === 'edge' ? ' on-edge' : gestures.hint === 'pan' ? ' on-ruler' : ''}`}
          style={{ left: axis }}
          {...gestures.handlers}
        >
          <Pointer
            series={series}
            board={board}
            length={length}
            time={time}
            window={window}
            width={inner}
            brush={gestures.brush ?? selection}
            flagTop={rulerTop}
            moment={dragged?.at ?? null}
            panes={layout.panes}
            gaps={gaps}
            top={paneTop}
          />
          {dragged ? (
            <span
              className="absolute top-0 z-2 -translate-x-1/2 py-0 px-2 [border-radius:1px] bg-ink text-surface text-11 leading-[18px] font-semi whitespace-nowrap pointer-events-none"
              style={{ left: ((dragged.at - window.from) / (window.to - window.from)) * inner }}
            >
              {[
                dragged.edge.before && `${nameOf(dragged.edge.before)} ${length(dragged.edge.before.from, dragged.at)}`,
                time(dragged.at),
                dragged.edge.after && `${nameOf(dragged.edge.after)} ${length(dragged.at, dragged.edge.after.to ?? now)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          ) : null}
        </div>
        <div className="absolute top-0 right-0 pointer-events-none" style={{ left: axis }}>
          {lanes.map((view, place) => (
            <div
              key={view.id}
              className="absolute [inset-inline:0]"
              style={{ top: TOP + place * step + (narrow ? LANE_TITLE : 0), height: LANE }}
            >
              <Tellings
                board={board}
                lane={view.id}
                tellings={view.tellings}
                window={window}
                width={inner}
                label={`${t('measurements:moments.title')}, ${view.name}`}
                below={LANE + 3}
                onReveal={reveal}
              />
            </div>
          ))}
        </div>
        {canEdit && inner > 0 ? (
          <div className="absolute top-0 right-0 pointer-events-none" style={{ left: axis }}>
            {lanes.map((view, place) => {
              const visible = indexIn(view.entries, window.from) + 1;
              const index = Math.min(edges[view.id] ?? visible, view.entries.length);
              const edge =
                dragged?.lane === view.id && dragged.index === index
                  ? dragged.edge
                  : (edgeAt(view.id, index) ?? edgeAt(view.id, index + 1));
              if (!edge) return null;
              const at = dragged?.lane === view.id && dragged.index === edge.index ? dragged.at : edge.at;
              return (
                <div
                  key={view.id}
                  className="absolute [inset-inline:0]"
                  style={{ top: TOP + place * step + (narrow ? LANE_TITLE : 0), height: LANE }}
                >
                  <EdgeHandle
                    edge={edge}
                    at={at}
                    start={bounds.from}
                    label={t('measurements:edge.label', { lane: view.name })}
                    text={t('measurements:edge.text', {
                      time: time(at),
                      before: nameOf(edge.before),
                      after: nameOf(edge.after),
                    })}
                    window={window}
                    width={inner}
                    shown={edges[view.id] !== undefined && selected.size > 0}
                    onFocus={() => reveal(edge.at)}
                    onWalk={(by) => {
                      if (nudged) commit(nudged, true);
                      const to = Math.min(Math.max(edge.index + by, 0), view.entries.length);
                      const next = edgeAt(view.id, to) ?? edgeAt(view.id, by < 0 ? to + 1 : to - 1);
                      if (!next) return;
                      setEdges((before) => ({ ...before, [view.id]: next.index }));
                      reveal(next.at);
                    }}
                    onNudge={(to) => setDragged({ lane: view.id, index: edge.index, edge, at: to, by: 'keys' })}
                    onCommit={(keep) => nudged?.lane === view.id && commit(nudged, keep)}
                    onDrag={(phase, clientX) => {
                      const box = plot.current?.getBoundingClientRect();
                      if (!box) return;
                      drag(phase, view.id, edge.index, window.from + ((clientX - box.left) / box.width) * (window.to - window.from));
                    }}
                  />
                </div>
              );
            })}
          </div>
        ) : null}
      </div>
    </figure>
  );
}
