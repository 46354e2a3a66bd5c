import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../lib/constants.ts';
import { figureOf } from './figure.ts';
import { AROUND, categoryNames, facesOf, HOUR, LATE, MINUTE, MORNING, morning, morningTaps, powerOf } from './morning.ts';
import { blocksOf, labelOf, pathsOf, placeOf, type StripShape, stepsOf } from './strip.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const example = morning();
const { entries } = example.timeline;

describe('the morning at the press brake', () => {
  it('is covered from six to ten without a gap, and nothing in it wants a review', () => {
    expect([entries[0]?.from, entries.at(-1)?.to]).toEqual([MORNING.from, MORNING.to]);
    for (const [index, entry] of entries.entries()) if (index > 0) expect(entry.from).toBe(entries[index - 1]!.to);
    expect(example.timeline.conflicts).toEqual([]);
    expect(entries.every(({ kind }) => kind === 'state')).toBe(true);
  });
  it('has the breakdown where it was moved to, and no trace of the slip', () => {
    expect(entries.filter(({ activity }) => activity === 'breakdown')[0]?.from).toBe(LATE.at);
    expect(entries).toHaveLength(morningTaps().filter(({ kind }) => kind === 'switch').length - 1);
  });
  it('balances to four hours and to 100.0 %, on both levels', () => {
    const { balance } = example;
    expect(balance).toMatchObject({ ms: 4 * HOUR, seconds: 14_400, permille: 1_000 });
    for (const field of ['ms', 'seconds', 'permille'] as const) {
      expect(sum(balance.groups.map((group) => group[field]))).toBe(balance[field]);
      for (const group of balance.groups) expect(sum(group.parts.map((part) => part[field]))).toBe(group[field]);
    }
  });
  it('holds what the sentences under it claim', () => {
    const { said, pareto } = example;
    expect(said.waiting).toBeGreaterThan(said.breakdown);
    expect(said.waits).toBeGreaterThan(2);
    expect(said.waitsForMaterial).toBeGreaterThan(said.waits / 2);
    expect(pareto.slice(0, 2).map(({ key }) => key)).toEqual(['waiting', 'handling']);
    expect(said.firstTwo).toBeGreaterThan(500);
    expect(said.walking).toBeLessThan(said.losses / 5);
    expect(sum(pareto.map(({ value }) => value))).toBe(said.losses);
  });
  it('speaks each language: every activity and every category has a name', () => {
    for (const locale of LOCALES) {
      const faces = facesOf(locale);
      for (const { activity } of entries) expect(faces.get(activity!)?.name).toBeTruthy();
      for (const { key } of example.balance.groups) expect(categoryNames(locale).get(key)).toBeTruthy();
    }
  });
  it('is the same at every build', () => {
    expect(JSON.stringify(morning())).toBe(JSON.stringify(example));
  });
});

describe('a strip', () => {
  const shape: StripShape = { from: MORNING.from, to: MORNING.to, lines: 4, width: 310, left: 40, top: 10, height: 26, pitch: 40 };
  it('covers each of its lines from edge to edge, also where an entry goes on on the next', () => {
    const blocks = blocksOf(entries, shape);
    for (let line = 0; line < shape.lines; line++) {
      const own = blocks.filter(({ y }) => y === shape.top + line * shape.pitch);
      expect(own[0]?.x).toBe(shape.left);
      for (const [index, { x }] of own.entries()) if (index > 0) expect(x).toBeCloseTo(own[index - 1]!.x + own[index - 1]!.width, 5);
      expect(own.at(-1)!.x + own.at(-1)!.width).toBeCloseTo(shape.left + shape.width, 5);
    }
  });
  it('draws every activity once', () => {
    const paths = pathsOf(blocksOf(entries, shape), shape.height);
    expect(new Set(paths.map(({ activity }) => activity)).size).toBe(paths.length);
    for (const { d } of paths) expect(d).not.toMatch(/NaN|h-/);
  });
  it('has its moments where they belong', () => {
    expect(placeOf(shape, MORNING.from)).toEqual({ x: 40, y: 10 });
    expect(placeOf(shape, MORNING.from + 90 * MINUTE)).toEqual({ x: 195, y: 50 });
    expect(placeOf(shape, MORNING.to)).toEqual({ x: 350, y: 130 });
    expect(stepsOf(shape, HOUR)).toHaveLength(5);
  });
  it('writes only what fits', () => {
    const block = { activity: 'work', x: 0, y: 0, ms: 0 };
    expect(labelOf({ ...block, width: 20 }, 'Waiting', '3:24')).toBeNull();
    expect(labelOf({ ...block, width: 40 }, 'Waiting', '3:24')).toEqual({ name: null, time: '3:24' });
    expect(labelOf({ ...block, width: 90 }, 'Waiting', '3:24')).toEqual({ name: 'Waiting', time: '3:24' });
  });
});

describe('the figure over the power of the press', () => {
  const power = powerOf(AROUND, 10_000);
  it.each([false, true])('joins the strip, the touches and the signal on one axis (small: %s)', (small) => {
    const figure = figureOf({ entries, taps: example.taps, power, cursor: LATE.at, ...AROUND }, small);
    expect(figure.x(AROUND.from)).toBe(0);
    expect(figure.x(AROUND.to)).toBe(figure.width);
    expect(sum(figure.blocks.map(({ width }) => width))).toBeCloseTo(figure.width, 5);
    // One touch came late; all others begin what they touch.
    expect(figure.touches.filter(({ x, begins }) => x !== begins)).toEqual([{ x: figure.x(LATE.touched), begins: figure.x(LATE.at) }]);
    expect(figure.cursor.x).toBe(figure.x(LATE.at));
    expect(figure.cursor.kw).toBeLessThan(0.5);
    expect(figure.line + figure.band).not.toMatch(/NaN/);
  });
  it('never draws a value outside its band', () => {
    for (const [index, value] of power.value.entries()) {
      expect(power.low[index]).toBeLessThanOrEqual(value);
      expect(power.high[index]).toBeGreaterThanOrEqual(value);
    }
  });
});
