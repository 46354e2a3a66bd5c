import { writeSync } from 'node:fs';
import { createBus } from '../src/lib/server/events/bus.ts';
import { checkImportFile, runImportFile } from '../src/lib/server/imports/import-task.ts';
import { parseConfig } from '../src/lib/server/kernel/config.ts';
import type { Deps } from '../src/lib/server/kernel/context.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { createLogger } from '../src/lib/server/kernel/log.ts';
import { exportReceivedData } from '../src/lib/server/received-data/export-received-data.ts';
import { paceOfSlices, reparseReceivedData } from '../src/lib/server/received-data/reparse-task.ts';
import { withLater } from '../src/lib/server/received-data/testing.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { TaskRunner } from '../src/lib/server/tasks/runner.ts';
import type { TaskKinds } from '../src/lib/server/tasks/task-kind.ts';
import type { TaskLoop } from './lib/task-loop.ts';

/** The victim of the tests of tasks: works on them in small slices until it is killed and prints a line for each slice that it begins. */
const { location, ahead, slice }: TaskLoop = JSON.parse(process.argv[2] ?? '');
const clock = { now: () => systemClock.now() + ahead };
const kinds: TaskKinds = {
  'received-data.export': exportReceivedData(slice),
  'received-data.reparse': reparseReceivedData(() => withLater, paceOfSlices(slice)),
  'imports.check': checkImportFile(slice),
  'imports.run': runImportFile(slice, () => withLater, paceOfSlices(slice)),
};
const db = openDatabase(location, { clock });
const deps = {
  config: parseConfig({ DATA_DIR: location.dataDir }),
  db,
  clock,
  ids: systemIds,
  bus: createBus({ clock }),
  log: createLogger('fatal'),
} as Partial<Deps> as Deps;
/** Says that a slice begins; synchronous, so that a printed line can't be lost with the process. */
function told(kind: TaskKinds[string]): TaskKinds[string] {
  const telling =
    <Run extends { claim: unknown }, Cursor, Result>(slice: (run: Run, cursor: Cursor) => Result) =>
    (run: Run, cursor: Cursor) => {
      writeSync(1, `${run.claim}\n`);
      return slice(run, cursor);
    };
  return { ...kind, step: telling(kind.step), ...(kind.undo ? { undo: telling(kind.undo) } : {}) };
}
const runner = new TaskRunner(deps, Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, told(kind)])));
await runner.run();
await db.close();
