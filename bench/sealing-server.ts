import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseConfig } from '../src/lib/server/kernel/config.ts';
import type { Deps } from '../src/lib/server/kernel/context.ts';
import type { Reach } from '../src/lib/server/kernel/database.ts';
import { createLogger } from '../src/lib/server/kernel/log.ts';
import { onStopRequest } from '../src/lib/server/process/stop-signals.ts';
import { startServer } from '../src/lib/server/process/web/start-server.ts';
import { sealJob } from '../src/lib/server/readings/seal.ts';
import { groupBodiesJob } from '../src/lib/server/received-data/group-bodies.ts';

/**
 * The production server, which seals readings and groups bodies without a break while the file `SEAL_WHILE` is there, at the pace of its jobs.
 * Writes into `SEAL_HELD` how long its transactions held the writer, milliseconds of processor time of its thread.
 */
const { SEAL_WHILE = '', SEAL_HELD = '' } = process.env;
const config = parseConfig(process.env);
const log = createLogger(config.logLevel);
const server = await startServer({ config, dist: config.outDir, log });
if (server.setupLink) console.log(server.setupLink);
const held: number[] = [];
const { db } = server.deps;
const deps: Deps = {
  ...server.deps,
  stopping: () => !existsSync(SEAL_WHILE),
  db: {
    ...db,
    write: (reach: Reach, work) =>
      db.write(reach, async (tx) => {
        const before = process.threadCpuUsage();
        try {
          return await work(tx);
        } finally {
          const { user, system } = process.threadCpuUsage(before);
          held.push((user + system) / 1_000);
        }
      }),
  },
};
let isStopping = false;
onStopRequest(async () => {
  isStopping = true;
  writeFileSync(SEAL_HELD, JSON.stringify(held));
  process.exit((await server.stop()) ? 0 : 1);
});
while (!isStopping) {
  if (existsSync(SEAL_WHILE)) {
    await sealJob().run(deps);
    await groupBodiesJob({ restUs: 0 }).run(deps);
  }
  await pause(20);
}
