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

/** Of tables that say something else for women and men. */
export const POINTS_SEXES = ['f', 'm'] as const;
export type PointsSex = (typeof POINTS_SEXES)[number];
export const MOST_POINTS_ROWS = 400;
export const MOST_FACTORS = 60;

const pointsRow = z.object({
  points: z.int().check(z.gte(0), z.lte(1_000)),
  /** Of the normal time. */
  percent: z.number().check(z.gte(0), z.lte(300)),
  /** Null = for everybody. */
  sex: z.nullable(z.enum(POINTS_SEXES)),
});
export type PointsRow = z.infer<typeof pointsRow>;

/** Allowances by points: the set's share for fatigue follows from it (`src/lib/domain/time-study/allowance-points.ts`). */
export const allowancePoints = z.object({
  table: z.array(pointsRow).check(z.minLength(1), z.maxLength(MOST_POINTS_ROWS)),
  /** The column of the table that counts. */
  sex: z.nullable(z.enum(POINTS_SEXES)),
  /** Personal needs are in the table's per cents. */
  with_personal: z.boolean(),
  factors: z
    .array(
      z.object({
        name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[^\p{Cc}]*$/u)),
        points: z.int().check(z.gte(0), z.lte(1_000)),
      }),
    )
    .check(z.maxLength(MOST_FACTORS)),
});
export type AllowancePoints = z.infer<typeof allowancePoints>;

export const allowanceSet = z.extend(allowanceTerms, {
  id,
  name: z.string(),
  points: z.nullable(allowancePoints),
  /** Grows with every change of its basis, shares or points. */
  version: z.number(),
  /** True until a specialist of the organisation confirmed it. */
  to_confirm: z.boolean(),
  versions: z.array(
    z.extend(allowanceTerms, {
      version: z.number(),
      made_at: instant,
      made_by: z.nullable(z.string()),
      /** The factors of that version, without its table. */
      points: z.nullable(z.pick(allowancePoints, { sex: true, with_personal: true, factors: true })),
    }),
  ),
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
  body: z.extend(allowanceTerms, {
    id: z.optional(id),
    name,
    to_confirm: z.optional(z.boolean()),
    points: z.optional(z.nullable(allowancePoints)),
  }),
  response: allowanceSet,
  status: 201,
  summary: 'Create a set of allowances; all of them together stay below the whole day. With points the share for fatigue is theirs',
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
    points: z.optional(z.nullable(allowancePoints)),
    to_confirm: z.optional(z.boolean()),
    archived: z.optional(z.boolean()),
  }),
  response: allowanceSet,
  summary: 'Change or archive a set of allowances; another basis, other shares or points make its next version',
});
