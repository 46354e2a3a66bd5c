import * as z from 'zod/mini';
import { revokedKey } from './api-keys.ts';
import { id, instant, listOf, listQuery, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { ORGANIZATION_ROLES, WORKSPACE_ROLES } from './scopes.ts';

/** Roles of one person: in force in the whole organisation, and in single workspaces. */
export const roleSet = z.object({
  organization: z.array(z.enum(ORGANIZATION_ROLES)).check(z.maxLength(ORGANIZATION_ROLES.length)),
  workspaces: z
    .array(
      z.object({ workspace_id: id, roles: z.array(z.enum(WORKSPACE_ROLES)).check(z.minLength(1), z.maxLength(WORKSPACE_ROLES.length)) }),
    )
    .check(z.maxLength(500)),
});
export type RoleSet = z.infer<typeof roleSet>;

/** A person of the organisation; `id` is the user's. The e-mail is null for readers who don't manage members. */
export const person = z.object({
  id,
  name: z.string(),
  email: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  roles: roleSet,
  /** When the person last got an access token, null for never. */
  last_active_at: z.nullable(instant),
  rev: z.number(),
  created_at: instant,
  deactivated_at: z.nullable(instant),
});
export type Person = z.infer<typeof person>;

export const listPeople = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/people',
  access: 'user',
  scope: 'org:read',
  query: z.object({
    ...listQuery,
    // Only those with a role in this workspace (an organisation's role counts in each).
    workspace_id: z.optional(id),
    role: z.optional(z.enum([...ORGANIZATION_ROLES, ...WORKSPACE_ROLES])),
    // Default: active ones only.
    state: z.optional(z.enum(['active', 'deactivated', 'all'])),
  }),
  response: listOf(person),
  summary: 'People of the organisation with their roles; sort: name, created_at',
});

export const getPerson = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/people/:id',
  access: 'user',
  scope: 'org:read',
  response: person,
  summary: 'One person',
});

export const updatePerson = endpoint({
  method: 'PATCH',
  path: '/v1/orgs/:organization_id/people/:id',
  access: 'user',
  scope: 'members:manage',
  body: z.object({ rev, roles: z.optional(roleSet), deactivated: z.optional(z.boolean()) }),
  response: z.object({ ...person.shape, revoked_keys: z.optional(z.array(revokedKey)) }),
  summary:
    'Change roles, deactivate (which revokes the keys that the person made: `revoked_keys`) or bring back; the last owner stays (409 last_owner); only owners make owners',
});

export const getPersonAvatar = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/people/:id/avatar',
  access: 'user',
  scope: 'org:read',
  query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
  response: z.unknown(),
  summary: 'The picture of a person as WebP',
});
