import * as z from 'zod/mini';
import { allowanceShares, allowanceTerms } from './allowance-sets.ts';
import { id, instant, listOf, listQuery, name, rev } from './common.ts';
import { endpoint } from './endpoint.ts';

/** A standard as it is stored; `draft` is what is computed now and nobody reviewed. */
export const STANDARD_STATES = ['draft', 'reviewed', 'approved', 'superseded'] as const;
export type StandardState = (typeof STANDARD_STATES)[number];

/** How far the standard of an operation has come, as lists are narrowed by it. */
export const STANDARD_STEPS = ['waiting', 'approved', 'none'] as const;
export type StandardStep = (typeof STANDARD_STEPS)[number];

/** Measurements that make one study of an operation. */
export const MOST_STUDIED = 50;

const oneLine = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u));
const count = z.int().check(z.gte(1), z.lte(10_000));

/** How an element of an operation is counted. */
export const elementSettings = z.object({
  activity_id: id,
  /** a: how often it comes … */
  occurrences: count,
  /** … b: in so many cycles. */
  cycles: count,
  /** Its rating is 100 whatever was tapped. */
  machine_paced: z.boolean(),
  /** The machine element during which it is done; null = external. */
  within: z.nullable(id),
  /** Where it ends. */
  break_point: z.nullable(oneLine(200)),
  /** Its own allowances instead of the set's. */
  shares: z.nullable(allowanceShares),
});
export type ElementSettings = z.infer<typeof elementSettings>;

/** What a standard is computed by beside the taps. */
export const standardParameters = z.object({
  unit: z.string(),
  pieces_per_cycle: z.number(),
  setup_s: z.number(),
  batch: z.number(),
  shift_h: z.number(),
  elements: z.array(elementSettings),
  allowances: z.nullable(z.extend(allowanceTerms, { set_id: id, name: z.string(), version: z.number(), to_confirm: z.boolean() })),
});
export type StandardParameters = z.infer<typeof standardParameters>;

const shares = z.object({ personal: z.number(), fatigue: z.number(), contingency: z.number(), interference: z.number() });
/** Seconds for one piece. */
export const cardElement = z.object({
  activity_id: id,
  name: z.string(),
  color: z.number(),
  machine_paced: z.boolean(),
  occurrences: z.number(),
  cycles: z.number(),
  within: z.nullable(id),
  n: z.number(),
  /** Readings that a person left out, and those of manual work that nobody rated: they count as 100. */
  excluded: z.number(),
  unrated: z.number(),
  mean: z.number(),
  rating: z.nullable(z.number()),
  /** A part of one; null for fewer than two readings. */
  precision: z.nullable(z.number()),
  required: z.nullable(z.number()),
  /** Normal time of one occurrence. */
  normal: z.number(),
  per_piece: z.number(),
  allowances: shares,
  standard: z.number(),
  /** False where a longer element at the same time hides it. */
  counts: z.boolean(),
});
export type StandardElement = z.infer<typeof cardElement>;

export const standardCard = z.object({
  elements: z.array(cardElement),
  normal: z.number(),
  allowances: shares,
  standard: z.number(),
  pieces_per_hour: z.number(),
  pieces_per_shift: z.number(),
  /** Seconds for a batch, with allowances. */
  setup: z.number(),
  /** Seconds for an order of one batch. */
  order: z.number(),
  /** Seconds; `kc` is a factor. */
  czech: z.object({ ta1: z.number(), ta3: z.number(), kc: z.number(), tac: z.number(), tbc: z.number() }),
  refa: z.object({ tg: z.number(), ter: z.number(), tv: z.number(), te: z.number(), tr: z.number() }),
});
export type StandardCard = z.infer<typeof standardCard>;

/** A measurement that a standard was made of, as far as it had come. */
const source = z.object({ measurement_id: id, name: z.string(), day: z.string(), taps: z.number() });

const computed = {
  /** SHA-256, see docs/decisions. */
  hash: z.string(),
  /** Version of the formulas. */
  formula: z.string(),
  card: standardCard,
  parameters: standardParameters,
  sources: z.array(source),
};

export const standardVersion = z.object({
  ...computed,
  version: z.number(),
  state: z.enum(STANDARD_STATES),
  reviewed_at: instant,
  reviewed_by: z.nullable(z.string()),
  review_note: z.nullable(z.string()),
  approved_at: z.nullable(instant),
  approved_by: z.nullable(z.string()),
  statement: z.nullable(z.string()),
  superseded_at: z.nullable(instant),
});
export type StandardVersion = z.infer<typeof standardVersion>;

/** Seconds for one piece; null where the element is missing. */
export const elementDifference = z.object({
  activity_id: id,
  name: z.string(),
  before: z.nullable(z.number()),
  after: z.nullable(z.number()),
  difference: z.number(),
});
export type ElementDifference = z.infer<typeof elementDifference>;

export const operationStandard = z.object({
  /** What is computed now and differs from the newest version; null = it is the same, or there are no readings. */
  draft: z.nullable(
    z.object({
      ...computed,
      version: z.number(),
      /** Against the approved version; null = there is none. */
      differences: z.nullable(z.array(elementDifference)),
    }),
  ),
  /** The newest first. */
  versions: z.array(standardVersion),
  /** The reviewed version waits for another person than the asker: he reviewed it, or made its readings. */
  wants_another: z.boolean(),
  /** Finished measurements beyond {@link MOST_STUDIED}, the newest ones: no version counts with them. */
  left_out: z.number(),
  /** Activities of the study that have no reading that counts. */
  without_readings: z.array(z.object({ activity_id: id, name: z.string() })),
  /** How often elements were seen in how many cycles, on so many lanes of measurements; where nobody marked cycles nothing is known. */
  frequencies: z.array(z.object({ activity_id: id, name: z.string(), seen: z.number(), cycles: z.number(), lanes: z.number() })),
});
export type OperationStandard = z.infer<typeof operationStandard>;

/** What some measurements of an operation give alone, with its parameters. */
export const studyCard = z.object({ card: z.nullable(standardCard), parameters: standardParameters, sources: z.array(source) });
export type StudyCard = z.infer<typeof studyCard>;

export const operation = z.object({
  id,
  workspace_id: id,
  code: z.string(),
  name: z.string(),
  product: z.nullable(z.string()),
  machine_id: z.nullable(id),
  machine_name: z.nullable(z.string()),
  unit: z.string(),
  pieces_per_cycle: z.number(),
  /** Set-up of a batch, seconds without allowances. */
  setup_s: z.number(),
  /** Pieces in a batch. */
  batch: z.number(),
  shift_h: z.number(),
  allowance_set_id: z.nullable(id),
  elements: z.array(elementSettings),
  note: z.nullable(z.string()),
  measurement_count: z.number(),
  /** The approved version that is in force; `standard` is seconds for one piece. */
  active: z.nullable(z.object({ version: z.number(), standard: z.number(), approved_at: instant })),
  /** The version that is reviewed and waits for its approval. */
  waiting: z.nullable(z.object({ version: z.number(), standard: z.number(), reviewed_at: instant })),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
  archived_at: z.nullable(instant),
});
export type Operation = z.infer<typeof operation>;

const amount = (max: number) => z.number().check(z.gt(0), z.lte(max));
const fields = {
  product: z.optional(z.nullable(oneLine(200))),
  machine_id: z.optional(z.nullable(id)),
  unit: z.optional(oneLine(20)),
  pieces_per_cycle: z.optional(amount(100_000)),
  setup_s: z.optional(z.number().check(z.gte(0), z.lte(10_000_000))),
  batch: z.optional(amount(10_000_000)),
  shift_h: z.optional(amount(24)),
  allowance_set_id: z.optional(z.nullable(id)),
  elements: z.optional(
    z.array(elementSettings).check(
      z.maxLength(200),
      z.refine((list) => new Set(list.map(({ activity_id }) => activity_id)).size === list.length),
    ),
  ),
  note: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(4_000)))),
};
const path = '/v1/orgs/:organization_id/operations';

export const listOperations = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'tm:read',
  query: z.object({
    ...listQuery,
    workspace_id: z.optional(id),
    machine_id: z.optional(id),
    // waiting = reviewed and not approved yet, approved = a version is in force, none = no version at all.
    standard: z.optional(z.enum(STANDARD_STEPS)),
    // 1 = the archived ones too.
    archived: z.optional(z.enum(['0', '1'])),
  }),
  response: listOf(operation),
  summary: 'Operations; sort: code, name, created_at',
});

export const createOperation = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'tm:write',
  body: z.object({ id: z.optional(id), workspace_id: id, code: oneLine(40), name, ...fields }),
  response: operation,
  status: 201,
  summary: 'Create an operation; repeated with the same id it answers as the first time',
});

export const getOperation = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  access: 'user',
  scope: 'tm:read',
  response: operation,
  summary: 'One operation',
});

export const updateOperation = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'tm:write',
  body: z.object({ rev, code: z.optional(oneLine(40)), name: z.optional(name), ...fields, archived: z.optional(z.boolean()) }),
  response: operation,
  summary: 'Change or archive an operation; approved standards stay as they are. A stale `rev` answers 409',
});

export const getOperationStandard = endpoint({
  method: 'GET',
  path: `${path}/:id/standard`,
  access: 'user',
  scope: 'tm:read',
  response: operationStandard,
  summary: 'The versions of an operation’s standard, and what its readings give now where that is something else',
});

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

export const getStudyCard = endpoint({
  method: 'GET',
  path: `${path}/:id/standard/study`,
  access: 'user',
  scope: 'tm:read',
  query: z.object({
    /** Ids of finished measurements of the operation, with commas between. */
    measurements: z.string().check(z.maxLength(MOST_STUDIED * 37 - 1), z.regex(new RegExp(`^${uuid}(,${uuid})*$`))),
  }),
  response: studyCard,
  summary: 'What some measurements of an operation give alone, so that before and after can be compared; nothing is stored',
});

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const words = z.optional(z.string().check(z.trim(), z.maxLength(500)));

export const reviewStandard = endpoint({
  method: 'POST',
  path: `${path}/:id/standard/review`,
  access: 'user',
  scope: 'tm:write',
  body: z.object({ rev, hash, note: words }),
  response: operationStandard,
  summary: 'Keep the draft as it was seen, so that it can be approved; another one than was seen answers 409',
});

export const approveStandard = endpoint({
  method: 'POST',
  path: `${path}/:id/standard/approve`,
  access: 'user',
  scope: 'tm:approve',
  body: z.object({ rev, hash, statement: words }),
  response: operationStandard,
  summary:
    'Approve the reviewed version and lock it; the one before it is superseded. Without a reviewed one, when readings changed, or where another person has to do it, 409',
});

export const returnStandard = endpoint({
  method: 'POST',
  path: `${path}/:id/standard/return`,
  access: 'user',
  scope: 'tm:write',
  body: z.object({ rev }),
  response: operationStandard,
  summary: 'Take the reviewed version back to the draft; without one 409',
});
