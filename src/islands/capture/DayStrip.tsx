import { memo, useEffect, useRef, useState } from 'react';
import type { Running } from '../../lib/client/capture/capture.store.ts';
import { timeTicks } from '../../lib/client/charts/time-axis.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { useFormat } from '../../lib/i18n/words.tsx';
import { type TimeInk, timeInk, UNKNOWN_COLOUR } from '../timeline/time-ink.ts';

interface StripProps {
  panel: Panel;
  faces: ReadonlyMap<string, Panel['activities'][number]>;
  running: Running;
  now: number;
  zone: string;
  label: string;
  /** A phone on its side has little height left for it: low lanes without the hours below, on the lowest none. */
  crowded: boolean;
}

/** The least that the strip shows: an hour, so that the beginning of a day isn't one block. */
const LEAST_MS = 3_600_000;
/** Below these heights a phone on its side has no room for the strip between orders and the foot. */
const NONE_OF_TWO = '[@media(min-width:600px)_and_(max-height:374px)]:hidden';
const NONE_OF_MANY = '[@media(min-width:600px)_and_(max-height:383px)]:hidden';
/** What the label of a time takes; one that would be cut off isn't written. */
const LABEL_PX = 40;

/** The day so far, one line a lane. Drawn: a day may have thousands of entries. */
export const DayStrip = memo(function DayStrip({ panel, faces, running, now, zone, label, crowded }: StripProps) {
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const from = running.timeline.from ?? now;
  const to = from + Math.max(LEAST_MS, (now - from) * 1.04);
  const { lanes } = panel.definition;
  const ticks = width > 0 ? timeTicks(from, to, width, zone).ticks : [];
  return (
    <section
      className={`cap-day grid gap-0.5 [grid-area:day] lying:min-h-0 lying:overflow-hidden ${crowded ? (lanes.length > 2 ? NONE_OF_MANY : NONE_OF_TWO) : ''}`}
      aria-label={label}
      ref={box}
    >
      {lanes.map((lane) => (
        <Lane
          key={lane.id}
          lane={lane.id}
          low={lanes.length > 1}
          crowded={crowded}
          faces={faces}
          running={running}
          window={{ from, to, now }}
          width={width}
        />
      ))}
      <div className={`relative h-4 text-11 leading-4 text-ink-3 ${crowded ? 'lying:hidden' : ''}`} aria-hidden="true">
        {ticks
          .filter((tick) => tick.major && ((to - tick.at) / (to - from)) * width > LABEL_PX)
          .map((tick) => (
            <span
              className="absolute border-l border-l-line-2 pl-0.75"
              key={tick.at}
              style={{ left: `${((tick.at - from) / (to - from)) * 100}%` }}
            >
              {format.time(tick.at, 'minute')}
            </span>
          ))}
      </div>
    </section>
  );
});

function Lane({
  lane,
  low,
  crowded,
  faces,
  running,
  window: { from, to, now },
  width,
}: Pick<StripProps, 'crowded' | 'faces' | 'running'> & {
  lane: string;
  low: boolean;
  window: { from: number; to: number; now: number };
  width: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const pen = element?.getContext('2d');
    if (!element || !pen || width === 0) return;
    const ratio = devicePixelRatio;
    const height = element.clientHeight;
    element.width = width * ratio;
    element.height = height * ratio;
    pen.scale(ratio, ratio);
    const style = getComputedStyle(element);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const x = (at: number) => ((at - from) / (to - from)) * width;
    for (const entry of running.timeline.entries) {
      if (entry.lane !== lane) continue;
      const face = faces.get(entry.activity ?? '');
      const left = x(entry.from);
      const right = Math.max(left + 0.5, x(entry.to ?? now) - 1);
      const { kind } = entry;
      const ink = timeInk({ kind, colour: kind === 'state' ? (face?.color ?? UNKNOWN_COLOUR) : null, loss: face?.loss ?? false });
      pen.fillStyle = colour(ink.ground);
      pen.fillRect(left, 0, right - left, height);
      if (ink.stripes) hatch(pen, { ...ink.stripes, colour: colour(ink.stripes.colour) }, left, right, height);
    }
    pen.fillStyle = colour('--text');
    pen.fillRect(x(now) - 1, 0, 2, height);
  }, [running, lane, faces, from, to, now, width]);
  return (
    <canvas
      ref={canvas}
      className={`block w-full bg-sunken ${low ? 'h-4 wide:h-6.5' : 'h-6.5 wide:h-12'} ${crowded ? 'lying:h-1.5 [@media(min-width:600px)_and_(max-height:383px)]:h-1' : ''}`}
    />
  );
}

function hatch(
  pen: CanvasRenderingContext2D,
  { colour, alpha, step }: NonNullable<TimeInk['stripes']>,
  left: number,
  right: number,
  height: number,
): void {
  pen.save();
  pen.beginPath();
  pen.rect(left, 0, right - left, height);
  pen.clip();
  pen.strokeStyle = colour;
  pen.globalAlpha = alpha;
  pen.lineWidth = 1.6;
  pen.beginPath();
  for (let at = left - height; at < right; at += step + 1) {
    pen.moveTo(at, height);
    pen.lineTo(at + height, 0);
  }
  pen.stroke();
  pen.restore();
}
