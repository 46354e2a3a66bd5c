import { openDB } from 'idb';

/** Name of the tablet's journal; see `journal.ts`, which pages that don't capture needn't load. */
export const JOURNAL_NAME = 'taktlog-capture';

/** Opens the journal if there is one; it isn't made here. */
async function existing() {
  const all = await indexedDB.databases();
  return all.some(({ name }) => name === JOURNAL_NAME) ? openDB(JOURNAL_NAME) : null;
}

/** Taps of a user that wait on this tablet, in all his organisations; 0 where nothing can be kept. */
export async function unsentTaps(user: string): Promise<number> {
  try {
    const db = await existing();
    if (!db) return 0;
    try {
      return await db.countFromIndex('taps', 'waiting', IDBKeyRange.bound(['waiting', user], ['waiting', user, []]));
    } finally {
      db.close();
    }
  } catch {
    return 0;
  }
}
