import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import { roughly, type Span } from '../../lib/domain/time/range.ts';
import { useFormat } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { spread } from './spread.ts';

/** About as wide as a letter of a flag, pixels. */
const LETTER = 6;
/** Room that a value needs beside its dot, at least, and between two of them, pixels. */
const LABEL = 84;
const LINE = 17;

export interface Dot {
  key: string;
  colour: number;
  /** Milliseconds. */
  at: number;
  /** Pixels from the top of the figure. */
  top: number;
  /** The value with its unit, or what is said in its place. */
  text: string;
  /** False where there is no value to put a ring around. */
  isPoint: boolean;
  /** Pale, as its line is. */
  isFaint?: boolean;
}

/** What lies over the whole figure: the cursor with its black flag, the values it meets, the brush with its length. */
export function CursorLayer({
  window,
  width,
  cursor,
  note,
  brush,
  flagTop,
  dots,
}: {
  window: Span;
  width: number;
  cursor: number | null;
  /** What stands behind the time of the cursor. */
  note?: string | undefined;
  brush: Span | null;
  flagTop: number;
  dots: readonly Dot[];
}) {
  const format = useFormat();
  const labels = axisLabels(format, useTimeZone());
  const span = window.to - window.from;
  const x = (at: number) => ((at - window.from) / span) * width;
  const visible = brush && brush.to > window.from && brush.from < window.to ? brush : null;
  const left = visible ? Math.max(0, x(visible.from)) : 0;
  const right = visible ? Math.min(width, x(visible.to)) : 0;
  const flag = visible ? `${labels.range(visible.from, visible.to)} · ${format.interval(roughly((visible.to - visible.from) / 1000))}` : '';
  const said = cursor === null ? '' : labels.flag(cursor, span) + (note ?? '');
  const room = Math.max(24, (said.length * LETTER) / 2);
  const half = (flag.length * LETTER) / 2 + 8;
  const tops = spread(
    dots.map((dot) => dot.top),
    LINE,
  );
  return (
    <>
      {visible ? (
        <>
          <div
            className="absolute top-0 bottom-0 left-0 [border-inline:1.5px_solid_var(--accent)] [background:color-mix(in_srgb,var(--accent)_8%,transparent)] pointer-events-none"
            style={{ left, width: right - left }}
          />
          <span className="brush-flag" style={{ left: Math.min(Math.max((left + right) / 2, half), width - half) }}>
            {flag}
          </span>
        </>
      ) : null}
      {cursor === null || cursor < window.from || cursor > window.to ? null : (
        <>
          <div className="cursor-line" style={{ left: x(cursor) }} />
          {dots.map((dot, index) => (
            <span
              key={`${dot.key} value`}
              className={`pointer-events-none absolute -mt-2 rounded-1 bg-surface/85 px-1 text-12 leading-4 whitespace-nowrap ${dot.isFaint ? 'text-ink-2' : 'font-semi'} ${x(dot.at) > width - Math.max(LABEL, (dot.text.length + 3) * LETTER) ? '-translate-x-full -ml-2' : 'ml-2'}`}
              style={{ left: x(dot.at), top: tops[index] }}
            >
              {dot.text}
            </span>
          ))}
          {dots
            .filter(({ isPoint }) => isPoint)
            .map((dot) => (
              <i
                key={dot.key}
                className="absolute w-2.25 h-2.25 -mt-[4.5px] mr-0 mb-0 -ml-1 [border:2px_solid] rounded-full bg-surface pointer-events-none"
                style={{ left: x(dot.at), top: dot.top, borderColor: `var(--cat-${dot.colour})`, opacity: dot.isFaint ? 0.5 : 1 }}
              />
            ))}
          <span
            className="rounded-[1px] bg-ink px-1.5 text-11 font-semi whitespace-nowrap text-surface absolute -translate-x-1/2 mt-0.75 leading-[18px] pointer-events-none"
            style={{ left: Math.min(Math.max(x(cursor), room), width - room), top: flagTop }}
          >
            {said}
          </span>
        </>
      )}
    </>
  );
}
