import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import { PRIVATE_FILE } from './private-files.ts';

/** Secrets that the server makes once: in `settings` when several processes may share the database, else in a file that only its owner reads. */

export interface SecretPlace {
  /** Its name in DATA_DIR. */
  file: string;
  /** Its key in `settings`. */
  setting: string;
}
export interface SecretStore {
  read(): Promise<string | null>;
  /** Reads and writes as one, whatever other processes do. */
  change(make: (before: string | null) => string): Promise<string>;
}

export const secretStore = (
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  db: Database,
  { file, setting }: SecretPlace,
): SecretStore => (databaseUrl === undefined ? inFile(join(dataDir, file), db) : inSettings(setting, db));

/** The file is changed inside a write of the database, so that two processes on one folder take turns. */
function inFile(file: string, db: Database): SecretStore {
  const read = (): string | null => {
    try {
      return readFileSync(file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
  return {
    read: async () => read(),
    change: (make) =>
      db.write(null, async () => {
        const before = read();
        const after = make(before);
        if (after !== before) writeWhole(file, after);
        return after;
      }),
  };
}

/** Writes the whole file or nothing, and syncs it to the disk before anything follows from it. */
function writeWhole(file: string, text: string): void {
  const fresh = `${file}.new`;
  const handle = openSync(fresh, 'w', PRIVATE_FILE);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, file);
}

function inSettings(setting: string, db: Database): SecretStore {
  return {
    read: () =>
      db.read(null, async (reader) => {
        const row = await reader.selectFrom('settings').select('value').where('key', '=', setting).executeTakeFirst();
        return row?.value ?? null;
      }),
    change: (make) =>
      db.write(null, async (tx) => {
        // Changes nothing and locks the row until the end of the transaction.
        const { value } = await tx
          .insertInto('settings')
          .values({ key: setting, value: '' })
          .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('settings.value') })))
          .returning('value')
          .executeTakeFirstOrThrow();
        const after = make(value === '' ? null : value);
        if (after !== value) await tx.updateTable('settings').set({ value: after }).where('key', '=', setting).execute();
        return after;
      }),
  };
}
