import type { OrganizationPatch } from '../../lib/client/organizations/organization.store.ts';
import type { Locale } from '../../lib/constants.ts';
import { type Organization, updateOrganization } from '../../lib/contract/organizations.ts';

/** The sentence that is read to an observed person: a field for each language. */
export const CONSENTS = { consent_cs: 'cs', consent_en: 'en', consent_sk: 'sk' } as const satisfies Record<string, Locale>;
export type ConsentField = keyof typeof CONSENTS;

/** The settings as a form holds them. */
export type Values = Required<Omit<OrganizationPatch, 'consent_text'>> & Record<ConsentField, string>;

export const FIELDS = [
  'name',
  'slug',
  'locale',
  'time_zone',
  'first_day',
  'duration_format',
  'currency',
  'keep_received_days',
  'keep_readings_days',
  'keep_rollups_days',
  'ingest_mb_per_day',
  'ingest_quota_per_minute',
  'pseudonymous_workers',
  'four_eyes',
] as const satisfies readonly Exclude<keyof Values, ConsentField>[];

export const valuesOf = (row: Organization): Values => {
  const consents = Object.entries(CONSENTS).map(([field, locale]) => [field, row.consent_text?.[locale] ?? '']);
  return Object.fromEntries([...FIELDS.map((field) => [field, row[field]]), ...consents]) as Values;
};

/** The change as the API takes it: the three sentences are one value, without any of them there is none. */
export function patchOf(patch: { [K in keyof Values]?: Values[K] | null }, row: Organization): OrganizationPatch {
  const fields = Object.entries(patch).filter(([field]) => !(field in CONSENTS));
  const rest = Object.fromEntries(fields) as OrganizationPatch;
  if (fields.length === Object.keys(patch).length) return rest;
  const values = { ...valuesOf(row), ...patch };
  const text = { cs: values.consent_cs ?? '', en: values.consent_en ?? '', sk: values.consent_sk ?? '' };
  return { ...rest, consent_text: Object.values(text).some((sentence) => sentence.trim() !== '') ? text : null };
}

export const RULES = {
  name: 'required|max:200',
  slug: { required: true, max: 48, regex: /^[a-z0-9]+(-[a-z0-9]+)*$/ },
};

/** Are the rollups kept shorter than the readings they stand for? null = for ever. */
export const rollupsTooShort = ({ keep_readings_days: readings, keep_rollups_days: rollups }: Values): boolean =>
  rollups !== null && (readings === null || rollups < readings);

/** The change as it will be sent, and what the server asks of it beyond its shape. */
export const schema = {
  safeParse(given: unknown) {
    const values = given as Values;
    const parsed = updateOrganization.body.safeParse({ ...values, rev: 0 });
    if (!parsed.success || !rollupsTooShort(values)) return parsed;
    const least = values.keep_readings_days === null ? {} : { minimum: values.keep_readings_days, origin: 'number' };
    return { success: false as const, error: { issues: [{ path: ['keep_rollups_days'], code: 'too_small', ...least }] } };
  },
};

/** Would saving delete something? */
export const deletesData = (stored: Organization, values: Values): boolean =>
  (['keep_received_days', 'keep_readings_days', 'keep_rollups_days'] as const).some((field) => {
    const [before, after] = [stored[field], values[field]];
    return after !== null && (before === null || after < before);
  });
