import type { Config } from '../../src/lib/server/kernel/config.ts';

export interface TaskLoop {
  location: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>;
  /** How far its clock is ahead, microseconds: leases of those killed before have run out by it. */
  ahead: number;
  /** Messages of one slice. */
  slice: number;
}
