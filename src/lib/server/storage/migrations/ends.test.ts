import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../testing/testing.ts';
import { up } from './0010_ends.ts';
import { databaseBefore } from './testing.ts';

const YEAR_US = 365 * 86_400e6;

describe.each(ENGINES)('keys that were made before on %s', (engine) => {
  it('have a year to live when they had no end or a far one; nearer ends stay', async () => {
    const db = await databaseBefore(engine, '0010_ends');
    const before = Date.now() * 1000;
    const ends = { never: null, far: before + 9 * YEAR_US, near: before + 5e6, over: 7 };
    for (const [id, end] of Object.entries(ends))
      for (const organization of ['a', 'b'])
        await sql`insert into api_keys (organization_id, id, name, scopes, token_hash, token_hint, created_at, expires_at)
          values (${organization}, ${id}, 'ERP', '[]', ${`${organization} ${id}`}, 'abcd', 0, ${end})`.execute(db);
    await up(db);
    const after = Date.now() * 1000;
    const { rows } = await sql<{ id: string; expires_at: number }>`select id, expires_at from api_keys`.execute(db);
    expect(rows).toHaveLength(8);
    for (const { id, expires_at } of rows)
      if (id === 'near' || id === 'over') expect(Number(expires_at)).toBe(ends[id]);
      else {
        expect(Number(expires_at)).toBeGreaterThanOrEqual(before + YEAR_US);
        expect(Number(expires_at)).toBeLessThanOrEqual(after + YEAR_US);
      }
  });
});
