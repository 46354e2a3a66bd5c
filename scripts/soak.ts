import { spawnSync } from 'node:child_process';

/**
 * `npm run soak`: the long run of what `npm test` does a few times, on both engines. Orders of messages, readings again, imports and undoings,
 * with processes that are killed in between, each end as a rebuild from the raw messages.
 */
const env = { PROVENANCE_RUNS: '1000', PROVENANCE_KILLED: '50', KILLS: '20', ...process.env };
const files = ['src/lib/server/received-data/provenance.test.ts', 'src/lib/server/tasks/killed.test.ts'];
process.exitCode = spawnSync('vitest', ['run', ...files], { stdio: 'inherit', env, shell: process.platform === 'win32' }).status ?? 1;
