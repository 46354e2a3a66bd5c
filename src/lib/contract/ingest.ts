import * as z from 'zod/mini';
import { id } from './common.ts';
import { endpoint } from './endpoint.ts';
import { ingestError } from './received-data.ts';
import { RECEIVED_STATUSES } from './received-status.ts';

/** The answer to our own JSON: `points` readings understood = new + duplicate + replaced; of the `errors` the first hundred. */
export const ingestAnswer = z.object({
  id,
  points: z.number(),
  new: z.number(),
  duplicate: z.number(),
  replaced: z.number(),
  errors: z.optional(z.array(ingestError)),
});
export type IngestAnswer = z.infer<typeof ingestAnswer>;

/**
 * The answer to a webhook: also of what could not be read or stored, since sending it again would not mend it; the body is kept. `status` says
 * what became of the message, `id` names it.
 */
export const webhookAnswer = z.object({ ...ingestAnswer.shape, status: z.enum(RECEIVED_STATUSES), id: z.nullable(id) });
export type WebhookAnswer = z.infer<typeof webhookAnswer>;

/**
 * The answer to a message of a gateway, of all its devices: in sum, and of each. quarantined: nobody said yet which logger the device is, its
 * message waits; quarantine_full: there was no room for it, it was not kept; ignored: nobody wants it.
 */
export const gatewayAnswer = z.object({
  points: z.number(),
  new: z.number(),
  duplicate: z.number(),
  replaced: z.number(),
  devices: z.array(
    z.object({
      /** Empty when the message didn't say whose it is. */
      identity: z.string(),
      status: z.enum([...RECEIVED_STATUSES, 'quarantined', 'quarantine_full', 'ignored']),
      points: z.number(),
      errors: z.optional(z.array(ingestError)),
    }),
  ),
});
export type GatewayAnswer = z.infer<typeof gatewayAnswer>;
export type DeviceAnswer = GatewayAnswer['devices'][number];

/** InfluxDB's answer to what was stored. */
const nothing = z.undefined();
const influxQuery = z.object({
  /** Unit of the timestamps, nanoseconds when left out. */
  precision: z.optional(z.enum(['ns', 'n', 'us', 'u', 'ms', 's', 'm', 'h'])),
});

/**
 * The body is read by the ingest pipeline itself, never by a schema: raw bytes are kept whatever they are. What is accepted and why a
 * row is refused is written at `decodeJson` in server/ingest/decode-json.ts. Content-Encoding gzip and deflate are undone; the
 * Content-Type doesn't matter.
 */
export const ingestJson = endpoint({
  method: 'POST',
  path: '/v1/ingest/json',
  access: 'device',
  response: ingestAnswer,
  summary: 'Readings as {"key":value}, {"ts":…,"values":{…}} or an array of either',
});

export const ingestSenml = endpoint({
  method: 'POST',
  path: '/v1/ingest/senml',
  access: 'device',
  response: z.union([ingestAnswer, gatewayAnswer]),
  summary: 'Readings as a SenML pack in JSON (RFC 8428)',
});

/** At ThingsBoard's own address, with the logger's token where it has the device's. */
export const thingsboardTelemetry = endpoint({
  method: 'POST',
  path: '/api/v1/:token/telemetry',
  access: 'device',
  response: ingestAnswer,
  summary: 'Readings as telemetry of ThingsBoard; the token stands in the address',
});

/** At the address of InfluxDB 1; the token goes as the user or the password, in the header or as `u` and `p`. */
export const influxWrite = endpoint({
  method: 'POST',
  path: '/write',
  access: 'device',
  query: influxQuery,
  response: nothing,
  status: 204,
  summary: 'Readings as line protocol, at the address of InfluxDB 1; a batch is taken whole or not at all',
});

/** At the address of InfluxDB 2; organisation and bucket say nothing. */
export const influxWriteV2 = endpoint({
  method: 'POST',
  path: '/api/v2/write',
  access: 'device',
  query: influxQuery,
  response: nothing,
  status: 204,
  summary: 'Readings as line protocol, at the address of InfluxDB 2; a batch is taken whole or not at all',
});

/** Webhook of The Things Stack v3. Only an `uplink_message` brings readings; joins and the other kinds are kept as they are. */
export const ingestTheThingsStack = endpoint({
  method: 'POST',
  path: '/v1/ingest/tts',
  access: 'device',
  response: z.union([webhookAnswer, gatewayAnswer]),
  summary: "Readings of a device of The Things Stack v3, as its webhook sends them; answered 200 also when they can't be stored",
});

/** HTTP integration of ChirpStack v4 (JSON). Only the event `up` brings readings; the others are kept as they are. */
export const ingestChirpstack = endpoint({
  method: 'POST',
  path: '/v1/ingest/chirpstack',
  access: 'device',
  query: z.object({ event: z.optional(z.string()) }),
  response: z.union([webhookAnswer, gatewayAnswer]),
  summary: "Readings of a device of ChirpStack v4, as its HTTP integration sends them; answered 200 also when they can't be stored",
});

/** The plugin write_http of collectd (Format JSON). It sends without credentials first. */
export const ingestCollectd = endpoint({
  method: 'POST',
  path: '/v1/ingest/collectd',
  access: 'device',
  response: z.union([ingestAnswer, gatewayAnswer]),
  summary: 'Readings of a host, as the plugin write_http of collectd sends them (JSON)',
});

/** Where devices of the plant reach this server. */
export const sendingAddresses = z.object({
  /** As the site is known; null where it is known to this machine only. */
  site: z.nullable(z.string()),
  /** Of this machine in its network, with the port; null where it listens to itself only. */
  machine: z.nullable(z.string()),
  /** The port that takes MQTT, on the same machine; null where none does. */
  mqtt: z.nullable(z.object({ port: z.number(), tls: z.boolean() })),
});

export const getSendingAddresses = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/sending-addresses',
  access: 'user',
  scope: 'dlog:read',
  response: sendingAddresses,
  summary: 'Addresses that devices send to',
});
