import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { killRounds } from './lib/kill-rounds.ts';
import { databaseUrl, onServer, startTestPostgres, testRole } from './test-postgres.ts';

/**
 * `npm run test:kill [-- ROUNDS --postgres]`: loads a server while another process seals its readings and groups its messages' bodies, ends both with
 * SIGKILL, starts it again on the same data and looks whether every reading that was answered 2xx is there, whether the rollups equal a
 * recomputation, and whether all readings follow from the raw messages. 20 rounds unless told; in the database of `DATABASE_URL`, of a
 * PostgreSQL of its own, or else in SQLite.
 */
const { values, positionals } = parseArgs({ options: { postgres: { type: 'boolean', default: false } }, allowPositionals: true });
const rounds = Number(positionals[0] ?? 20);
const server = values.postgres ? await startTestPostgres({ durable: true }) : null;
if (server) {
  const name = `taktlog_kill_${process.pid}`;
  await onServer(server.url, `create database ${name}`);
  process.env.DATABASE_URL = databaseUrl(server.url, name, testRole());
  process.env.DATABASE_OWNER_URL = databaseUrl(server.url, name);
}
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
  const check = (script: string) =>
    spawnSync(process.execPath, [script], { stdio: 'inherit', env: { ...process.env, DATA_DIR: dataDir } }).status === 0;
  const rollups = check('scripts/check-rollups.ts');
  const readings = check('scripts/check-readings.ts');
  console.log(
    `${rounds} kills, ${result.acknowledged} readings acknowledged, ${result.lost.length} lost, ${result.rested.sealed} chunks and blocks and ${result.rested.grouped} groups made meanwhile, rollups ${rollups ? 'equal' : 'DIFFER'}, readings ${readings ? 'follow' : 'DIFFER'}`,
  );
  for (const lost of result.lost.slice(0, 20)) console.log(`lost: ${lost}`);
  if (result.lost.length > 0 || !rollups || !readings) process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true });
  await server?.stop();
}
