import type { Statistics } from '../contract/readings.ts';
import type { EvaluatedChannel, RecordedChannel, Recording, RecordingEvaluation, RecordingRevision } from '../contract/recordings.ts';
import { shownNumber } from '../domain/quantities/shown.ts';
import type { Format } from './format.ts';
import type { T } from './index.ts';

/** What a recording comes to in words and figures: the same on its page, on what a link shows, and on paper. */

type Shown = Pick<RecordedChannel, 'conversion' | 'display_unit' | 'decimals'>;
type Condition = EvaluatedChannel['conditions'][number];

const NONE = '–';
/** A value of a channel as people see it. @param more decimals beyond those of the channel */
export const valueText = (format: Format, channel: Shown, value: number | null, more = 0): string =>
  value === null
    ? NONE
    : format.quantity(
        shownNumber(value, channel.conversion),
        channel.display_unit,
        channel.decimals === null ? null : channel.decimals + more,
      );
/** A difference of two values: it knows no zero. */
const differenceText = (format: Format, channel: Shown, value: number | null, more = 0): string =>
  value === null
    ? NONE
    : format.quantity(
        value * Math.abs(channel.conversion?.scale ?? 1),
        channel.display_unit,
        channel.decimals === null ? null : channel.decimals + more,
      );
const celsius = (format: Format, value: number) => format.quantity(value, '°C', 2);
const share = (format: Format, value: number | null) => (value === null ? NONE : format.percent(value, 1));
const length = (format: Format, seconds: number) => format.interval(Math.round(seconds));

/** Why the verdict is what it is: the key of the sentence beside it. */
export function verdictReason(row: Pick<Recording, 'channels'>, { verdict, ended, channels }: RecordingEvaluation) {
  if (verdict !== 'not_decided') return verdict;
  if (row.channels.every(({ limits }) => limits === null)) return 'no_limits';
  if (!ended) return 'running';
  return channels.some(({ conditions }) => conditions.some(({ kind, met }) => kind === 'coverage' && !met)) ? 'coverage' : 'not_decided';
}

/**
 * Seconds that readings of a channel are farther apart than, of which therefore nothing is known, and seconds of the logger's interval that says so.
 * Null = there is no such channel. Such a recording has its readings and looks as if they were missing.
 */
export function sparseOf(
  channels: readonly Pick<RecordedChannel, 'channel_id' | 'interval_s'>[],
  evaluation: Pick<RecordingEvaluation, 'channels'>,
): { gap_s: number; interval_s: number } | null {
  for (const { channel_id, interval_s } of channels) {
    const statistics = evaluation.channels.find((one) => one.channel_id === channel_id)?.statistics;
    if (interval_s !== null && statistics && statistics.gap_s !== null && statistics.coverage === 0 && statistics.n > 1)
      return { gap_s: statistics.gap_s, interval_s };
  }
  return null;
}

/** What was asked of a channel, what was measured and what is left. */
export function conditionWords(condition: Condition, channel: Shown, t: T, format: Format) {
  const { kind, limit, allowed_s, measured, margin, worst, worst_at, worst_margin, times, longest_s, met } = condition;
  const isTime = kind === 'above' || kind === 'below';
  const time = (us: number) => format.dateTime(us / 1_000, 'minute');
  const shown = (number: number | null) =>
    number === null
      ? NONE
      : isTime
        ? length(format, Math.abs(number))
        : kind === 'coverage'
          ? share(format, Math.abs(number))
          : celsius(format, Math.abs(number));
  return {
    name: isTime ? t(`recordings:condition.${kind}`, { limit: valueText(format, channel, limit) }) : t(`recordings:condition.${kind}`),
    wanted: isTime
      ? t('recordings:condition.at_most', { value: length(format, allowed_s ?? 0) })
      : kind === 'coverage'
        ? t('recordings:condition.at_least', { value: share(format, limit) })
        : t('recordings:condition.at_most', { value: celsius(format, limit) }),
    measured: shown(measured),
    margin: margin === null ? NONE : `${margin < 0 ? '\u2212' : ''}${shown(margin)}`,
    met: t(met === true ? 'recordings:condition.yes' : met === false ? 'recordings:condition.no' : 'recordings:condition.unknown'),
    worst:
      worst === null || worst_at === null
        ? null
        : {
            value: valueText(format, channel, worst),
            when: times > 0 ? t('recordings:condition.times', { count: times, longest: length(format, longest_s) }) : time(worst_at),
            beyond:
              worst_margin !== null && worst_margin < 0
                ? t('recordings:condition.beyond', { value: differenceText(format, channel, -worst_margin), time: time(worst_at) })
                : null,
          },
  };
}

/** Where the measured value lies beside its limit, which stands at three quarters of a line: parts of that line. */
export function conditionPlace({ kind, limit, allowed_s, measured }: Condition): { share: number; mark: number } {
  const scale = kind === 'above' || kind === 'below' ? (allowed_s ?? 0) : limit;
  return {
    share: measured === null ? 0 : scale > 0 ? Math.min(1, (measured / scale) * 0.75) : measured > 0 ? 1 : 0,
    mark: scale > 0 ? 0.75 : 0,
  };
}

/** Statistics of a channel. */
export function figureWords(
  { n, coverage, min, max, mean, mean_kind, sd, kinetic_c, above_s, below_s }: Statistics,
  channel: Shown,
  t: T,
  format: Format,
) {
  return {
    n: format.number(n),
    coverage: share(format, coverage),
    min: valueText(format, channel, min),
    mean: valueText(format, channel, mean, 1),
    mean_kind: mean_kind === 'arithmetic' ? null : t(`dataloggers:chart.mean_of.${mean_kind}`),
    max: valueText(format, channel, max),
    sd: differenceText(format, channel, sd, 1),
    kinetic: kinetic_c === null ? NONE : celsius(format, kinetic_c),
    above: above_s === null ? NONE : length(format, above_s),
    below: below_s === null ? NONE : length(format, below_s),
  };
}

/** The limits of a channel as a range. Null without one. */
export function limitsText(format: Format, channel: Shown, limits: { low: number | null; high: number | null } | null): string | null {
  if (limits === null) return null;
  const value = (number: number) => valueText(format, channel, number);
  if (limits.low !== null && limits.high !== null) return `${value(limits.low)} – ${value(limits.high)}`;
  if (limits.high !== null) return `≤ ${value(limits.high)}`;
  return limits.low === null ? null : `≥ ${value(limits.low)}`;
}

/** What became of the data between two revisions, by channel; one whose readings are the same is left out. */
export function revisionChanges(
  channels: readonly RecordedChannel[],
  before: RecordingRevision,
  after: RecordingRevision,
  t: T,
  format: Format,
): { id: string; name: string; what: string; spans: string[] }[] {
  return after.channels.flatMap((now) => {
    const was = before.channels.find(({ channel_id }) => channel_id === now.channel_id);
    const channel = channels.find(({ channel_id }) => channel_id === now.channel_id);
    const spans = after.changed.filter(({ channel_id }) => channel_id === now.channel_id);
    if (!was || !channel || spans.length === 0) return [];
    const more = now.n - was.n;
    const value = (number: number | null) => valueText(format, channel, number);
    const parts = [
      more === 0 ? null : t('recordings:revisions.readings', { n: `${more > 0 ? '+' : '−'}${format.number(Math.abs(more))}` }),
      was.coverage !== now.coverage && was.coverage !== null && now.coverage !== null
        ? t('recordings:revisions.coverage', { before: share(format, was.coverage), after: share(format, now.coverage) })
        : null,
      was.min !== now.min ? t('recordings:revisions.min', { before: value(was.min), after: value(now.min) }) : null,
      was.max !== now.max ? t('recordings:revisions.max', { before: value(was.max), after: value(now.max) }) : null,
    ].filter((part) => part !== null);
    return [
      {
        id: now.channel_id,
        name: channel.name,
        what: parts.length > 0 ? parts.join(', ') : t('recordings:revisions.values'),
        spans: [
          ...spans.slice(0, 3).map(({ from, to }) => `${format.dateTime(from, 'minute')}–${format.time(to, 'minute')}`),
          ...(spans.length > 3 ? [t('recordings:revisions.more', { count: spans.length - 3 })] : []),
        ],
      },
    ];
  });
}
