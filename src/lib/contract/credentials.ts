import * as z from 'zod/mini';
import { id, instant } from './common.ts';
import { endpoint } from './endpoint.ts';

/** A logger's token as it may be shown again: never the token, only its first characters. */
export const credential = z.object({
  id,
  datalogger_id: id,
  label: z.nullable(z.string()),
  token_hint: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
  revoked_at: z.nullable(instant),
});
export type Credential = z.infer<typeof credential>;

export const listCredentials = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/dataloggers/:id/credentials',
  access: 'user',
  scope: 'dlog:read',
  response: z.object({ items: z.array(credential) }),
  summary: "A logger's tokens, revoked ones too",
});

export const createCredential = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/dataloggers/:id/credentials',
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ label: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(80), z.regex(/^[^\p{Cc}]*$/u)))) }),
  response: z.object({ ...credential.shape, token: z.string() }),
  status: 201,
  summary: 'Create a token; this answer is the only place that ever shows it',
});

export const revokeCredential = endpoint({
  method: 'DELETE',
  path: '/v1/orgs/:organization_id/dataloggers/:id/credentials/:credential_id',
  access: 'user',
  scope: 'dlog:write',
  response: credential,
  summary: 'Revoke a token; a logger that uses it is refused from then on',
});
