import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVisits, createVisitsView, detailRoute, VISITS_LIMIT, visitsKey } from './visits.store.ts';

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}
const id = (n: number) => `0198a3c2-0000-7000-8000-${String(n).padStart(12, '0')}`;
const logger = (n: number) => `/dlog/dataloggers/${id(n)}`;

describe('what was opened last', () => {
  it('has the newest first, each page once, and no more than eight', () => {
    const visits = createVisits({ storage: memory() });
    for (let n = 0; n < 12; n++) visits.note('jana', 'org', { path: logger(n), label: `Pec ${n}` });
    visits.note('jana', 'org', { path: logger(7), label: 'Pec sedm' });
    const found = visits.read('jana', 'org');
    expect(found).toHaveLength(VISITS_LIMIT);
    expect(found.slice(0, 3).map(({ label }) => label)).toEqual(['Pec sedm', 'Pec 11', 'Pec 10']);
    expect(found.filter(({ path }) => path === logger(7))).toHaveLength(1);
    visits.drop('jana', 'org', logger(11));
    expect(visits.read('jana', 'org').map(({ label }) => label)).not.toContain('Pec 11');
  });

  it('is apart for each person and organisation, and gone when the person signs out', () => {
    const storage = memory();
    const visits = createVisits({ storage });
    storage.setItem('draft:jana:x', 'stays');
    visits.note('jana', 'a', { path: logger(1), label: 'A' });
    visits.note('jana', 'b', { path: logger(2), label: 'B' });
    visits.note('jan', 'a', { path: logger(3), label: 'Jan' });
    expect(visits.read('jana', 'a').map(({ label }) => label)).toEqual(['A']);
    visits.forget('jana');
    expect([visits.read('jana', 'a'), visits.read('jana', 'b')]).toEqual([[], []]);
    expect(visits.read('jan', 'a').map(({ label }) => label)).toEqual(['Jan']);
    expect(storage.kept.has('draft:jana:x')).toBe(true);
  });

  it('keeps detail pages of signed-in people and nothing else', () => {
    const visits = createVisits({ storage: memory() });
    for (const path of [
      '/dlog/dataloggers',
      '/',
      '/login',
      '/signup/invitation/abc',
      'javascript:alert(1)',
      '//evil.example/x',
      '/dlog/dataloggers/x',
    ])
      visits.note('jana', 'org', { path, label: 'x' });
    visits.note('jana', 'org', { path: logger(1), label: '  ' });
    expect(visits.read('jana', 'org')).toEqual([]);
    expect(detailRoute(`/org/machines/${id(1)}`)).toEqual({ path: '/org/machines/{id}', id: id(1) });
  });

  it('never fails, whatever stands in the storage', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const storage = memory();
        storage.setItem(visitsKey('jana', 'org'), text);
        const visits = createVisits({ storage });
        for (const { path } of visits.read('jana', 'org')) expect(detailRoute(path)).not.toBeNull();
        visits.note('jana', 'org', { path: logger(1), label: 'Pec' });
        expect(visits.read('jana', 'org')[0]).toEqual({ path: logger(1), label: 'Pec' });
      }),
    );
    const broken = () => {
      throw new Error('forbidden');
    };
    const visits = createVisits({ storage: { getItem: broken, setItem: broken, removeItem: broken, key: broken, length: 1 } });
    visits.note('jana', 'org', { path: logger(1), label: 'Pec' });
    visits.forget('jana');
    expect(visits.read('jana', 'org')).toEqual([]);
  });

  it('is shown when the browser has been asked, and follows the other tabs', () => {
    const visits = createVisits({ storage: memory() });
    visits.note('jana', 'org', { path: logger(1), label: 'A' });
    let changed: () => void = () => undefined;
    const view = createVisitsView(
      () => visits,
      'jana',
      'org',
      (key, run) => {
        expect(key).toBe(visitsKey('jana', 'org'));
        changed = run;
        return () => undefined;
      },
    );
    expect(view.$visits.get()).toBeNull();
    view.start();
    expect(view.$visits.get()?.map(({ label }) => label)).toEqual(['A']);
    visits.note('jana', 'org', { path: logger(2), label: 'B' });
    changed();
    expect(view.$visits.get()?.map(({ label }) => label)).toEqual(['B', 'A']);
  });
});
