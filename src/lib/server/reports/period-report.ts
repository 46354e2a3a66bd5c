import type { Locale } from '../../constants.ts';
import { MOST_CHARTED } from '../../contract/channels.ts';
import type { Statistics } from '../../contract/readings.ts';
import type { JudgedChannel } from '../../contract/recordings.ts';
import type { ReportPeriod } from '../../contract/reports.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { DAY, firstInstantOf, wallOf } from '../../domain/time/wall-clock.ts';
import { figureWords, limitsText } from '../../i18n/recording-words.ts';
import { zoneText } from '../../i18n/zone-name.ts';
import { typesOf } from '../channels/channels.service.ts';
import { sourcesOf } from '../exports/plan.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { longRead } from '../kernel/long-read.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { getStatistics } from '../readings/statistics.ts';
import { judged } from '../recordings/evaluate.ts';
import { heldCalibrations } from '../recordings/held-calibrations.ts';
import { recordingsRepo } from '../recordings/recordings.repo.ts';
import { suggestLimits } from '../recordings/recordings.service.ts';
import { type Snapshot, snapshotOf } from '../recordings/snapshot.ts';
import { chartsOf } from './charts.ts';
import type { Block, Pair } from './document.ts';
import type { ReportChannel, Subject, Voice } from './subject.ts';
import { alarmsTable, calibrationsTable, eventsTable, marksTable, nameCell, statesTable, statisticsTable } from './tables.ts';

/** What the report of a time says of channels: figures of all of it and of its days, charts, what was beyond limits, alarms, marks. */

/** Longer ones have days by the hundred. */
export const LONGEST_US = 400 * 86_400e6;
/** Readings that are looked at one by one; beyond, hours tell. */
const MOST_READINGS = 2_000_000;
/** Days of one table. */
const MOST_DAYS = 62;

export interface Window {
  /** Microseconds; from ≤ ts < to. */
  from: number;
  to: number;
}
export interface DayFigures extends Window {
  statistics: Statistics | null;
}
export interface PeriodData extends Window {
  zone: string;
  workspace_id: string;
  channels: readonly (Pick<ReportChannel, 'channel' | 'found' | 'limits' | 'calibrations'> & { days: readonly DayFigures[] })[];
}

/** Days of the zone that a time touches, each as far as it lies in it. */
export function daysOf({ from, to }: Window, zone: string): Window[] {
  const days: Window[] = [];
  for (let wall = Math.floor(wallOf(from / 1_000, zone) / DAY) * DAY; ; wall += DAY) {
    const start = Math.max(from, firstInstantOf(wall, zone) * 1_000);
    const end = Math.min(to, firstInstantOf(wall + DAY, zone) * 1_000);
    if (end > start) days.push({ from: start, to: end });
    if (end >= to) return days;
  }
}

/**
 * What readings say of channels in a time.
 * @param ids all of one workspace
 * @throws AppError not_found, validation_failed (several workspaces, too long), over_read_budget
 */
export async function periodData(ctx: Ctx, ids: readonly string[], window: Window): Promise<PeriodData> {
  if (ids.length === 0 || ids.length > MOST_CHARTED) throw invalid('channels');
  if (window.to <= window.from) throw invalid('to');
  if (window.to - window.from > LONGEST_US) throw invalid('from');
  // Whoever may not read one of them is told that it isn't there.
  const readable = await sourcesOf(ctx, ids, 'display');
  const places = [...new Set(readable.map(({ channel }) => channel.workspace_id))];
  if (places.length !== 1) throw invalid('channels');
  const { items: suggested } = await suggestLimits(ctx, { channels: ids.join(',') });
  const limitsOf = new Map(suggested.filter(({ source }) => source === 'rule').map(({ channel_id, limits }) => [channel_id, limits]));
  const wanted = [...new Set(ids)];
  const now = ctx.clock.now();
  const known = await ctx.db.read(ctx.organization.id, async (db) => {
    const sources = await recordingsRepo({ db, organization_id: ctx.organization.id }, now).sources(wanted);
    const types = await typesOf(ctx, db, sources);
    const place = await tenantDb({ db, organization_id: ctx.organization.id })
      .selectFrom('workspaces')
      .select('time_zone')
      .where('id', '=', places[0]!)
      .executeTakeFirstOrThrow();
    const byId = new Map(sources.map((source) => [source.id, { source, snapshot: snapshotOf(source, types, now) }]));
    return { zone: place.time_zone, sources: wanted.flatMap((id) => byId.get(id) ?? []) };
  });
  const days = daysOf(window, known.zone);
  const channels: PeriodData['channels'][number][] = [];
  for (const { source, snapshot } of known.sources) {
    const { own_unit: _, mean: __, ...shown } = snapshot;
    const limits = limitsOf.get(source.id) ?? null;
    const channel = { channel_id: source.id, ...shown, limits };
    const isNumeric = source.kind === 'gauge' || source.kind === 'counter';
    const read = (db: Db, part: Window) =>
      judged(ctx, db, {
        channel: { channel_id: source.id, channel_no: source.no, mark_rev: source.mark_rev },
        snapshot: snapshot as Snapshot,
        limits,
        ...part,
      });
    const isPruned = source.pruned_to !== null && window.from < source.pruned_to;
    const isMany = (window.to - window.from) / 1e6 / (source.interval_s ?? 1) > MOST_READINGS;
    const found: JudgedChannel | null = !isNumeric
      ? null
      : isPruned || isMany
        ? await ofHours(ctx, source.id, window)
        : await longRead(ctx, (db) => read(db, window));
    const ofDays: DayFigures[] = [];
    if (found !== null && days.length > 1 && days.length <= MOST_DAYS)
      if (isPruned || isMany) for (const day of days) ofDays.push({ ...day, statistics: (await ofHours(ctx, source.id, day)).statistics });
      else
        ofDays.push(
          ...(await longRead(ctx, async (db) => {
            const all: DayFigures[] = [];
            for (const day of days) all.push({ ...day, statistics: (await read(db, day)).statistics });
            return all;
          })),
        );
    const calibrated = { channel_id: source.id, mark_rev: source.mark_rev };
    const held = await ctx.db.read(ctx.organization.id, (db) =>
      heldCalibrations(ctx, db, { channel: calibrated, workspaceId: places[0]!, ...window }),
    );
    channels.push({
      channel,
      found,
      limits: { low: limits?.low ?? null, high: limits?.high ?? null },
      calibrations: held.shown,
      days: ofDays,
    });
  }
  return { ...window, zone: known.zone, workspace_id: places[0]!, channels };
}

/** Where single readings can't be looked at: nothing is known of gaps and of times beyond limits. */
async function ofHours(ctx: Ctx, id: string, { from, to }: Window): Promise<JudgedChannel> {
  const statistics = await getStatistics(ctx, id, { from: formatInstant(from), to: formatInstant(to) });
  return { channel_id: id, verdict: null, conditions: [], gaps: [], gap_count: 0, missing_s: 0, excursions: [], statistics };
}

export function periodBlocks(
  data: PeriodData,
  subject: Subject,
  more: { workspace: string; moreAlarms: boolean },
  voice: Voice,
  locale: Locale,
): Block[] {
  const { t, format } = voice;
  const loggers = [...new Set(data.channels.flatMap(({ channel }) => channel.datalogger_name ?? []))];
  const intervals = [...new Set(data.channels.flatMap(({ channel }) => channel.interval_s ?? []))].sort((a, b) => a - b);
  const count = data.channels.reduce((sum, { found }) => sum + (found?.statistics?.n ?? 0), 0);
  const pairs: Pair[] = [
    [t('report-file:fact.workspace'), more.workspace],
    [t('report-file:fact.loggers'), format.list(loggers)],
    [t('report-file:fact.channels'), format.number(data.channels.length)],
    [t('report-file:fact.interval'), intervals.length === 0 ? '–' : intervals.map((seconds) => format.interval(seconds)).join(', ')],
    [t('report-file:fact.readings'), format.number(count)],
    [t('report-file:fact.zone'), zoneText(data.zone, locale)],
  ];
  const charts = chartsOf(subject, voice);
  const limited = data.channels.filter(({ limits }) => limits.low !== null || limits.high !== null);
  const isOfHours = data.channels.some(({ found }) => found?.statistics?.resolution === '1h');
  const statistics = statisticsTable(subject, voice, false);
  return [
    { type: 'pairs', title: null, beside: null, pairs },
    ...(charts === null ? [] : [charts]),
    statistics.type === 'table' && isOfHours ? { ...statistics, below: t('report-file:statistics.of_hours') } : statistics,
    ...(limited.length === 0
      ? []
      : [
          {
            type: 'table' as const,
            title: t('report-file:limits.title'),
            beside: null,
            columns: [
              { heading: t('recordings:condition.channel'), width: 'rest' as const },
              { heading: t('recordings:source.limits'), number: true },
            ],
            rows: limited.map((one) => [nameCell(one), limitsText(format, one.channel, one.limits) ?? '–']),
            below: null,
          },
        ]),
    ...data.channels.filter(({ days }) => days.length > 0).map((one) => daysTable(one, voice)),
    ...statesTable(subject, voice),
    eventsTable(subject, voice),
    alarmsTable(subject, voice, more.moreAlarms),
    marksTable(subject, voice),
    ...calibrationsTable(subject, voice),
    {
      type: 'signatures',
      title: t('recordings:signature.title'),
      signed: null,
      none: t('report-file:period.unsigned'),
      line: t('report-file:signature.line'),
      data: null,
    },
  ];
}

function daysTable({ channel, days, limits }: PeriodData['channels'][number], { t, format }: Voice): Block {
  const limited = limits.low !== null || limits.high !== null;
  const figure = (key: 'n' | 'coverage' | 'min' | 'mean' | 'max' | 'sd') => ({ heading: t(`recordings:figures.${key}`), number: true });
  return {
    type: 'table',
    title: t('report-file:statistics.by_day', { name: channel.name }),
    beside: channel.datalogger_name,
    columns: [
      { heading: t('report-file:statistics.day'), width: 'rest' },
      ...(['n', 'coverage', 'min', 'mean', 'max', 'sd'] as const).map(figure),
      ...(limited
        ? [
            { heading: t('report-file:statistics.above'), number: true },
            { heading: t('report-file:statistics.below'), number: true },
          ]
        : []),
    ],
    rows: days.map(({ from, statistics }) => {
      const day = format.date(from / 1_000, 'weekday');
      if (statistics === null) return [day, ...Array.from({ length: limited ? 8 : 6 }, () => '–')];
      const words = figureWords(statistics, channel, t, format);
      return [
        day,
        words.n,
        words.coverage,
        words.min,
        { text: words.mean, strong: true },
        words.max,
        words.sd,
        ...(limited ? [limits.high === null ? '–' : words.above, limits.low === null ? '–' : words.below] : []),
      ];
    }),
    below: null,
  };
}

/** What a report of a time is called by its length. */
export const periodKind = (period: ReportPeriod | null, { t }: Voice): string => t(`report-file:period.${period ?? 'range'}`);
