import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { parseConfig } from '../src/lib/server/kernel/config.ts';
import type { Deps } from '../src/lib/server/kernel/context.ts';
import { systemClock } from '../src/lib/server/kernel/ids.ts';
import { sealJob } from '../src/lib/server/readings/seal.ts';
import { groupBodiesJob } from '../src/lib/server/received-data/group-bodies.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';

/**
 * Seals readings of a running server into small chunks and groups bodies of its messages, over and over, until it is killed: for
 * `npm run test:kill`. Tells whoever began it of each.
 */
const db = openDatabase(parseConfig(process.env), { clock: systemClock });
const deps = { db, clock: systemClock, log: pino({ level: 'error' }) } as Deps;
const told = (what: 'sealed' | 'grouped') => () => {
  process.send?.(what);
  return pause(5);
};
const jobs = [
  groupBodiesJob({ pause: told('grouped'), restUs: 0, sizes: { messages: 100, bytes: 100_000, atEnd: 10, bytesAtEnd: 50_000 } }),
  sealJob({ pause: told('sealed'), restUs: 86_400e6, sizes: { most: 200, atEnd: 40, between: 2 } }),
];
// Side by side, so that a kill meets both.
await Promise.all(
  jobs.map(async (job) => {
    for (;;) {
      await job.run(deps);
      await pause(20);
    }
  }),
);
