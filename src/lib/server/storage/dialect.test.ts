import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES, testDatabase } from '../testing/testing.ts';

describe.each(ENGINES)('the dialect of %s', (engine) => {
  it('writes the rows of a group as JSON text, also when there are none', async () => {
    const db = await testDatabase(engine);
    const { jsonRows } = db.dialect;
    const rows = await db.read(null, (reader) =>
      sql<{ some: string; none: string }>`
        select (select ${jsonRows([sql`a`, sql`b`])} from (select null as a, 'x "y"' as b union all select 'p', 'q') as t) as some,
          (select ${jsonRows([sql`a`])} from (select 1 as a) as t where a = 2) as none`
        .execute(reader)
        .then((result) => result.rows),
    );
    expect((JSON.parse(rows[0]!.some) as unknown[]).sort()).toEqual(
      [
        [null, 'x "y"'],
        ['p', 'q'],
      ].sort(),
    );
    expect(rows[0]!.none).toBe('[]');
  });
});
