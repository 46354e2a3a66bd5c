import { sql } from 'kysely';
import type { AuditEvent } from '../../contract/audit-events.ts';
import type { QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import type { listMachineHistory as historyEndpoint } from '../../contract/machines.ts';
import { auditEventsRepo, toAuditEvent } from '../audit-events/audit-events.repo.ts';
import { type Ctx, can } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { type Cursor, DEFAULT_LIMIT, keyset, pageOf, readCursor, writeCursor } from '../kernel/list.ts';
import { readableMachine, withoutLoggers } from './machines.service.ts';

interface Wanted {
  organizationId: string;
  machineId: string;
  /** Also what came to it or left it. */
  loggers: boolean;
  cursor: Cursor | null;
  limit: number;
}

/**
 * Where the changes of a machine, of its files, and of loggers and channels that came to it or left it stand in the trail, newest first.
 * Ordered by a sum, which no index has: for an order that it has, SQLite would walk the whole trail.
 */
async function positions(db: Db, { organizationId, machineId, loggers, cursor, limit }: Wanted) {
  const named = `%"machine_id":"${machineId}"%`;
  const ofLoggers = loggers
    ? sql`union all
    select e.at, e.id from audit_events as e where e.organization_id = ${organizationId}
      and e.verb in ('dataloggers.create', 'dataloggers.update', 'channels.update')
      and (coalesce(e.before, '') like ${named}) <> (coalesce(e.after, '') like ${named})`
    : sql``;
  const { after, by } = keyset('x.at + 0', 'x.id', { cursor, descending: true });
  const { rows } = await sql<{ at: number; id: string }>`select x.at, x.id from (
    select e.at, e.id from audit_events as e where e.organization_id = ${organizationId} and e.entity_id = ${machineId}
    union all
    select e.at, e.id from files as f cross join audit_events as e
      where f.organization_id = ${organizationId} and f.entity = 'machines' and f.entity_id = ${machineId}
        and e.organization_id = ${organizationId} and e.entity_id = f.id
    ${ofLoggers}
    ) as x where ${after} order by ${by} limit ${limit}`.execute(db);
  return rows;
}

const SHOWN = ['name', 'key', 'machine_id'] as const;
type Values = AuditEvent['before'];

/** Of loggers and channels only which they are; of the machine's own loggers nothing for those who don't read loggers. */
function shown(event: AuditEvent, loggers: boolean): AuditEvent {
  const ofLogger = /^(dataloggers|channels)\./.test(event.verb);
  if (!ofLogger && (loggers || !event.verb.startsWith('machines.'))) return event;
  const cut = (row: Values): Values => {
    if (row === null) return row;
    return ofLogger ? Object.fromEntries(SHOWN.flatMap((key) => (key in row ? [[key, row[key]]] : []))) : withoutLoggers(row);
  };
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
    const { workspace_id } = await readableMachine(ctx, db, id);
    const loggers = can(ctx, 'dlog:read', workspace_id);
    const found = await positions(db, { organizationId: ctx.organization.id, machineId: id, loggers, cursor, limit: limit + 1 });
    const { rows, next_cursor } = pageOf(found, limit, (row) => writeCursor(row.at, row.id));
    const events = await auditEventsRepo({ db, organization_id: ctx.organization.id }).listByIds(rows.map((row) => row.id));
    const byId = new Map(events.map((event) => [event.id, event]));
    return { items: rows.flatMap((row) => byId.get(row.id) ?? []).map((row) => shown(toAuditEvent(row), loggers)), next_cursor };
  });
}
