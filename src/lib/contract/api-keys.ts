import * as z from 'zod/mini';
import { id, instant, name } from './common.ts';
import { endpoint } from './endpoint.ts';
import { SCOPES } from './scopes.ts';

/** What a service may be given: everything but people, keys and the playground, so that a key can't make more of itself. */
export const KEY_SCOPES = SCOPES.filter(
  (scope): scope is Exclude<(typeof SCOPES)[number], 'keys:manage' | 'members:manage' | 'playground'> =>
    scope !== 'keys:manage' && scope !== 'members:manage' && scope !== 'playground',
);

/** Days that a key lives at most: whoever gave it away and forgot it needn't remember. */
export const KEY_MAX_DAYS = 365;

export const apiKey = z.object({
  id,
  name: z.string(),
  /** Null = the whole organisation. */
  workspace_id: z.nullable(id),
  scopes: z.array(z.enum(SCOPES)),
  /** The end of the key, enough to tell which one it is. */
  token_hint: z.string(),
  created_at: instant,
  created_by: z.nullable(id),
  expires_at: instant,
  last_used_at: z.nullable(instant),
  revoked_at: z.nullable(instant),
});
export type ApiKey = z.infer<typeof apiKey>;

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/api-keys',
  access: 'user',
  scope: 'keys:manage',
  whole: true,
  response: z.object({ items: z.array(apiKey) }),
  summary: 'Service keys, newest first',
});

/** What somebody is told of a key that ended with its maker's access. */
export const revokedKey = z.object({ id, name: z.string(), token_hint: z.string(), last_used_at: z.nullable(instant) });

export const createApiKey = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/api-keys',
  access: 'user',
  scope: 'keys:manage',
  whole: true,
  body: z.object({
    name,
    workspace_id: z.optional(z.nullable(id)),
    scopes: z
      .array(z.enum(KEY_SCOPES as [(typeof KEY_SCOPES)[number], ...(typeof KEY_SCOPES)[number][]]))
      .check(z.minLength(1), z.maxLength(SCOPES.length)),
    // Days from now.
    expires_in_days: z.number().check(z.int(), z.gte(1), z.lte(KEY_MAX_DAYS)),
  }),
  response: z.object({ ...apiKey.shape, token: z.string() }),
  status: 201,
  summary: "A new key with some of one's own scopes, which it has as long as its maker has them; only this answer holds it",
});

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/v1/orgs/:organization_id/api-keys/:id',
  access: 'user',
  scope: 'keys:manage',
  whole: true,
  response: apiKey,
  summary: 'Revoke a key: its next request is refused',
});
