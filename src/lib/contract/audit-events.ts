import * as z from 'zod/mini';
import { id, instant, listOf, page, queryInstant } from './common.ts';
import { endpoint } from './endpoint.ts';

/** One change; `before` and `after` are the row as the API shows it, null where it was not there. */
export const auditEvent = z.object({
  id,
  at: instant,
  actor_kind: z.enum(['user', 'key', 'device', 'system']),
  actor_id: z.nullable(z.string()),
  /** Name of the person, key or logger, null when there is none any more. */
  actor_name: z.nullable(z.string()),
  /** Done by somebody who sees all organisations. */
  all_orgs: z.boolean(),
  /** `<entity>.<verb>` */
  verb: z.string(),
  entity_id: z.nullable(z.string()),
  workspace_id: z.nullable(id),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  request_id: z.nullable(z.string()),
});
export type AuditEvent = z.infer<typeof auditEvent>;

const filters = {
  entity: z.optional(z.string().check(z.regex(/^[a-z_-]{1,40}$/))),
  entity_id: z.optional(z.string().check(z.maxLength(64))),
  actor_id: z.optional(id),
  workspace_id: z.optional(id),
  all_orgs: z.optional(z.literal('1')),
  from: z.optional(queryInstant),
  to: z.optional(queryInstant),
};

export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/audit-events',
  access: 'user',
  scope: 'audit:read',
  whole: true,
  query: z.object({ ...filters, ...page }),
  response: listOf(auditEvent),
  summary: 'The audit trail, newest first',
});

export const exportAuditEvents = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/audit-events.csv',
  access: 'user',
  scope: 'audit:read',
  whole: true,
  query: z.object(filters),
  response: z.unknown(),
  summary: 'The audit trail as CSV (UTF-8 with BOM, one row for each changed field)',
});

/** Columns that every write changes and that tell nothing. */
const BOOKKEEPING = new Set(['rev', 'updated_at']);

export interface ChangedField {
  field: string;
  before: unknown;
  after: unknown;
}

const written = (value: unknown) => JSON.stringify(value ?? null);

/** Fields that a change touched, in the order of the row; `undefined` where there was no row or no such field. */
export function changedFields({ before, after }: Pick<AuditEvent, 'before' | 'after'>): ChangedField[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !BOOKKEEPING.has(field) && written(before?.[field]) !== written(after?.[field]))
    .map((field) => ({ field, before: before?.[field], after: after?.[field] }));
}
