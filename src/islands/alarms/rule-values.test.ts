import { describe, expect, it } from 'vitest';
import type { AlarmRule } from '../../lib/contract/alarm-rules.ts';
import { initialOf, limitsOf, spansOf } from './rule-values.ts';

const shown = { display_unit: '°C', conversion: null, decimals: 1, kind: 'gauge', state_words: null } as const;
const rule = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'At night',
  channel_id: '01890a5d-ac96-774b-bcce-b302099a8058',
  kind: 'above',
  low: null,
  high: 8,
  states: [],
  hysteresis: 0,
  on_delay_s: 0,
  off_delay_s: 0,
  window_s: 0,
  latch: false,
  cool_down_s: 0,
  schedule: {
    zone: 'Europe/Prague',
    spans: [
      { days: [1, 2, 3, 4, 5], from: 1_320, to: 360 },
      { days: [6, 7], from: 0, to: 1_440 },
    ],
  },
  severity: 'warning',
  recipients: [],
  escalation: [],
} as unknown as AlarmRule;

describe('the form of a rule', () => {
  it('shows every stretch of its hours and keeps them as they are', () => {
    const values = initialOf(rule, shown, undefined);
    expect(values.spans.map(({ from, to }) => [from, to])).toEqual([
      ['22:00', '06:00'],
      ['00:00', '00:00'],
    ]);
    // From midnight to midnight is a whole day, however it is written.
    expect(limitsOf(values, shown, { zone: 'Europe/Bratislava', rule }).schedule).toEqual({
      zone: 'Europe/Prague',
      spans: [
        { days: [1, 2, 3, 4, 5], from: 1_320, to: 360 },
        { days: [6, 7], from: 0, to: 0 },
      ],
    });
    const fewer = { ...values, spans: values.spans.slice(1) };
    expect(limitsOf(fewer, shown, { zone: 'Europe/Prague', rule }).schedule?.spans).toHaveLength(1);
  });

  it('takes hours from the shifts of a calendar, but from none without days', () => {
    const shift = { name: 'Ranní', breaks: [], start: '06:00', end: '14:00' };
    expect(
      spansOf([
        { ...shift, days: [3, 1, 2] },
        { ...shift, days: [] },
      ]),
    ).toEqual([{ days: [1, 2, 3], from: '06:00', to: '14:00' }]);
  });
});
