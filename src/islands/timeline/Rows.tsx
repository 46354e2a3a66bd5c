import type { SeriesState, Span } from '../../lib/client/charts/series.store.ts';
import type { TickScale } from '../../lib/client/charts/time-axis.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { useFormat } from '../../lib/i18n/react.tsx';
import { useStateWord } from '../chart/ChannelValue.tsx';
import { seriesOf, type Trace } from '../chart/model.ts';
import { Strip } from '../chart/Strip.tsx';
import { TimeRuler } from '../chart/TimeRuler.tsx';
import { LaneStrip } from './LaneStrip.tsx';
import { LANE, LANE_GAP, type LaneView, placesOf, RULER } from './lanes.ts';
import type { Look } from './paint.ts';
import type { Dragged } from './useEdges.ts';
import type { Signals } from './useSignals.ts';

/** What every row of the picture knows. */
interface RowProps {
  window: Span;
  /** Of the plot, and of the room for names at its left; pixels. */
  width: number;
  axis: number;
  narrow: boolean;
}

/** Somebody's time: his name, which chooses his lane, and his entries. */
export function LaneRow({
  view,
  chosen,
  alone,
  onChoose,
  window,
  width,
  axis,
  narrow,
  dragged,
  ...strip
}: RowProps & {
  view: LaneView;
  chosen: boolean;
  /** There is no other lane to choose. */
  alone: boolean;
  onChoose: () => void;
  dragged: Dragged | null;
  now: number;
  selected: ReadonlySet<string>;
  look: (entry: Entry) => Look;
  length: (from: number, to: number) => string;
}) {
  return (
    <div className="relative" style={{ height: placesOf(0, 0, narrow).step - LANE_GAP, marginBottom: LANE_GAP }}>
      <button
        type="button"
        className="tm-lane-name flex flex-col justify-center h-8.5 p-0 text-left text-12 leading-[16px] phone:flex-row phone:items-center phone:justify-start phone:h-4.25 two focus-visible:shadow-focus"
        style={narrow ? undefined : { width: axis - 8 }}
        aria-pressed={chosen}
        disabled={alone}
        onClick={onChoose}
      >
        <b className="font-semi" data-take>
          {view.name}
        </b>
        {view.note && !narrow ? <small>{view.note}</small> : null}
      </button>
      <div className="absolute bottom-0" style={{ left: axis }}>
        <LaneStrip
          {...strip}
          entries={view.entries}
          marks={view.marks}
          window={window}
          width={width}
          height={LANE}
          edge={dragged?.lane === view.id ? dragged : null}
        />
      </div>
    </div>
  );
}

/** A state of the machine over the same time. */
export function StateRow({
  trace,
  state,
  signals,
  now,
  window,
  width,
  axis,
  narrow,
}: RowProps & { trace: Trace; state: SeriesState | undefined; signals: Signals; now: number }) {
  const word = useStateWord();
  const { channel } = trace;
  return (
    <div className="relative phone:pt-4.25" style={{ height: placesOf(0, 0, narrow).stateStep }}>
      <span
        data-take
        className="absolute top-0 left-0 overflow-hidden text-ellipsis whitespace-nowrap text-12 leading-[14px] font-semi phone:right-0 phone:leading-[17px]"
        style={narrow ? undefined : { width: axis - 8 }}
      >
        {channel.name}
      </span>
      <div style={{ marginLeft: axis }}>
        <Strip
          trace={trace}
          series={seriesOf(state)}
          marks={signals.marks.get(channel.id)!}
          window={window}
          width={width}
          now={now}
          plain
          word={(value) => word(value, channel.state_words)}
        />
      </div>
    </div>
  );
}

/** The clock that all of them share. */
export function RulerRow({ scale, window, width, axis, narrow }: RowProps & { scale: TickScale }) {
  const format = useFormat();
  return (
    <div className="tm-ruler relative [border-block:1px_solid_var(--text)] overflow-hidden" style={{ marginTop: 2, height: RULER }}>
      {/* On a phone the date stands in the head of the page, and here it would lie over the hours. */}
      {narrow ? null : (
        <span className="absolute left-0 top-0.75 text-11 leading-[16px] text-ink-2">
          {format.date((window.from + window.to) / 2, 'weekday')}
        </span>
      )}
      <div style={{ marginLeft: axis }}>
        <TimeRuler window={window} width={width} scale={scale} dark />
      </div>
    </div>
  );
}
