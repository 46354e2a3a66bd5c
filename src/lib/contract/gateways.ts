import * as z from 'zod/mini';
import { id, instant } from './common.ts';
import { endpoint } from './endpoint.ts';

/**
 * A way in for many devices at once: a network server, a collector or a relay with a token of its own. Each of its messages names its
 * devices, see device-identities.ts. The token is never shown again, only its first characters.
 */
export const gateway = z.object({
  id,
  workspace_id: id,
  name: z.string(),
  token_hint: z.string(),
  /** The tag of line protocol whose value names a device. */
  line_tag: z.string(),
  /** The level of an MQTT topic behind `taktlog/FORMAT/` that names a device; 0 = the message itself does. */
  topic_level: z.number(),
  /** Days that messages of unknown devices wait in quarantine. */
  quarantine_days: z.number(),
  /** Devices that wait for a decision, and those that have a logger. */
  waiting_count: z.number(),
  assigned_count: z.number(),
  /** Messages of unknown devices for which there was no room. */
  refused_count: z.number(),
  created_at: instant,
  /** To the minute. */
  last_used_at: z.nullable(instant),
  revoked_at: z.nullable(instant),
});
export type Gateway = z.infer<typeof gateway>;

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(80), z.regex(/^[^\p{Cc}]*$/u));
const settings = {
  line_tag: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(/^[^\p{Cc}]*$/u))),
  topic_level: z.optional(z.int().check(z.gte(0), z.lte(8))),
  quarantine_days: z.optional(z.int().check(z.gte(1), z.lte(365))),
};
const path = '/v1/orgs/:organization_id/gateways';

export const listGateways = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({ workspace_id: z.optional(id) }),
  response: z.object({ items: z.array(gateway) }),
  summary: 'Gateways, newest first, revoked ones too; the newest 500',
});

export const createGateway = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ workspace_id: id, name, ...settings }),
  response: z.object({ ...gateway.shape, token: z.string() }),
  status: 201,
  summary: 'Create a gateway with its token; this answer is the only place that ever shows it',
});

export const updateGateway = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({ name: z.optional(name), ...settings }),
  response: gateway,
  summary: 'Change the name of a gateway, or how its messages name their devices',
});

export const revokeGateway = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  response: gateway,
  summary: 'Revoke the token of a gateway; its devices stay as they are',
});
