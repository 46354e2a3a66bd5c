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
