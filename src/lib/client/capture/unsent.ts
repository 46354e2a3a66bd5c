/** Name of the tablet's journal; see `journal.ts`, which pages that don't capture needn't load. */
export const JOURNAL_NAME = 'taktlog-capture';

/** Opens the journal if there is one. */
function existing(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    const asked = indexedDB.open(JOURNAL_NAME);
    // It isn't there: it must not be made here.
    asked.onupgradeneeded = () => asked.transaction?.abort();
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => resolve(null);
    asked.onblocked = () => resolve(null);
  });
}

/** Taps of a user that wait on this tablet, in all his organisations; 0 where nothing can be kept. */
export async function unsentTaps(user: string): Promise<number> {
  try {
    const db = await existing();
    if (!db) return 0;
    try {
      return await new Promise<number>((resolve, reject) => {
        const range = IDBKeyRange.bound(['waiting', user], ['waiting', user, []]);
        const counted = db.transaction('taps').objectStore('taps').index('waiting').count(range);
        counted.onsuccess = () => resolve(counted.result);
        counted.onerror = () => reject(counted.error);
      });
    } finally {
      db.close();
    }
  } catch {
    return 0;
  }
}
