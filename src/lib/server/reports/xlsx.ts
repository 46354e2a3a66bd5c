import type { SheetData } from 'write-excel-file/node';
import type { Locale } from '../../constants.ts';
import type { Statistics } from '../../contract/readings.ts';
import { shownNumber } from '../../domain/quantities/shown.ts';
import { wallOf } from '../../domain/time/wall-clock.ts';
import { calibrationSaid } from '../../i18n/calibration-words.ts';
import { markSaid } from '../../i18n/mark-words.ts';
import { offsetIfTwice } from '../../i18n/twice.ts';
import type { ReportDocument } from './document.ts';
import type { DayFigures } from './period-report.ts';
import type { ReportChannel, Subject, Voice } from './subject.ts';

/** A report as a workbook: numbers are numbers in the unit that people see, moments dates by the clock of the place. */

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEAD = { fontWeight: 'bold', backgroundColor: '#eceeed' } as const;
const TIMES: Record<Locale, string> = { cs: 'd. m. yyyy hh:mm:ss', en: 'dd/mm/yyyy hh:mm:ss', sk: 'd. m. yyyy hh:mm:ss' };
const DAYS: Record<Locale, string> = { cs: 'd. m. yyyy', en: 'dd/mm/yyyy', sk: 'd. m. yyyy' };
const DURATION = '[h]:mm:ss';
const DAY_S = 86_400;

/** What stands in a sheet of values: whole hours, or readings where they are few. */
export interface ValueRow {
  channel: ReportChannel['channel'];
  /** Microseconds. */
  ts: number;
  values: readonly (number | null)[];
}
export interface WorkbookData {
  document: ReportDocument;
  subject: Subject;
  days: ReadonlyMap<string, readonly DayFigures[]>;
  hours: readonly ValueRow[];
  readings: readonly ValueRow[];
}

export async function writeXlsx({ document, subject, days, hours, readings }: WorkbookData, voice: Voice): Promise<Uint8Array> {
  const { default: write } = await import('write-excel-file/node');
  const { t, format } = voice;
  const { zone } = subject;
  const time = TIMES[document.locale];
  const text = (value: string | null | undefined) => (value == null || value === '' ? null : { type: String, value });
  const number = (value: number | null | undefined, shown?: string) =>
    value == null || !Number.isFinite(value) ? null : { type: Number, value, ...(shown ? { format: shown } : {}) };
  // A spreadsheet's moment knows no offset: where it takes one, it is a text.
  const moment = (us: number | null) => {
    if (us === null) return null;
    const ms = Math.round(us / 1_000);
    return offsetIfTwice(ms, zone) === ''
      ? { type: Date, value: new Date(wallOf(ms, zone)), format: time }
      : text(format.dateTime(ms, 'second'));
  };
  const left = <C>(cell: C | null) => cell && { ...cell, align: 'left' as const };
  const instant = (at: string | null) => moment(at === null ? null : Date.parse(at) * 1_000);
  const day = (date: string | null) =>
    date === null ? null : { type: Date, value: new Date(`${date}T00:00:00Z`), format: DAYS[document.locale] };
  const seconds = (s: number | null) => number(s === null ? null : s / DAY_S, DURATION);
  /** Shown with as many decimals as elsewhere; the cell keeps all of them. */
  const digits = ({ decimals }: Pick<ReportChannel['channel'], 'decimals'>, more = 0) =>
    decimals === null ? undefined : decimals + more === 0 ? '0' : `0.${'0'.repeat(decimals + more)}`;
  const value = (channel: Pick<ReportChannel['channel'], 'conversion' | 'decimals'>, stored: number | null, more = 0) =>
    number(stored === null ? null : shownNumber(stored, channel.conversion), digits(channel, more));
  const spread = (channel: ReportChannel['channel'], stored: number | null) =>
    number(stored === null ? null : stored * Math.abs(channel.conversion?.scale ?? 1), digits(channel, 1));
  const head = (titles: readonly string[]) => titles.map((title) => ({ type: String, value: title, ...HEAD }));
  const named = (channel: ReportChannel['channel']) => [text(channel.datalogger_name), text(channel.name), text(channel.display_unit)];
  const NAMES = [t('report-file:sheet.logger'), t('recordings:condition.channel'), t('report-file:sheet.unit')];
  const figure = (key: 'n' | 'coverage' | 'min' | 'mean' | 'max' | 'sd' | 'kinetic') => t(`recordings:figures.${key}`);
  const BEYOND = [t('report-file:statistics.above'), t('report-file:statistics.below')];
  const FIGURES = [
    figure('n'),
    figure('coverage'),
    figure('min'),
    figure('mean'),
    figure('max'),
    figure('sd'),
    figure('kinetic'),
    ...BEYOND,
  ];
  const figures = (channel: ReportChannel['channel'], limits: ReportChannel['limits'], s: Statistics | null) =>
    s === null
      ? FIGURES.map(() => null)
      : [
          number(s.n),
          number(s.coverage, '0.0%'),
          value(channel, s.min),
          value(channel, s.mean, 1),
          value(channel, s.max),
          spread(channel, s.sd),
          number(s.kinetic_c, '0.00'),
          limits.high === null ? null : seconds(s.above_s),
          limits.low === null ? null : seconds(s.below_s),
        ];
  const spans = (from: number, to: number | null) => [moment(from), moment(to)];
  const TIME_COLUMNS = [t('report-file:sheet.from'), t('report-file:sheet.to')];
  const { channels, marks } = subject;

  const facts = document.blocks.flatMap((block) => (block.type === 'pairs' ? block.pairs : []));
  const verdict = document.blocks.flatMap((block) =>
    block.type === 'verdict' ? [[t('recordings:column.verdict'), block.word] as const] : [],
  );
  const summary: SheetData = [
    [{ type: String, value: document.title, fontWeight: 'bold', fontSize: 14 }],
    [text(document.kind), text(document.number)],
    [text(document.issuer)],
    [text(t('report-file:sheet.from')), left(moment(subject.from))],
    [text(t('report-file:sheet.to')), left(moment(subject.to))],
    ...[...verdict, ...facts].map(([name, said]) => [text(name), text(said)]),
    [text(t('report-file:sheet.hash')), text(document.hash)],
    [text(t('report-file:sheet.page')), text(document.url)],
  ] as SheetData;
  const sheets: { name: string; data: unknown[]; widths: number[] }[] = [];
  const sheet = (name: string, titles: string[], rows: unknown[][], widths: number[]) =>
    sheets.push({ name, data: [head(titles), ...rows], widths });
  sheet(
    t('report-file:sheet.statistics'),
    [...NAMES, ...FIGURES, `${figure('min')} – ${t('recordings:column.time')}`, `${figure('max')} – ${t('recordings:column.time')}`],
    channels
      .filter(({ found }) => found?.statistics != null)
      .map(({ channel, limits, found }) => [
        ...named(channel),
        ...figures(channel, limits, found!.statistics),
        instant(found!.statistics!.min_at),
        instant(found!.statistics!.max_at),
      ]),
    [22, 26, 10, 10, 10, 10, 10, 10, 10, 10, 12, 12, 20, 20],
  );
  if (days.size > 0)
    sheet(
      t('report-file:sheet.days'),
      [...NAMES, ...TIME_COLUMNS, ...FIGURES],
      channels.flatMap(({ channel, limits }) =>
        (days.get(channel.channel_id) ?? []).map(({ from, to, statistics }) => [
          ...named(channel),
          ...spans(from, to),
          ...figures(channel, limits, statistics),
        ]),
      ),
      [22, 26, 10, 20, 20, 10, 10, 10, 10, 10, 10, 10, 12, 12],
    );
  sheet(
    t('report-file:sheet.events'),
    [t('report-file:events.kind'), ...NAMES, ...TIME_COLUMNS, t('report-file:events.length')],
    channels.flatMap(({ channel, found }) => [
      ...(found?.excursions ?? []).map(({ side, from, to }) => [
        text(t(`report-file:events.${side}`)),
        ...named(channel),
        ...spans(from, to),
        seconds((to - from) / 1e6),
      ]),
      ...(found?.gaps ?? []).map(({ from, to }) => [
        text(t('report-file:events.gap')),
        ...named(channel),
        ...spans(from, to),
        seconds((to - from) / 1e6),
      ]),
    ]),
    [14, 22, 26, 10, 20, 20, 12],
  );
  sheet(
    t('report-file:sheet.alarms'),
    [
      t('report-file:alarms.state'),
      t('report-file:alarms.rule'),
      ...NAMES,
      ...TIME_COLUMNS,
      t('report-file:alarms.peak'),
      t('report-file:alarms.acknowledged'),
    ],
    channels.flatMap(({ channel, alarms }) =>
      alarms.map((alarm) => [
        text(t(`alarms:state.${alarm.state === 'over' && alarm.acknowledged_at !== null ? 'closed' : alarm.state}`)),
        text(alarm.rule_name),
        ...named(channel),
        instant(alarm.since),
        instant(alarm.over_at),
        value(alarm, alarm.peak),
        text([alarm.acknowledged_by, alarm.note].filter(Boolean).join(': ')),
      ]),
    ),
    [12, 26, 22, 26, 10, 20, 20, 10, 40],
  );
  sheet(
    t('report-file:sheet.marks'),
    [
      t('report-file:marks.what'),
      t('recordings:condition.channel'),
      ...TIME_COLUMNS,
      t('report-file:marks.reason'),
      t('report-file:marks.who'),
      t('recordings:column.created'),
    ],
    marks.map((mark) => [
      text(markSaid(mark, (stored) => stored * Math.abs(mark.conversion?.scale ?? 1), t, format)),
      text(mark.channel_name),
      instant(mark.from),
      instant(mark.to),
      text(mark.reason),
      text(mark.created_by ?? t('marks:service')),
      instant(mark.created_at),
    ]),
    [22, 26, 20, 20, 40, 22, 20],
  );
  const stated = channels.filter(({ states }) => states !== null);
  if (stated.length > 0)
    sheet(
      t('report-file:sheet.states'),
      [
        t('report-file:sheet.logger'),
        t('recordings:condition.channel'),
        t('report-file:states.state'),
        ...(['length', 'share', 'times', 'longest'] as const).map((key) => t(`report-file:states.${key}`)),
      ],
      stated.flatMap(({ channel, states }) =>
        states!.times.map(({ value: state, length, longest, times }) => [
          text(channel.datalogger_name),
          text(channel.name),
          text(voice.state(channel, state)),
          seconds(length / 1e6),
          number(length / (subject.to - subject.from), '0.0%'),
          number(times),
          seconds(longest / 1e6),
        ]),
      ),
      [22, 26, 22, 14, 10, 10, 14],
    );
  const calibrated = channels.filter(({ calibrations }) => calibrations.length > 0);
  if (calibrated.length > 0)
    sheet(
      t('report-file:sheet.calibrations'),
      [
        t('report-file:sheet.logger'),
        t('recordings:condition.channel'),
        t('report-file:calibrations.laboratory'),
        '',
        ...(['correction', 'since', 'calibrated', 'due'] as const).map((key) => t(`report-file:calibrations.${key}`)),
      ],
      calibrated.flatMap(({ channel, calibrations }) =>
        calibrations.map((held) => [
          text(channel.datalogger_name),
          text(channel.name),
          text(held.certificate),
          text(held.laboratory),
          text(calibrationSaid({ ...channel, curve: held.curve }, t, format)),
          instant(held.from),
          day(held.calibrated_on),
          day(held.due_on),
        ]),
      ),
      [22, 26, 24, 24, 22, 20, 14, 14],
    );
  const values = (rows: readonly ValueRow[]) =>
    rows.map(({ channel, ts, values: all }) => [
      ...named(channel),
      moment(ts),
      // Of hours how many there are, then lowest, mean and highest.
      ...all.map((one, index) => number(one, all.length > 1 && index === 0 ? undefined : digits(channel, index === 2 ? 1 : 0))),
    ]);
  if (hours.length > 0)
    sheet(
      t('report-file:sheet.hours'),
      [...NAMES, t('recordings:column.time'), figure('n'), figure('min'), figure('mean'), figure('max')],
      values(hours),
      [22, 26, 10, 20, 10, 10, 10, 10],
    );
  if (readings.length > 0)
    sheet(
      t('report-file:sheet.readings'),
      [...NAMES, t('recordings:column.time'), t('report-file:sheet.value')],
      values(readings),
      [22, 26, 10, 20, 12],
    );
  return new Uint8Array(
    await write([
      { data: summary, columns: [{ width: 34 }, { width: 60 }], sheet: t('report-file:sheet.summary') },
      ...sheets.map(({ name, data, widths }) => ({
        data: data as SheetData,
        columns: widths.map((width) => ({ width })),
        sheet: name,
        stickyRowsCount: 1,
        orientation: 'landscape' as const,
      })),
    ]).toBuffer(),
  );
}
