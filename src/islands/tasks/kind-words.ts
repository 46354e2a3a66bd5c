import type { TaskKindName } from '../../lib/contract/tasks.ts';

/** Words of kinds, `tasks:kind.<word>`. */
export const KIND_WORDS = {
  'received-data.export': 'received_data',
  'readings.export': 'readings',
  'received-data.reparse': 'reparse',
  'channels.merge': 'merge',
  'imports.check': 'check',
  'imports.run': 'run',
} as const satisfies Record<TaskKindName, string>;
