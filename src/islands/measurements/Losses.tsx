import { useMemo, useRef, useState } from 'react';
import { paretoOf } from '../../lib/domain/time-study/pareto.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useSize } from '../chart/useSize.ts';
import { useBalance } from './Balance.tsx';
import { Seg } from './Seg.tsx';
import { Sorted } from './Sorted.tsx';
import type { Work } from './work.ts';

const MOST = 6;
const REST = ':rest';
const HEIGHT = 200;
const TOP = 18;
const LEFT = 30;
const RIGHT = 40;
/** A few causes are bars too, not walls; pixels. */
const WIDEST = 64;

/** Round steps of an axis, at most five of them. */
function stepsOf(most: number, units: readonly number[]): number[] {
  const step = units.find((unit) => most / unit <= 5) ?? Math.ceil(most / 5 / units.at(-1)!) * units.at(-1)!;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}
const MINUTES = [1, 2, 5, 10, 15, 20, 30, 60, 120, 240, 600, 1_200];
const COUNTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/** What a letter takes, and how narrow one may be drawn before words are cut, pixels. */
const LETTER = 6;
const LEAST_LETTER = 4.6;

/** Two short lines of a name under a bar. */
function twoLines(name: string, room: number): string[] {
  const letters = Math.max(4, Math.floor(room / LEAST_LETTER));
  const cut = (text: string) => (text.length > letters ? `${text.slice(0, letters - 1)}…` : text);
  if (name.length <= Math.floor(room / LETTER)) return [name];
  const space = name.lastIndexOf(' ', letters);
  return space <= 0 ? [cut(name)] : [name.slice(0, space), cut(name.slice(space + 1))];
}

/** Losses by their causes as a Pareto: bars that fall, and the line of what they make together. */
export function Losses({ work }: { work: Work }) {
  const t = useT();
  const format = useFormat();
  const { look, shown } = work;
  const balance = useBalance(work);
  const [by, setBy] = useState<'time' | 'count'>('time');
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  // The time of the balance, so that the same time is the same figure in both.
  const losses = useMemo(
    () => balance.groups.flatMap(({ parts }) => parts.filter((one) => one.kind === 'state' && look(one).loss)),
    [balance, look],
  );
  const bars = useMemo(
    () =>
      paretoOf(
        losses.map(({ activity, seconds, count }) => ({ key: activity!, value: by === 'time' ? Math.round(seconds * 1_000) : count })),
        MOST,
        REST,
      ),
    [losses, by],
  );
  const total = losses.reduce((sum, { seconds }) => sum + seconds, 0);
  const most = Math.max(...bars.map(({ value }) => value), 1);
  const unit = by === 'time' ? 60_000 : 1;
  const whole = bars.reduce((sum, { value }) => sum + value, 0);
  const scale = HEIGHT / whole;
  const inner = Math.max(0, width - LEFT - RIGHT);
  const share = inner / Math.max(1, bars.length);
  const written = (value: number) => (by === 'time' ? shown.duration(value) : format.number(value));
  const nameOf = (key: string) => (key === REST ? t('measurements:losses.rest') : look({ kind: 'state', activity: key }).name);
  return (
    <section data-part="losses" className="tm-panel" aria-label={t('measurements:losses.title')}>
      <header>
        <h2 className="h2">{t('measurements:losses.title')}</h2>
        <span className="muted num">{work.sorted ? shown.duration(total * 1_000) : null}</span>
        <span className="spacer" />
        <Seg
          label={t('measurements:losses.by')}
          value={by}
          options={[
            { id: 'time', label: t('measurements:losses.time') },
            { id: 'count', label: t('measurements:losses.count') },
          ]}
          onChange={setBy}
        />
      </header>
      <div ref={box}>
        <Sorted store={work.stores.measurement}>
          {bars.length === 0 ? (
            <p className="muted py-4 text-12">{t('measurements:losses.none')}</p>
          ) : width > 0 ? (
            <svg
              // Beside the balance a sheet has less room than was measured.
              className="block h-auto max-w-full overflow-visible"
              width={width}
              height={HEIGHT + TOP + 44}
              viewBox={`0 0 ${width} ${HEIGHT + TOP + 44}`}
              role="img"
              aria-label={summary()}
            >
              <pattern id="tm-loss" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
                <path d="M0 0v5" stroke="var(--surface)" strokeWidth="1.6" opacity=".42" />
              </pattern>
              {[0, 25, 50, 75, 100].map((percent) => {
                const y = TOP + HEIGHT * (1 - percent / 100);
                return (
                  <g key={percent}>
                    <path className={percent === 0 ? 'stroke-line-2' : 'stroke-grid'} d={`M${LEFT} ${y}H${LEFT + inner}`} />
                    <text x={width - 2} y={y + 4} textAnchor="end">
                      {format.percent(percent / 100)}
                    </text>
                  </g>
                );
              })}
              {stepsOf(whole / unit, by === 'time' ? MINUTES : COUNTS).map((step) => (
                <text key={step} x={LEFT - 6} y={TOP + HEIGHT - step * unit * scale + 4} textAnchor="end">
                  {format.number(step)}
                </text>
              ))}
              {by === 'time' ? (
                <text x={LEFT - 6} y={9} textAnchor="end">
                  min
                </text>
              ) : null}
              {bars.map((bar, at) => {
                const { colour } = bar.key === REST ? { colour: 8 } : look({ kind: 'state', activity: bar.key });
                const wide = Math.min(share * 0.86, WIDEST);
                const x = point(at) - wide / 2;
                const tall = bar.value * scale;
                const y = TOP + HEIGHT - tall;
                const within = tall > 22 && bar.value === most;
                return (
                  <g key={bar.key}>
                    <rect x={x} y={y} width={wide} height={tall} className={`fill-cat-${colour}`} />
                    <rect x={x} y={y} width={wide} height={tall} fill="url(#tm-loss)" />
                    <text
                      className={
                        within
                          ? `font-semi stroke-5 [paint-order:stroke] fill-cat-${colour}-on`
                          : 'fill-ink stroke-surface stroke-4 font-semi [paint-order:stroke]'
                      }
                      x={x + wide / 2}
                      y={within ? y + 18 : y - 5}
                      textAnchor="middle"
                      style={within ? { stroke: `var(--cat-${colour})` } : undefined}
                    >
                      {written(bar.value)}
                    </text>
                    {twoLines(nameOf(bar.key), share - 4).map((line, row) => (
                      <text
                        key={row}
                        className="fill-ink-2"
                        x={x + wide / 2}
                        y={TOP + HEIGHT + 15 + row * 13}
                        textAnchor="middle"
                        {...(line.length * LETTER > share - 4 ? { textLength: share - 4, lengthAdjust: 'spacingAndGlyphs' } : {})}
                      >
                        {line}
                      </text>
                    ))}
                  </g>
                );
              })}
              <path
                d={bars.map(({ cumulative }, at) => `${at === 0 ? 'M' : 'L'}${point(at)} ${TOP + HEIGHT * (1 - cumulative)}`).join('')}
                fill="none"
                stroke="var(--text)"
                strokeWidth="1.5"
              />
              {bars.map(({ key, cumulative }, at) => (
                <circle
                  key={key}
                  cx={point(at)}
                  cy={TOP + HEIGHT * (1 - cumulative)}
                  r="3"
                  fill="var(--surface)"
                  stroke="var(--text)"
                  strokeWidth="1.5"
                />
              ))}
            </svg>
          ) : null}
        </Sorted>
      </div>
    </section>
  );

  function point(at: number): number {
    return LEFT + (at + 0.5) * share;
  }
  function summary(): string {
    const parts = bars.map(({ key, value, cumulative }) =>
      t('measurements:losses.summary', { name: nameOf(key), value: written(value), together: format.percent(cumulative) }),
    );
    return [t('measurements:losses.title'), ...parts].join('. ');
  }
}
