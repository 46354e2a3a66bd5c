import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Deps } from './context.ts';

const MB = 1_000_000;
/** Loggers are let in again only with this much more than the minimum free, so that the answer doesn't flip with every message. */
const WELL = 1.1;
/** Empty pages inside the database count as free, but this part of the minimum must be free on the disk itself. */
const DISK_PART = 1 / 8;

/** Free bytes: of the disk, and inside the database's file, where they are used first. */
export interface Free {
  disk: number;
  inside: number;
}

/** Is there room for what loggers send? Looked at now and then; what was found is remembered for the hot path. */
export interface FreeSpace {
  /** Since when there is too little, microseconds; null = there is enough. */
  readonly fullSince: number | null;
  /** Answers whether that changed, or is found for the first time. */
  look(deps: Deps): Promise<boolean>;
}

/** @param measure what is free; null = it can't be known, as of a PostgreSQL elsewhere, which says so itself when it is full */
export function createFreeSpace(measure: (deps: Deps) => Promise<Free | null> = freeOf): FreeSpace {
  let fullSince: number | null | undefined;
  return {
    get fullSince() {
      return fullSince ?? null;
    },
    async look(deps) {
      const least = deps.config.minFreeMb * MB;
      const free = least === 0 ? null : await measure(deps);
      const wanted = fullSince ? least * WELL : least;
      const full = free !== null && (free.disk + free.inside < wanted || free.disk < wanted * DISK_PART);
      if (fullSince !== undefined && full === (fullSince !== null)) return false;
      fullSince = full ? deps.clock.now() : null;
      return true;
    },
  };
}

async function freeOf({ config, db }: Deps): Promise<Free | null> {
  if (db.dialect.name !== 'sqlite') return null;
  const { bavail, bsize } = await statfs(config.dataDir);
  const { rows } = await db.read(null, (reader) =>
    sql<{ inside: number }>`select freelist_count * page_size as inside from pragma_freelist_count(), pragma_page_size()`.execute(reader),
  );
  return { disk: bavail * bsize, inside: rows[0]?.inside ?? 0 };
}
