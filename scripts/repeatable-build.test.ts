import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

/** The site that stands in dist, built once more: whoever builds the same commit must be able to compare what he serves, byte by byte. */

/** Beside node_modules: pages are rendered by what is built, which finds its packages from where it stands. */
const reports = resolve('reports');
mkdirSync(reports, { recursive: true });
const place = mkdtempSync(join(reports, 'built-again-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** What every file of a folder holds, by its path; the compressed copies are made of the others. */
function filesOf(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return new Map(
    paths.sort().map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    ]),
  );
}

it('built twice, the site gives the browser the same files', { timeout: 240_000 }, () => {
  const built = resolve(process.env.OUT_DIR || 'dist', 'client');
  const { id, timestamp } = JSON.parse(readFileSync(join(built, 'builds', 'latest.json'), 'utf8')) as { id: string; timestamp: number };
  const { status, stderr } = spawnSync(process.execPath, [join('node_modules', 'astro', 'bin', 'astro.mjs'), 'build'], {
    env: {
      ...process.env,
      // Vitest's own, which Astro would take for its own.
      ...{ DEV: undefined, PROD: undefined, MODE: undefined, SSR: undefined },
      ...{ NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
      ...{ OUT_DIR: place, BUILD_ID: id, SOURCE_DATE_EPOCH: String(timestamp / 1_000) },
    },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  const [first, again] = [filesOf(built), filesOf(join(place, 'client'))];
  expect(first.size).toBeGreaterThan(200);
  expect([...again.keys()]).toEqual([...first.keys()]);
  expect([...first].filter(([path, hash]) => again.get(path) !== hash).map(([path]) => path)).toEqual([]);
});
