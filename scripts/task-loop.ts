import { writeSync } from 'node:fs';
import { createBus } from '../src/lib/server/events/bus.ts';
import { parseConfig } from '../src/lib/server/kernel/config.ts';
import type { Deps } from '../src/lib/server/kernel/context.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { createLogger } from '../src/lib/server/kernel/log.ts';
import { exportReceivedData } from '../src/lib/server/received-data/export-received-data.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { TaskRunner } from '../src/lib/server/tasks/runner.ts';
import type { TaskLoop } from './lib/task-loop.ts';

/** The victim of the test of tasks: exports received data in small slices until it is killed and prints a line for each slice that it begins. */
const { location, ahead, slice }: TaskLoop = JSON.parse(process.argv[2] ?? '');
const clock = { now: () => systemClock.now() + ahead };
const kind = exportReceivedData(slice);
const db = openDatabase(location, { clock });
const deps = {
  config: parseConfig({ DATA_DIR: location.dataDir }),
  db,
  clock,
  ids: systemIds,
  bus: createBus({ clock }),
  log: createLogger('fatal'),
} as Partial<Deps> as Deps;
const runner = new TaskRunner(deps, {
  'received-data.export': {
    ...kind,
    step(run, cursor) {
      // Synchronous, so that a printed line can't be lost with the process.
      writeSync(1, `${run.claim}\n`);
      return kind.step(run, cursor);
    },
  },
});
await runner.run();
await db.close();
