import { describe, expect, it } from 'vitest';
import type { LoggerTypeDetail, TypeSpec } from '../../contract/logger-types.ts';
import { flushPromises } from '../kernel/store-testing.ts';
import { createCompare, DRAFT } from './compare.store.ts';
import { EMPTY_SPEC } from './editor.store.ts';

const spec = (path: string): TypeSpec => ({ ...EMPTY_SPEC, time: { path, unit: 's' } });
const row = (over: Partial<LoggerTypeDetail>) =>
  ({
    draft: null,
    versions: [2, 1].map((version) => ({ version, published_at: '2026-11-20T10:00:00Z', logger_count: 0 })),
    rev: 1,
    ...over,
  }) as LoggerTypeDetail;

describe('versions beside each other', () => {
  it('begin with the two newest, read each version once, and follow a draft that was published', async () => {
    const asked: number[] = [];
    const store = {
      version: async (version: number) => {
        asked.push(version);
        return spec(`v${version}`);
      },
    };
    const compare = createCompare(store, row({ draft: spec('draft') }));
    compare.start();
    await flushPromises();
    expect(compare.$state.get()).toEqual({
      from: '2',
      to: DRAFT,
      specs: { status: 'ready', from: spec('v2'), to: spec('draft') },
    });
    compare.choose({ from: '1' });
    compare.choose({ from: '2', to: '1' });
    await flushPromises();
    expect(compare.$state.get().specs).toEqual({ status: 'ready', from: spec('v2'), to: spec('v1') });
    expect(asked.filter((version) => version === 2)).toHaveLength(1);
    compare.choose({ from: '1', to: DRAFT });
    const versions = [3, 2, 1].map((version) => ({ version, published_at: '2026-11-20T10:00:00Z', logger_count: 0 }));
    compare.follow(row({ rev: 2, versions }));
    await flushPromises();
    expect(compare.$state.get()).toMatchObject({ from: '1', to: '3', specs: { status: 'ready', to: spec('v3') } });
  });
});
