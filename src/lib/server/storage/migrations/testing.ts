import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { type Engine, testLocation } from '../../testing/testing.ts';
import { postgres } from '../dialect-postgres.ts';
import { sqlite } from '../dialect-sqlite.ts';
import { sqliteDialect } from '../kysely-sqlite.ts';
import { MIGRATIONS } from './index.ts';

const ignored = () => undefined;

/**
 * A database as it stood before a migration, with two organisations `a` (3) and `b` (4) of one workspace `w` each.
 * @param migration its name, e.g. `0002_logger_numbers`
 */
export async function databaseBefore(engine: Engine, migration: keyof typeof MIGRATIONS): Promise<Kysely<unknown>> {
  const location = await testLocation(engine);
  const pool = () => {
    const made = new pg.Pool({ connectionString: location.databaseOwnerUrl ?? '', max: 1, options: '-c search_path=before' });
    // The database is dropped by force: a connection that is just being closed may still hear of it.
    return made.on('error', ignored).on('connect', (client) => client.on('error', ignored));
  };
  const dialect = engine === 'sqlite' ? sqliteDialect(new DatabaseSync(':memory:')) : new PostgresDialect({ pool: pool() });
  const db = new Kysely<unknown>({ dialect });
  onTestFinished(() => db.destroy());
  // The test's database has the newest tables already; these stand beside them.
  if (engine === 'postgres') await sql`create schema before`.execute(db);
  for (const [name, up] of Object.entries(MIGRATIONS)) {
    if (name === migration) break;
    await up(db, engine === 'sqlite' ? sqlite : postgres);
  }
  for (const [no, organization] of [
    [3, 'a'],
    [4, 'b'],
  ] as const) {
    await sql`insert into organizations (id, no, name, slug, locale, time_zone, created_at, updated_at)
      values (${organization}, ${no}, 'O', ${organization}, 'cs', 'UTC', 0, 0)`.execute(db);
    await sql`insert into workspaces (organization_id, id, name, time_zone, created_at, updated_at)
      values (${organization}, 'w', 'W', 'UTC', 0, 0)`.execute(db);
  }
  return db;
}
