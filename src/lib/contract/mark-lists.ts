import * as z from 'zod/mini';
import { id, listOf, listQuery, queryInstant } from './common.ts';
import { endpoint } from './endpoint.ts';
import { MARK_KINDS, mark } from './marks.ts';

/** in_force: it holds; revoked: it was taken back. */
export const MARK_STANDINGS = ['in_force', 'revoked'] as const;
export type MarkStanding = (typeof MARK_STANDINGS)[number];

/** A mark with what its channel belongs to. */
export const listedMark = z.object({ ...mark.shape, datalogger_name: z.nullable(z.string()) });
export type ListedMark = z.infer<typeof listedMark>;

export const listAllMarks = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/mark-list',
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    ...listQuery,
    workspace_id: z.optional(id),
    mark_id: z.optional(id),
    kind: z.optional(z.enum(MARK_KINDS)),
    standing: z.optional(z.enum(MARK_STANDINGS)),
    /** Those that reach into the window. */
    from: z.optional(queryInstant),
    to: z.optional(queryInstant),
  }),
  response: listOf(listedMark),
  summary:
    'Marks over readings of all loggers, also those that were taken back, page by page; q looks in reason, channel, logger and author; sort: from, created_at (latest first unless asked otherwise)',
});
