import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batteryTrend, clockSkew, coverageOf, coveredWindow, type Receipt, twoClocks } from './logger-health.ts';

const HOUR = 3_600e6;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 20, 14) * 1_000;
const SECOND = 1e6;

describe('coverage', () => {
  const window = { from: NOW - DAY, to: NOW };
  const full = (n: number) => Array.from({ length: 24 }, (_, i) => ({ ts: NOW - DAY + i * HOUR, n }));

  it('is what came of what the interval makes, and a burst makes up for no gap', () => {
    expect(coverageOf(full(60), window, 60)).toEqual({ received: 1_440, expected: 1_440 });
    expect(coverageOf(full(60).slice(12), window, 60)).toEqual({ received: 720, expected: 1_440 });
    expect(coverageOf([...full(60).slice(12), { ts: NOW - DAY, n: 5_000 }], window, 60)).toEqual({ received: 780, expected: 1_440 });
    expect(coverageOf([], window, 60)).toEqual({ received: 0, expected: 1_440 });
    expect(coverageOf([{ ts: NOW, n: 60 }], window, 60)?.received).toBe(0);
  });

  it('says nothing where less than one reading is expected', () => {
    expect(coverageOf(full(1), window, 2 * 86_400)).toBeNull();
    expect(coverageOf([], { from: NOW, to: NOW }, 60)).toBeNull();
    expect(coverageOf(full(1).slice(3, 4), window, 86_400)).toEqual({ received: 1, expected: 1 });
  });

  it('is never below nothing nor above everything', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ ts: fc.integer({ min: -30, max: 3 }), n: fc.nat(1e6) })),
        fc.integer({ min: 1, max: 1e6 }),
        (hours, s) => {
          const found = coverageOf(
            hours.map(({ ts, n }) => ({ ts: NOW + ts * HOUR, n })),
            window,
            s,
          );
          if (found === null) return;
          expect(found.received).toBeGreaterThanOrEqual(0);
          expect(found.received).toBeLessThanOrEqual(found.expected);
        },
      ),
    );
  });

  it('is asked of whole hours since the first message', () => {
    expect(coveredWindow(NOW + 7, 24, 0)).toEqual({ from: NOW - DAY, to: NOW });
    expect(coveredWindow(NOW + 7, 24, NOW - 5 * HOUR + 1)).toEqual({ from: NOW - 4 * HOUR, to: NOW });
    expect(coveredWindow(NOW, 24, NOW + HOUR)).toEqual({ from: NOW, to: NOW });
  });
});

describe('the trend of a battery', () => {
  const line = (days: number, from: number, perDay: number) =>
    Array.from({ length: days * 24 }, (_, i) => ({ ts: NOW + i * HOUR, value: Math.round(from + (perDay * i) / 24) }));

  it('tells when a falling charge comes to nothing', () => {
    const found = batteryTrend(line(30, 60, -1));
    expect(found).toMatchObject({ kind: 'falling' });
    if (found.kind !== 'falling') return;
    expect(found.perDay).toBeCloseTo(-1, 1);
    expect(found.daysLeft).toBeCloseTo(30, 0);
  });

  it('says that nothing falls where it doesn’t, or only wavers', () => {
    expect(batteryTrend(line(30, 80, 0))).toEqual({ kind: 'steady' });
    expect(batteryTrend(line(30, 50, 0.3))).toEqual({ kind: 'steady' });
    expect(batteryTrend(line(30, 80, -0.02))).toEqual({ kind: 'steady' });
    expect(batteryTrend(Array.from({ length: 700 }, (_, i) => ({ ts: NOW + i * HOUR, value: 60 + 4 * Math.sin(i / 4) })))).toEqual({
      kind: 'steady',
    });
  });

  it('says that too little is known of less than a week, and of a battery that was just changed', () => {
    expect(batteryTrend([])).toEqual({ kind: 'unknown' });
    expect(batteryTrend(line(6, 60, -3))).toEqual({ kind: 'unknown' });
    const changed = [...line(20, 30, -1), ...line(3, 100, -1).map(({ ts, value }) => ({ ts: ts + 20 * DAY, value }))];
    expect(batteryTrend(changed)).toEqual({ kind: 'unknown' });
  });

  it('never foretells less than now, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 8, maxLength: 60 }), (values) => {
        const found = batteryTrend(values.map((value, i) => ({ ts: NOW + i * DAY, value })));
        if (found.kind !== 'falling') return;
        expect(found.perDay).toBeLessThan(0);
        expect(found.daysLeft).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(found.daysLeft)).toBe(true);
      }),
    );
  });
});

/** Messages each minute, so many microseconds after their newest reading. */
const sent = (count: number, late: (i: number) => number, every = 60 * SECOND): Receipt[] =>
  Array.from({ length: count }, (_, i) => ({ received_at: NOW + i * every, max_ts: NOW + i * every - late(i) }));

describe('the skew of a clock', () => {
  it('is how long after their readings messages come, in the middle', () => {
    expect(clockSkew(sent(20, () => -90 * SECOND))).toBe(-90 * SECOND);
    expect(clockSkew(sent(21, (i) => 3_600 * SECOND + (i % 3) * SECOND))).toBe(3_601 * SECOND);
    expect(clockSkew(sent(20, (i) => (i === 4 ? 1e12 : 5 * SECOND)))).toBe(5 * SECOND);
  });

  it('isn’t told where readings have the time of their receipt, of few messages, and of messages that wait', () => {
    expect(clockSkew(sent(20, () => 0))).toBeNull();
    expect(clockSkew(sent(4, () => 9 * SECOND))).toBeNull();
    expect(clockSkew(sent(20, (i) => i * 600 * SECOND))).toBeNull();
  });
});

describe('two clocks in one name', () => {
  it('are seen where two rows go on by turns, as far apart as ever', () => {
    expect(twoClocks(sent(40, (i) => (i % 2 === 0 ? SECOND : 3_600 * SECOND)))).toBe(true);
    expect(twoClocks(sent(60, (i) => (i % 3 === 0 ? SECOND : -900 * SECOND) + (i % 5) * 100_000))).toBe(true);
  });

  it('are not seen in one device, however it sends', () => {
    expect(twoClocks(sent(60, () => 0))).toBe(false);
    expect(twoClocks(sent(60, (i) => (i % 7) * SECOND))).toBe(false);
    // Its clock was set once.
    expect(twoClocks(sent(60, (i) => (i < 30 ? 3_600 * SECOND : SECOND)))).toBe(false);
    // It sends what it kept, an hour in each message, while it goes on measuring.
    expect(twoClocks(sent(60, (i) => (i % 2 === 0 ? SECOND : (48 * 3_600 - i * 1_800) * SECOND)))).toBe(false);
    // Now and then one message comes late.
    expect(twoClocks(sent(60, (i) => (i % 12 === 0 ? 3_600 * SECOND : SECOND)))).toBe(false);
    // It sends by hours: the newest reading is as old as the message is late.
    expect(twoClocks(sent(60, (i) => (i % 60) * 60 * SECOND))).toBe(false);
    expect(twoClocks(sent(15, (i) => (i % 2 === 0 ? SECOND : 3_600 * SECOND)))).toBe(false);
  });

  it('are never seen in one clock that wavers by less than it is late', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4_000_000 }), { minLength: 16, maxLength: 80 }), (late) => {
        expect(twoClocks(sent(late.length, (i) => late[i]!))).toBe(false);
      }),
    );
  });
});
