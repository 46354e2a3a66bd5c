import type { Locale } from '../../constants.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type * as contract from '../../contract/reports.ts';
import { MOST_REPORTED, type ReportFormat, type ReportPeriod } from '../../contract/reports.ts';
import { shownNumber } from '../../domain/quantities/shown.ts';
import { lastPeriod, type PeriodRule } from '../../domain/shifts/report-periods.ts';
import { formatInstant, parseInstant } from '../../domain/time/instant.ts';
import { wallOf } from '../../domain/time/wall-clock.ts';
import { formatter } from '../../i18n/format.ts';
import { href } from '../../i18n/href.ts';
import { listAlarms } from '../alarms/alarms.service.ts';
import { listChannels, readableChannel } from '../channels/channels.service.ts';
import { getDatalogger } from '../dataloggers/dataloggers.service.ts';
import type { Ctx } from '../kernel/context.ts';
import { invalid } from '../kernel/list.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { listMarks } from '../marks/marks.service.ts';
import { getSeries, listReadings, listRollups, windowOf } from '../readings/readings.service.ts';
import { evaluateRecording, getRecording } from '../recordings/recordings.service.ts';
import { shiftCalendarsRepo } from '../shift-calendars/shift-calendars.repo.ts';
import { PLOT_WIDTH, silencesOf } from './charts.ts';
import { type Block, type ReportDocument, reportHash } from './document.ts';
import { makePdf } from './pdf/make-pdf.ts';
import { type DayFigures, type PeriodData, periodBlocks, periodData, periodKind } from './period-report.ts';
import { recordingBlocks } from './recording-report.ts';
import { statesOf } from './states.ts';
import { type ReportChannel, type Subject, type Voice, voiceOf } from './subject.ts';
import { reportWords } from './words.ts';
import { type ValueRow, type WorkbookData, writeXlsx, XLSX_TYPE } from './xlsx.ts';

/** Alarms of one channel that a report names. */
const MOST_ALARMS = 100;

/** Organisation and workspace by name, and the clock by which a report is written. */
export async function placeOf(ctx: Ctx, workspaceId: string): Promise<{ organization: string; workspace: string; zone: string }> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const own = tenantDb({ db, organization_id: ctx.organization.id });
    const organization = await own.selectFrom('organizations').select('name').executeTakeFirstOrThrow();
    const workspace = await own.selectFrom('workspaces').select(['name', 'time_zone']).where('id', '=', workspaceId).executeTakeFirst();
    if (!workspace) throw new AppError('not_found');
    return { organization: organization.name, workspace: workspace.name, zone: workspace.time_zone };
  });
}

/** Alarms and marks of channels in a time, with the series that their charts show. */
export async function besides(
  ctx: Ctx,
  channels: readonly Pick<ReportChannel, 'channel' | 'found' | 'limits' | 'calibrations'>[],
  window: { from: string; to: string },
): Promise<Pick<Subject, 'channels' | 'marks'> & { moreAlarms: boolean }> {
  const ids = channels.map(({ channel }) => channel.channel_id);
  let moreAlarms = false;
  const full: ReportChannel[] = [];
  for (const one of channels) {
    const { items, next_cursor } = await listAlarms(ctx, { channel_id: one.channel.channel_id, ...window, limit: MOST_ALARMS });
    moreAlarms ||= next_cursor !== null;
    const series = one.channel.kind === 'text' ? null : await getSeries(ctx, one.channel.channel_id, { ...window, width: PLOT_WIDTH });
    const [from, to] = [parseInstant(window.from), parseInstant(window.to)];
    const states =
      one.found === null ? await statesOf(ctx, one.channel, { from, to, gaps: silencesOf({ ...one, series }, { from, to }) }) : null;
    full.push({ ...one, series, states, alarms: items.filter(({ state }) => state !== 'pending') });
  }
  const { items: marks } = await listMarks(ctx, { channels: ids.join(','), ...window });
  return { channels: full, marks, moreAlarms };
}

/** The frame around what a report says. */
export function framed(
  ctx: Ctx,
  voice: Voice,
  made: Omit<ReportDocument, 'hash' | 'made' | 'words' | 'below' | 'blocks'> & {
    from: number;
    to: number;
    zone: string;
    blocks: readonly Block[];
  },
): ReportDocument {
  const { t, format } = voice;
  const { from, to, zone: _, ...rest } = made;
  const isOneDay = format.date(from / 1_000) === format.date((to - 1) / 1_000);
  const document = {
    ...rest,
    below: t('report-file:below', {
      from: `${format.date(from / 1_000, 'long')}${isOneDay ? ', ' : ' '}${format.time(from / 1_000)}`,
      to: isOneDay ? format.time(to / 1_000) : `${format.date(to / 1_000, 'long')} ${format.time(to / 1_000)}`,
      length: format.interval(Math.round((to - from) / 1e6)),
    }),
    words: { hash: t('report-file:hash.title'), hash_text: t('report-file:hash.text'), check: t('report-file:check') },
  };
  return {
    ...document,
    hash: reportHash(document),
    made: t('report-file:made', { time: format.dateTime(ctx.clock.now() / 1_000, 'second') }),
  };
}

/** @throws AppError not_found, conflict (it has not begun), over_read_budget */
export async function recordingDocument(ctx: Ctx, id: string, locale: Locale): Promise<Omit<Made, 'days'>> {
  const row = await getRecording(ctx, id);
  const evaluation = await evaluateRecording(ctx, id);
  const place = await placeOf(ctx, row.workspace_id);
  const [from, to] = [parseInstant(evaluation.from), parseInstant(evaluation.to)];
  const byId = new Map(evaluation.channels.map((one) => [one.channel_id, one]));
  const channels = row.channels.map((channel) => {
    const found = byId.get(channel.channel_id) ?? null;
    const { low = null, high = null } = channel.limits ?? {};
    return { channel, found: found?.statistics == null ? null : found, limits: { low, high }, calibrations: found?.calibrations ?? [] };
  });
  const { moreAlarms, ...more } = await besides(ctx, channels, { from: evaluation.from, to: evaluation.to });
  const subject: Subject = {
    from,
    to,
    zone: place.zone,
    ...more,
    notes: row.notes.map(({ at }, index) => ({ at: parseInstant(at), label: String(index + 1) })),
  };
  const t = reportWords(locale);
  const voice = voiceOf(t, formatter(locale, place.zone), locale, { from, to });
  const document = framed(ctx, voice, {
    locale,
    kind: t('report-file:recording.kind'),
    title: row.name,
    above: `${t('report-file:recording.kind')}, ${t(`recordings:purpose.${row.purpose}`)}`,
    issuer: `${place.organization}, ${place.workspace}`,
    number: numberOf(row.id),
    revision: row.revision === 0 ? null : t('report-file:revision', { n: String(row.revision) }),
    url: new URL(`${href('/dlog/recordings2/{id}', { id }, locale)}?org=${ctx.organization.id}`, ctx.config.siteUrl).href,
    ...{ from, to, zone: place.zone },
    blocks: recordingBlocks({ row, evaluation, subject, workspace: place.workspace, moreAlarms }, voice, locale),
  });
  return { document, subject, voice };
}

/** The last letters of an id, by which people call a report: enough to tell those of an organisation apart. */
export const numberOf = (id: string): string => id.replaceAll('-', '').slice(-8).toUpperCase();

export interface MadeFile {
  bytes: Uint8Array;
  mediaType: string;
  name: string;
  /** Of what it says. */
  hash: string;
}
export const PDF_TYPE = 'application/pdf';

/** Readings of all channels that stand in a workbook one by one; of more only their hours. */
const FEW_READINGS = 20_000;
/** Hours of one channel. */
const MOST_HOURS = 24 * 400;

/** Values for a workbook: hours of each channel of numbers, and the readings where they are few. */
async function valuesOf(ctx: Ctx, { channels, from, to }: Subject): Promise<Pick<WorkbookData, 'hours' | 'readings'>> {
  const window = { from: formatInstant(from), to: formatInstant(to) };
  const numeric = channels.filter(({ found }) => found !== null);
  const hours: ValueRow[] = [];
  for (const { channel } of numeric) {
    const { items } = await listRollups(ctx, channel.channel_id, { resolution: '1h', ...window });
    const shown = (value: number) => shownNumber(value, channel.conversion);
    for (const { ts, n, sum, min, max } of items.slice(0, MOST_HOURS)) {
      if (n === 0) continue;
      const ends = [shown(min), shown(max)].sort((a, b) => a - b);
      hours.push({ channel, ts: parseInstant(ts), values: [n, ends[0]!, shown(sum / n), ends[1]!] });
    }
  }
  const count = numeric.reduce((sum, { found }) => sum + (found!.statistics?.n ?? 0), 0);
  const readings: ValueRow[] = [];
  if (count <= FEW_READINGS)
    for (const { channel } of numeric) {
      let cursor: string | undefined;
      do {
        const page = await listReadings(ctx, channel.channel_id, { ...window, limit: 1_000, ...(cursor === undefined ? {} : { cursor }) });
        for (const { ts, value, quality } of page.items)
          if (typeof value === 'number' && quality !== 'excluded' && quality !== 'sensor_error')
            readings.push({ channel, ts: parseInstant(ts), values: [shownNumber(value, channel.conversion)] });
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
    }
  return { hours, readings };
}

interface Made {
  document: ReportDocument;
  subject: Subject;
  voice: Voice;
  days: ReadonlyMap<string, readonly DayFigures[]>;
}

/** @throws AppError report_failed, storage_busy */
async function fileOf(ctx: Ctx, { document, subject, voice, days }: Made, format: ReportFormat, name: string): Promise<MadeFile> {
  if (format === 'pdf') return { bytes: await makePdf(document), mediaType: PDF_TYPE, name: `${name}.pdf`, hash: document.hash };
  const values = await valuesOf(ctx, subject);
  return {
    bytes: await writeXlsx({ document, subject, days, ...values }, voice),
    mediaType: XLSX_TYPE,
    name: `${name}.xlsx`,
    hash: document.hash,
  };
}

/** @throws AppError not_found, conflict (it has not begun), over_read_budget, report_failed, storage_busy */
export async function recordingReport(
  ctx: Ctx,
  id: string,
  { format, locale = 'en' }: QueryOf<typeof contract.getRecordingReport>,
): Promise<MadeFile> {
  const made = await recordingDocument(ctx, id, locale);
  return fileOf(ctx, { ...made, days: new Map() }, format, `${made.voice.t('report-file:file.name')}-${made.document.number}`);
}

export interface PeriodAsked {
  channels: readonly string[];
  window: { from: number; to: number };
  /** What it is called; null = a time that somebody chose. */
  period: ReportPeriod | null;
  /** Above the channels' own names; null = their loggers. */
  title: string | null;
  format: ReportFormat;
  locale: Locale;
}

/** @throws AppError not_found, validation_failed, over_read_budget, report_failed, storage_busy */
export async function periodReport(ctx: Ctx, { channels, window, period, title, format, locale }: PeriodAsked): Promise<MadeFile> {
  const data = await periodData(ctx, channels, window);
  const place = await placeOf(ctx, data.workspace_id);
  const t = reportWords(locale);
  const voice = voiceOf(t, formatter(locale, place.zone), locale, window);
  const { moreAlarms, ...beside } = await besides(ctx, data.channels, { from: formatInstant(window.from), to: formatInstant(window.to) });
  const subject: Subject = { ...window, zone: place.zone, ...beside, notes: [] };
  const kind = periodKind(period, voice);
  const loggers = [...new Set(data.channels.map(({ channel }) => channel.datalogger_name ?? channel.name))];
  const own = title ?? voice.format.list(loggers.slice(0, 3)) + (loggers.length > 3 ? ' …' : '');
  const ids = data.channels.map(({ channel }) => channel.channel_id);
  const range = `from=${formatInstant(window.from)}&to=${formatInstant(window.to)}`;
  const document = framed(ctx, voice, {
    locale,
    kind,
    title: own,
    above: kind,
    issuer: `${place.organization}, ${place.workspace}`,
    number: `${new Date(wallOf(window.from / 1_000, place.zone)).toISOString().slice(0, 10)}-${numberOf(ids[0]!).slice(-4)}`,
    revision: null,
    url: new URL(`${pageOf(data, locale)}${range}&org=${ctx.organization.id}`, ctx.config.siteUrl).href,
    ...window,
    zone: place.zone,
    blocks: periodBlocks(data, subject, { workspace: place.workspace, moreAlarms }, voice, locale),
  });
  const days = new Map(data.channels.filter(({ days: all }) => all.length > 0).map(({ channel, days: all }) => [channel.channel_id, all]));
  return fileOf(ctx, { document, subject, voice, days }, format, `${t('report-file:file.name')}-${document.number}`);
}

/** The page that shows the channels: that of their logger, else the charts of several. */
function pageOf({ channels }: PeriodData, locale: Locale): string {
  const loggers = [...new Set(channels.flatMap(({ channel }) => channel.datalogger_id ?? []))];
  const [only] = loggers;
  return only !== undefined && loggers.length === 1
    ? `${href('/dlog/dataloggers/{id}', { id: only }, locale)}?`
    : `${href('/dlog/charts', null, locale)}?logger=${loggers.join('.')}&`;
}

/** Channels of a logger that a report tells of: the first ones of numbers, then its states. */
export async function channelsOfLogger(ctx: Ctx, dataloggerId: string): Promise<string[]> {
  const { items } = await listChannels(ctx, { datalogger_id: dataloggerId });
  const numeric = items.filter(({ kind }) => kind === 'gauge' || kind === 'counter');
  return [...numeric, ...items.filter(({ kind }) => kind === 'state')].slice(0, MOST_REPORTED).map(({ id }) => id);
}

/** @throws AppError not_found, validation_failed, over_read_budget, report_failed, storage_busy */
export async function askedReport(ctx: Ctx, query: QueryOf<typeof contract.getPeriodReport>): Promise<MadeFile> {
  const { datalogger_id, period, format, locale = 'en' } = query;
  if ((query.channels === undefined) === (datalogger_id === undefined)) throw invalid('channels');
  const logger = datalogger_id === undefined ? null : await getDatalogger(ctx, datalogger_id);
  const channels = query.channels?.split(',') ?? (await channelsOfLogger(ctx, datalogger_id!));
  if (channels.length === 0) throw invalid('datalogger_id');
  const now = ctx.clock.now();
  let window = { from: 0, to: 0 };
  if (period === undefined) {
    if (query.from === undefined || query.to === undefined) throw invalid('from');
    const asked = windowOf(query);
    // Of what has not come yet there is nothing to tell.
    window = { from: asked.from, to: Math.min(asked.to, now) };
  } else {
    const { workspace_id } = await readableChannel(ctx, channels[0]!);
    const last = lastPeriod({ period, zone: (await placeOf(ctx, workspace_id)).zone, calendar: await calendarOf(ctx, workspace_id) }, now);
    if (last === null) throw invalid('period');
    window = { from: last.from, to: last.to };
  }
  return periodReport(ctx, { channels, window, period: period ?? null, title: logger?.name ?? null, format, locale });
}

/** Shifts of a workspace, for whoever may read its readings. */
export async function calendarOf(ctx: Ctx, workspaceId: string): Promise<PeriodRule['calendar']> {
  const row = await ctx.db.read(ctx.organization.id, (db) =>
    shiftCalendarsRepo({ db, organization_id: ctx.organization.id }).find(workspaceId),
  );
  return {
    shifts: JSON.parse(row?.shifts ?? '[]') as PeriodRule['calendar']['shifts'],
    exceptions: JSON.parse(row?.exceptions ?? '[]') as PeriodRule['calendar']['exceptions'],
  };
}
