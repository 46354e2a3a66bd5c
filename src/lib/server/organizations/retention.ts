import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps, Job } from '../kernel/context.ts';
import { edgesOf, type Kept as KeptDays, keptFrom } from '../kernel/kept-from.ts';
import type { Row } from '../kernel/schema.ts';
import { ROLLUP_TABLES } from '../storage/readings/rollups.ts';
import { PRUNED_AT_ONCE } from '../storage/readings/sealing-series.ts';
import { retentionRepo, type Types } from './retention.repo.ts';

const HOUR_MS = 3_600_000;
/** Rows of one transaction, so that nobody who writes waits long; a message may hold megabytes. */
const READINGS_SLICE = 5_000;
const MESSAGES_SLICE = 100;

type Kept = Pick<Row<'organizations'>, 'id' | 'no' | 'keep_received_days' | 'keep_readings_days' | 'keep_rollups_days'>;
type Retention = ReturnType<typeof retentionRepo>;
/** How one organisation is read, and written in slices. */
interface Pruning {
  read: <T>(work: (repo: Retention) => Promise<T>) => Promise<T>;
  slices: (limit: number, work: (repo: Retention) => Promise<number>) => Promise<number>;
}

/**
 * Deletes what organisations don't want to keep any longer: raw messages, readings with their revisions, and rollups, of each sensor type by its
 * own days where it has some. Rollups outlive the readings they were made from, see `channels.pruned_to`.
 */
export const retention: Job = {
  name: 'organizations.retention',
  everyMs: HOUR_MS,
  async run(deps) {
    const organizations = await deps.db.read({ directory: true }, (db) =>
      db
        .selectFrom('organizations')
        .select(['id', 'no', 'keep_received_days', 'keep_readings_days', 'keep_rollups_days'])
        .orderBy('no')
        .execute(),
    );
    for (const organization of organizations) {
      if (deps.stopping?.()) return;
      try {
        const deleted = await prune(deps, organization);
        if (deleted > 0) deps.log.info({ organization_id: organization.id, deleted }, 'kept no longer');
      } catch (error) {
        // The others are not to wait for one that can't be pruned now; the next hour tries again.
        deps.log.error({ organization_id: organization.id, err: error }, 'retention failed');
      }
      await nextTurn();
    }
  },
};

async function prune(deps: Deps, { id, no, ...keep }: Kept): Promise<number> {
  const now = deps.clock.now();
  const read = <T>(work: (repo: Retention) => Promise<T>) =>
    deps.db.read(id, (db) => work(retentionRepo({ db, organization_id: id, organization_no: no })));
  /** Slice after slice, each in a transaction of its own, until one isn't full. */
  const slices = async (limit: number, work: (repo: Retention) => Promise<number>): Promise<number> => {
    let all = 0;
    for (let deleted = limit; deleted >= limit && !deps.stopping?.(); all += deleted) {
      deleted = await deps.db.write(id, (db) => work(retentionRepo({ db, organization_id: id, organization_no: no })));
      // SQLite ends a write within one turn of the event loop: nobody else would get another before the last slice.
      await nextTurn();
    }
    return all;
  };

  let deleted = 0;
  const received = keptFrom(now, keep.keep_received_days);
  if (keep.keep_received_days !== null) {
    for (const logger of await read((repo) => repo.loggersBefore(received)))
      deleted += await slices(MESSAGES_SLICE, (repo) => repo.deleteReceived(logger, received, MESSAGES_SLICE));
    for (const logger of await read((repo) => repo.groupsBefore(received)))
      await slices(PRUNED_AT_ONCE, (repo) => repo.deleteGroups(logger, received));
  }
  for (const { types, kept } of await read((repo) => repo.keptByType(keep))) {
    if (deps.stopping?.()) break;
    deleted += await pruneSeries({ read, slices }, types, edgesOf(now, kept));
  }
  return deleted;
}

/** Channels of one type, or of all types without days of their own. */
async function pruneSeries({ read, slices }: Pruning, types: Types, edges: Record<keyof KeptDays, number>): Promise<number> {
  let deleted = 0;
  const { readings } = edges;
  if (!Number.isFinite(readings)) return deleted;
  for (const channel of await read((repo) => repo.sealedBefore(readings, types)))
    deleted += await slices(1, async (repo) => {
      const before = await repo.deletableTo(channel, readings);
      await repo.markPruned(channel, before);
      return repo.deleteSealed(channel, before);
    });
  for (const channel of await read((repo) => repo.channelsBefore('readings', readings, types)))
    deleted += await slices(READINGS_SLICE, async (repo) => {
      const before = await repo.deletableTo(channel, readings);
      // First, so that no message that comes meanwhile works a bucket out from the half that is left.
      await repo.markPruned(channel, before);
      return repo.deleteSeries('readings', channel, before, READINGS_SLICE);
    });
  for (const resolution of ['5m', '1h'] as const) {
    const edge = resolution === '5m' ? edges.fives : edges.hours;
    if (!Number.isFinite(edge)) continue;
    const table = ROLLUP_TABLES[resolution];
    const outlived = resolution === '5m' && edges.hours < edge;
    const reach = async (repo: Retention, channel: number) => {
      const before = await repo.deletableTo(channel, edge);
      if (outlived) await repo.markFivesPruned(channel, before);
      return before;
    };
    for (const channel of await read((repo) => repo.blocksBefore(resolution, edge, types)))
      deleted += await slices(1, async (repo) => repo.deleteBlocks(resolution, channel, await reach(repo, channel)));
    for (const channel of await read((repo) => repo.channelsBefore(table, edge, types)))
      deleted += await slices(READINGS_SLICE, async (repo) =>
        repo.deleteSeries(table, channel, await reach(repo, channel), READINGS_SLICE),
      );
  }
  return deleted;
}
