import * as z from 'zod/mini';
import { id, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/** How long what channels of a sensor type measured is kept. */

/** Days; null = as the organisation says, 0 = for ever. */
const days = z.nullable(z.int().check(z.gte(0), z.lte(36_500)));
export const typeKeep = z.object({
  readings: days,
  /** Summaries of five minutes; never less than the readings. */
  fives: days,
  /** Summaries of an hour; never less than those of five minutes. */
  hours: days,
});
export type TypeKeep = z.infer<typeof typeKeep>;

const answer = z.object({
  id,
  keep: typeKeep,
  /** What holds where the type says nothing; null = for ever. */
  organization: z.object({ readings: z.nullable(z.number()), rollups: z.nullable(z.number()) }),
  rev: z.number(),
});
export type TypeRetention = z.infer<typeof answer>;

const path = '/v1/orgs/:organization_id/sensor-types/:id/retention';
const manage = { access: 'user', scope: 'org:manage', whole: true } as const;

export const getTypeRetention = endpoint({
  method: 'GET',
  path,
  ...manage,
  response: answer,
  summary: 'How long readings and summaries of a sensor type are kept',
});

export const tryTypeRetention = endpoint({
  method: 'POST',
  path: `${path}/try`,
  ...manage,
  body: z.object({ keep: typeKeep }),
  response: z.object({ readings: z.number(), fives: z.number(), hours: z.number() }),
  summary: 'How many readings and summaries would be deleted; of what lies in chunks on the edge it is an estimate. Nothing is changed',
});

export const setTypeRetention = endpoint({
  method: 'PATCH',
  path,
  ...manage,
  body: z.object({ rev, keep: typeKeep }),
  response: answer,
  summary:
    'Say how long readings and summaries of a sensor type are kept; older ones are deleted within an hour. A stale `rev` answers 409',
});
