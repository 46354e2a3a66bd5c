import { writeSync } from 'node:fs';
import { systemClock } from '../src/lib/server/kernel/ids.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { type CommitLoop, loopMessage } from './lib/commit-loop.ts';

/**
 * The victim of the durability test: stores messages side by side until it is killed and prints a line `<sender> <count>` for each that was
 * answered. One argument: the JSON of a `CommitLoop`.
 */
const loop: CommitLoop = JSON.parse(process.argv[2] ?? '');
const db = openDatabase(loop.location, { clock: systemClock });
await Promise.all(
  loop.channels.map(async (_, sender) => {
    for (let count = loop.start; ; count++) {
      await db.readings.commit(loopMessage(loop, sender, count));
      // Synchronous, so that a printed line can't be lost with the process.
      writeSync(1, `${sender} ${count}\n`);
    }
  }),
);
