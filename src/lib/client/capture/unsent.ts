import { openDB } from 'idb';

/** Name of the tablet's journal; see `journal.ts`, which pages that don't capture needn't load. */
export const JOURNAL_NAME = 'taktlog-capture';

/** Opens the journal if there is one; it isn't made here. */
async function existing() {
  const all = await indexedDB.databases();
  return all.some(({ name }) => name === JOURNAL_NAME) ? openDB(JOURNAL_NAME) : null;
}

/** Taps and photos of a user that wait on this tablet, in all his organisations; 0 where nothing can be kept. */
export async function unsent(user: string): Promise<number> {
  try {
    const db = await existing();
    if (!db) return 0;
    try {
      const waiting = IDBKeyRange.bound(['waiting', user], ['waiting', user, []]);
      // Photos have no place in a journal that no page has opened since they came to be.
      const stores = ['taps', 'photos'].filter((name) => db.objectStoreNames.contains(name));
      const counts = await Promise.all(stores.map((name) => db.countFromIndex(name, 'waiting', waiting)));
      return counts.reduce((sum, count) => sum + count, 0);
    } finally {
      db.close();
    }
  } catch {
    return 0;
  }
}
