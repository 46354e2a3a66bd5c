import type { Locale } from '../../constants.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type * as contract from '../../contract/reports.ts';
import { parseInstant } from '../../domain/time/instant.ts';
import { wallOf } from '../../domain/time/wall-clock.ts';
import { formatter } from '../../i18n/format.ts';
import { href } from '../../i18n/href.ts';
import { listAlarms } from '../alarms/alarms.service.ts';
import type { Ctx } from '../kernel/context.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { listMarks } from '../marks/marks.service.ts';
import { getSeries } from '../readings/readings.service.ts';
import { evaluateRecording, getRecording } from '../recordings/recordings.service.ts';
import { PLOT_WIDTH } from './charts.ts';
import { type Block, type ReportDocument, reportHash } from './document.ts';
import { makePdf } from './pdf/make-pdf.ts';
import { recordingBlocks } from './recording-report.ts';
import { type ReportChannel, type Subject, type Voice, voiceOf } from './subject.ts';
import { reportWords } from './words.ts';

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
  channels: readonly Pick<ReportChannel, 'channel' | 'found' | 'limits'>[],
  window: { from: string; to: string },
): Promise<Pick<Subject, 'channels' | 'marks'> & { moreAlarms: boolean }> {
  const ids = channels.map(({ channel }) => channel.channel_id);
  let moreAlarms = false;
  const full: ReportChannel[] = [];
  for (const one of channels) {
    const { items, next_cursor } = await listAlarms(ctx, { channel_id: one.channel.channel_id, ...window, limit: MOST_ALARMS });
    moreAlarms ||= next_cursor !== null;
    const series = one.channel.kind === 'text' ? null : await getSeries(ctx, one.channel.channel_id, { ...window, width: PLOT_WIDTH });
    full.push({ ...one, series, alarms: items.filter(({ state }) => state !== 'pending') });
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
export async function recordingDocument(ctx: Ctx, id: string, locale: Locale): Promise<ReportDocument> {
  const row = await getRecording(ctx, id);
  const evaluation = await evaluateRecording(ctx, id);
  const place = await placeOf(ctx, row.workspace_id);
  const [from, to] = [parseInstant(evaluation.from), parseInstant(evaluation.to)];
  const byId = new Map(evaluation.channels.map((one) => [one.channel_id, one]));
  const channels = row.channels.map((channel) => {
    const found = byId.get(channel.channel_id) ?? null;
    const { low = null, high = null } = channel.limits ?? {};
    return { channel, found: found?.statistics == null ? null : found, limits: { low, high } };
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
  const voice = voiceOf(t, formatter(locale, place.zone), { from, to });
  return framed(ctx, voice, {
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
}

/** The last letters of an id, by which people call a report: enough to tell those of an organisation apart. */
export const numberOf = (id: string): string => id.replaceAll('-', '').slice(-8).toUpperCase();

export interface MadeFile {
  bytes: Uint8Array;
  mediaType: string;
  name: string;
}
export const PDF_TYPE = 'application/pdf';

/** `protokol-2026-11-24-0830-AB12CD34.pdf`: by when it was made, by the clock of the place. */
export function fileNameOf(ctx: Ctx, voice: Voice, { zone, number, ending }: { zone: string; number: string; ending: string }): string {
  const when = new Date(wallOf(Math.floor(ctx.clock.now() / 1_000), zone)).toISOString().slice(0, 16).replace('T', '-').replace(':', '');
  return `${voice.t('report-file:file.recording')}-${number}-${when}.${ending}`;
}

/** @throws AppError not_found, conflict (it has not begun), over_read_budget, report_failed, storage_busy */
export async function recordingReport(
  ctx: Ctx,
  id: string,
  { locale = 'en' }: QueryOf<typeof contract.getRecordingReport>,
): Promise<MadeFile> {
  const document = await recordingDocument(ctx, id, locale);
  return {
    bytes: await makePdf(document),
    mediaType: PDF_TYPE,
    name: `${reportWords(locale)('report-file:file.recording')}-${document.number}.pdf`,
  };
}
