import * as z from 'zod/mini';
import { id, instant, listOf, listQuery, name, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

const code = z.nullable(z.string().check(z.trim(), z.maxLength(40), z.regex(/^[^\p{Cc}]*$/u)));
const description = z.string().check(z.trim(), z.maxLength(2_000));
const timeZone = z.string().check(z.minLength(1), z.maxLength(64));

export const workspace = z.object({
  id,
  name: z.string(),
  code: z.nullable(z.string()),
  description: z.string(),
  /** IANA zone in which its days and shifts are counted. */
  time_zone: z.string(),
  datalogger_count: z.number(),
  machine_count: z.number(),
  /** People with a role in this workspace. */
  member_count: z.number(),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type Workspace = z.infer<typeof workspace>;

export const listWorkspaces = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/workspaces',
  access: 'user',
  scope: 'org:read',
  // 1 = the archived ones too.
  query: z.object({ ...listQuery, archived: z.optional(z.enum(['0', '1'])) }),
  response: listOf(workspace),
  summary: 'Workspaces of the organisation; sort: name, code, created_at',
});

export const createWorkspace = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/workspaces',
  access: 'user',
  scope: 'org:manage',
  whole: true,
  body: z.object({
    id: z.optional(id),
    name,
    code: z.optional(code),
    description: z.optional(description),
    time_zone: z.optional(timeZone),
  }),
  response: workspace,
  status: 201,
  summary: "Create a workspace; without a zone it takes the organisation's",
});

export const getWorkspace = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/workspaces/:id',
  access: 'user',
  scope: 'org:read',
  response: workspace,
  summary: 'One workspace',
});

export const updateWorkspace = endpoint({
  method: 'PATCH',
  path: '/v1/orgs/:organization_id/workspaces/:id',
  access: 'user',
  scope: 'org:manage',
  body: z.object({
    rev,
    name: z.optional(name),
    code: z.optional(code),
    description: z.optional(description),
    time_zone: z.optional(timeZone),
    archived: z.optional(z.boolean()),
  }),
  response: workspace,
  summary: 'Change or archive a workspace; a stale `rev` answers 409 with the current row',
});
