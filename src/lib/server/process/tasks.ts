import { INGEST_SLICE } from '../../constants.ts';
import type { TaskKindName } from '../../contract/tasks.ts';
import { exportReadingsTask } from '../exports/export-task.ts';
import { checkImportFile, runImportFile } from '../imports/import-task.ts';
import { exportReceivedData } from '../received-data/export-received-data.ts';
import { mergeChannels } from '../received-data/merge-channels-task.ts';
import { reparseReceivedData } from '../received-data/reparse-task.ts';
import type { TaskKind } from '../tasks/task-kind.ts';

/** What each kind of task does. */
export const TASKS = {
  'received-data.export': exportReceivedData(2_000),
  'readings.export': exportReadingsTask(5_000),
  'received-data.reparse': reparseReceivedData(),
  'channels.merge': mergeChannels(),
  'imports.check': checkImportFile(INGEST_SLICE),
  'imports.run': runImportFile(INGEST_SLICE),
  // biome-ignore lint/suspicious/noExplicitAny: a kind gets the cursors that it gave
} satisfies Record<TaskKindName, TaskKind<any>>;
