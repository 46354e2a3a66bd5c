import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordingVerdict, type VerdictLimits, verdictFold } from './verdict.ts';
import { windowFigures } from './window-figures.ts';

const S = 1_000_000;
const NO_LIMITS: VerdictLimits = { low: null, high: null, allowed_above_s: 0, allowed_below_s: 0, coverage: 0, kinetic_high: null };

type Samples = readonly (readonly [seconds: number, value: number | null])[];
/** Null = a reading that doesn't count. */
function judge(samples: Samples, limits: Partial<VerdictLimits>, { from = 0, to = 600, gap = 120, kinetic = null as number | null } = {}) {
  const fold = verdictFold({ from: from * S, to: to * S, gap: gap * S, limits: { ...NO_LIMITS, ...limits } });
  for (const [seconds, value] of samples) {
    if (value === null) fold.cut();
    else fold.add(seconds * S, value);
  }
  return fold.result(kinetic);
}
const every = (step: number, to: number, value: (seconds: number) => number): [number, number][] =>
  Array.from({ length: Math.floor(to / step) + 1 }, (_, i) => [i * step, value(i * step)]);
const conditionOf = (found: ReturnType<typeof judge>, kind: string) => found.conditions.find((one) => one.kind === kind)!;

/** Stretches above a limit by hand: each line by itself, cut at the window, those that touch put together. */
function naive(samples: Samples, limit: number, sign: 1 | -1, { from, to, gap }: { from: number; to: number; gap: number }) {
  const known: [number, number][] = [];
  const beyond: [number, number][] = [];
  for (let i = 1; i < samples.length; i++) {
    const [[a, va], [b, vb]] = [samples[i - 1]!, samples[i]!];
    if (va === null || vb === null || b - a > gap) continue;
    const [start, end] = [Math.max(a, from), Math.min(b, to)];
    if (end <= start) continue;
    known.push([start, end]);
    const over = (at: number) => (va + ((vb - va) * (at - a)) / (b - a) - limit) * sign;
    const zero = vb === va ? null : a + ((limit - va) * (b - a)) / (vb - va);
    const cuts = [start, ...(zero !== null && zero > start && zero < end ? [zero] : []), end];
    for (let k = 1; k < cuts.length; k++) if (over((cuts[k - 1]! + cuts[k]!) / 2) > 0) beyond.push([cuts[k - 1]!, cuts[k]!]);
  }
  const joined: [number, number][] = [];
  for (const [a, b] of beyond) {
    const last = joined.at(-1);
    if (last && last[1] === a) last[1] = b;
    else joined.push([a, b]);
  }
  const lengths = joined.map(([a, b]) => b - a);
  const inside = samples.flatMap(([at, value]) => (value !== null && at >= from && at < to ? [value] : []));
  return {
    known: known.reduce((sum, [a, b]) => sum + b - a, 0),
    seconds: lengths.reduce((sum, length) => sum + length, 0),
    longest: Math.max(0, ...lengths),
    times: joined.length,
    inside,
  };
}

describe('the verdict on a channel', () => {
  it('equals what is worked out by hand from each line by itself', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.option(fc.integer({ min: -50, max: 50 }), { freq: 9 })), { maxLength: 40 }),
        fc.integer({ min: -50, max: 50 }),
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 1, max: 9_000 }),
        fc.integer({ min: 0, max: 2_000 }),
        fc.integer({ min: 0, max: 100 }),
        (rows, tenths, start, length, allowed, percent) => {
          let at = 0;
          const samples = rows.map(([space, value]) => {
            at += space;
            return [at, value] as const;
          });
          // Beside any reading, so that none lies on the limit.
          const [high, low] = [tenths + 0.5, tenths - 0.5];
          const window = { from: start, to: start + length, gap: 600 };
          const limits = { high, low, allowed_above_s: allowed, allowed_below_s: allowed, coverage: percent / 100 };
          const found = judge(samples, limits, window);
          const above = naive(samples, high, 1, window);
          const below = naive(samples, low, -1, window);
          const covered = above.inside.length > 0 && above.known / length >= percent / 100;
          expect(conditionOf(found, 'coverage').measured).toBe(above.known / length);
          expect(found.missing_us).toBe((length - above.known) * S);
          expect(found.gaps.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(found.missing_us);
          for (const [kind, model] of [
            ['above', above],
            ['below', below],
          ] as const) {
            const one = conditionOf(found, kind);
            expect(one.times).toBe(model.times);
            expect(one.longest_s).toBeCloseTo(model.longest, 4);
            if (model.inside.length > 0) expect(one.measured).toBeCloseTo(model.seconds, 4);
            else expect(one.measured).toBeNull();
            expect(found.excursions.filter(({ side }) => side === kind)).toHaveLength(model.times);
          }
          // A limit is exceeded by time, or where none is allowed by any value beyond it.
          const exceeds = (model: typeof above, isBeyond: (value: number) => boolean) =>
            model.seconds > allowed || (allowed === 0 && (model.seconds > 0 || model.inside.some(isBeyond)));
          const failed = exceeds(above, (value) => value > high) || exceeds(below, (value) => value < low);
          expect(found.verdict).toBe(failed ? 'failed' : covered ? 'passed' : 'not_decided');
        },
      ),
    );
  });

  it('has the coverage that the figures of a window have', () => {
    const samples = every(60, 500, (seconds) => seconds % 7);
    const figures = windowFigures({ from: 30 * S, to: 570 * S, gap: 120 * S, above: 3, below: null });
    for (const [at, value] of samples) figures.add(at * S, value);
    const found = judge(samples, { high: 3 }, { from: 30, to: 570 });
    expect(conditionOf(found, 'coverage').measured).toBeCloseTo(figures.figures()!.coverage, 12);
    expect(conditionOf(found, 'above').measured).toBeCloseTo(figures.figures()!.above, 9);
  });

  it('tells the worst value, the longest time beyond and what is left of the allowed one', () => {
    const samples = every(60, 600, (seconds) => (seconds === 180 || seconds === 240 ? 9 : 7));
    const found = judge(samples, { high: 8, allowed_above_s: 300, coverage: 0.95 });
    expect(conditionOf(found, 'above')).toEqual({
      kind: 'above',
      limit: 8,
      allowed_s: 300,
      measured: 120,
      margin: 180,
      worst: 9,
      worst_at: 180 * S,
      worst_margin: -1,
      times: 1,
      longest_s: 120,
      met: true,
    });
    expect(found.excursions).toEqual([{ side: 'above', from: 150 * S, to: 270 * S }]);
    expect(found.verdict).toBe('passed');
  });

  it('has exact gaps, and without enough coverage it is never passed', () => {
    const samples = every(60, 600, () => 5).filter(([at]) => at <= 120 || at >= 420);
    const found = judge(samples, { high: 8, coverage: 0.95 });
    expect(found.gaps).toEqual([{ from: 120 * S, to: 420 * S }]);
    expect(conditionOf(found, 'coverage')).toMatchObject({ measured: 0.5, margin: 0.5 - 0.95, met: false });
    expect(conditionOf(found, 'above').met).toBeNull();
    expect(found.verdict).toBe('not_decided');
    expect(judge([], { high: 8 }).verdict).toBe('not_decided');
    expect(judge([], { high: 8 }).gaps).toEqual([{ from: 0, to: 600 * S }]);
  });

  it('fails by what is known, however much is missing', () => {
    expect(judge([[10, 9]], { high: 8, coverage: 0.95 }).verdict).toBe('failed');
    expect(judge([[10, 9]], { high: 8, allowed_above_s: 60, coverage: 0.95 }).verdict).toBe('not_decided');
    expect(
      judge(
        every(60, 600, () => 8),
        { high: 8, coverage: 1 },
      ).verdict,
    ).toBe('passed');
  });

  it('does not judge a mean by half of it, nor a channel without limits', () => {
    expect(
      judge(
        every(60, 600, () => 5),
        { kinetic_high: 8, coverage: 1 },
        { kinetic: 5.07 },
      ).verdict,
    ).toBe('passed');
    expect(
      judge(
        every(60, 600, () => 5),
        { kinetic_high: 5, coverage: 1 },
        { kinetic: 5.07 },
      ).verdict,
    ).toBe('failed');
    expect(
      judge(
        every(60, 300, () => 5),
        { kinetic_high: 5, coverage: 1 },
        { kinetic: 5.07 },
      ).verdict,
    ).toBe('not_decided');
    expect(
      judge(
        every(60, 600, () => 5),
        { coverage: 1 },
      ).verdict,
    ).toBeNull();
  });

  it('knows nothing around a reading that does not count', () => {
    const samples = every(60, 600, () => 5).map(([at, value]) => [at, at === 300 ? null : value] as const);
    expect(judge(samples, { high: 8, coverage: 0.9 })).toMatchObject({
      verdict: 'not_decided',
      gaps: [{ from: 240 * S, to: 360 * S }],
    });
  });
});

describe('the verdict on a recording', () => {
  it('is failed by one channel, passed by all that have limits, and not decided while it runs', () => {
    expect(recordingVerdict(['passed', 'failed'], true)).toBe('failed');
    expect(recordingVerdict(['passed', null], true)).toBe('passed');
    expect(recordingVerdict(['passed', 'not_decided'], true)).toBe('not_decided');
    expect(recordingVerdict([null], true)).toBe('not_decided');
    expect(recordingVerdict([], true)).toBe('not_decided');
    expect(recordingVerdict(['passed'], false)).toBe('not_decided');
    expect(recordingVerdict(['failed'], false)).toBe('failed');
  });
});
