import * as z from 'zod/mini';
import { id, instant, listOf, listQuery, readingValue, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/** How messages of a gateway name a device; `tag`: a tag of line protocol; `base_name`: of SenML;
 * `topic`: a level of the topic of MQTT. `none`: what came with them couldn't be read, so nobody knows whose it is. */
export const IDENTITY_KINDS = ['dev_eui', 'host', 'tag', 'base_name', 'topic', 'none'] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** waiting: nobody decided yet, its messages are in quarantine; assigned: it is a logger; ignored: its messages are not kept. */
export const IDENTITY_STATES = ['waiting', 'assigned', 'ignored'] as const;
export type IdentityState = (typeof IDENTITY_STATES)[number];

/** A device that sends through a gateway. */
export const deviceIdentity = z.object({
  id,
  workspace_id: id,
  gateway_id: id,
  gateway_name: z.string(),
  kind: z.enum(IDENTITY_KINDS),
  identity: z.string(),
  /** What the network server calls it. */
  label: z.nullable(z.string()),
  state: z.enum(IDENTITY_STATES),
  datalogger_id: z.nullable(id),
  datalogger_name: z.nullable(z.string()),
  /** Messages in quarantine, and those for which there was no room. */
  waiting: z.number(),
  /** Days that they are kept there. */
  quarantine_days: z.number(),
  refused: z.number(),
  first_seen_at: instant,
  /** The newest message that was put into quarantine. */
  last_seen_at: instant,
  /** The way in of the newest message in quarantine, and some of the values that it brought. */
  door: z.nullable(z.string()),
  preview: z.array(z.object({ key: z.string(), value: readingValue })),
  rev: z.number(),
});
export type DeviceIdentity = z.infer<typeof deviceIdentity>;

const path = '/v1/orgs/:organization_id/device-identities';

export const listDeviceIdentities = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'dlog:read',
  query: z.object({
    ...listQuery,
    workspace_id: z.optional(id),
    gateway_id: z.optional(id),
    state: z.optional(z.enum(IDENTITY_STATES)),
  }),
  response: listOf(deviceIdentity),
  summary: 'Devices of gateways, the newest first; q looks in identity and label',
});

export const removeDeviceIdentity = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  response: z.object({ id }),
  summary: 'Forget a device with what waits of it; its logger keeps what it has. When the device sends again, it waits as an unknown one',
});

export const updateDeviceIdentity = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'dlog:write',
  body: z.object({
    rev,
    state: z.enum(IDENTITY_STATES),
    /** Of an assigned one only: a logger of the same workspace. */
    datalogger_id: z.optional(z.nullable(id)),
  }),
  response: deviceIdentity,
  summary:
    'Assign a device to a logger, ignore it, or let it wait again. Assigning processes what waited, in order and with its times of receipt; ignoring deletes it',
});
