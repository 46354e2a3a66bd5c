import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { parseConfig } from '../src/lib/server/kernel/config.ts';
import type { Deps } from '../src/lib/server/kernel/context.ts';
import { systemClock } from '../src/lib/server/kernel/ids.ts';
import { sealJob } from '../src/lib/server/readings/seal.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';

/** Seals readings of a running server into small chunks, over and over, until it is killed: for `npm run test:kill`. */
const db = openDatabase(parseConfig(process.env), { clock: systemClock });
const job = sealJob({ pause: () => pause(5), restUs: 86_400e6, sizes: { most: 200, atEnd: 40, between: 2 } });
for (;;) {
  await job.run({ db, clock: systemClock, log: pino({ level: 'error' }) } as Deps);
  await pause(20);
}
