import type { ActivityFace } from '../../contract/activities.ts';
import type { QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import type { ListedEntry, listEntries as listEndpoint, Observed } from '../../contract/measurements.ts';
import { computeTimeline, type MeasuredPanel, measuredPanel, type Timeline } from '../../domain/taps/entries.ts';
import { formatInstant, parseInstant } from '../../domain/time/instant.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid, pageOf, readCursor, writeCursor } from '../kernel/list.ts';
import { dayOf } from './measurement-day.ts';
import { type MeasurementRow, measurementsRepo } from './measurements.repo.ts';
import { measurementWith } from './measurements.service.ts';
import { type StoredEntry, tapsRepo } from './taps.repo.ts';

const DEFAULT_ENTRIES = 500;

const repoOf = (ctx: Ctx, db: Db, measurement_id: string) => tapsRepo({ db, organization_id: ctx.organization.id, measurement_id });

/** What the entries of a measurement are computed against: its lanes and the activities of its version. */
export const storedPanel = ({ lanes }: { lanes: string }, { activities }: { activities: string }): MeasuredPanel =>
  measuredPanel(JSON.parse(lanes) as Observed[], JSON.parse(activities) as ActivityFace[]);

const toRows = ({ entries }: Timeline): StoredEntry[] =>
  entries.map(({ id, lane, kind, activity, from, to, interrupts, rating, note, excluded, cycle, references }) => ({
    id,
    lane,
    kind,
    activity_id: activity,
    from_ms: from,
    to_ms: to,
    interrupts: Number(interrupts),
    rating,
    note,
    excluded,
    order_name: references?.order ?? null,
    product_name: references?.product ?? null,
    batch_name: references?.batch ?? null,
    cycle,
  }));

/** Columns in one order, so that rows can be compared as text. */
const ordered = (row: StoredEntry): StoredEntry => ({
  id: row.id,
  lane: row.lane,
  kind: row.kind,
  activity_id: row.activity_id,
  from_ms: row.from_ms,
  to_ms: row.to_ms,
  interrupts: row.interrupts,
  rating: row.rating,
  note: row.note,
  excluded: row.excluded,
  order_name: row.order_name,
  product_name: row.product_name,
  batch_name: row.batch_name,
  cycle: row.cycle,
});

/**
 * Computes the entries from all taps and stores what differs, with what the measurement says of itself.
 * @param row the measurement, its taps counted already
 */
export async function rebuild(ctx: Ctx, db: Db, row: MeasurementRow): Promise<MeasurementRow> {
  const measurements = measurementsRepo({ db, organization_id: ctx.organization.id });
  const repo = repoOf(ctx, db, row.id);
  const version = (await measurements.version(row.screen_id, row.screen_version))!;
  const timeline = computeTimeline(await repo.all(), storedPanel(row, version));
  const rows = toRows(timeline);
  await repo.replaceEntries((await repo.entries()).map(ordered), rows);
  const { from, to } = timeline;
  const day =
    from === null || from === row.started_ms ? { day: row.day, shift: row.shift } : await dayAt(measurements, row.workspace_id, from);
  const now = ctx.clock.now();
  // The tap with which the server came to know of the end: another one only when the end is another one.
  const finished_seq = to === row.ended_ms && row.finished_at !== null ? row.finished_seq : row.tap_count;
  const end = to === null ? null : { finished_at: row.finished_at ?? now, finished_seq };
  const computed = {
    ...day,
    state: to === null ? ('running' as const) : ('finished' as const),
    started_ms: from,
    ended_ms: to,
    ...(end ?? { finished_at: null, finished_seq: null }),
    rev: row.rev + 1,
    tap_count: row.tap_count,
    entry_count: rows.length,
    conflict_count: timeline.conflicts.length,
  };
  await measurements.setComputed(row.id, computed, now);
  return { ...row, ...computed };
}

async function dayAt(measurements: ReturnType<typeof measurementsRepo>, workspaceId: string, from: number) {
  const { day, shift } = dayOf((await measurements.calendar(workspaceId))!, from);
  return { day, shift: shift && JSON.stringify(shift) };
}

const toEntry = (row: StoredEntry): ListedEntry => ({
  id: row.id,
  lane: row.lane,
  kind: row.kind,
  activity_id: row.activity_id,
  from: formatInstant(row.from_ms * 1_000),
  to: row.to_ms === null ? null : formatInstant(row.to_ms * 1_000),
  duration_ms: row.to_ms === null ? null : row.to_ms - row.from_ms,
  interrupts: row.interrupts === 1,
  rating: row.rating,
  note: row.note,
  excluded: row.excluded,
  order: row.order_name,
  product: row.product_name,
  batch: row.batch_name,
  cycle: row.cycle,
});

function moment(text: string | undefined, path: string): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d+$/.test(text) ? Number(text) : Math.floor(parseInstant(text) / 1_000);
  if (!Number.isSafeInteger(ms)) throw invalid(path);
  return ms;
}

/** @throws AppError not_found, validation_failed */
export async function listEntries(ctx: Ctx, id: string, query: QueryOf<typeof listEndpoint>): Promise<ResponseOf<typeof listEndpoint>> {
  const limit = query.limit ?? DEFAULT_ENTRIES;
  const cursor = readCursor(query.cursor, 'number', 'string') as readonly [number, string] | null;
  const filter = { lane: query.lane, from: moment(query.from, 'from'), to: moment(query.to, 'to') };
  return ctx.db.read(ctx.organization.id, async (db) => {
    await measurementWith(ctx, db, 'tm:read', id);
    const found = await repoOf(ctx, db, id).page(filter, cursor, limit + 1);
    const { rows, next_cursor } = pageOf(found, limit, (row) => writeCursor(row.from_ms, row.id));
    return { items: rows.map(toEntry), next_cursor };
  });
}
