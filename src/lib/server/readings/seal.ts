import { setTimeout } from 'node:timers/promises';
import type { Deps, Job } from '../kernel/context.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { closeChunk } from '../storage/readings/chunks.ts';
import { type ChunkSizes, nextToSeal, type SeriesPlace, seal } from '../storage/readings/sealing.ts';

const HOUR_MS = 3_600_000;
/** Readings rest when they are so old: what comes later than that is rare. */
const REST_US = 7 * 86_400e6;
/** Between two chunks: a chunk takes some milliseconds, the rest of the time is everybody else's. */
const PAUSE_MS = 100;

/**
 * Puts old readings into chunks, series after series. The bytes are made beside the writer and compared with what they are made of; then one
 * transaction compares them with the rows that are there now and puts them in their place. Processes that share a database may do it at the
 * same time: whoever comes second finds other rows.
 */
export function sealJob({
  pause = () => setTimeout(PAUSE_MS),
  restUs = REST_US,
  sizes,
}: {
  pause?: () => Promise<unknown>;
  restUs?: number;
  sizes?: ChunkSizes;
} = {}): Job {
  return {
    name: 'readings.seal',
    everyMs: HOUR_MS,
    async run(deps) {
      const before = deps.clock.now() - restUs;
      const organizations = await deps.db.read({ directory: true }, (db) =>
        db.selectFrom('organizations').select(['id', 'no']).orderBy('no').execute(),
      );
      for (const { id, no } of organizations) {
        const channels = await deps.db.read(id, (db) =>
          tenantDb({ db, organization_id: id })
            .selectFrom('channels')
            .select(['no', 'pruned_to'])
            .where('first_ts', '<', before)
            .orderBy('no')
            .execute(),
        );
        let chunks = 0;
        for (const channel of channels) {
          if (deps.stopping?.()) return;
          const place = { organization_id: id, organization_no: no, channelNo: channel.no };
          try {
            chunks += await sealSeries(deps, place, { from: channel.pruned_to ?? Number.MIN_SAFE_INTEGER, before, sizes, pause });
          } catch (error) {
            // They stay rows; the others are not to wait for them.
            deps.log.error({ organization_id: id, channel_no: channel.no, err: error }, 'readings could not be sealed');
          }
        }
        if (chunks > 0) deps.log.info({ organization_id: id, chunks }, 'readings sealed');
      }
    },
  };
}

async function sealSeries(
  { db, stopping }: Deps,
  place: SeriesPlace,
  { from, before, sizes, pause }: { from: number; before: number; sizes: ChunkSizes | undefined; pause: () => Promise<unknown> },
): Promise<number> {
  let chunks = 0;
  for (let since = from; !stopping?.(); ) {
    const next = await db.read(place.organization_id, (reader) => nextToSeal(reader, place, { from: since, before, sizes }));
    if (next === null) break;
    since = next.from;
    if (next.readings.length === 0) continue;
    const data = closeChunk(next.readings);
    if (await db.write(place.organization_id, (writer) => seal(writer, place, data))) chunks += 1;
    await pause();
  }
  return chunks;
}
