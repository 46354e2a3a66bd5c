import type { Alarm } from '../../contract/alarms.ts';
import type { Mark } from '../../contract/marks.ts';
import { ACTIVATION_ENERGY } from '../../domain/readings/climate.ts';
import { noonOf } from '../../domain/time/wall-clock.ts';
import { calibrationSaid } from '../../i18n/calibration-words.ts';
import { markSaid } from '../../i18n/mark-words.ts';
import { figureWords, valueText } from '../../i18n/recording-words.ts';
import type { Block, Cell, Lamp } from './document.ts';
import type { ReportChannel, Subject, Voice } from './subject.ts';

/** Tables that reports of recordings and of periods share. */

/** Rows of events; more are counted. */
const MOST_EVENTS = 60;
/** States of one channel. */
const MOST_STATES = 12;
const VERDICT_LAMPS = { passed: 'ok', failed: 'alarm', not_decided: 'off' } as const;
export const verdictLamp = (verdict: keyof typeof VERDICT_LAMPS): Lamp => VERDICT_LAMPS[verdict];

export const nameCell = ({ channel }: Pick<ReportChannel, 'channel'>): Cell =>
  channel.datalogger_name === null ? channel.name : { text: channel.name, under: channel.datalogger_name };

/** Statistics of each channel over the whole time. @param judged with a column of verdicts */
export function statisticsTable({ channels }: Subject, { t, format, narrow }: Voice, judged: boolean): Block {
  const shown = channels.filter(({ found }) => found?.statistics != null);
  const kinetic = shown.some(({ found }) => found!.statistics!.kinetic_c !== null);
  const means = new Set(shown.map(({ found, channel }) => figureWords(found!.statistics!, channel, t, format).mean_kind));
  // What is said of all of them is said once.
  const [only = null] = means.size === 1 ? means : [];
  const beside = [only, kinetic ? t('report-file:statistics.beside', { energy: format.quantity(ACTIVATION_ENERGY, 'kJ/mol', 2) }) : null];
  const limited = shown.some(({ limits }) => limits.low !== null || limits.high !== null);
  const figure = (key: 'n' | 'coverage' | 'min' | 'mean' | 'max' | 'sd' | 'kinetic') => ({
    heading: t(`recordings:figures.${key}`),
    number: true,
  });
  return {
    type: 'table',
    title: t('report-file:statistics.title'),
    beside: beside.filter((part) => part !== null).join('; ') || null,
    columns: [
      { heading: t('recordings:condition.channel'), width: 'rest' },
      ...(['n', 'coverage', 'min', 'mean', 'max', 'sd'] as const).map(figure),
      ...(kinetic ? [figure('kinetic')] : []),
      ...(limited
        ? [
            { heading: t('report-file:statistics.above'), number: true },
            { heading: t('report-file:statistics.below'), number: true },
          ]
        : []),
      ...(judged ? [{ heading: t('recordings:column.verdict') }] : []),
    ],
    rows: shown.map((one) => {
      const { found, channel, limits } = one;
      const statistics = found!.statistics!;
      const words = figureWords(statistics, channel, t, format);
      const at = (instant: string | null) => (instant === null ? {} : { under: narrow(Date.parse(instant) * 1_000) });
      return [
        nameCell(one),
        words.n,
        words.coverage,
        { text: words.min, ...at(statistics.min_at) },
        { text: words.mean, strong: true, ...(words.mean_kind === null || only !== null ? {} : { under: words.mean_kind }) },
        { text: words.max, ...at(statistics.max_at) },
        words.sd,
        ...(kinetic ? [{ text: words.kinetic, strong: true }] : []),
        ...(limited ? [limits.high === null ? '–' : words.above, limits.low === null ? '–' : words.below] : []),
        ...(judged
          ? [
              found!.verdict === null
                ? { text: t('recordings:no_limit'), muted: true }
                : { text: t(`recordings:verdict.${found!.verdict}`), lamp: verdictLamp(found!.verdict) },
            ]
          : []),
      ];
    }),
    below: shown.length === 0 ? t('report-file:statistics.none') : null,
  };
}

/** What was beyond a limit, and what is missing, by time. */
export function eventsTable({ channels, marks }: Subject, { t, format, moment }: Voice): Block {
  const events = channels
    .flatMap((one) => [
      ...(one.found?.excursions ?? []).map(({ side, from, to }) => ({ one, kind: side, lamp: 'alarm' as Lamp, from, to })),
      ...(one.found?.gaps ?? []).map(({ from, to }) => {
        // Where nothing counts since somebody excluded it, something came.
        const isExcluded = marks.some(
          (mark) =>
            mark.kind === 'exclude' &&
            mark.channel_id === one.channel.channel_id &&
            Date.parse(mark.from) * 1_000 < to &&
            from < Date.parse(mark.to) * 1_000,
        );
        return isExcluded
          ? { one, kind: 'excluded' as const, lamp: 'excluded' as Lamp, from, to }
          : { one, kind: 'gap' as const, lamp: 'gap' as Lamp, from, to };
      }),
    ])
    .sort((a, b) => a.from - b.from);
  const unnamed = channels.reduce((sum, { found }) => sum + Math.max(0, (found?.gap_count ?? 0) - (found?.gaps.length ?? 0)), 0);
  const more = Math.max(0, events.length - MOST_EVENTS) + unnamed;
  return {
    type: 'table',
    title: t('report-file:events.title'),
    beside: null,
    columns: [
      { heading: t('report-file:events.kind') },
      { heading: t('report-file:events.channel'), width: 'rest' },
      { heading: t('report-file:events.from'), number: true },
      { heading: t('report-file:events.to'), number: true },
      { heading: t('report-file:events.length'), number: true },
    ],
    rows: events
      .slice(0, MOST_EVENTS)
      .map(({ one, kind, lamp, from, to }) => [
        { text: kind === 'excluded' ? t('marks:said.exclude') : t(`report-file:events.${kind}`), lamp },
        one.channel.name,
        moment(from),
        moment(to),
        format.interval(Math.max(1, Math.round((to - from) / 1e6))),
      ]),
    below: events.length === 0 ? t('report-file:events.none') : more > 0 ? t('report-file:events.more', { count: more }) : null,
  };
}

export function marksTable({ marks }: Pick<Subject, 'marks'>, { t, format, moment }: Voice): Block {
  const shown = (mark: Mark) => (stored: number) =>
    mark.conversion === null ? stored : Number((stored * Math.abs(mark.conversion.scale)).toPrecision(12));
  const LAMPS: Record<Mark['kind'], Lamp> = { exclude: 'excluded', offset: 'info', drift: 'info', note: 'info' };
  return {
    type: 'table',
    title: t('report-file:marks.title'),
    beside: null,
    columns: [
      { heading: t('report-file:marks.what') },
      { heading: t('report-file:events.from'), number: true },
      { heading: t('report-file:events.to'), number: true },
      { heading: t('report-file:marks.reason'), width: 'rest' },
      { heading: t('report-file:marks.who') },
    ],
    rows: marks
      .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
      .map((mark) => [
        { text: markSaid(mark, shown(mark), t, format), lamp: LAMPS[mark.kind], under: mark.channel_name },
        moment(Date.parse(mark.from) * 1_000),
        moment(Date.parse(mark.to) * 1_000),
        mark.reason,
        { text: mark.created_by ?? t('marks:service'), under: format.dateTime(mark.created_at, 'minute') },
      ]),
    below: marks.length === 0 ? t('report-file:marks.none') : null,
  };
}

/** How long each state lasted; nothing where no channel has any. */
export function statesTable({ channels, from, to }: Subject, { t, format, state }: Voice): Block[] {
  const rows = channels.flatMap(({ channel, states }) =>
    (states?.times.slice(0, MOST_STATES) ?? []).map(({ value, length, longest, times }, index): Cell[] => [
      index === 0 ? nameCell({ channel }) : '',
      { text: state(channel, value), strong: true },
      format.interval(Math.round(length / 1e6)),
      format.percent(length / (to - from), 1),
      format.number(times),
      format.interval(Math.round(longest / 1e6)),
    ]),
  );
  if (!channels.some(({ states }) => states !== null)) return [];
  const more = channels.reduce((sum, { states }) => sum + Math.max(0, (states?.times.length ?? 0) - MOST_STATES), 0);
  return [
    {
      type: 'table',
      title: t('report-file:states.title'),
      beside: null,
      columns: [
        { heading: t('recordings:condition.channel'), width: 'rest' },
        { heading: t('report-file:states.state'), width: 'rest' },
        { heading: t('report-file:states.length'), number: true },
        { heading: t('report-file:states.share'), number: true },
        { heading: t('report-file:states.times'), number: true },
        { heading: t('report-file:states.longest'), number: true },
      ],
      rows,
      below: rows.length === 0 ? t('report-file:states.none') : more > 0 ? t('report-file:states.more', { count: more }) : null,
    },
  ];
}

/** Calibrations in force; nothing where no channel can have any. */
export function calibrationsTable({ channels, zone }: Subject, { t, format }: Voice): Block[] {
  const measured = channels.filter(({ channel: { kind } }) => kind === 'gauge');
  if (measured.length === 0) return [];
  const isCalibrated = measured.some(({ calibrations }) => calibrations.length > 0);
  const day = (date: string | null) => (date === null ? '–' : format.date(noonOf(date, zone)));
  return [
    {
      type: 'table',
      title: t('report-file:calibrations.title'),
      beside: null,
      columns: [
        { heading: t('recordings:condition.channel'), width: 'rest' },
        { heading: t('report-file:calibrations.laboratory'), width: 'rest' },
        { heading: t('report-file:calibrations.correction'), width: 'rest' },
        { heading: t('report-file:calibrations.since') },
        { heading: t('report-file:calibrations.calibrated') },
        { heading: t('report-file:calibrations.due') },
      ],
      rows: (isCalibrated ? measured : []).flatMap((one): Cell[][] =>
        one.calibrations.length === 0
          ? [[nameCell(one), { text: t('recordings:calibrations.none'), muted: true }, '–', '–', '–', '–']]
          : one.calibrations.map((held, index) => [
              index === 0 ? nameCell(one) : '',
              held.certificate === null ? held.laboratory : { text: held.certificate, under: held.laboratory },
              calibrationSaid({ ...one.channel, curve: held.curve }, t, format),
              format.date(Date.parse(held.from)),
              day(held.calibrated_on),
              { text: day(held.due_on), ...(held.overdue ? { lamp: 'late', under: t('report-file:calibrations.overdue') } : {}) },
            ]),
      ),
      below: isCalibrated ? null : t('report-file:calibrations.none'),
    },
  ];
}

/** One that is over is closed once somebody has acknowledged it. */
const shownState = ({ state, acknowledged_at }: Alarm) => (state === 'over' && acknowledged_at !== null ? 'closed' : state);
const ALARM_LAMPS: Record<ReturnType<typeof shownState>, Lamp> = {
  active: 'alarm',
  pending: 'late',
  over: 'off',
  closed: 'ok',
  withdrawn: 'off',
};

/** @param isCut there are more than these */
export function alarmsTable({ channels }: Pick<Subject, 'channels'>, { t, format, moment }: Voice, isCut: boolean): Block {
  const alarms = channels
    .flatMap((one) => one.alarms.map((alarm) => ({ alarm, channel: one.channel })))
    .sort((a, b) => Date.parse(a.alarm.since) - Date.parse(b.alarm.since));
  const said = ({ acknowledged_at, acknowledged_by, withdrawn_cause, note }: Alarm): Cell => {
    if (acknowledged_at !== null) {
      const time = format.dateTime(acknowledged_at, 'minute');
      const text = acknowledged_by ?? t('recordings:signature.service');
      return { text, under: note ? `${time}; ${note}` : time };
    }
    return withdrawn_cause === null
      ? { text: t('alarms:waits'), muted: true }
      : { text: t(`alarms:cause.${withdrawn_cause}`), muted: true };
  };
  return {
    type: 'table',
    title: t('report-file:alarms.title'),
    beside: null,
    columns: [
      { heading: t('report-file:alarms.state') },
      { heading: t('report-file:alarms.rule'), width: 'rest' },
      { heading: t('report-file:events.from'), number: true },
      { heading: t('report-file:events.to'), number: true },
      { heading: t('report-file:alarms.peak'), number: true },
      { heading: t('report-file:alarms.acknowledged'), width: 'rest' },
    ],
    rows: alarms.map(({ alarm, channel }) => {
      const state = shownState(alarm);
      return [
        { text: t(`alarms:state.${state}`), lamp: ALARM_LAMPS[state] },
        { text: alarm.rule_name, under: channel.name },
        moment(Date.parse(alarm.since) * 1_000),
        alarm.over_at === null ? (alarm.state === 'withdrawn' ? '–' : t('report-file:lasts')) : moment(Date.parse(alarm.over_at) * 1_000),
        { text: valueText(format, alarm, alarm.peak), strong: true },
        said(alarm),
      ];
    }),
    below: alarms.length === 0 ? t('report-file:alarms.none') : isCut ? t('report-file:alarms.more') : null,
  };
}
