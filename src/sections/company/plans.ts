import { LOCALE_TAGS, type Locale } from '../../lib/constants.ts';

/**
 * The one place of what hosting would cost: plans, prices a month without VAT, limits. Their words are `company:pricing.plan.<key>`. As long as
 * this is a proposal, the page says so.
 */

export type Currency = 'CZK' | 'EUR';
export interface Limits {
  loggers: number;
  people: number;
  /** Gigabytes of data and files. */
  storage: number;
  /** Readings a minute. */
  rate: number;
}
export interface Plan {
  key: 'workshop' | 'hall' | 'plant';
  monthly: Record<Currency, number>;
  limits: Limits;
}

export const PLANS: readonly Plan[] = [
  { key: 'workshop', monthly: { CZK: 490, EUR: 20 }, limits: { loggers: 10, people: 10, storage: 5, rate: 600 } },
  { key: 'hall', monthly: { CZK: 1_990, EUR: 80 }, limits: { loggers: 50, people: 50, storage: 50, rate: 6_000 } },
  { key: 'plant', monthly: { CZK: 5_900, EUR: 240 }, limits: { loggers: 250, people: 250, storage: 250, rate: 60_000 } },
];
export const LIMITS = ['loggers', 'people', 'storage', 'rate'] as const satisfies readonly (keyof Limits)[];

/** In which money readers of a language think. */
export const CURRENCY: Record<Locale, Currency> = { cs: 'CZK', en: 'EUR', sk: 'EUR' };

/** The price as the language writes it, without decimals. */
export function priceText({ monthly }: Pick<Plan, 'monthly'>, locale: Locale): string {
  const currency = CURRENCY[locale];
  return new Intl.NumberFormat(LOCALE_TAGS[locale], { style: 'currency', currency, maximumFractionDigits: 0 }).format(monthly[currency]);
}
