import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { Told } from '../../lib/client/charts/beside.ts';
import type { SeriesStore, Span } from '../../lib/client/charts/series.store.ts';
import { toSegments } from '../../lib/client/charts/series.ts';
import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Mark } from '../../lib/contract/marks.ts';
import type { MachineWork } from '../../lib/contract/measurements.ts';
import { roughly } from '../../lib/domain/time/range.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useStateWord } from '../chart/ChannelValue.tsx';
import { lookOf, seriesOf } from '../chart/model.ts';
import { facesOf, rowsOf } from '../machines/today.ts';
import { useWorkLook } from '../machines/useWorkLook.ts';
import { useMarkWords } from '../marks/mark-words.ts';
import { observedName } from '../measurements/work.ts';
import { useTimeZone } from '../shell/zone.ts';
import { type StatusKind, StatusLamp } from '../ui/StatusLamp.tsx';

await ready('chart-tools', 'measurements', 'marks');

/** More would be no list that anybody reads. */
const MOST = 100;
const READ = ['alarms', 'marks', 'work'] as const;

interface Event {
  key: string;
  /** Milliseconds; `to` null = goes on. */
  from: number;
  to: number | null;
  /** A lamp, or the colour of a strip; 0 = grey. */
  sign: { kind: StatusKind } | { colour: number };
  name: string;
  under: string;
}

/** What happened in a selected time: alarms, what people said of the readings, what they did, states that were on. */
export default function Happened({
  span,
  channels,
  series,
  alarms,
  noted,
  work,
  told,
}: {
  span: Span;
  /** With the names of their loggers. */
  channels: readonly Channel[];
  series: SeriesStore;
  alarms: readonly Alarm[];
  noted: readonly Mark[];
  work: readonly MachineWork[];
  /** Which of them were read. */
  told: Readonly<Record<(typeof READ)[number], Told>>;
}) {
  const t = useT();
  const format = useFormat();
  const zone = useTimeZone();
  const word = useStateWord();
  const { what } = useMarkWords();
  const states = useStore(series.$series);
  const today = useMemo(() => work.flatMap((one) => one.today), [work]);
  const look = useWorkLook(useMemo(() => facesOf({ today }), [today]));
  const events: Event[] = [
    ...alarms.map(
      ({ id, rule_name, since, over_at, channel_name }): Event => ({
        key: id,
        from: Date.parse(since),
        to: over_at === null ? null : Date.parse(over_at),
        sign: { kind: 'alarm' },
        name: rule_name,
        under: channel_name,
      }),
    ),
    ...noted.map(
      (mark): Event => ({
        key: mark.id,
        from: Date.parse(mark.from),
        to: Date.parse(mark.to),
        sign: { kind: 'info' },
        name: what(mark),
        under: [mark.channel_name, mark.reason].join(' · '),
      }),
    ),
    ...rowsOf({ today }).flatMap(({ key, lane, measurement, entries }) =>
      entries.map((entry): Event => {
        const { name, colour } = look(entry);
        return {
          key: `${key} ${entry.id}`,
          from: entry.from,
          to: entry.to,
          sign: { colour: colour ?? 0 },
          name,
          under: observedName(lane) || measurement.name,
        };
      }),
    ),
    ...channels.flatMap((channel, place) => {
      const found = channel.kind === 'state' ? seriesOf(states[channel.id]) : null;
      if (!found) return [];
      // Off is how a state usually is.
      return toSegments(found, [], span.to * 1_000)
        .filter(({ value }) => value !== false)
        .map(
          ({ from, to, value }): Event => ({
            key: `${channel.id} ${from}`,
            from: from / 1_000,
            to: to / 1_000,
            sign: { colour: lookOf(place).colour },
            name: word(value, channel.state_words),
            under: channel.name,
          }),
        );
    }),
  ]
    .filter(({ from, to }) => from < span.to && (to ?? Number.POSITIVE_INFINITY) > span.from)
    .sort((a, b) => a.from - b.from);
  const missing = READ.filter((one) => told[one] === 'missing').map((one) => t(`chart-tools:happened.of.${one}`));
  const flag = (at: number) => axisLabels(format, zone).flag(at, span.to - span.from);
  return (
    <section aria-label={t('chart-tools:happened.title')}>
      <header>
        <h2 className="h2">{t('chart-tools:happened.title')}</h2>
        <span className="spacer" />
        <span className="muted">{t('chart-tools:happened.count', { count: events.length })}</span>
      </header>
      {missing.length > 0 ? <p className="label">{t('chart-tools:happened.unread', { what: format.list(missing) })}</p> : null}
      {events.length === 0 && READ.every((one) => told[one] === 'read') ? <p className="label">{t('chart-tools:happened.none')}</p> : null}
      <ol className="px-4">
        {events.slice(0, MOST).map(({ key, from, to, sign, name, under }) => (
          <li
            key={key}
            className="grid grid-cols-[minmax(44px,auto)_14px_minmax(0,1fr)_auto] items-baseline gap-x-2 border-b border-line py-1 text-12 leading-4 last:border-0"
          >
            <time className="tabular-nums text-ink-2" dateTime={new Date(from).toISOString()}>
              {flag(from)}
            </time>
            {'kind' in sign ? (
              <StatusLamp kind={sign.kind} />
            ) : (
              <span className={`sw ${sign.colour === 0 ? 'bg-line-control' : `bg-cat-${sign.colour}`}`} />
            )}
            <span className="min-w-0 wrap-anywhere">
              {name} <span className="muted">{under}</span>
            </span>
            <span className="whitespace-nowrap tabular-nums">
              {to === null ? t('chart-tools:happened.going_on') : format.interval(roughly((to - from) / 1_000))}
            </span>
          </li>
        ))}
      </ol>
      {events.length > MOST ? <p className="label">{t('chart-tools:happened.more', { n: MOST })}</p> : null}
    </section>
  );
}
