import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killRounds } from '../scripts/lib/kill-rounds.ts';
import { expect, test } from './test.ts';

test('after a kill every reading that was answered 2xx is there, the rollups equal a recomputation, and all readings follow from the raw messages', async () => {
  test.setTimeout(180_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-kill-'));
  await killRounds({ rounds: 2, env: { DATA_DIR: dataDir } }, () => {})
    .then(({ acknowledged, lost }) => {
      expect(acknowledged).toBeGreaterThan(0);
      expect(lost).toEqual([]);
      for (const script of ['scripts/check-rollups.ts', 'scripts/check-readings.ts']) {
        const check = spawnSync(process.execPath, [script], { env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' });
        expect(check.stdout).toMatch(/: 0 differences/);
        expect(check.status).toBe(0);
      }
    })
    .finally(() => rmSync(dataDir, { recursive: true, force: true }));
});
