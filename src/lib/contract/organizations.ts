import * as z from 'zod/mini';
import { id, instant, listOf, listQuery, name, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { DURATION_FORMATS } from './formats.ts';

const keepDays = z.nullable(z.number().check(z.int(), z.gte(1), z.lte(36_500)));
const limit = z.nullable(z.number().check(z.int(), z.gte(1), z.lte(999_999_999)));
const sentence = z.string().check(z.trim(), z.maxLength(2_000));
const consentText = z.object({ cs: sentence, en: sentence, sk: sentence });
/** Part of an address: lower-case letters, digits, dashes inside. */
const slug = z.string().check(z.trim(), z.maxLength(48), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));

export const organization = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  /** Hash that names the logo's picture, null without one; see {@link getLogo}. */
  logo: z.nullable(z.string()),
  /** Language of mails to people who have not chosen one. */
  locale: z.enum(['cs', 'en', 'sk']),
  time_zone: z.string(),
  /** ISO day on which a week begins: 1 Monday … 7 Sunday. */
  first_day: z.number(),
  duration_format: z.enum(DURATION_FORMATS),
  /** ISO 4217, for costs. */
  currency: z.string(),
  /** Days that raw messages, readings and rollups are kept; null = for ever. */
  keep_received_days: z.nullable(z.number()),
  keep_readings_days: z.nullable(z.number()),
  keep_rollups_days: z.nullable(z.number()),
  /** Readings a minute that all loggers together may send; null = no limit. */
  ingest_quota_per_minute: z.nullable(z.number()),
  /** Megabytes a day that they may bring; null = what the installation allows, see {@link getUsage}. */
  ingest_mb_per_day: z.nullable(z.number()),
  /** Workers are shown by a pseudonym where work is measured. */
  pseudonymous_workers: z.boolean(),
  /** A standard is approved by somebody else than who reviewed it or made its readings, as far as there is anybody. */
  four_eyes: z.boolean(),
  /** Read to a person before he is observed; null = nothing. */
  consent_text: z.nullable(consentText),
  rev: z.number(),
  created_at: instant,
  updated_at: instant,
});
export type Organization = z.infer<typeof organization>;

/** Organisations that the person may choose: his own, or all of them with `access_all_orgs`. */
export const listOrganizations = endpoint({
  method: 'GET',
  path: '/v1/orgs',
  access: 'user',
  query: z.object({ ...listQuery }),
  response: listOf(z.object({ id, name: z.string(), slug: z.string() })),
  summary: 'Organisations that the person may choose, by name',
});

export const getOrganization = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id',
  access: 'user',
  scope: 'org:read',
  response: organization,
  summary: 'The organisation',
});

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/v1/orgs/:organization_id',
  access: 'user',
  scope: 'org:manage',
  whole: true,
  body: z.object({
    rev,
    name: z.optional(name),
    slug: z.optional(slug),
    locale: z.optional(z.enum(['cs', 'en', 'sk'])),
    time_zone: z.optional(z.string().check(z.maxLength(64))),
    first_day: z.optional(z.number().check(z.int(), z.gte(1), z.lte(7))),
    duration_format: z.optional(z.enum(DURATION_FORMATS)),
    currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/))),
    keep_received_days: z.optional(keepDays),
    keep_readings_days: z.optional(keepDays),
    keep_rollups_days: z.optional(keepDays),
    ingest_quota_per_minute: z.optional(limit),
    ingest_mb_per_day: z.optional(limit),
    pseudonymous_workers: z.optional(z.boolean()),
    four_eyes: z.optional(z.boolean()),
    consent_text: z.optional(z.nullable(consentText)),
  }),
  response: organization,
  summary: 'Change the organisation; a stale `rev` answers 409 with the current row',
});

/** What the loggers of the organisation brought on one day (UTC), what its files take, and what they may. */
export const usage = z.object({
  /** ISO day. */
  day: z.string(),
  bytes: z.number(),
  /** Megabytes: what is allowed in a day, and the most that an organisation may choose; null = no limit. */
  allowed_mb: z.nullable(z.number()),
  bound_mb: z.nullable(z.number()),
  /** What files take, with those taken away and not yet deleted, and the megabytes they may; null = no bound. */
  files_bytes: z.number(),
  files_bound_mb: z.nullable(z.number()),
  /** Since when nothing is taken in, because the disk is nearly full; null = it isn't. */
  disk_full_since: z.nullable(instant),
});
export type Usage = z.infer<typeof usage>;

export const getUsage = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/usage',
  access: 'user',
  scope: 'org:read',
  response: usage,
  summary: 'What loggers brought today, what files take, and what they may',
});

/** The body of the request is the picture itself; its type is read from its bytes. */
export const putLogo = endpoint({
  method: 'PUT',
  path: '/v1/orgs/:organization_id/logo',
  access: 'user',
  scope: 'org:manage',
  whole: true,
  response: organization,
  summary: 'Set the logo: the body is a picture (jpg, png, webp, gif, bmp, svg, at most 10 MB)',
});

export const deleteLogo = endpoint({
  method: 'DELETE',
  path: '/v1/orgs/:organization_id/logo',
  access: 'user',
  scope: 'org:manage',
  whole: true,
  response: organization,
  summary: 'Take the logo away',
});

export const getLogo = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/logo',
  access: 'user',
  scope: 'org:read',
  // The hash, so that an address means one picture for ever.
  query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
  response: z.unknown(),
  summary: 'The logo as WebP',
});
