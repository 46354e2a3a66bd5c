import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBuilds } from './builds.ts';

function setting({
  id = 'one',
  connection = {} as { effectiveType?: string } | null,
  brokenStorage = false,
  memory = new Map<string, string>(),
} = {}) {
  let now = 1_000_000;
  const asked: string[] = [];
  const answers = new Map<string, unknown>();
  const reloaded: string[] = [];
  const jobs: { work: () => void; ms: number; every: boolean }[] = [];
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
      if (found instanceof Promise) await found;
      const status = typeof found === 'number' ? found : found === undefined ? 404 : 200;
      return { ok: status === 200, status, json: async () => found };
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
  return { builds, asked, answers, reloaded, jobs, wait, memory };
}

/** The same under a clock that runs: what is asked, and after how many milliseconds. */
function running(over: { connection?: { effectiveType?: string }; answer?: (url: string) => unknown } = {}) {
  vi.useFakeTimers({ now: 0 });
  const asked: [ms: number, url: string][] = [];
  const builds = createBuilds({
    id: 'one',
    now: () => Date.now(),
    async fetch(url) {
      asked.push([Date.now(), url]);
      return { ok: true, status: 200, json: async () => over.answer?.(url) ?? {} };
    },
    timers: globalThis as never,
    connection: over.connection,
    storage: sessionless,
    reload: () => undefined,
  });
  return { builds, asked };
}
const sessionless = { getItem: () => null, setItem: () => undefined };
const HOUR = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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
  it('asks at exactly these times, and not after it was stopped', async () => {
    const { builds, asked } = running();
    builds.start();
    await vi.advanceTimersByTimeAsync(999);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.splice(0)).toEqual([[1_000, '/builds/meta/one.json']]);
    await vi.advanceTimersByTimeAsync(HOUR - 1_001);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await vi.advanceTimersByTimeAsync(2 * HOUR);
    expect(asked.splice(0)).toEqual([1, 2, 3].map((hour) => [hour * HOUR, `/builds/latest.json?${hour * HOUR}`]));
    builds.stop();
    builds.stop();
    await vi.advanceTimersByTimeAsync(3 * HOUR);
    expect(asked).toEqual([]);
    builds.start();
    builds.start();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(asked.map(([, url]) => url.split('?')[0])).toEqual(['/builds/meta/one.json', '/builds/latest.json']);
    builds.stop();
  });
  it('goes on every hour when the server fails or answers nonsense', async () => {
    const nonsense = [null, 'text', 7, [], {}, { id: 7 }, { id: '' }, { id: null, timestamp: 1 }, { id: 'two', timestamp: 2, matcher: {} }];
    let hour = 0;
    const { builds, asked } = running({
      answer(url) {
        if (!url.startsWith('/builds/latest')) throw new TypeError('network');
        return nonsense[hour++];
      },
    });
    builds.start();
    await vi.advanceTimersByTimeAsync(8 * HOUR);
    expect([asked.length, builds.$newBuild.get()]).toEqual([9, null]);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(builds.$newBuild.get()).toEqual({ id: 'two', timestamp: 2 });
    builds.stop();
  });
  it('spares a very slow connection the manifest, no other', async () => {
    for (const [effectiveType, first] of [
      ['slow-2g', '/builds/latest.json'],
      ['2g', '/builds/meta/one.json'],
      ['4g', '/builds/meta/one.json'],
    ] as const) {
      const { builds, asked } = running({ connection: { effectiveType } });
      builds.start();
      await vi.advanceTimersByTimeAsync(HOUR);
      expect(asked[0]?.[1].split('?')[0]).toBe(first);
      builds.stop();
    }
  });
  it('still polls on a very slow connection', () => {
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
    const heard: unknown[] = [];
    builds.$newBuild.listen((build) => heard.push(build));
    await Promise.all([builds.check(), builds.check()]);
    expect(heard).toEqual([]);
    answers.set('/builds/latest.json', { id: 'three', timestamp: 3 });
    await builds.check();
    expect(heard).toEqual([{ id: 'three', timestamp: 3 }]);
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
  it('remembers every path, also with another in between, and across pages of the tab', () => {
    const { builds, reloaded, wait, memory } = setting();
    expect(['/a', '/b', '/a', '/b', '/A', '/a?x'].map((path) => builds.reloadGuarded(path))).toEqual([
      true,
      true,
      false,
      false,
      true,
      true,
    ]);
    const next = setting({ memory });
    expect(next.builds.reloadGuarded('/a')).toBe(false);
    // A refused reload doesn't prolong the guard.
    wait(9_999);
    builds.reloadGuarded('/a');
    wait(1);
    expect(builds.reloadGuarded('/a')).toBe(true);
    expect(reloaded).toHaveLength(5);
  });
  it('reloads when what is kept can’t be read, or lies ahead of the clock', () => {
    for (const kept of ['', 'soon', '{}', 'null', String(2_000_000)]) {
      const { builds, memory } = setting();
      builds.reloadGuarded('/a');
      for (const key of memory.keys()) memory.set(key, kept);
      expect([kept, builds.reloadGuarded('/a')]).toEqual([kept, true]);
    }
  });
  it('waits for a server that answers, whatever it says', async () => {
    const { builds, reloaded, answers, asked, jobs } = setting();
    answers.set('/builds/latest.json', new TypeError('refused'));
    expect(await builds.reloadAnswered('/a')).toBe(false);
    expect([reloaded, jobs]).toEqual([[], []]);
    answers.delete('/builds/latest.json');
    expect(await builds.reloadAnswered('/a')).toBe(true);
    expect(await builds.reloadAnswered('/a')).toBe(false);
    expect(reloaded).toEqual(['/a']);
    expect(asked).toHaveLength(3);
  });
  it('takes what a proxy says of a server that it does not reach for no answer', async () => {
    const { builds, reloaded, answers } = setting();
    for (const status of [502, 503, 504, 522]) {
      answers.set('/builds/latest.json', status);
      expect(await builds.reloadAnswered('/a')).toBe(false);
    }
    expect(reloaded).toEqual([]);
  });
  it('takes a server that is silent for one that is gone', async () => {
    const { builds, reloaded, answers, jobs } = setting();
    answers.set('/builds/latest.json', new Promise(() => undefined));
    const asking = builds.reloadAnswered('/a');
    jobs.find(({ ms }) => ms === 5_000)?.work();
    expect(await asking).toBe(false);
    expect(reloaded).toEqual([]);
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
    await Promise.all(['/en/pricing?a=1', '/en/pricing#b', '', '/', '/#x\ny'].map((route) => builds.loadPayload(route)));
    expect(asked).toHaveLength(2);
  });
  it('is fetched with the time in development', async () => {
    const { builds, asked } = setting({ id: 'dev' });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await builds.loadPayload('/a');
    expect(asked).toEqual(['/a/_payload.json?1000000']);
  });
  it('is null after a failure, and tried again next time', async () => {
    const { builds, answers, asked } = setting();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    for (const failure of [undefined, new TypeError('network'), null, 'text']) {
      answers.set('/a/_payload.json', failure);
      warn.mockClear();
      expect(await Promise.all([builds.loadPayload('/a'), builds.loadPayload('/a')])).toEqual([null, null]);
      expect(warn).toHaveBeenCalledTimes(1);
    }
    expect(asked).toHaveLength(4);
    answers.set('/a/_payload.json', { route: '/a' });
    expect(await builds.loadPayload('/a')).toEqual({ route: '/a' });
    expect(await builds.loadPayload('/a')).toEqual({ route: '/a' });
    expect(asked).toHaveLength(5);
  });
  it('never comes from another host', async () => {
    const { builds, asked } = setting();
    for (const url of [
      'https://evil.example/a',
      'HTTP:evil.example',
      '//evil.example/a',
      '///evil.example/a',
      '/\\evil.example/a',
      '\\\\evil.example',
      '/\t/evil.example',
      '\n//evil.example',
      ' \u0000https://evil.example',
      'ht\ntps://evil.example',
      'data:application/json,{}',
    ])
      await expect(builds.loadPayload(url)).rejects.toThrow(`Payload URL must not include hostname: ${url}`);
    expect(asked).toEqual([]);
  });
});
