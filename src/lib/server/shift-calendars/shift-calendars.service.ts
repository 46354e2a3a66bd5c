import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { putShiftCalendar as putEndpoint, Shift, ShiftCalendar } from '../../contract/shift-calendars.ts';
import { calendarProblems } from '../../domain/shifts/shift-rules.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type Ctx, can, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { actorId, stamps } from '../kernel/rows.ts';
import { type CalendarRow, shiftCalendarsRepo } from './shift-calendars.repo.ts';

const MAX_PROBLEMS = 50;

const repoOf = (ctx: Ctx, db: Db) => shiftCalendarsRepo({ db, organization_id: ctx.organization.id });

const toCalendar = (workspaceId: string, row: CalendarRow): ShiftCalendar => ({
  workspace_id: workspaceId,
  shifts: JSON.parse(row.shifts ?? '[]') as ShiftCalendar['shifts'],
  exceptions: JSON.parse(row.exceptions ?? '[]') as ShiftCalendar['exceptions'],
  rev: row.rev ?? 0,
  updated_at: formatInstant(row.updated_at),
});

/** Days once and in order; those of an exception's shifts are not read. */
const tidied = (shift: Shift): Shift => ({ ...shift, days: [...new Set(shift.days)].toSorted((a, b) => a - b) });

/** @throws AppError not_found */
export async function getShiftCalendar(ctx: Ctx, workspaceId: string): Promise<ShiftCalendar> {
  const row = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db).find(workspaceId));
  if (!row || !can(ctx, 'org:read', workspaceId)) throw new AppError('not_found');
  return toCalendar(workspaceId, row);
}

/**
 * Sets the shifts of a workspace; `rev` 0 says that it had none.
 * @throws AppError not_found, forbidden, stale_rev, workspace_archived, validation_failed (see shift-rules.ts)
 */
export async function setShiftCalendar(ctx: Ctx, workspaceId: string, body: BodyOf<typeof putEndpoint>): Promise<ShiftCalendar> {
  const now = ctx.clock.now();
  const wanted = {
    shifts: body.shifts.map(tidied),
    exceptions: body.exceptions
      .map((one) => ({ ...one, shifts: one.shifts.map((shift) => ({ ...shift, days: [] })) }))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  };
  return mutate(ctx, 'shift-calendars.set', async (tx) => {
    const repo = repoOf(ctx, tx.db);
    const row = await repo.find(workspaceId);
    if (!row || !can(ctx, 'org:read', workspaceId)) throw new AppError('not_found');
    tx.allow(workspaceId);
    const before = toCalendar(workspaceId, row);
    if (before.rev !== body.rev) throw new AppError('stale_rev', { current: before });
    // Of the calendar as it came, so that the paths are those of the sender.
    const errors = calendarProblems(body).slice(0, MAX_PROBLEMS);
    if (errors.length > 0) throw new AppError('validation_failed', { errors });
    const columns = { shifts: JSON.stringify(wanted.shifts), exceptions: JSON.stringify(wanted.exceptions) };
    if (before.rev > 0 && columns.shifts === row.shifts && columns.exceptions === row.exceptions) {
      tx.unchanged();
      return before;
    }
    if (row.workspace_archived_at !== null) throw new AppError('workspace_archived');
    const by = actorId(ctx.actor);
    const done =
      before.rev === 0
        ? await repo.insert({ ...stamps(now, by), ...columns, id: ctx.ids.uuid(), workspace_id: workspaceId })
        : await repo.update(workspaceId, before.rev, columns, { at: now, by });
    const stored = toCalendar(workspaceId, (await repo.find(workspaceId))!);
    if (!done) throw new AppError('stale_rev', { current: stored });
    tx.audit(workspaceId, { workspaceId, before: before.rev === 0 ? undefined : before, after: stored });
    tx.publish({ name: 'changed', data: { entity: 'shift-calendars', id: workspaceId, workspace_id: workspaceId } });
    return stored;
  });
}
