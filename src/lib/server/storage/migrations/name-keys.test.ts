import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../kernel/name-keys.ts';
import { ENGINES } from '../../testing/testing.ts';
import { up } from './0005_name_keys.ts';
import { databaseBefore } from './testing.ts';

/** More than two pages, across the border of two organisations. */
const ROWS = 1_203;

describe.each(ENGINES)('keys of names on %s', (engine) => {
  it('are given to every row that is there, of every organisation', async () => {
    const db = await databaseBefore(engine, '0005_name_keys');
    const idsOf = (n: number) => [n % 2 ? 'a' : 'b', `id-${n}`] as const;
    const insert = async (table: string, columns: string, values: (n: number) => readonly (string | number | null)[]) => {
      const names = sql.raw(`organization_id, id, workspace_id, created_at, updated_at, ${columns}`);
      for (let from = 0; from < ROWS; from += 200) {
        const rows = Array.from({ length: Math.min(200, ROWS - from) }, (_, i) => [...idsOf(from + i), 'w', 0, 0, ...values(from + i)]);
        await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(rows.map((row) => sql`(${sql.join(row)})`))}`.execute(db);
      }
    };
    await insert('activities', 'name, short, color, kind, loss, element, ends_cycle, categories', (n) => [
      `Čekání ${n}`,
      n % 3 ? null : 'ŠÍP',
      1,
      'state',
      0,
      0,
      0,
      '{}',
    ]);
    await insert('screens', 'name, method, draft', (n) => [`Řada ${n}`, 'snapshot', '{}']);
    await sql`insert into screen_versions (organization_id, screen_id, version, name, method, definition, activities, published_at)
      select organization_id, id, 1, name, method, draft, '[]', 0 from screens`.execute(db);
    await insert('measurements', 'name, note, screen_id, screen_version, method, lanes, state, day', (n) => [
      `Měření ${n}`,
      n % 3 ? null : 'Špatné SVĚTLO',
      idsOf(n)[1],
      1,
      'snapshot',
      '[]',
      'finished',
      '2026-03-02',
    ]);
    await up(db);
    for (const [table, first, more] of [
      ['activities', 'cekani', 'sip'],
      ['screens', 'rada', null],
      ['measurements', 'mereni', 'spatne svetlo'],
    ] as const) {
      const { rows } = await sql`select organization_id, id, name_key, search from ${sql.table(table)}`.execute(db);
      const expected = Array.from({ length: ROWS }, (_, n) => ({
        organization_id: idsOf(n)[0],
        id: idsOf(n)[1],
        name_key: nameKey(`${first} ${n}`),
        search: [`${first} ${n}`, ...(more === null || n % 3 ? [] : [more])].join('\n'),
      }));
      expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(new Set(expected.map((row) => JSON.stringify(row))));
    }
  });
});
