import type { KyselyPlugin } from 'kysely';
import type { Database } from '../kernel/database.ts';

/** What was sent to the database; `begin`, the organisation's setting and `commit` are no part of it. */
export interface QueryCount {
  count(): number;
  /** Ends the counting, which would go on for other tests of the file. */
  stop(): void;
}

/** Counts the statements of reads and writes on either engine until `stop`; those of the reading store's commits are not seen. */
export function countQueries(db: Database): QueryCount {
  const { read, write } = db;
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  db.read = (reach, work) => read(reach, (reader) => work(reader.withPlugin(counting)));
  db.write = (reach, work) => write(reach, (writer) => work(writer.withPlugin(counting)));
  return {
    count: () => count,
    stop() {
      db.read = read;
      db.write = write;
    },
  };
}

/** How many statements `work` sends; its value is dropped. */
export async function queriesOf(db: Database, work: () => Promise<unknown>): Promise<number> {
  const queries = countQueries(db);
  try {
    await work();
    return queries.count();
  } finally {
    queries.stop();
  }
}
