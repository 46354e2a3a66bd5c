import * as z from 'zod/mini';
import { id } from './common.ts';
import { endpoint } from './endpoint.ts';
import { ingestError } from './received-data.ts';

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
  response: ingestAnswer,
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
