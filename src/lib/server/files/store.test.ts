import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parseConfig } from '../kernel/config.ts';
import { systemIds } from '../kernel/ids.ts';
import { testClock } from '../testing/testing.ts';
import { digest, keep, openStored, sweep, withScratch } from './store.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-store-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const DAY_US = 86_400e6;
const NOBODY = async () => new Set<string>();

function setUp(space: string) {
  const deps = { config: parseConfig({ DATA_DIR: dataDir }), clock: testClock(), ids: systemIds };
  const put = (text: string) =>
    withScratch(deps, space, async (path) => {
      writeFileSync(path, text);
      const { hash } = await digest(path);
      await keep(deps, space, hash, '', path);
      return hash;
    });
  const isThere = async (hash: string) => {
    const stored = await openStored(deps, space, hash, '');
    await stored?.file.close();
    return stored !== null;
  };
  return {
    deps,
    put,
    isThere,
    files: () => globSync(`files/${space}/**/*`, { cwd: dataDir, withFileTypes: true }).filter((one) => one.isFile()),
  };
}

it('bytes that are stored again while the sweep asks for their rows stay', async () => {
  const { deps, put, isThere } = setUp('a');
  const [again, gone] = [await put('again'), await put('gone')];
  deps.clock.advance(2 * DAY_US);
  const deleted = await sweep(deps, 'a', async (hashes) => {
    if (hashes.includes(again)) await put('again');
    return new Set<string>();
  });
  expect([deleted, await isThere(again), await isThere(gone)]).toEqual([1, true, false]);
});

it('two processes may sweep together', async () => {
  const { deps, put, files } = setUp('b');
  for (let no = 0; no < 20; no++) await put(`file ${no}`);
  deps.clock.advance(2 * DAY_US);
  const deleted = await Promise.all([sweep(deps, 'b', NOBODY), sweep(deps, 'b', NOBODY)]);
  expect([deleted[0] + deleted[1], files()]).toEqual([20, []]);
});

it('what could not be finished leaves nothing behind', async () => {
  const { deps, files } = setUp('c');
  const work = withScratch(deps, 'c', async (path) => {
    for (const ending of ['', '.drawn', '.drawn.thumb', '.drawn.medium']) writeFileSync(path + ending, 'x');
    throw new Error('stopped');
  });
  await expect(work).rejects.toThrow('stopped');
  expect(files()).toEqual([]);
});
