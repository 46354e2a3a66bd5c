import type { ActivityFace } from '../../contract/activities.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { LONGEST_WORK_DAYS, type MachineWork, type WorkEntry, type machineWork as workEndpoint } from '../../contract/measurements.ts';
import { formatInstant, parseQueryInstant } from '../../domain/time/instant.ts';
import { DAY, dayAround } from '../../domain/time/wall-clock.ts';
import { type Ctx, can } from '../kernel/context.ts';
import { invalid } from '../kernel/list.ts';
import { type DayEntry, machineWorkRepo } from './machine-work.repo.ts';
import { toMeasurement } from './measurements.service.ts';

/** Measurements that run or touch today, and entries of them: what one picture of a day can hold. */
const MOST_NOW = 24;
const MOST_LAST = 5;
const MOST_ENTRIES = 5_000;

type Faces = ReadonlyMap<string, ActivityFace>;

function toEntry(row: DayEntry, faces: Faces | undefined): WorkEntry {
  const face = row.activity_id === null ? undefined : faces?.get(row.activity_id);
  return {
    id: row.id,
    lane: row.lane,
    kind: row.kind,
    activity_id: row.activity_id,
    from: formatInstant(row.from_ms * 1_000),
    to: row.to_ms === null ? null : formatInstant(row.to_ms * 1_000),
    name: face?.name ?? null,
    color: face?.color ?? null,
    loss: face?.loss ?? false,
  };
}

/**
 * What people do on a machine, in at most four queries.
 * @throws AppError not_found for a machine that the actor may not read, or on which he may not read measurements; validation_failed
 */
export async function machineWork(ctx: Ctx, id: string, query: QueryOf<typeof workEndpoint>): Promise<MachineWork> {
  const asked = spanOf(query);
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = machineWorkRepo({ db, organization_id: ctx.organization.id }, id);
    const place = await repo.place();
    if (!place || !can(ctx, 'machines:read', place.workspace_id) || !can(ctx, 'tm:read', place.workspace_id))
      throw new AppError('not_found');
    const now = ctx.clock.now() / 1_000;
    const day = asked ?? dayAround(now, place.time_zone);
    const rows = await repo.measurements(day, { now: MOST_NOW + 1, last: MOST_LAST });
    const ofToday = rows
      .filter((row) => row.started_ms !== null && row.started_ms < day.to && (row.ended_ms ?? now) > day.from)
      .sort((a, b) => (a.started_ms ?? 0) - (b.started_ms ?? 0));
    const today = ofToday.slice(0, MOST_NOW);
    const ids = today.map((row) => row.id);
    const entries = ids.length === 0 ? [] : await repo.entries(ids, day, MOST_ENTRIES + 1);
    const versions = ids.length === 0 ? [] : await repo.activities(ids);
    const faces = new Map<string, Faces>(
      versions.map(({ screen_id, version, activities }) => [
        `${screen_id} ${version}`,
        new Map((JSON.parse(activities) as ActivityFace[]).map((face) => [face.id, face])),
      ]),
    );
    const shown = Map.groupBy(entries.slice(0, MOST_ENTRIES), (entry) => entry.measurement_id);
    return {
      time_zone: place.time_zone,
      day: { from: formatInstant(day.from * 1_000), to: formatInstant(day.to * 1_000) },
      running: rows.filter(({ state }) => state === 'running').map((row) => toMeasurement(ctx, row)),
      last: rows
        .filter(({ state }) => state === 'finished')
        .slice(0, MOST_LAST)
        .map((row) => toMeasurement(ctx, row)),
      today: today.map((row) => ({
        measurement: toMeasurement(ctx, row),
        entries: (shown.get(row.id) ?? []).map((entry) => toEntry(entry, faces.get(`${row.screen_id} ${row.screen_version}`))),
      })),
      today_complete: ofToday.length <= MOST_NOW && entries.length <= MOST_ENTRIES,
    };
  });
}

/** Milliseconds; null = today. @throws AppError validation_failed */
function spanOf({ from, to }: QueryOf<typeof workEndpoint>): { from: number; to: number } | null {
  if (from === undefined && to === undefined) return null;
  const [start, end] = [from, to].map((text) => (text === undefined ? Number.NaN : parseQueryInstant(text) / 1_000)) as [number, number];
  if (Number.isNaN(start)) throw invalid('from');
  if (!(end > start) || end - start > LONGEST_WORK_DAYS * DAY) throw invalid('to');
  return { from: Math.floor(start), to: Math.ceil(end) };
}
