import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../testing/testing.ts';
import { up } from './0034_types.ts';
import { databaseBefore } from './testing.ts';

describe.each(ENGINES)('types of loggers and sensors that are there on %s', (engine) => {
  it('are found by their folded texts', async () => {
    const db = await databaseBefore(engine, '0034_types');
    await sql`insert into logger_types (organization_id, id, name, maker, model, created_at, updated_at)
      values ('a', 'x', 'Převodník 5', 'Žďas', null, 0, 0), ('b', 'x', 'Čidlo', null, 'AI', 0, 0)`.execute(db);
    const names = JSON.stringify({ cs: 'Teplota řezu', en: 'Cut', sk: 'Teplota rezu' });
    await sql`insert into sensor_types (organization_id, id, names, quantity, kind, display_unit, mean, created_at, updated_at)
      values ('a', 's', ${names}, 'temperature', 'gauge', 'Cel', 'arithmetic', 0, 0),
        ('b', 's', ${names}, 'temperature', 'gauge', 'Cel', 'arithmetic', 0, 0)`.execute(db);
    await up(db);
    const loggers = await sql`select name_key, search from logger_types order by organization_id`.execute(db);
    expect(loggers.rows).toEqual([
      { name_key: 'prevodnik 000000000005', search: 'prevodnik 5\nzdas' },
      { name_key: 'cidlo', search: 'cidlo\nai' },
    ]);
    const sensors = await sql`select search from sensor_types order by organization_id`.execute(db);
    expect(sensors.rows).toEqual(['a', 'b'].map(() => ({ search: 'teplota rezu\ncut\nteplota rezu' })));
  });
});
