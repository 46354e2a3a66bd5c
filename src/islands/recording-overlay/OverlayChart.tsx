import { type PointerEvent, useRef } from 'react';
import { valueTicks } from '../../lib/client/charts/value-ticks.ts';
import { elapsedTicks } from '../../lib/client/recordings/laid-over.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useSize } from '../chart/useSize.ts';
import type { Trace } from './OverlayScreen.tsx';

/** Until it is measured. */
const WIDTH = 900;
const HEIGHT = 340;
const LEFT = 52;
const RIGHT = 14;
const TOP = 10;
const BOTTOM = 24;
/** Pixels that a label of the axis takes. */
const LABEL = 72;
/** Steps of the slider. */
const STEPS = 1_000;

/** Strokes by which lines are told apart without colours. */
const STROKES = ['none', '7 3', '2 3', '10 3 2 3', '14 4', '5 2 1 2', '1 4', '12 2 4 2'];
export const strokeOf = (look: number): string | undefined => {
  const stroke = STROKES[(look - 1) % STROKES.length];
  return stroke === 'none' ? undefined : stroke;
};

/** Recordings over each other, each from its beginning. It needs no canvas and goes on paper. */
export function OverlayChart({
  traces,
  unit,
  at,
  onAt,
}: {
  traces: readonly Trace[];
  unit: string;
  /** The time since the beginning at which values are read, microseconds; null = nowhere. */
  at: number | null;
  onAt: (at: number | null) => void;
}) {
  const t = useT();
  const format = useFormat();
  const figure = useRef<HTMLElement>(null);
  const width = useSize(figure).width || WIDTH;
  const limits = [
    ...new Set(
      traces.flatMap(({ channel }) =>
        [channel.limits?.low, channel.limits?.high].flatMap((limit) => (limit == null ? [] : [shownNumber(limit, channel.conversion)])),
      ),
    ),
  ];
  const values = traces.flatMap(({ lines }) => lines.flatMap((line) => line.map(([, value]) => value)));
  const span = Math.max(0, ...traces.map(({ length }) => length));
  if (values.length === 0 || span === 0) return <p className="soft py-8">{t('recording-overlay:nothing')}</p>;
  const [low, high] = [...values, ...limits].reduce<readonly [number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const room = (high - low || 1) * 0.06;
  const [bottom, top] = [low - room, high + room];
  const inner = width - LEFT - RIGHT;
  const x = (us: number) => LEFT + (us / span) * inner;
  const y = (value: number) => TOP + (1 - (value - bottom) / (top - bottom)) * (HEIGHT - TOP - BOTTOM);
  const ticks = elapsedTicks(span, Math.max(2, Math.floor(inner / LABEL)));
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width: shown } = event.currentTarget.getBoundingClientRect();
    const place = ((event.clientX - left) * (width / shown) - LEFT) / inner;
    onAt(place < 0 || place > 1 ? null : place * span);
  };
  const names = format.list(traces.map(({ recording }) => recording.name));
  return (
    <figure className="min-w-0" ref={figure}>
      <figcaption className="pb-1 text-12 text-ink-2">
        {t('recording-overlay:axis', { unit: unit === '' ? t('recording-overlay:no_unit') : unit })}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        className="block h-85 w-full touch-pan-y"
        role="img"
        aria-label={t('recording-overlay:chart', { names })}
        onPointerMove={point}
        onPointerDown={point}
      >
        {valueTicks(bottom, top, 6).map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} stroke="var(--grid)" />
            <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end" fontSize="12" fill="var(--text-2)">
              {format.number(tick)}
            </text>
          </g>
        ))}
        {limits.map((limit) => (
          <line key={limit} x1={LEFT} x2={width - RIGHT} y1={y(limit)} y2={y(limit)} stroke="var(--alarm)" strokeDasharray="6 4" />
        ))}
        <line x1={LEFT} x2={width - RIGHT} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} stroke="var(--text)" />
        {ticks.map(({ at: moment, n, unit: of }) => (
          <g key={moment}>
            <path d={`M${x(moment).toFixed(1)} ${HEIGHT - BOTTOM}v5`} stroke="var(--line-2)" />
            <text x={Math.min(x(moment), width - RIGHT - 8)} y={HEIGHT - 4} fontSize="12" fill="var(--text-2)" textAnchor="middle">
              {format.quantity(n, of)}
            </text>
          </g>
        ))}
        {traces.map((trace) => (
          <g key={trace.id} fill="none" stroke={`var(--cat-${trace.look})`} strokeWidth="1.75" strokeDasharray={strokeOf(trace.look)}>
            {trace.lines.map((line) => (
              <path
                key={line[0]![0]}
                strokeLinecap={line.length === 1 ? 'round' : 'butt'}
                d={
                  line.map(([us, value], index) => `${index === 0 ? 'M' : 'L'}${x(us).toFixed(1)} ${y(value).toFixed(1)}`).join('') +
                  (line.length === 1 ? 'h.1' : '')
                }
              />
            ))}
          </g>
        ))}
        {at === null ? null : <line x1={x(at)} x2={x(at)} y1={TOP} y2={HEIGHT - BOTTOM} stroke="var(--text)" />}
      </svg>
      <label className="mt-1 grid grid-cols-[auto_1fr] items-center gap-3 text-12 text-ink-2 print:hidden" style={{ paddingRight: RIGHT }}>
        <span>{t('recording-overlay:read_at', { time: at === null ? '–' : format.duration(Math.round(at / 1e6)) })}</span>
        <input
          type="range"
          className="w-full accent-(--accent)"
          min={0}
          max={STEPS}
          step={1}
          value={at === null ? 0 : Math.round((at / span) * STEPS)}
          aria-valuetext={at === null ? t('recording-overlay:nowhere') : format.duration(Math.round(at / 1e6))}
          onChange={(event) => onAt((Number(event.target.value) / STEPS) * span)}
        />
      </label>
    </figure>
  );
}
