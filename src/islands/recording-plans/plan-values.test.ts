import { describe, expect, it } from 'vitest';
import { EVERY_DAY, initialOf, triggerOf } from './plan-values.ts';

const values = { ...initialOf(null, []), name: 'Chlazení' };

describe('the form of a plan', () => {
  it('sends what its trigger asks for and nothing else', () => {
    expect(triggerOf(values)).toEqual({
      patch: { trigger: 'day', days: [], starts: ['06:00'], length_min: null, rule_id: null, before_min: 0, after_min: 0 },
    });
    expect(triggerOf({ ...values, trigger: 'week', days: [5, 1] })).toMatchObject({ patch: { days: [5], starts: ['06:00'] } });
    expect(triggerOf({ ...values, trigger: 'shift', starts: [null] })).toMatchObject({ patch: { days: [], starts: [] } });
    expect(triggerOf({ ...values, trigger: 'times', starts: ['22:00', '06:00', '22:00'], hours: 1.5 })).toMatchObject({
      patch: { days: EVERY_DAY, starts: ['06:00', '22:00'], length_min: 90 },
    });
    expect(triggerOf({ ...values, trigger: 'alarm', rule_id: 'r', before_min: 10, after_min: null })).toMatchObject({
      patch: { starts: [], rule_id: 'r', before_min: 10, after_min: 0 },
    });
  });

  it('says what is missing', () => {
    expect(triggerOf({ ...values, starts: [null] })).toEqual({ fault: 'starts' });
    expect(triggerOf({ ...values, trigger: 'times', days: [] })).toEqual({ fault: 'days' });
    expect(triggerOf({ ...values, trigger: 'alarm' })).toEqual({ fault: 'rule' });
  });
});
