import { constants, DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { sqliteDialect } from './kysely-sqlite.ts';

it('a statement with a limit is planned once, whatever its values', async () => {
  const raw = new DatabaseSync(':memory:');
  const db = new Kysely<{ shelves: { no: number } }>({ dialect: sqliteDialect(raw) });
  onTestFinished(() => db.destroy());
  raw.exec('create table shelves (no integer primary key); insert into shelves values (1), (2), (3)');
  // SQLite asks whether a statement may be run each time that it plans one.
  let plans = 0;
  raw.setAuthorizer((action) => {
    if (action === constants.SQLITE_SELECT) plans += 1;
    return constants.SQLITE_OK;
  });
  const built = (limit: number) => db.selectFrom('shelves').select('no').orderBy('no').limit(limit).execute();
  const written = async (limit: number) => (await sql<{ no: number }>`select no from shelves order by no limit ${limit}`.execute(db)).rows;
  for (const list of [built, written]) {
    plans = 0;
    const found: number[][] = [];
    for (const limit of [2, 1, 3, 0]) found.push((await list(limit)).map(({ no }) => no));
    expect([found, plans]).toEqual([[[1, 2], [1], [1, 2, 3], []], 1]);
  }
  // Were that not so any more, the dialect could leave limits as they are.
  const bare = raw.prepare('select no from shelves order by no limit ?');
  plans = 0;
  for (const limit of [2, 1, 3]) bare.all(limit);
  expect(plans).toBe(3);
});
