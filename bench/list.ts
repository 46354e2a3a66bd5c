import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { databaseUrl, onServer, startTestPostgres, testRole } from '../scripts/test-postgres.ts';
import { dataloggersRepo } from '../src/lib/server/dataloggers/dataloggers.repo.ts';
import type { Db } from '../src/lib/server/kernel/database.ts';
import type { Schema } from '../src/lib/server/kernel/schema.ts';
import { sqliteDialect } from '../src/lib/server/storage/kysely-sqlite.ts';
import { type BenchApp, compare, logger, openBenchApp } from './bench-app.ts';
import type { Figure } from './report.ts';

const ROWS = 50;
const CALLS = 60;

/** GET …/dataloggers?limit=50 through the application, against the very same SQL on a bare handle of the same process. */
export async function listFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const here = await openBenchApp();
  try {
    await fill(here);
    const raw = new DatabaseSync(join(here.folder, 'taktlog.db'), { readOnly: true });
    const query = await captured(sqliteDialect(raw), (db) => firstPage(db, here));
    const statement = raw.prepare(query.sql);
    const { ours, raw: bare } = await compare(
      CALLS,
      () => list(here),
      () => statement.all(...(query.parameters as string[])),
    );
    raw.close();
    figures.push(figure('API list of 50 rows against the bare query, SQLite', ours, bare, 0.4));
  } finally {
    await here.close();
  }

  const server = await startTestPostgres({ durable: true });
  const name = `taktlog_bench_${process.pid}`;
  await onServer(server.url, `create database ${name}`);
  const role = testRole();
  const url = databaseUrl(server.url, name, role);
  const there = await openBenchApp({ url, ownerUrl: databaseUrl(server.url, name) });
  try {
    await fill(there);
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    const query = await captured(new PostgresDialect({ pool }), (db) => firstPage(db, there));
    const client = await pool.connect();
    await onServer(databaseUrl(server.url, name), 'analyze');
    const bareCall = async (): Promise<void> => {
      await client.query('begin read only');
      await client.query(`select set_config('app.organization_id', $1, true)`, [there.organization.id]);
      await client.query(query.sql, query.parameters as unknown[]);
      await client.query('commit');
    };
    const { ours, raw: bare } = await compare(CALLS, () => list(there), bareCall);
    client.release();
    await pool.end();
    figures.push(figure('API list of 50 rows against the same query in begin/set_config/commit, PostgreSQL', ours, bare, 0.7));
  } finally {
    await there.close();
    await onServer(server.url, `drop database ${name} with (force)`);
    await server.stop();
  }
  return figures;
}

interface Query {
  sql: string;
  parameters: readonly unknown[];
}

/** The SQL of the only statement that the work makes. */
export async function captured(dialect: Dialect, work: (db: Db) => Promise<unknown>): Promise<Query> {
  let last: Query | undefined;
  const log = (event: { query: Query }): void => {
    last = event.query;
  };
  await work(new Kysely<Schema>({ dialect, log }) as Db);
  if (!last) throw new Error('no query was seen');
  return last;
}

function firstPage(db: Db, { organization, deps }: BenchApp): Promise<unknown> {
  return dataloggersRepo({ db, organization_id: organization.id }).list(
    { workspaces: 'all', archived: false, now: deps.clock.now() },
    { sort: 'name', descending: false, cursor: null, limit: ROWS + 1 },
  );
}

async function fill(bench: BenchApp): Promise<void> {
  const now = bench.deps.clock.now();
  for (let n = 0; n < 200; n += 1)
    await logger(
      bench,
      String(n).padStart(4, '0'),
      ['air', 'core', 'humidity', 'door'].map((key, index) => ({ no: n * 4 + index + 1, key })),
      { ts: now - n * 1e6, num: 3.4 },
    );
}

async function list({ app, organization, authorization }: BenchApp): Promise<void> {
  const answer = await app.request(`/v1/orgs/${organization.id}/dataloggers?limit=${ROWS}`, { headers: { authorization } });
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes('"next_cursor":"')) throw new Error(text.slice(0, 500));
}

function figure(name: string, ours: number, raw: number, budget: number): Figure {
  return { name, unit: 'lists/s', ours: 1 / ours, raw: 1 / raw, ratio: raw / ours, budget };
}
