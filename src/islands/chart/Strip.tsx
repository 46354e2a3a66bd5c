import { useId, useRef } from 'react';
import type { Span } from '../../lib/client/charts/series.store.ts';
import { type Segment, toSegments } from '../../lib/client/charts/series.ts';
import type { StateTone } from '../../lib/contract/channels.ts';
import type { Series } from '../../lib/contract/readings.ts';
import { stateTone } from '../../lib/domain/text/state-words.ts';
import { COLOURS, type Marks, type Trace, without } from './model.ts';

const HEIGHT = 14;
/** A label needs about this many pixels for each letter. */
const LETTER = 6.2;

/** Shares of ink of a strip without colours, and the ink on it. */
const TONES = [
  { share: 0.78, on: 'var(--surface)' },
  { share: 0.12, on: 'var(--text)' },
  { share: 0.45, on: 'var(--surface)' },
  { share: 0.26, on: 'var(--text)' },
] as const;

/** Fills of what the channel's words call good or a warning. */
const FILLS: Partial<Record<StateTone, string>> = { good: 'fill-ok-text', warning: 'fill-late-text' };

/** Each word of a text channel, and each value of a state that has more than two, gets a colour when it is first met, the first that of the channel, and keeps it while the window moves. */
function useColours(segments: readonly Segment[], first: number): ReadonlyMap<Segment['value'], number> {
  const kept = useRef(new Map<Segment['value'], number>());
  for (const { value } of segments) {
    if (!kept.current.has(value)) kept.current.set(value, ((first - 1 + kept.current.size) % COLOURS) + 1);
  }
  return kept.current;
}

/** What lasts longest first: it is the usual state, and gets the deepest tone. */
function byLength(segments: readonly Segment[]): Segment[] {
  const length = new Map<Segment['value'], number>();
  for (const { value, from, to } of segments) length.set(value, (length.get(value) ?? 0) + to - from);
  return segments.toSorted((a, b) => (length.get(b.value) ?? 0) - (length.get(a.value) ?? 0));
}

/** A state or a text channel over time: filled where it isn't off, each word in its colour. */
export function Strip({
  trace,
  series,
  marks: { gaps, failed, excluded, ahead, suspect },
  window,
  width,
  now,
  plain = false,
  word,
}: {
  trace: Trace;
  series: Series | null;
  marks: Marks;
  window: Span;
  width: number;
  now: number;
  /** Tones of ink instead of colours: where colours already mean something else. */
  plain?: boolean;
  /** Text of a value. */
  word: (value: Segment['value']) => string;
}) {
  const hatch = useId();
  const us = { from: window.from * 1000, to: window.to * 1000 };
  const x = (at: number) => ((Math.min(Math.max(at, us.from), us.to) - us.from) / (us.to - us.from)) * width;
  const inSight = (one: { from: number; to: number }) => one.to >= us.from && one.from <= us.to;
  const segments = series
    ? toSegments(series, gaps, Math.min(us.to, now * 1000)).filter(
        (one) => stateTone(trace.channel.state_words, one.value) !== 'off' && one.to >= us.from && one.from <= us.to,
      )
    : [];
  const colours = useColours(plain ? byLength(segments) : segments, trace.colour);
  return (
    <svg className="strip" width={width} height={HEIGHT} aria-hidden="true">
      <rect width={width} height={HEIGHT} fill="var(--sunken)" />
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0v6" stroke="var(--gap-ink)" strokeWidth="2" />
      </pattern>
      {without(without(gaps, failed), excluded).map((gap) => (
        <g key={gap.from}>
          <rect x={x(gap.from)} width={Math.max(0, x(gap.to) - x(gap.from))} height={HEIGHT} fill="var(--surface)" />
          <rect x={x(gap.from)} width={Math.max(0, x(gap.to) - x(gap.from))} height={HEIGHT} fill={`url(#${hatch})`} />
        </g>
      ))}
      {failed.filter(inSight).map((one) => (
        <g key={one.from}>
          <rect x={x(one.from)} width={x(one.to) - x(one.from)} height={HEIGHT} fill="var(--surface)" />
          <path
            d={`M${x(one.from)} ${HEIGHT / 2}H${x(one.to)}M${(x(one.from) + x(one.to)) / 2 - 3.5} 3.5l7 7m0-7-7 7`}
            stroke="var(--text-2)"
            strokeWidth="1.5"
          />
        </g>
      ))}
      {segments.map((segment) => {
        const left = x(segment.from);
        const length = Math.max(1, x(segment.to) - left);
        const colour = colours.get(segment.value) ?? trace.colour;
        const text = word(segment.value);
        const meant = FILLS[stateTone(trace.channel.state_words, segment.value)];
        const tone = TONES[((colour - trace.colour + COLOURS) % COLOURS) % TONES.length]!;
        return (
          <g key={segment.from}>
            <rect
              className={plain ? undefined : (meant ?? `fill-cat-${colour}`)}
              x={left}
              width={length}
              height={HEIGHT}
              fill={plain ? 'var(--text)' : undefined}
              opacity={(segment.mixed ? 0.55 : 1) * (plain ? tone.share : 1)}
            />
            {length > text.length * LETTER + 10 ? (
              <text
                className={plain ? undefined : meant ? 'fill-surface' : `fill-cat-${colour}-on`}
                style={plain ? { fill: tone.on } : undefined}
                x={left + length / 2}
                y="11"
                textAnchor="middle"
              >
                {text}
              </text>
            ) : null}
          </g>
        );
      })}
      {excluded.filter(inSight).map((one) => (
        <rect
          key={one.from}
          x={x(one.from)}
          width={Math.max(3, x(one.to) - x(one.from))}
          height={HEIGHT}
          fill="var(--info-soft)"
          stroke="var(--info)"
          strokeDasharray="3 2"
        />
      ))}
      {suspect.filter(inSight).map((one) => (
        <path
          key={one.from}
          d={`M${x(one.from)} 1.5h${Math.max(4, x(one.to) - x(one.from))}`}
          stroke="var(--late)"
          strokeWidth="3"
          strokeDasharray="4 2"
        />
      ))}
      {ahead.filter(inSight).map((one) => (
        <rect
          key={one.from}
          x={x(one.from)}
          y={HEIGHT - 3}
          width={Math.max(3, x(one.to) - x(one.from))}
          height="3"
          fill="var(--late)"
          stroke="var(--surface)"
          strokeWidth=".5"
        />
      ))}
    </svg>
  );
}
