import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../testing/testing.ts';
import { up } from './0021_search_keys.ts';
import { databaseBefore } from './testing.ts';

/** More than two pages, across the border of two organisations. */
const ROWS = 1_203;

describe.each(ENGINES)('keys of loggers and people on %s', (engine) => {
  it('are given to every row that is there', async () => {
    const db = await databaseBefore(engine, '0021_search_keys');
    for (let from = 0; from < ROWS; from += 200) {
      const numbers = Array.from({ length: Math.min(200, ROWS - from) }, (_, i) => from + i);
      await sql`insert into dataloggers (organization_id, id, no, workspace_id, name, code, place, auto_channels, channel_limit, created_at, updated_at)
        values ${sql.join(numbers.map((n) => sql`(${n % 2 ? 'a' : 'b'}, ${`id-${n}`}, ${n}, 'w', ${`Čidlo ${n}`}, ${n % 3 ? null : 'ŠN-1'}, 'Šatna', 1, 9, 0, 0)`))}`.execute(
        db,
      );
      await sql`insert into users (id, email, name, locale, password_hash, access_all_orgs, created_at, updated_at)
        values ${sql.join(numbers.map((n) => sql`(${`id-${n}`}, ${`${n}@plant.example`}, ${`Řehoř ${n}`}, 'cs', '', 0, 0, 0)`))}`.execute(
        db,
      );
    }
    await up(db);
    const keys = async (table: string) =>
      Object.fromEntries(
        (
          await sql<{ id: string; name_key: string; search: string }>`select id, name_key, search from ${sql.table(table)}`.execute(db)
        ).rows.map(({ id, name_key, search }) => [id, [name_key, search]]),
      );
    const padded = (n: number) => String(n).padStart(12, '0');
    const each = <T>(value: (n: number) => T) => Object.fromEntries(Array.from({ length: ROWS }, (_, n) => [`id-${n}`, value(n)]));
    expect(await keys('dataloggers')).toEqual(
      each((n) => [`cidlo ${padded(n)}`, [`cidlo ${n}`, ...(n % 3 ? [] : ['sn-1']), 'satna'].join('\n')]),
    );
    expect(await keys('users')).toEqual(each((n) => [`rehor ${padded(n)}`, `rehor ${n}`]));
  });
});
