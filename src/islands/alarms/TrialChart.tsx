import type { AlarmTrial } from '../../lib/client/alarm-rules/alarm-rules.store.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { ShownOf } from './rule-values.ts';

const WIDTH = 600;
const HEIGHT = 130;
const LANE = 14;

/** Readings of the trial with the limits, and below them when the rule would have been active, as it is and as it was. */
export function TrialChart({
  trial,
  shown,
  limits,
  from,
  to,
}: {
  trial: AlarmTrial;
  shown: ShownOf;
  /** In the unit that values are stored in. */
  limits: readonly number[];
  /** Milliseconds. */
  from: number;
  to: number;
}) {
  const t = useT();
  const format = useFormat();
  const points = trial.series.map(({ ts, min, max, last }) => ({ at: Date.parse(ts), min, max, last }));
  const values = [...points.flatMap(({ min, max }) => [min, max]), ...limits];
  if (points.length === 0) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low || 1) * 0.08;
  const x = (at: number) => ((Math.min(Math.max(at, from), to) - from) / (to - from)) * WIDTH;
  const y = (value: number) => HEIGHT - ((value - low + room) / (high - low + 2 * room)) * HEIGHT;
  const round = (value: number) => Math.round(value * 10) / 10;
  const pair = (at: number, value: number) => `${round(x(at))},${round(y(value))}`;
  const band = [...points.map(({ at, max }) => pair(at, max)), ...points.toReversed().map(({ at, min }) => pair(at, min))].join(' ');
  const number = (value: number) => format.quantity(shownNumber(value, shown.conversion), shown.display_unit, shown.decimals);
  const lanes = [
    ...(trial.before ? [{ name: t('alarm-rules:lane_before', { version: trial.before.version }), alarms: trial.before.alarms }] : []),
    { name: t('alarm-rules:lane_draft'), alarms: trial.alarms },
  ];
  return (
    <figure className="grid gap-1">
      <div className="grid w-full grid-cols-[72px_minmax(0,1fr)] gap-2 text-12">
        <span className="flex flex-col justify-between text-ink-3" aria-hidden="true">
          <span>{number(high)}</span>
          <span>{number(low)}</span>
        </span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-32 w-full border-y border-line"
          role="img"
          aria-label={t('alarm-rules:chart', {
            from: format.dateTime(from, 'minute'),
            low: number(low),
            high: number(high),
            count: trial.count,
          })}
        >
          {trial.alarms.map(({ since, over_at }) => (
            <rect
              key={since}
              className="fill-alarm opacity-15"
              x={x(Date.parse(since))}
              width={Math.max(2, x(over_at === null ? to : Date.parse(over_at)) - x(Date.parse(since)))}
              y={0}
              height={HEIGHT}
            />
          ))}
          <polygon points={band} className="fill-accent opacity-25" />
          <polyline
            points={points.map(({ at, last }) => pair(at, last)).join(' ')}
            className="fill-none stroke-accent"
            vectorEffect="non-scaling-stroke"
          />
          {limits.map((limit) => (
            <line
              key={limit}
              x1={0}
              x2={WIDTH}
              y1={y(limit)}
              y2={y(limit)}
              className="stroke-alarm"
              strokeDasharray="5 3"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      </div>
      {lanes.map(({ name, alarms }) => (
        <div key={name} className="grid w-full grid-cols-[72px_minmax(0,1fr)] items-center gap-2 text-12">
          <span className="soft">{name}</span>
          <svg viewBox={`0 0 ${WIDTH} ${LANE}`} preserveAspectRatio="none" className="block h-3.5 w-full bg-line" aria-hidden="true">
            {alarms.map(({ since, active_at, over_at }) => (
              <rect
                key={since}
                className="fill-alarm"
                x={x(Date.parse(active_at))}
                width={Math.max(2, x(over_at === null ? to : Date.parse(over_at)) - x(Date.parse(active_at)))}
                y={1}
                height={LANE - 2}
              />
            ))}
          </svg>
        </div>
      ))}
      <figcaption className="flex w-full justify-between pl-20 text-12 text-ink-3">
        <span>{format.date(from, 'short')}</span>
        <span>{format.date(to, 'short')}</span>
      </figcaption>
    </figure>
  );
}
