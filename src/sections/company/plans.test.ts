import { describe, expect, it } from 'vitest';
import cs from '../../../locales/cs/company.json' with { type: 'json' };
import en from '../../../locales/en/company.json' with { type: 'json' };
import sk from '../../../locales/sk/company.json' with { type: 'json' };
import { LIMITS, PLANS, priceText } from './plans.ts';

describe('the plans of hosting', () => {
  it('cost more where their limits are higher, in every money', () => {
    for (const [index, plan] of PLANS.entries()) {
      const smaller = PLANS[index - 1];
      if (!smaller) continue;
      for (const currency of ['CZK', 'EUR'] as const) expect(plan.monthly[currency]).toBeGreaterThan(smaller.monthly[currency]);
      for (const limit of LIMITS) expect(plan.limits[limit]).toBeGreaterThan(smaller.limits[limit]);
    }
  });
  it('have a name and say for whom they are, in every language', () => {
    for (const { pricing } of [cs, en, sk])
      for (const { key } of PLANS) expect(pricing.plan[key]).toEqual({ name: expect.any(String), for: expect.any(String) });
  });
  it('are priced as the language writes money', () => {
    const hall = PLANS[1]!;
    expect((['cs', 'en', 'sk'] as const).map((locale) => priceText(hall, locale))).toEqual(['1\u00a0990\u00a0Kč', '€80', '80\u00a0€']);
  });
});
