import { expect, it } from 'vitest';
import { around } from './around.ts';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 2, 2, 8);
const at = (hours: number) => new Date(T0 + hours * HOUR).toISOString();

it('shows as much before and after an alarm as it lasted, and at least half an hour', () => {
  const over = { since: at(0), peak_at: at(1), over_at: at(2), withdrawn_at: null };
  expect(around(over, T0 + 50 * HOUR)).toEqual({ from: T0 - 2 * HOUR, to: T0 + 4 * HOUR });
  const short = { since: at(0), peak_at: at(0), over_at: at(0.1), withdrawn_at: null };
  expect(around(short, T0 + 50 * HOUR)).toEqual({ from: T0 - 0.5 * HOUR, to: T0 + 0.6 * HOUR });
});

it('ends now where the alarm runs, and with what is known of one that was withdrawn', () => {
  const runs = { since: at(0), peak_at: at(1), over_at: null, withdrawn_at: null };
  expect(around(runs, T0 + 3 * HOUR)).toEqual({ from: T0 - 3 * HOUR, to: T0 + 3 * HOUR });
  expect(around({ ...runs, withdrawn_at: at(9) }, T0 + 50 * HOUR)).toEqual({ from: T0 - HOUR, to: T0 + 2 * HOUR });
});
