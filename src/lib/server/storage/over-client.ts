import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Db } from '../kernel/database.ts';
import type { Schema } from '../kernel/schema.ts';

/** Queries of the builder over a connection that somebody else has, begins and ends transactions on, and gives back. */
export function overClient(client: pg.PoolClient): Db {
  const lent = { query: client.query.bind(client), release: () => undefined } as unknown as pg.PoolClient;
  const pool = { connect: async () => lent, end: async () => undefined };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) });
}
