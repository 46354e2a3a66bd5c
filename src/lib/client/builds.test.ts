import { describe, expect, it, vi } from 'vitest';
import { createBuilds } from './builds.ts';

function setting({ id = 'one', connection = {} as { effectiveType?: string } | null, brokenStorage = false } = {}) {
  let now = 1_000_000;
  const asked: string[] = [];
  const answers = new Map<string, unknown>();
  const reloaded: string[] = [];
  const jobs: { work: () => void; ms: number; every: boolean }[] = [];
  const memory = new Map<string, string>();
  const broken = () => {
    throw new Error('storage is forbidden');
  };
  const add = (every: boolean) => (work: () => void, ms: number) => {
    const job = { work, ms, every };
    jobs.push(job);
    return job;
  };
  const remove = (job: never) => {
    const at = jobs.indexOf(job);
    if (at >= 0) jobs.splice(at, 1);
  };
  const builds = createBuilds({
    id,
    now: () => now,
    async fetch(url) {
      asked.push(url);
      const found = answers.get(url.split('?')[0] as string);
      if (found instanceof Error) throw found;
      return { ok: found !== undefined, json: async () => found };
    },
    timers: { setTimeout: add(false), clearTimeout: remove, setInterval: add(true), clearInterval: remove },
    connection,
    storage: brokenStorage
      ? { getItem: broken, setItem: broken }
      : { getItem: (key) => memory.get(key) ?? null, setItem: (key, value) => void memory.set(key, value) },
    reload: (path) => reloaded.push(path),
  });
  const wait = (ms: number) => {
    now += ms;
  };
  return { builds, asked, answers, reloaded, jobs, wait };
}

describe('looking for a newer build', () => {
  it('reads the manifest after a second and asks for the latest every hour', () => {
    const { builds, jobs } = setting();
    builds.start();
    expect(jobs.map(({ ms, every }) => [ms, every])).toEqual([
      [1_000, false],
      [3_600_000, true],
    ]);
    builds.stop();
    expect(jobs).toEqual([]);
  });
  it('spares a very slow connection the manifest', () => {
    const { builds, jobs } = setting({ connection: { effectiveType: 'slow-2g' } });
    builds.start();
    expect(jobs.map(({ ms }) => ms)).toEqual([3_600_000]);
  });
  it('says once that there is another build, and nothing about its own', async () => {
    const { builds, answers, asked } = setting();
    answers.set('/builds/latest.json', { id: 'one', timestamp: 1 });
    await builds.check();
    expect(builds.$newBuild.get()).toBeNull();
    answers.set('/builds/latest.json', { id: 'two', timestamp: 2 });
    await builds.check();
    expect(builds.$newBuild.get()).toEqual({ id: 'two', timestamp: 2 });
    expect(asked[0]).toBe('/builds/latest.json?1000000');
  });
  it('keeps quiet when the server does not answer', async () => {
    const { builds, answers } = setting();
    answers.set('/builds/latest.json', new TypeError('network'));
    await expect(builds.check()).resolves.toBeUndefined();
    expect(builds.$newBuild.get()).toBeNull();
  });
});

describe('reloading', () => {
  it('reloads the same path not twice within ten seconds, another one at once', () => {
    const { builds, reloaded, wait } = setting();
    expect([builds.reloadGuarded('/a'), builds.reloadGuarded('/a'), builds.reloadGuarded('/b')]).toEqual([true, false, true]);
    wait(9_999);
    expect(builds.reloadGuarded('/b')).toBe(false);
    wait(1);
    expect(builds.reloadGuarded('/b')).toBe(true);
    expect(reloaded).toEqual(['/a', '/b', '/b']);
  });
  it('reloads where nothing may be stored', () => {
    const { builds, reloaded } = setting({ brokenStorage: true });
    builds.reloadGuarded('/a');
    expect(reloaded).toEqual(['/a']);
  });
});

describe('the payload of a page', () => {
  it('is asked for once, also by two at the same time, under the id of the build', async () => {
    const { builds, answers, asked } = setting();
    answers.set('/en/pricing/_payload.json', { route: '/en/pricing' });
    answers.set('/_payload.json', { route: '/' });
    const both = await Promise.all([builds.loadPayload('/en/pricing'), builds.loadPayload('/en/pricing/')]);
    expect(both).toEqual([{ route: '/en/pricing' }, { route: '/en/pricing' }]);
    expect(await builds.loadPayload('/?q#h')).toEqual({ route: '/' });
    expect(asked).toEqual(['/en/pricing/_payload.json?one', '/_payload.json?one']);
  });
  it('is fetched with the time in development', async () => {
    const { builds, asked } = setting({ id: 'dev' });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await builds.loadPayload('/a');
    expect(asked).toEqual(['/a/_payload.json?1000000']);
  });
  it('is null after a failure, and tried again next time', async () => {
    const { builds, answers } = setting();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    expect(await builds.loadPayload('/a')).toBeNull();
    expect(warn).toHaveBeenCalled();
    answers.set('/a/_payload.json', { route: '/a' });
    expect(await builds.loadPayload('/a')).toEqual({ route: '/a' });
  });
  it('never comes from another host', async () => {
    const { builds, asked } = setting();
    for (const url of ['https://evil.example/a', '//evil.example/a', '/\\evil.example/a'])
      await expect(builds.loadPayload(url)).rejects.toThrow(`Payload URL must not include hostname: ${url}`);
    expect(asked).toEqual([]);
  });
});
