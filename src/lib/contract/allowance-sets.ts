import * as z from 'zod/mini';
import { id, instant, listOf, listQuery, name, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

export const ALLOWANCE_BASES = ['job', 'workday'] as const;

/** A part of one; the whole day can't be allowance. */
const share = z.number().check(z.gte(0), z.lte(0.9));

/** Parts of one: 0.05 is 5 %. */
export const allowanceShares = z.object({ personal: share, fatigue: share, contingency: share, interference: share });
export type AllowanceShares = z.infer<typeof allowanceShares>;

/** What is added to normal times. */
export const allowanceTerms = z.object({
  /** job: ST = NT × (1 + A); workday: ST = NT ÷ (1 − A). */
  basis: z.enum(ALLOWANCE_BASES),
  shares: allowanceShares,
});

export const allowanceSet = z.extend(allowanceTerms, {
  id,
  name: z.string(),
  /** Grows with every change of its basis or shares. */
  version: z.number(),
  /** True until a specialist of the organisation confirmed it. */
  to_confirm: z.boolean(),
  versions: z.array(z.extend(allowanceTerms, { version: z.number(), made_at: instant, made_by: z.nullable(z.string()) })),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type AllowanceSet = z.infer<typeof allowanceSet>;

const path = '/v1/orgs/:organization_id/allowance-sets';

export const listAllowanceSets = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'tm:read',
  query: z.object({ ...listQuery, archived: z.optional(z.enum(['0', '1'])) }),
  response: listOf(allowanceSet),
  summary: 'Sets of allowances of the organisation; sort: name, created_at',
});

export const createAllowanceSet = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'tm:write',
  whole: true,
  body: z.extend(allowanceTerms, { id: z.optional(id), name, to_confirm: z.optional(z.boolean()) }),
  response: allowanceSet,
  status: 201,
  summary: 'Create a set of allowances; all of them together stay below the whole day',
});

export const getAllowanceSet = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'tm:read',
  response: allowanceSet,
  summary: 'One set of allowances with its versions',
});

export const updateAllowanceSet = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'tm:write',
  whole: true,
  body: z.object({
    rev,
    name: z.optional(name),
    basis: z.optional(z.enum(ALLOWANCE_BASES)),
    shares: z.optional(allowanceShares),
    to_confirm: z.optional(z.boolean()),
    archived: z.optional(z.boolean()),
  }),
  response: allowanceSet,
  summary: 'Change or archive a set of allowances; another basis or other shares make its next version',
});
