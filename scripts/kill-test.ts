import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killRounds } from './lib/kill-rounds.ts';

/**
 * `npm run test:kill [-- ROUNDS]`: loads a server, ends it with SIGKILL, starts it again on the same data and looks whether every reading
 * that was answered 2xx is there and whether the rollups equal a recomputation. 20 rounds unless told.
 */
const rounds = Number(process.argv[2] ?? 20);
const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-kill-'));
try {
  const result = await killRounds(
    {
      rounds,
      env: {
        DATA_DIR: dataDir,
        ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}),
        ...(process.env.DATABASE_OWNER_URL ? { DATABASE_OWNER_URL: process.env.DATABASE_OWNER_URL } : {}),
      },
    },
    console.log,
  );
  const check = spawnSync(process.execPath, ['scripts/check-rollups.ts'], { stdio: 'inherit', env: { ...process.env, DATA_DIR: dataDir } });
  console.log(
    `${rounds} kills, ${result.acknowledged} readings acknowledged, ${result.lost.length} lost, rollups ${check.status === 0 ? 'equal' : 'DIFFER'}`,
  );
  for (const lost of result.lost.slice(0, 20)) console.log(`lost: ${lost}`);
  if (result.lost.length > 0 || check.status !== 0) process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
