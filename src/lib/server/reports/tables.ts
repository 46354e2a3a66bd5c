import type { Alarm } from '../../contract/alarms.ts';
import type { Mark } from '../../contract/marks.ts';
import { ACTIVATION_ENERGY } from '../../domain/readings/climate.ts';
import { markSaid } from '../../i18n/mark-words.ts';
import { figureWords, valueText } from '../../i18n/recording-words.ts';
import type { Block, Cell, Lamp } from './document.ts';
import type { ReportChannel, Subject, Voice } from './subject.ts';

/** Tables that reports of recordings and of periods share. */

/** Rows of events; more are counted. */
const MOST_EVENTS = 60;
const VERDICT_LAMPS = { passed: 'ok', failed: 'alarm', not_decided: 'off' } as const;
export const verdictLamp = (verdict: keyof typeof VERDICT_LAMPS): Lamp => VERDICT_LAMPS[verdict];

export const nameCell = ({ channel }: Pick<ReportChannel, 'channel'>): Cell =>
  channel.datalogger_name === null ? channel.name : { text: channel.name, under: channel.datalogger_name };

/** Statistics of each channel over the whole time. @param judged with a column of verdicts */
export function statisticsTable({ channels }: Subject, { t, format, moment }: Voice, judged: boolean): Block {
  const shown = channels.filter(({ found }) => found?.statistics != null);
  const kinetic = shown.some(({ found }) => found!.statistics!.kinetic_c !== null);
  const limited = shown.some(({ limits }) => limits.low !== null || limits.high !== null);
  const figure = (key: 'n' | 'coverage' | 'min' | 'mean' | 'max' | 'sd' | 'kinetic') => ({
    heading: t(`recordings:figures.${key}`),
    number: true,
  });
  return {
    type: 'table',
    title: t('report-file:statistics.title'),
    beside: kinetic ? t('report-file:statistics.beside', { energy: format.quantity(ACTIVATION_ENERGY, 'kJ/mol', 2) }) : null,
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
      const at = (instant: string | null) => (instant === null ? {} : { under: moment(Date.parse(instant) * 1_000) });
      return [
        nameCell(one),
        words.n,
        words.coverage,
        { text: words.min, ...at(statistics.min_at) },
        { text: words.mean, strong: true, ...(words.mean_kind === null ? {} : { under: words.mean_kind }) },
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
      { heading: t('report-file:events.channel') },
      { heading: t('report-file:events.from'), number: true },
      { heading: t('report-file:events.to'), number: true },
      { heading: t('report-file:marks.reason'), width: 'rest' },
      { heading: t('report-file:marks.who') },
    ],
    rows: marks
      .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
      .map((mark) => [
        { text: markSaid(mark, shown(mark), t, format), lamp: LAMPS[mark.kind] },
        mark.channel_name,
        moment(Date.parse(mark.from) * 1_000),
        moment(Date.parse(mark.to) * 1_000),
        mark.reason,
        { text: mark.created_by ?? t('marks:service'), under: format.dateTime(mark.created_at, 'minute') },
      ]),
    below: marks.length === 0 ? t('report-file:marks.none') : null,
  };
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
      const text = acknowledged_by === null ? t('alarms:by_service', { time }) : t('alarms:by', { name: acknowledged_by, time });
      return note ? { text, under: note } : text;
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
