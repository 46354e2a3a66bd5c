import { describe, expect, it } from 'vitest';
import type { Running } from '../../lib/client/capture/capture.store.ts';
import { gridOf, totalsOf } from './words.ts';

const FROM = Date.UTC(2026, 10, 20, 6);
/** What lasted so many seconds, one after another; the last goes on. */
function shift(...parts: [activity: string | null, seconds: number][]): Pick<Running, 'timeline'> {
  let at = FROM;
  const entries = parts.map(([activity, seconds], index) => {
    const from = at;
    at += seconds * 1_000;
    return { lane: 'A', activity, from, to: index === parts.length - 1 ? null : at };
  });
  return { timeline: { from: FROM, entries } } as unknown as Pick<Running, 'timeline'>;
}
const sum = (totals: ReadonlyMap<string, number>) => [...totals.values()].reduce((all, one) => all + one, 0);

describe('times on the panel', () => {
  it('of all activities are together the time of the shift, at every moment', () => {
    const running = shift(['pack', 2.7], ['walk', 1.6], ['pack', 3.8], ['wait', 0.9], ['walk', 60]);
    for (let ms = 9_000; ms < 12_000; ms += 70) {
      const now = FROM + ms;
      expect(sum(totalsOf(running, now))).toBe(Math.floor(ms / 1_000));
    }
  });

  it('of what began just now are nothing, not less', () => {
    const running = shift(['pack', 1.6], ['walk', 60]);
    const now = FROM + 1_700;
    expect([...totalsOf(running, now)]).toEqual([
      ['pack', 1],
      ['walk', 0],
    ]);
    expect(gridOf(running, now)(FROM, null)).toBe(1_000);
  });
});
