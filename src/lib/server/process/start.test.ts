import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'taktlog-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Begins the process with a port that is none, so that it ends by itself once its source was read. */
function start(dataDir: string): string[] {
  const env = { ...process.env, PORT: 'eighty', DATA_DIR: dataDir };
  expect(spawnSync(process.execPath, ['src/lib/server/process/start.mjs'], { env }).status).toBe(2);
  return readdirSync(join(dataDir, 'compiled'));
}

it('keeps what was made of the source for the next start, and takes out what other versions left, and nothing beside it', {
  timeout: 60_000,
}, () => {
  const old = join(folder, 'compiled', 'v20.0.0-1');
  mkdirSync(old, { recursive: true });
  writeFileSync(join(old, 'main'), 'of another version');
  writeFileSync(join(folder, 'taktlog.db'), '');
  const [own, ...others] = start(folder);
  expect(others).toEqual([]);
  expect(own).toContain(process.version);
  expect(start(folder)).toEqual([own]);
  expect(readdirSync(folder).sort()).toEqual(['compiled', 'taktlog.db']);
});

it('saves memory before it reads its source where memory is to be saved', { timeout: 60_000 }, () => {
  const told = join(folder, 'tell.mjs');
  writeFileSync(
    told,
    `import { getHeapSpaceStatistics } from 'node:v8';
    const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
    process.on('exit', () => console.log(young()));`,
  );
  const young = (MEMORY: string) => {
    const env = { ...process.env, PORT: 'eighty', DATA_DIR: join(folder, MEMORY), MEMORY };
    const { stdout } = spawnSync(process.execPath, ['--import', told, 'src/lib/server/process/start.mjs'], { env, encoding: 'utf8' });
    return Number.parseInt(stdout, 10);
  };
  expect(young('ample')).toBeGreaterThan(4 * young('thrifty'));
});

it('is started by the image as by npm', () => {
  const [command] = /(?<=^CMD ).*$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  expect(JSON.parse(command ?? '[]')).toEqual(scripts.start.split(' '));
});
