import { expect, it } from 'vitest';
import { type BuildsOptions, watchBuilds } from './build-watch.ts';

const timers = () => {
  const jobs: (() => void)[] = [];
  const add = (work: () => void) => jobs.push(work);
  return { jobs, timers: { setTimeout: add, setInterval: add, clearTimeout: () => undefined, clearInterval: () => undefined } };
};
const options = (fetch: BuildsOptions['fetch'], over: Partial<BuildsOptions> = {}): BuildsOptions => ({
  id: 'one',
  now: () => 5,
  fetch,
  timers: timers().timers,
  storage: { getItem: () => null, setItem: () => undefined },
  reload: () => undefined,
  ...over,
});
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('the manifest of the own build says which pages are prerendered', async () => {
  const { jobs, timers: own } = timers();
  const asked: string[] = [];
  const heard: unknown[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    return { ok: true, status: 200, json: async () => ({ id: 'one', prerendered: ['/', '/en'] }) };
  };
  watchBuilds(options(fetch, { timers: own, prerendered: (paths) => heard.push(paths) }), () => undefined).start();
  jobs[0]?.();
  await settled();
  expect(asked).toEqual(['/builds/meta/one.json']);
  expect(heard).toEqual([['/', '/en']]);
});

it('a manifest that is gone or makes no sense is passed over in silence', async () => {
  for (const answer of [
    { ok: false, status: 404, json: async () => ({}) },
    { ok: true, status: 200, json: async () => ({ prerendered: 'all' }) },
    { ok: true, status: 200, json: async () => null },
  ]) {
    const { jobs, timers: own } = timers();
    const heard: unknown[] = [];
    watchBuilds(
      options(async () => answer, { timers: own, prerendered: (paths) => heard.push(paths) }),
      () => undefined,
    ).start();
    jobs[0]?.();
    await settled();
    expect(heard).toEqual([]);
  }
});

it('without a store, whoever watches hears of a newer build at each check', async () => {
  const heard: string[] = [];
  const builds = watchBuilds(
    options(async () => ({ ok: true, status: 200, json: async () => ({ id: 'two', timestamp: 2 }) })),
    ({ id }) => heard.push(id),
  );
  await builds.check();
  await builds.check();
  expect(heard).toEqual(['two', 'two']);
});
