import { useId, useRef } from 'react';
import { axisLabels, timeTicks } from '../../lib/client/charts/time-axis.ts';
import { valueTicks } from '../../lib/client/charts/value-ticks.ts';
import type { SharedRecording } from '../../lib/contract/recordings.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useSize } from '../chart/useSize.ts';
import { useTimeZone } from '../shell/zone.ts';

/** Until it is measured. */
const WIDTH = 900;
const HEIGHT = 240;
const LEFT = 48;
/** Half of what a label of the axis takes. */
const LABEL_HALF = 20;
const BOTTOM = 22;
const TOP = 10;
const COLOURS = 8;

type Channel = SharedRecording['channels'][number];

/** The course of the recording, a picture for each unit, with limits and what is beyond them. It needs no canvas and goes on paper. */
export function SharedChart({ recording }: { recording: SharedRecording }) {
  const { evaluation, channels, series } = recording;
  if (evaluation === null) return null;
  const window = { from: Date.parse(evaluation.from) * 1_000, to: Date.parse(evaluation.to) * 1_000 };
  const numbers = channels.filter(({ kind }) => kind === 'gauge' || kind === 'counter');
  const units = [...Map.groupBy(numbers, ({ display_unit }) => display_unit ?? '')];
  const seriesOf = new Map(series.map((one) => [one.channel_id, one.series]));
  return (
    <div className="grid gap-6">
      {units.map(([unit, group]) => (
        <Pane
          key={unit}
          unit={unit}
          group={group}
          recording={recording}
          window={window}
          seriesOf={seriesOf}
          colourOf={(channel) => (numbers.indexOf(channel) % COLOURS) + 1}
        />
      ))}
    </div>
  );
}

function Pane({
  unit,
  group,
  recording,
  window,
  seriesOf,
  colourOf,
}: {
  unit: string;
  group: readonly Channel[];
  recording: SharedRecording;
  window: { from: number; to: number };
  seriesOf: ReadonlyMap<string, SharedRecording['series'][number]['series']>;
  colourOf: (channel: Channel) => number;
}) {
  const t = useT();
  const format = useFormat();
  const zone = useTimeZone();
  const hatch = useId();
  const figure = useRef<HTMLElement>(null);
  const width = useSize(figure).width || WIDTH;
  const traces = group.map((channel) => {
    const found = seriesOf.get(channel.channel_id);
    const shown = (values: readonly (number | null)[] | undefined) =>
      (values ?? []).map((value) => (value === null ? null : shownNumber(value, channel.conversion)));
    const gaps = recording.evaluation?.channels.find((one) => one.channel_id === channel.channel_id)?.gaps ?? [];
    return {
      channel,
      colour: colourOf(channel),
      ts: (found?.ts ?? []).map((ts) => ts + (found?.bucket_us ?? 0) / 2),
      line: shown(found?.mean ?? found?.last),
      min: shown(found?.min),
      max: shown(found?.max),
      band: found?.bucket_us != null,
      gaps,
      limits: [channel.limits?.low, channel.limits?.high].flatMap((limit) =>
        limit == null ? [] : [shownNumber(limit, channel.conversion)],
      ),
      excursions: recording.evaluation?.channels.find((one) => one.channel_id === channel.channel_id)?.excursions ?? [],
    };
  });
  const values = traces.flatMap(({ min, max, limits }) => [...min, ...max, ...limits]).filter((value) => value !== null);
  if (values.length === 0) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low || 1) * 0.08;
  const [bottom, top] = [low - room, high + room];
  const x = (us: number) => LEFT + ((us - window.from) / (window.to - window.from)) * (width - LEFT);
  const y = (value: number) => TOP + (1 - (value - bottom) / (top - bottom)) * (HEIGHT - TOP - BOTTOM);
  const [from, to] = [window.from / 1_000, window.to / 1_000];
  const labels = axisLabels(format, zone);
  const scale = timeTicks(from, to, width - LEFT, zone);
  const majors = scale.ticks.filter(({ major }) => major);
  const missing = traces.map(({ gaps }): readonly Gap[] => gaps).reduce(both);
  const clear = ({ ts, line, gaps }: (typeof traces)[number]) => {
    let path = '';
    for (const [at, moment] of ts.entries()) {
      const value = line[at];
      if (value == null) continue;
      const before = ts[at - 1];
      const broken =
        before === undefined || line[at - 1] == null || gaps.some(({ from, to }) => from >= before - 1 && to <= moment + 1 && to > from);
      path += `${broken ? 'M' : 'L'}${x(moment).toFixed(1)} ${y(value).toFixed(1)}`;
    }
    return path;
  };
  const names = group.map(({ name }) => name).join(', ');
  return (
    <figure className="min-w-0" ref={figure}>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 pb-1 text-12">
        {traces.map(({ channel, colour }) => (
          <span key={channel.channel_id} className="flex items-center gap-1.5">
            <svg width="12" height="12" aria-hidden="true">
              <rect width="12" height="12" fill={`var(--cat-${colour})`} />
            </svg>
            {channel.name}
            {unit === '' ? '' : `, ${unit}`}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} className="block h-60 w-full" role="img" aria-label={t('shared-recording:chart', { names })}>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v6" stroke="var(--gap-ink)" strokeWidth="2" />
        </pattern>
        {missing.map((gap) => (
          <rect
            key={gap.from}
            x={x(gap.from)}
            width={Math.max(0, x(gap.to) - x(gap.from))}
            y={TOP}
            height={HEIGHT - TOP - BOTTOM}
            fill={`url(#${hatch})`}
          />
        ))}
        {traces.flatMap(({ channel, excursions }) =>
          excursions.map(({ from, to }) => (
            <rect
              key={`${channel.channel_id} ${from}`}
              x={x(from)}
              width={Math.max(1, x(to) - x(from))}
              y={TOP}
              height={HEIGHT - TOP - BOTTOM}
              fill="var(--alarm-soft)"
            />
          )),
        )}
        {valueTicks(bottom, top, 5).map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} stroke="var(--grid)" />
            <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end" fontSize="12" fill="var(--text-2)">
              {format.number(tick)}
            </text>
          </g>
        ))}
        <line x1={LEFT} x2={width} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} stroke="var(--text)" />
        {scale.ticks.map(({ at, major }) => (
          <path key={at} d={`M${x(at * 1_000).toFixed(1)} ${HEIGHT - BOTTOM}v${major ? 6 : 3}`} stroke="var(--line-2)" />
        ))}
        {majors.map((tick) => {
          const { text, strong } = labels.tick(tick.at, scale, tick.midnight);
          return (
            <text
              key={tick.at}
              x={Math.min(x(tick.at * 1_000), width - LABEL_HALF)}
              y={HEIGHT - 4}
              fontSize="12"
              fill="var(--text-2)"
              textAnchor="middle"
            >
              {strong ?? text}
            </text>
          );
        })}
        {traces.flatMap(({ channel, limits }) =>
          limits.map((limit) => (
            <line
              key={`${channel.channel_id} ${limit}`}
              x1={LEFT}
              x2={width}
              y1={y(limit)}
              y2={y(limit)}
              stroke="var(--alarm)"
              strokeDasharray="6 4"
            />
          )),
        )}
        {traces.map((trace) => (
          <path key={trace.channel.channel_id} d={clear(trace)} fill="none" stroke={`var(--cat-${trace.colour})`} strokeWidth="1.5" />
        ))}
      </svg>
    </figure>
  );
}

type Gap = { from: number; to: number };
/** When neither has anything: what is hatched is missing in every line of the picture. */
const both = (some: readonly Gap[], others: readonly Gap[]): Gap[] =>
  some.flatMap((one) =>
    others.map(({ from, to }) => ({ from: Math.max(from, one.from), to: Math.min(to, one.to) })).filter(({ from, to }) => to > from),
  );
