import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Dialect } from '../dialect.ts';
import { up as base } from './0001_base.ts';
import { up as loggerNumbers } from './0002_logger_numbers.ts';

/** One set for both engines; names sort in the order of execution and never change once released. */
const MIGRATIONS: Record<string, (db: Kysely<unknown>, dialect: Dialect) => Promise<void>> = {
  '0001_base': base,
  '0002_logger_numbers': loggerNumbers,
};

/** Brings the schema up to date. @throws what the failed migration threw; its work is rolled back. */
export async function migrateToLatest(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const bound: Record<string, Migration> = {};
  for (const [name, up] of Object.entries(MIGRATIONS)) bound[name] = { up: (connection) => up(connection, dialect) };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => bound } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
