import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';

/** A project with an installed builder that only notes how it was called. */
let root: string;
const BUILDER = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
const { BUILD_ID, SOURCE_DATE_EPOCH } = process.env;
appendFileSync('builds.log', BUILD_ID + ' ' + SOURCE_DATE_EPOCH + '\\n');
mkdirSync('dist/client/_astro', { recursive: true });
writeFileSync('dist/client/_astro/app.js', 'export const a = 1;\\n'.repeat(200));
`;
const LOCK = '{"lockfileVersion":3}';

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), 1_700_000_000, 1_700_000_000);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'taktlog-prepare-'));
  mkdirSync(join(root, 'scripts'));
  for (const name of ['prepare.mjs', 'precompress.mjs']) copyFileSync(join('scripts', name), join(root, 'scripts', name));
  write('package-lock.json', LOCK);
  write('src/pages/index.astro', 'hello');
  write('locales/cs/common.json', '{}');
  write('node_modules/.prepared', createHash('sha256').update(LOCK).digest('hex'));
  write('node_modules/astro/bin/astro.mjs', BUILDER);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function prepare(args: string[] = ['build'], env: Record<string, string> = {}) {
  const { BUILD_ID: _, OUT_DIR: __, SOURCE_DATE_EPOCH: ___, ...rest } = process.env;
  return spawnSync(process.execPath, ['scripts/prepare.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...rest, GIT_CEILING_DIRECTORIES: dirname(root), ...env },
  });
}
const builds = () => (existsSync(join(root, 'builds.log')) ? readFileSync(join(root, 'builds.log'), 'utf8').trim().split('\n') : []);

it('the site is built when it never was, and not again until a source changes', () => {
  expect(prepare().status).toBe(0);
  expect(prepare().status).toBe(0);
  expect(builds()).toHaveLength(1);
  write('src/pages/index.test.ts', 'a test is no part of the site');
  prepare();
  expect(builds()).toHaveLength(1);
  write('locales/cs/common.json', '{"a":"b"}');
  prepare();
  expect(builds()).toHaveLength(2);
});

it('a build is named by its sources, and dated by the newest of them where there is no commit', () => {
  prepare();
  write('src/pages/index.astro', 'hello there');
  prepare();
  write('src/pages/index.astro', 'hello');
  prepare();
  const [first, second, third] = builds();
  expect(first).toMatch(/^[0-9a-f]{12} \d{10}$/);
  expect(second?.split(' ')[0]).not.toBe(first?.split(' ')[0]);
  expect(third?.split(' ')[0]).toBe(first?.split(' ')[0]);
});

it('name and time of a build come from the environment where it has them', () => {
  prepare(['build'], { BUILD_ID: 'release-7', SOURCE_DATE_EPOCH: '1600000000' });
  expect(builds()).toEqual(['release-7 1600000000']);
});

it('a build has compressed forms beside its hashed files', () => {
  prepare();
  const file = (suffix: string) => readFileSync(join(root, `dist/client/_astro/app.js${suffix}`));
  expect(brotliDecompressSync(file('.br')).equals(file(''))).toBe(true);
  expect(gunzipSync(file('.gz')).equals(file(''))).toBe(true);
});

it('the command says why a build failed, fails with it, and tries again next time', () => {
  write('node_modules/astro/bin/astro.mjs', 'console.error("the page is broken"); process.exit(1);');
  const failed = prepare();
  expect(failed.status).toBe(1);
  expect(failed.stderr).toContain('the page is broken');
  write('node_modules/astro/bin/astro.mjs', BUILDER);
  prepare();
  expect(builds()).toHaveLength(1);
});

it('without an argument the command only installs', () => {
  expect(prepare([]).status).toBe(0);
  expect(builds()).toHaveLength(0);
});

it('the command installs again when the lock has changed, and says when that fails', () => {
  write('package-lock.json', '{"lockfileVersion":3,"packages":{}}');
  // An npm that only notes its arguments; npm tells its scripts where it lies.
  write('npm-cli.js', 'require("node:fs").writeFileSync("npm.log", process.argv.slice(2).join(" ")); process.exit(1);');
  const { status, stderr } = prepare([], { npm_execpath: join(root, 'npm-cli.js'), npm_node_execpath: process.execPath });
  expect(status).toBe(1);
  expect(stderr).toContain('failed');
  expect(readFileSync(join(root, 'npm.log'), 'utf8')).toMatch(/^(?:ci|install) --include=dev$/);
});
