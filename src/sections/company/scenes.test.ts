import { describe, expect, it } from 'vitest';
import { SHIFT_MINUTES } from '../home/shift.ts';
import {
  balance,
  CRATE,
  crate,
  crateInVan,
  crateOver,
  FRIDGE,
  FRIDGE_DOOR,
  FRIDGE_GAP,
  fridge,
  line,
  OVEN_GAP,
  ovens,
  over,
  recovery,
  runs,
  type Sample,
  type Series,
} from './scenes.ts';

/** The figures show what the texts beside them say. */

const samples = <S extends Sample>(all: Series<S>): S[] => all.flatMap((one) => one ?? []);

it.each([...ovens.map((all, index) => [`oven ${index + 1}`, all] as const), ['crate', crate] as const, ['refrigerator', fridge] as const])(
  'the series of the %s goes on in the order of time',
  (_, all) => {
    const times = samples(all).map(({ at }) => at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  },
);

describe('the bakery', () => {
  it('has a second oven that takes more than twice as long as the others', () => {
    const [first, second, third] = [0, 1, 2].map(recovery) as [number, number, number];
    expect(second).toBeGreaterThan(2 * Math.max(first, third));
    expect(first).toBeLessThan(third);
  });
  it('lacks data of its third oven and of no other, without a value in the gap', () => {
    expect(ovens.map((all) => runs(all).length)).toEqual([1, 1, 2]);
    const [before, after] = runs(ovens[2]!);
    expect([before?.at(-1)?.at, after?.[0]?.at]).toEqual([OVEN_GAP.from, OVEN_GAP.to]);
  });
});

describe('the crate', () => {
  it('is too warm once, for twenty minutes that begin on the ramp', () => {
    expect(over(crate, CRATE.limit)).toEqual([crateOver]);
    expect(crateOver.to - crateOver.from).toBe(20);
    expect([crateOver.from > CRATE.ramp.from, crateOver.from < CRATE.ramp.to]).toEqual([true, true]);
  });
  it('stays under six degrees in the van', () => {
    expect(crateInVan).toBeLessThan(6);
    expect(crateInVan).toBeGreaterThan(5);
  });
});

describe('the shift at the line', () => {
  const shares = balance(line.operator);
  const of = (kind: string) => shares.find((share) => share.kind === kind)?.minutes ?? 0;
  it('is covered by its activities to the minute', () => {
    expect(shares.reduce((sum, { minutes }) => sum + minutes, 0)).toBeCloseTo(SHIFT_MINUTES, 6);
  });
  it('is about five hours of packing; setting up took more than waiting, and waiting more than the failure', () => {
    expect(shares.map(({ kind }) => kind).slice(0, 5)).toEqual(['packing', 'setup', 'break', 'waiting', 'failure']);
    expect(Math.round(of('packing') / 60)).toBe(5);
    expect(line.operator.filter(({ kind }) => kind === 'waiting').length).toBeGreaterThanOrEqual(5);
  });
});

describe('the refrigerator', () => {
  it('has each mean within its extremes', () => {
    for (const { value, low, high } of samples(fridge)) expect([low <= value, value <= high]).toEqual([true, true]);
  });
  it('passes its limit in one hour, whose mean does not say so', () => {
    const warm = samples(fridge).filter(({ high }) => high > FRIDGE.high);
    expect(warm.map(({ at }) => at)).toEqual([FRIDGE_DOOR]);
    expect(warm[0]!.value).toBeLessThan(6.5);
    expect(Math.min(...samples(fridge).map(({ low }) => low))).toBeGreaterThan(FRIDGE.low);
  });
  it('has four hours without data on Thursday night', () => {
    const missing = fridge.flatMap((one, hour) => (one === null ? hour : []));
    expect(missing).toEqual([74, 75, 76, 77]);
    expect([FRIDGE_GAP.from, FRIDGE_GAP.to].map((hour) => [Math.floor(hour / 24), hour % 24])).toEqual([
      [3, 2],
      [3, 6],
    ]);
  });
});
