import * as z from 'zod/mini';
import { id, instant, name, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import type { Scope } from './scopes.ts';

/** Lists whose filters, order and columns may be kept under a name, and charts with their channels and time; and what reading them wants. */
export const VIEWED_LISTS = {
  charts: 'dlog:read',
  dataloggers: 'dlog:read',
  machines: 'machines:read',
  measurements: 'tm:read',
  people: 'org:read',
  recordings: 'dlog:read',
} as const satisfies Record<string, Scope>;
export type ViewedList = keyof typeof VIEWED_LISTS;
const list = z.enum(Object.keys(VIEWED_LISTS) as [ViewedList, ...ViewedList[]]);

/** Of one person in one organisation. */
export const SAVED_VIEWS_LIMIT = 200;

/** Filters and order as the address of the list says them, such as `state=offline&sort=-name`. */
const query = z.string().check(z.maxLength(2_000), z.regex(/^[^\p{Cc}?#]*$/u));
/** Columns that somebody put in, and with `-` those put out; the others are as usual. */
const columns = z.array(z.string().check(z.regex(/^-?[a-z_]{1,40}$/))).check(z.maxLength(40));

export const savedView = z.object({
  id,
  list,
  name: z.string(),
  /** The workspace whose people see it; null = only its maker. */
  workspace_id: z.nullable(id),
  query,
  columns,
  /** May the reader change it? */
  editable: z.boolean(),
  rev: z.number(),
  created_by: z.nullable(z.string()),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type SavedView = z.infer<typeof savedView>;

const path = '/v1/orgs/:organization_id/saved-views';

export const listSavedViews = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'org:read',
  query: z.object({ list: z.optional(list) }),
  response: z.object({ items: z.array(savedView) }),
  summary: "Saved views of lists: one's own, and those of the workspaces whose lists one reads",
});

export const createSavedView = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'org:read',
  body: z.object({ id: z.optional(id), list, name, workspace_id: z.optional(z.nullable(id)), query, columns: z.optional(columns) }),
  response: savedView,
  status: 201,
  summary: 'Keep filters, order and columns of a list under a name; sharing it in a workspace needs org:manage there',
});

export const getSavedView = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'org:read',
  response: savedView,
  summary: 'One saved view',
});

export const updateSavedView = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'org:read',
  body: z.object({
    rev,
    name: z.optional(name),
    workspace_id: z.optional(z.nullable(id)),
    query: z.optional(query),
    columns: z.optional(columns),
    archived: z.optional(z.boolean()),
  }),
  response: savedView,
  summary: 'Rename, share, change or delete (archived) a saved view; a stale `rev` answers 409 with the current row',
});
