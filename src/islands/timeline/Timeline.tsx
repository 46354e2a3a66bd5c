import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { SeriesStore, Span } from '../../lib/client/charts/series.store.ts';
import { timeTicks } from '../../lib/client/charts/time-axis.ts';
import type { Edge } from '../../lib/client/measurements/edges.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { indexIn, snapped } from '../../lib/domain/time-study/spans.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { axisWidth, layoutOf } from '../chart/model.ts';
import type { PanesHandle } from '../chart/Panes.tsx';
import { PanesWaiting } from '../chart/PanesWaiting.tsx';
import { useSize } from '../chart/useSize.ts';
import { useFirstDay } from '../shell/habits.ts';
import { useTimeZone } from '../shell/zone.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { type Board, choose } from './board.ts';
import { DragFlag, EdgeHandles } from './EdgeHandles.tsx';
import { LABELS, LANE, type LaneView, placesOf, stripTop, TOP } from './lanes.ts';
import { Pointer } from './Pointer.tsx';
import type { Look } from './paint.ts';
import { LaneRow, RulerRow, StateRow } from './Rows.tsx';
import { Tellings } from './Tellings.tsx';
import { nearestTelling } from './telling.ts';
import { useEdges } from './useEdges.ts';
import { useSignals } from './useSignals.ts';
import { type Spot, useTimeGestures } from './useTimeGestures.ts';
import { glide, panned } from './window.ts';
import '../chart/figure.css';
import './timeline.css';

const Panes = part(() => import('../chart/Panes.tsx'));

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

/** Lanes of a measurement above the signals of the machine: one ruler, one cursor, one brush. */
export function Timeline(props: TimelineProps) {
  const { series, board, bounds, lanes, now, look, length, time, channels, hidden, also, narrow, canEdit, edgeAt, onMove, children } =
    props;
  const t = useT();
  const zone = useTimeZone();
  const firstDay = useFirstDay();
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

  const format = useFormat();
  const layout = useMemo(() => layoutOf(channels, hidden), [channels, hidden]);
  // On a phone names stand above, and what is left is for the figures of the values.
  const axis = useMemo(() => (narrow ? axisWidth(layout, states, format.number) : LABELS), [narrow, layout, states, format]);
  const inner = Math.max(0, Math.floor(width) - axis);
  const ids = useMemo(() => channels.filter(({ id }) => id === also || !hidden.has(id)).map(({ id }) => id), [channels, hidden, also]);
  useEffect(() => series.show(ids, inner), [series, ids, inner]);
  const scale = useMemo(() => timeTicks(window.from, window.to, inner, zone, firstDay), [window, inner, zone, firstDay]);
  const signals = useSignals({ ...props, layout, states, window, scale, axis });
  const { heights } = signals;
  const { step, lanesEnd, rulerTop, signalTop } = placesOf(lanes.length, layout.strips.length, narrow);
  const edges = useEdges({ lanes, selected, edgeAt, onMove });
  const { dragged } = edges;
  const numbers = useMemo(
    () => channels.filter(({ id, kind }) => !hidden.has(id) && (kind === 'gauge' || kind === 'counter')).map(({ id }) => id),
    [channels, hidden],
  );

  // Of a selection that an address brought, and of signals that are shown later, figures are missing.
  useEffect(() => {
    const chosen = series.$selection.get();
    if (chosen && numbers.some((id) => !(id in chosen.figures))) void series.select({ from: chosen.from, to: chosen.to }, numbers);
  }, [series, numbers]);

  const spotAt = (y: number, at: number, reach: number): Spot => {
    if (y >= rulerTop && y < signalTop) return { area: 'ruler' };
    const found = y < lanesEnd ? lanes[Math.floor((y - TOP) / step)] : undefined;
    if (!found || y < TOP) return { area: 'signal' };
    return { area: 'lane', lane: found.id, edge: canEdit ? edges.nearest(found, at, reach) : null };
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
      tell(board, lanes, { spot, at, reach, stays: true });
      if (spot.area === 'lane') chooseAt(spot.lane, at, more);
    },
    onHover: (spot, at, reach) => tell(board, lanes, { spot, at, reach, stays: false }),
    onEdge: edges.drag,
  });
  function chooseAt(id: string, at: number, more: boolean): void {
    const entries = lanes.find((one) => one.id === id)?.entries ?? [];
    const entry = entries[indexIn(entries, at)];
    if (entry && at < (entry.to ?? now)) choose(board, entry, more);
  }
  const paneTop = (pane: number, value: number): number | null => {
    const top = panes.current?.top(pane, value) ?? null;
    return top === null ? null : signalTop + heights.slice(0, pane).reduce((sum, one) => sum + one, 0) + top;
  };
  const reveal = (at: number) => {
    const shown = window.to - window.from;
    if (at < window.from || at > window.to) glide(series, panned(window, (at - shown / 2 - window.from) / shown, bounds));
  };
  const row = { window, width: inner, axis, narrow };
  const words = { nameOf: (entry: Entry | null) => (entry ? look(entry).name : '–'), length, time };

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
          <LaneRow
            key={view.id}
            {...row}
            view={view}
            chosen={view.id === lane}
            alone={lanes.length === 1}
            onChoose={() => board.$lane.set(view.id)}
            dragged={dragged}
            now={now}
            selected={selected}
            look={look}
            length={length}
          />
        ))}
        {layout.strips.map((trace) => (
          <StateRow key={trace.channel.id} {...row} trace={trace} state={states[trace.channel.id]} signals={signals} now={now} />
        ))}
        <RulerRow {...row} scale={scale} />
        {inner > 0 && layout.panes.length > 0 ? (
          <Boundary waiting={<PanesWaiting heights={heights} />}>
            <Panes views={signals.views} titles={signals.titles} heights={heights} width={inner + axis} ref={panes} />
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
            marks={signals.marks}
            top={paneTop}
          />
          {dragged ? <DragFlag dragged={dragged} window={window} width={inner} now={now} words={words} /> : null}
        </div>
        <div className="absolute top-0 right-0 pointer-events-none" style={{ left: axis }}>
          {lanes.map((view, place) => (
            <div key={view.id} className="absolute [inset-inline:0]" style={{ top: stripTop(place, narrow), height: LANE }}>
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
            <EdgeHandles
              edges={edges}
              lanes={lanes}
              plot={plot}
              window={window}
              width={inner}
              narrow={narrow}
              start={bounds.from}
              anySelected={selected.size > 0}
              words={words}
              onReveal={reveal}
            />
          </div>
        ) : null}
      </div>
    </figure>
  );
}

/** Tells what stands at the mark that is pointed at; what was asked for stays until something else is. */
function tell(
  board: Board,
  lanes: readonly LaneView[],
  { spot, at, reach, stays }: { spot: Spot | null; at: number; reach: number; stays: boolean },
): void {
  const before = board.$told.get();
  const tellings = spot?.area === 'lane' ? (lanes.find(({ id }) => id === spot.lane)?.tellings ?? []) : [];
  const found = tellings[nearestTelling(tellings, at, reach)];
  if (found && spot?.area === 'lane') {
    if (stays || before?.lane !== spot.lane || before.at !== found.at) board.$told.set({ lane: spot.lane, at: found.at, stays });
  } else if (before && (stays || !before.stays)) board.$told.set(null);
}
