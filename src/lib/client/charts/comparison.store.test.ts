import { expect, it } from 'vitest';
import { getSeries, getStatistics, type Statistics } from '../../contract/readings.ts';
import { refusal, world } from '../kernel/store-testing.ts';
import { createComparison } from './comparison.store.ts';
import { series } from './testing.ts';

const NOW = Date.parse('2026-11-20T14:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const before = (ms: number) => ({ from: NOW - ms - HOUR, to: NOW - ms });

it('has the lines of the other time and the figures of both, once the window rests, and of a window that follows the clock once a minute', async () => {
  const w = world(NOW);
  const asked: string[] = [];
  w.answer(getSeries, ({ query }) => series([[Number(query.from), 4]]));
  w.answer(getStatistics, ({ params, query }) => {
    asked.push(`${params.id} ${(NOW - Number(query.from)) / HOUR}`);
    return { n: params.id === 'empty' ? 0 : 3, mean: Number(query.from) } as Statistics;
  });
  const store = createComparison(w.deps);
  store.start();
  store.show(['air', 'empty'], 800, { now: before(0), other: before(DAY) }, true);
  store.show(['air', 'empty'], 800, { now: before(-20_000), other: before(DAY - 20_000) }, true);
  await w.pass(1_000);
  expect(asked).toHaveLength(4);
  expect(store.$figures.get()).toMatchObject({ status: 'ready', figures: { empty: { now: null, other: null } } });
  expect(store.$figures.get().figures.air!.other!.mean).toBe(NOW - DAY - HOUR);
  expect(Object.keys(store.$series.get())).toEqual(['air', 'empty']);
  store.show(['air', 'empty'], 800, { now: before(-40_000), other: before(DAY - 40_000) }, true);
  await w.pass(1_000);
  expect(asked).toHaveLength(4);
  store.show(['air', 'empty'], 800, { now: before(-90_000), other: before(DAY - 90_000) }, true);
  await w.pass(1_000);
  expect(asked).toHaveLength(8);
});

it('says so when figures can not be had, and asks for nothing once nobody looks', async () => {
  const w = world(NOW);
  let asked = 0;
  w.answer(getSeries, () => series([]));
  w.answer(getStatistics, () => {
    asked++;
    throw refusal('internal');
  });
  const store = createComparison(w.deps);
  const end = store.start();
  store.show(['air'], 800, { now: before(0), other: before(DAY) }, false);
  await w.pass(1_000);
  expect(store.$figures.get()).toEqual({ status: 'error', figures: {} });
  const after = asked;
  store.show(['air'], 800, { now: before(HOUR), other: before(DAY) }, false);
  end();
  await w.pass(5_000);
  expect(asked).toBe(after);
});
