import type { AuditEvent, exportAuditEvents as exportEndpoint, listAuditEvents as listEndpoint } from '../../contract/audit-events.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import { type Ctx, can } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { DEFAULT_LIMIT, momentAsked, pageOf, readableWorkspaces, readCursor, writeCursor } from '../kernel/list.ts';
import { longRead } from '../kernel/long-read.ts';
import { CSV_HEAD, csvLines } from './audit-events.csv.ts';
import { type AuditEventRow, type AuditFilter, auditEventsRepo, toAuditEvent } from './audit-events.repo.ts';

/** Changes of one read of the export: what of the trail is in memory at once. */
const EXPORT_PAGE = 500;

/** @throws AppError validation_failed */
function filterOf(ctx: Ctx, query: QueryOf<typeof exportEndpoint>): AuditFilter {
  const readable = readableWorkspaces(ctx, query.workspace_id, 'audit:read');
  return {
    workspaces: readable,
    entity: query.entity,
    entity_id: query.entity_id,
    actor_id: query.actor_id,
    all_orgs: query.all_orgs === '1',
    from: momentAsked(query, 'from'),
    to: momentAsked(query, 'to'),
  };
}

/** E-mails stand in rows of people and invitations, and are only for those who manage members. */
const withoutEmail = (row: Record<string, unknown> | null) => (row && 'email' in row ? { ...row, email: null } : row);
const shownTo =
  (ctx: Ctx) =>
  (row: AuditEventRow): AuditEvent => {
    const event = toAuditEvent(row);
    if (can(ctx, 'members:manage')) return event;
    return { ...event, before: withoutEmail(event.before), after: withoutEmail(event.after) };
  };

const cursorOf = (row: AuditEventRow) => writeCursor(row.at, row.id);

/** @throws AppError validation_failed for a moment that is none or a damaged cursor */
export async function listAuditEvents(
  ctx: Ctx,
  query: QueryOf<typeof listEndpoint>,
): Promise<{ items: AuditEvent[]; next_cursor: string | null }> {
  const filter = filterOf(ctx, query);
  const cursor = readCursor(query.cursor, 'number', 'string');
  const limit = query.limit ?? DEFAULT_LIMIT;
  const read = (db: Db) => auditEventsRepo({ db, organization_id: ctx.organization.id }).list(filter, { cursor, limit: limit + 1 });
  // By moment the trail has an index; anything else is looked for change by change.
  const looks =
    filter.entity !== undefined ||
    filter.entity_id !== undefined ||
    filter.actor_id !== undefined ||
    filter.all_orgs ||
    filter.workspaces !== 'all';
  const found = await (looks ? longRead(ctx, read) : ctx.db.read(ctx.organization.id, read));
  const { rows, next_cursor } = pageOf(found, limit, cursorOf);
  return { items: rows.map(shownTo(ctx)), next_cursor };
}

/**
 * The trail as CSV, read page by page as the reader takes it; it ends when he goes. The first page is read before anything is sent, so
 * that a refusal is still an answer.
 * @throws AppError validation_failed, over_read_budget
 */
export async function exportAuditEvents(ctx: Ctx, query: QueryOf<typeof exportEndpoint>): Promise<ReadableStream<Uint8Array>> {
  const filter = filterOf(ctx, query);
  const show = shownTo(ctx);
  const read = (cursor: string | undefined) =>
    longRead(ctx, (db) =>
      auditEventsRepo({ db, organization_id: ctx.organization.id }).list(filter, {
        cursor: readCursor(cursor, 'number', 'string'),
        limit: EXPORT_PAGE + 1,
      }),
    );
  const encoder = new TextEncoder();
  let found: AuditEventRow[] | null = await read(undefined);
  let next: string | undefined;
  let head = CSV_HEAD;
  return new ReadableStream(
    {
      async pull(controller) {
        const { rows, next_cursor } = pageOf(found ?? (await read(next)), EXPORT_PAGE, cursorOf);
        found = null;
        controller.enqueue(encoder.encode(head + rows.map((row) => csvLines(show(row), row.workspace_name)).join('')));
        head = '';
        if (next_cursor === null) controller.close();
        else next = next_cursor;
      },
    },
    { highWaterMark: 0 },
  );
}
