import type { OrganizationPatch } from '../../lib/client/organization.store.ts';
import { type Organization, updateOrganization } from '../../lib/contract/organizations.ts';

/** The settings as a form holds them. */
export type Values = Required<OrganizationPatch>;

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
  'pseudonymous_workers',
] as const satisfies readonly (keyof Values)[];

export const valuesOf = (row: Organization): Values => Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as Values;

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
