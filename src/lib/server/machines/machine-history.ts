import { sql } from 'kysely';
import type { AuditEvent } from '../../contract/audit-events.ts';
import type { QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import type { listMachineHistory as historyEndpoint } from '../../contract/machines.ts';
import { auditEventsRepo, toAuditEvent } from '../audit-events/audit-events.repo.ts';
import type { Ctx } from '../context.ts';
import type { Db } from '../db/database.ts';
import { after, type Cursor, DEFAULT_LIMIT, pageOf, readCursor, writeCursor } from '../list.ts';
import { readableMachine } from './machines.service.ts';

/**
 * Where the changes of a machine, of its files, and of loggers and channels that came to it or left it stand in the trail, newest first.
 * Ordered by a sum, which no index has: for an order that it has, SQLite would walk the whole trail.
 */
async function positions(db: Db, organizationId: string, machineId: string, cursor: Cursor | null, limit: number) {
  const named = `%"machine_id":"${machineId}"%`;
  const beyond = cursor ? sql`where ${after(sql`x.at`, 'x.id', cursor, true)}` : sql``;
  const { rows } = await sql<{ at: number; id: string }>`select x.at, x.id from (
    select e.at, e.id from audit_events as e where e.organization_id = ${organizationId} and e.entity_id = ${machineId}
    union all
    select e.at, e.id from files as f cross join audit_events as e
      where f.organization_id = ${organizationId} and f.entity = 'machines' and f.entity_id = ${machineId}
        and e.organization_id = ${organizationId} and e.entity_id = f.id
    union all
    select e.at, e.id from audit_events as e where e.organization_id = ${organizationId}
      and e.verb in ('dataloggers.create', 'dataloggers.update', 'channels.update')
      and (coalesce(e.before, '') like ${named}) <> (coalesce(e.after, '') like ${named})
    ) as x ${beyond} order by x.at + 0 desc, x.id desc limit ${limit}`.execute(db);
  return rows;
}

const SHOWN = ['name', 'key', 'machine_id'] as const;
type Values = AuditEvent['before'];

/** Of loggers and channels only which they are: whoever sees the machine needn't see them. */
function shown(event: AuditEvent): AuditEvent {
  if (!/^(dataloggers|channels)\./.test(event.verb)) return event;
  const cut = (row: Values): Values => row && Object.fromEntries(SHOWN.flatMap((key) => (key in row ? [[key, row[key]]] : [])));
  return { ...event, before: cut(event.before), after: cut(event.after) };
}

/** @throws AppError not_found, validation_failed (a damaged cursor) */
export async function listMachineHistory(
  ctx: Ctx,
  id: string,
  query: QueryOf<typeof historyEndpoint>,
): Promise<ResponseOf<typeof historyEndpoint>> {
  const cursor = readCursor(query.cursor, 'number', 'string');
  const limit = query.limit ?? DEFAULT_LIMIT;
  return ctx.db.read(ctx.organization.id, async (db) => {
    await readableMachine(ctx, db, id);
    const found = await positions(db, ctx.organization.id, id, cursor, limit + 1);
    const { rows, next_cursor } = pageOf(found, limit, (row) => writeCursor(row.at, row.id));
    const events = await auditEventsRepo({ db, organization_id: ctx.organization.id }).listByIds(rows.map((row) => row.id));
    const byId = new Map(events.map((event) => [event.id, event]));
    return { items: rows.flatMap((row) => byId.get(row.id) ?? []).map((row) => shown(toAuditEvent(row))), next_cursor };
  });
}
