import type { Quantity } from '../../contract/sensor-types.ts';
import { shownNumber } from '../../domain/quantities/shown.ts';
import { valueSpan } from '../../domain/quantities/value-span.ts';
import { findGaps, type Gap } from '../../domain/readings/find-gaps.ts';
import { stateTone } from '../../domain/text/state-words.ts';
import { timeTicks } from '../../domain/time/time-ticks.ts';
import { DAY } from '../../domain/time/wall-clock.ts';
import { valueText } from '../../i18n/recording-words.ts';
import type { Block, Lane, Pane, Stretch, TimeAxis, Trace } from './document.ts';
import type { ReportChannel, Subject, Voice } from './subject.ts';

/** Charts of a report: a pane for each unit, in the order of the channels, as on the screen. */

/** Of the plot on paper, pixels of the screen: what decides how many points are read and where ticks stand. */
export const PLOT_WIDTH = 560;
const COLOURS = 8;
/** Wanted steps of the axis of values. */
const STEPS = 6;
const MINUTE_MS = 60_000;

const ms = (us: number): number => us / 1_000;

function axisOf({ from, to, zone }: Subject, { format }: Voice): TimeAxis {
  const scale = timeTicks(ms(from), ms(to), PLOT_WIDTH, zone, 1, 62);
  const label = (at: number, midnight: boolean): { label: string; strong: boolean } => {
    if (typeof scale.step === 'object') return { label: format.date(at, scale.step.months >= 12 ? 'year' : 'month'), strong: false };
    if (scale.step >= DAY) return { label: format.date(at, 'day'), strong: false };
    return midnight
      ? { label: format.date(at, 'day'), strong: true }
      : { label: format.time(at, scale.step < MINUTE_MS ? 'second' : 'minute'), strong: false };
  };
  const isOneDay = format.date(ms(from)) === format.date(ms(to - 1));
  return {
    from: ms(from),
    to: ms(to),
    name: isOneDay ? format.date(ms(from), 'weekday') : `${format.date(ms(from))} –`,
    ticks: scale.ticks.map(({ at, major, midnight }) => (major ? { at, ...label(at, midnight) } : { at, label: null, strong: false })),
  };
}

/** Round values of an axis. */
function stepsOf(low: number, high: number): number[] {
  const rough = (high - low) / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].find((times) => times * power >= rough)! * power;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.max(0, Math.floor(high / step + 1e-9) - first + 1);
  // Twelve digits hide what binary fractions add up to.
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** Where a line is broken, as on the screen: what came less often than it should is no silence. */
export function silencesOf(
  { channel, series }: Pick<ReportChannel, 'channel' | 'series'>,
  { from, to }: Pick<Subject, 'from' | 'to'>,
): Gap[] {
  if (!series) return [];
  const firstTs = series.before ?? series.ts[0] ?? null;
  return findGaps(series, { from, to, now: to, expectedIntervalS: channel.interval_s, firstTs }).map((gap) => ({
    from: Math.max(from, gap.from),
    to: Math.min(to, gap.to),
  }));
}

function traceOf(one: ReportChannel, subject: Subject, colour: number): Trace {
  const { channel, found, series } = one;
  const trace = { name: channel.name, under: channel.datalogger_name ?? '', colour };
  if (!series) return { ...trace, points: [], band: [] };
  const shown = (value: number) => shownNumber(value, channel.conversion);
  const isBucketed = series.bucket_us !== null;
  const half = (series.bucket_us ?? 0) / 2;
  // What people excluded breaks it too.
  const isExcluded = ({ from, to }: Gap) =>
    subject.marks.some(
      ({ kind, channel_id, ...mark }) =>
        kind === 'exclude' && channel_id === channel.channel_id && Date.parse(mark.from) * 1_000 < to && from < Date.parse(mark.to) * 1_000,
    );
  const breaks = [...silencesOf(one, subject), ...(found?.gaps ?? []).filter(isExcluded)];
  const points: (readonly [number, number | null])[] = [];
  const band: (readonly [number, number, number])[] = [];
  for (const [index, ts] of series.ts.entries()) {
    const at = ts + half;
    const before = series.ts[index - 1];
    // A silence shorter than a bucket breaks no line.
    const isBroken =
      before !== undefined &&
      (!isBucketed || ts - before > series.bucket_us!) &&
      breaks.some(({ from, to }) => from >= before && from < ts && to <= ts + half * 2);
    if (isBroken) points.push([ms((before + ts) / 2), null]);
    const value = series.mean?.[index] ?? series.last[index] ?? null;
    points.push([ms(at), value === null ? null : shown(value)]);
    const [low, high] = [series.min[index], series.max[index]];
    if (isBucketed && low != null && high != null) {
      const [a, b] = [shown(low), shown(high)];
      band.push([ms(at), Math.min(a, b), Math.max(a, b)]);
    }
  }
  return { ...trace, points, band };
}

function paneOf(subject: Subject, voice: Voice, unit: string | null, members: readonly { one: ReportChannel; colour: number }[]): Pane {
  const { t, format } = voice;
  const traces = members.map(({ one, colour }) => traceOf(one, subject, colour));
  const limits = members.flatMap(({ one: { channel, limits } }) =>
    (['high', 'low'] as const).flatMap((side) => {
      const limit = limits[side];
      if (limit === null) return [];
      return [
        {
          at: shownNumber(limit, channel.conversion),
          side,
          label: t(`report-file:course.limit_${side}`, { value: valueText(format, channel, limit) }),
        },
      ];
    }),
  );
  // Limits that several channels share are drawn once.
  const drawn = limits.filter((limit, index) => limits.findIndex(({ at, side }) => at === limit.at && side === limit.side) === index);
  const values = traces.flatMap(({ points, band }) => [
    ...points.flatMap(([, value]) => value ?? []),
    ...band.flatMap(([, low, high]) => [low, high]),
  ]);
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  // A limit that lies near the values is in sight; one far away would press the line flat.
  const reach = Math.max((max - min) * 1.5, 1e-9);
  for (const { at } of drawn)
    if (values.length === 0 || (at > min - reach && at < max + reach)) [min, max] = [Math.min(min, at), Math.max(max, at)];
  if (min > max) [min, max] = [0, 1];
  const span = valueSpan(min, max, unit);
  const air = (span.high - span.low) * 0.08;
  const low = min >= 0 && span.low - air < 0 ? 0 : span.low - air;
  const high = span.high + air;
  const steps = stepsOf(low, high);
  const digits = Math.max(...steps.map((step) => String(step).split('.')[1]?.length ?? 0));
  const ids = new Set(members.map(({ one }) => one.channel.channel_id));
  const marked = (kinds: readonly string[]): Stretch[] =>
    subject.marks
      .filter((mark) => ids.has(mark.channel_id) && kinds.includes(mark.kind))
      .map((mark) => ({ from: Date.parse(mark.from), to: Date.parse(mark.to) }));
  const gaps = common(members.map(({ one }) => silencesOf(one, subject)));
  return {
    ...headOf(members, unit, voice),
    low,
    high,
    steps: values.length === 0 ? [] : steps.map((at) => ({ at, label: format.number(at, Math.min(digits, 6)) })),
    traces,
    limits: drawn,
    gaps: gaps.map(({ from, to }) => ({
      from: ms(from),
      to: ms(to),
      label: t('dataloggers:chart.gap', { length: format.interval(Math.round((to - from) / 60e6) * 60) }),
    })),
    alarms: members.flatMap(({ one }) => alarmStretches(one, subject)),
    excluded: marked(['exclude']),
    corrected: marked(['offset', 'drift']),
    notes: subject.notes.map(({ at, label }) => ({ at: ms(at), label })),
  };
}

/** The quantity that all of them measure, with unit and spacing. */
function headOf(members: readonly { one: ReportChannel }[], unit: string | null, { t, format }: Voice): { name: string; under: string } {
  const only = <V>(values: V[]): V | null => (new Set(values).size === 1 ? (values[0] ?? null) : null);
  const quantity = only(members.map(({ one }) => one.channel.quantity)) as Quantity | null;
  const interval = only(members.map(({ one }) => one.channel.interval_s));
  const spacing = interval === null ? null : t('report-file:course.every', { interval: format.interval(interval) });
  const name = quantity === null ? null : t(`sensor-types:quantity.${quantity}`);
  return {
    name: name ?? unit ?? '',
    under: [name === null ? null : unit, spacing].filter((part) => part !== null).join(', '),
  };
}

/** When there were alarms, and what was beyond a limit. */
function alarmStretches({ alarms, found }: ReportChannel, { to }: Subject): Stretch[] {
  const spans = alarms
    .filter(({ active_at, state }) => active_at !== null && state !== 'withdrawn')
    .map(({ since, over_at }) => ({ from: Date.parse(since), to: over_at === null ? ms(to) : Date.parse(over_at) }));
  return [...spans, ...(found?.excursions ?? []).map(({ from, to: end }) => ({ from: ms(from), to: ms(end) }))];
}

/** Stretches that lie in every list. */
function common(lists: readonly (readonly { from: number; to: number }[])[]): { from: number; to: number }[] {
  return lists.reduce((left, right) =>
    left.flatMap((a) =>
      right.flatMap((b) => {
        const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
        return to > from ? [{ from, to }] : [];
      }),
    ),
  ) as { from: number; to: number }[];
}

const TONES = { off: 'off', neutral: 'plain', good: 'good', warning: 'warning' } as const;

/** A lane for each channel of states or words. */
function lanesOf(subject: Subject, { state }: Voice): Lane[] {
  return subject.channels.flatMap((one) => {
    const { channel, states } = one;
    if (states === null) return [];
    // Words without a tone are told apart by depth, the longest the lightest.
    const places = new Map(states.times.map(({ value }, place) => [value, place]));
    return [
      {
        name: channel.name,
        under: channel.datalogger_name ?? '',
        runs: states.runs.map(({ value, from, to }) => ({
          from: ms(from),
          to: ms(to),
          label: state(channel, value),
          tone: TONES[stateTone(channel.state_words, value === 0 && channel.state_words === null ? false : value)],
          depth: places.get(value)!,
        })),
        gaps: silencesOf(one, subject).map(({ from, to }) => ({ from: ms(from), to: ms(to) })),
      },
    ];
  });
}

/** Null where no channel is one of numbers or states. */
export function chartsOf(subject: Subject, voice: Voice): Block | null {
  const units = new Map<string | null, { one: ReportChannel; colour: number }[]>();
  for (const [index, one] of subject.channels.entries()) {
    if (one.found === null || one.series === null) continue;
    const unit = one.channel.display_unit;
    units.set(unit, [...(units.get(unit) ?? []), { one, colour: (index % COLOURS) + 1 }]);
  }
  const lanes = lanesOf(subject, voice);
  if (units.size === 0 && lanes.length === 0) return null;
  const { t } = voice;
  return {
    type: 'charts',
    title: t('report-file:course.title'),
    beside: null,
    axis: axisOf(subject, voice),
    panes: [...units].map(([unit, members]) => paneOf(subject, voice, unit, members)),
    lanes,
    caption: units.size === 0 ? t('report-file:course.lanes') : t('report-file:course.caption'),
  };
}
