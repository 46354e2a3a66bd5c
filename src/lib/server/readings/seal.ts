import type { RollupResolution } from '../../constants.ts';
import { addingUp, besideOthers, type Rest } from '../kernel/beside.ts';
import type { Deps, Job } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { closeChunk, type StoredReading } from '../storage/readings/chunks.ts';
import { closeBlock } from '../storage/readings/rollup-blocks.ts';
import { nextRollups, sealRollups } from '../storage/readings/rollup-sealing.ts';
import type { Rollup } from '../storage/readings/rollups.ts';
import { nextToSeal, seal } from '../storage/readings/sealing.ts';
import type { SealSizes, SeriesPlace } from '../storage/readings/sealing-series.ts';

const HOUR_MS = 3_600_000;
/** Readings rest when they are half a day old: what comes later than that mostly goes on where its channel ended, and touches nothing. */
const REST_US = 12 * 3_600e6;

/**
 * Puts old readings into chunks and old rollups into blocks, series after series. The bytes are made beside the writer and compared with what they are made of; then one
 * transaction compares them with the rows that are there now and puts them in their place. Processes that share a database may do it at the
 * same time: whoever comes second finds other rows.
 */
export function sealJob({
  pause = besideOthers,
  restUs = REST_US,
  sizes,
}: {
  /** Between chunks or blocks, and between looks that found none. */
  pause?: Rest;
  restUs?: number;
  sizes?: SealSizes;
} = {}): Job {
  return {
    name: 'readings.seal',
    everyMs: HOUR_MS,
    async run(deps) {
      const before = deps.clock.now() - restUs;
      const rest = addingUp(pause);
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
        let sealed = 0;
        for (const channel of channels) {
          if (deps.stopping?.()) return;
          const place = { organization_id: id, organization_no: no, channelNo: channel.no };
          try {
            const how = { before, sizes, rest };
            sealed += await sealSeries(deps, place, READINGS, { from: channel.pruned_to ?? Number.MIN_SAFE_INTEGER, ...how });
            // They outlive their readings: those from before `pruned_to` are sealed too.
            for (const resolution of ['5m', '1h'] as const)
              sealed += await sealSeries(deps, place, rollupsOf(resolution), { from: Number.MIN_SAFE_INTEGER, ...how });
          } catch (error) {
            // They stay rows; the others are not to wait for them.
            deps.log.error({ organization_id: id, channel_no: channel.no, err: error }, 'readings could not be sealed');
          }
        }
        if (sealed > 0) deps.log.info({ organization_id: id, sealed }, 'readings sealed');
      }
    },
  };
}

/** What is sealed, and how. */
interface Kind<T> {
  next(
    db: Db,
    place: SeriesPlace,
    page: { from: number; before: number; sizes: SealSizes | undefined },
  ): Promise<{ rows: T[]; from: number } | null>;
  close(rows: readonly T[]): Buffer;
  seal(db: Db, place: SeriesPlace, data: Buffer): Promise<boolean>;
}

const READINGS: Kind<StoredReading> = {
  next: nextToSeal,
  close: closeChunk,
  seal,
};

const rollupsOf = (resolution: RollupResolution): Kind<Rollup> => ({
  next: (db, place, page) => nextRollups(db, { ...place, resolution }, page),
  close: closeBlock,
  seal: (db, place, data) => sealRollups(db, { ...place, resolution }, data),
});

async function sealSeries<T>(
  { db, stopping }: Deps,
  place: SeriesPlace,
  { next, close, seal: put }: Kind<T>,
  {
    from,
    before,
    sizes,
    rest,
  }: {
    from: number;
    before: number;
    sizes: SealSizes | undefined;
    rest: Rest;
  },
): Promise<number> {
  let sealed = 0;
  for (let since = from, isMore = true; isMore && !stopping?.(); ) {
    const begun = performance.now();
    const run = await db.read(place.organization_id, (reader) => next(reader, place, { from: since, before, sizes }));
    isMore = run !== null;
    since = run?.from ?? since;
    const data = run && run.rows.length > 0 ? close(run.rows) : null;
    if (data !== null && (await db.write(place.organization_id, (writer) => put(writer, place, data)))) sealed += 1;
    await rest(performance.now() - begun, stopping);
  }
  return sealed;
}
