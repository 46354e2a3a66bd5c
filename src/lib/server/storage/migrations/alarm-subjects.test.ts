import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../testing/testing.ts';
import { postgres } from '../dialect-postgres.ts';
import { sqlite } from '../dialect-sqlite.ts';
import { MIGRATIONS } from './index.ts';
import { databaseBefore } from './testing.ts';

const ALARMS = [
  ...[
    'organization_id',
    'id',
    'rule_id',
    'version',
    'channel_id',
    'since',
    'active_at',
    'back_at',
    'over_at',
    'peak',
    'peak_at',
    'found_at',
  ],
  ...['late', 'told', 'withdrawn_at', 'withdrawn_cause', 'acknowledged_at', 'acknowledged_by', 'note', 'place'],
];
const TABLES: Record<string, string[]> = {
  alarm_rules: [
    ...['organization_id', 'id', 'channel_id', 'name', 'severity', 'recipients', 'version', 'created_at', 'created_by', 'updated_at'],
    ...['updated_by', 'rev', 'archived_at'],
  ],
  alarm_rule_versions: [
    ...['organization_id', 'rule_id', 'version', 'valid_from', 'kind', 'low', 'high', 'states', 'hysteresis', 'on_delay_s', 'off_delay_s'],
    'created_by',
  ],
  alarms: ALARMS,
  alarm_backlogs: ['organization_id', 'channel_id', 'rule_id', 'from_ts', 'to_ts', 'state', 'cause'],
};

async function rowsOf(db: Kysely<unknown>, table: string): Promise<unknown[]> {
  const columns = TABLES[table]!.map((column) => sql.ref(column));
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)} from ${sql.table(table)}`.execute(db);
  // PostgreSQL gives large whole numbers as texts.
  const texts = rows.map((row) => JSON.stringify(TABLES[table]!.map((column) => (row[column] === null ? null : String(row[column])))));
  return texts.sort();
}

async function insert(db: Kysely<unknown>, table: string, row: Record<string, unknown>): Promise<void> {
  const [names, values] = [Object.keys(row).map((name) => sql.ref(name)), Object.values(row)];
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(db);
}

/** Rules, versions, alarms in each of their states and what waits, as they were made before. */
async function alarmsOfBefore(db: Kysely<unknown>): Promise<void> {
  for (const [organization_id, no] of [
    ['a', 1],
    ['b', 2],
  ] as const) {
    const of = { organization_id };
    await insert(db, 'channels', {
      ...{ ...of, id: 'c', no, workspace_id: 'w', key: 'k', name: 'k', kind: 'gauge', position: 0, alarm_rev: 3, alarm_open: 1 },
      ...{ created_at: 0, updated_at: 0 },
    });
    for (const [id, archived_at] of [
      ['r', null],
      ['gone', 900],
    ] as const) {
      const stamps = { created_at: 10, created_by: 'u', updated_at: 20, updated_by: 'v', rev: 4, archived_at };
      await insert(db, 'alarm_rules', {
        ...{ ...of, id, channel_id: 'c', name: 'Horká pec', severity: 'critical', recipients: '["u","v"]', version: 2, ...stamps },
      });
      for (const version of [1, 2])
        await insert(db, 'alarm_rule_versions', {
          ...{ ...of, rule_id: id, version, valid_from: version * 100, kind: 'outside', low: -1.5, high: version * 8.25, states: '[]' },
          ...{ hysteresis: 0.5, on_delay_s: 60, off_delay_s: 120, created_by: 'u' },
        });
    }
    const began = { ...of, rule_id: 'r', channel_id: 'c', peak: 9.125, peak_at: 160, found_at: 170 };
    const none = { active_at: null, back_at: null, over_at: null, withdrawn_at: null, withdrawn_cause: null };
    const unseen = { acknowledged_at: null, acknowledged_by: null, note: null, late: 0, told: 0 };
    await insert(db, 'alarms', { ...began, ...none, ...unseen, id: 'pending', version: 2, since: 150, place: 1 });
    await insert(db, 'alarms', { ...began, ...none, ...unseen, id: 'active', version: 1, since: 150, active_at: 155, told: 1, place: 2 });
    await insert(db, 'alarms', {
      ...{ ...began, ...none, ...unseen, id: 'closed', version: 1, since: 110, active_at: 120, over_at: 130, late: 1, told: 1, place: 3 },
      ...{ acknowledged_at: 140, acknowledged_by: 'u', note: 'Dveře' },
    });
    await insert(db, 'alarms', {
      ...{ ...began, ...none, ...unseen, id: 'withdrawn', rule_id: 'gone', version: 2, since: 2 ** 50, active_at: 2 ** 50, place: 4 },
      ...{ back_at: 5, withdrawn_at: 900, withdrawn_cause: 'rule' },
    });
    await insert(db, 'alarm_backlogs', { ...of, channel_id: 'c', rule_id: 'r', from_ts: 1, to_ts: 2, state: '{"a":1}', cause: 'reread' });
  }
}

describe.each(ENGINES)('alarms from before rules of several subjects on %s', (engine) => {
  async function migrated() {
    const db = await databaseBefore(engine, '0064_alarm_subjects');
    await alarmsOfBefore(db);
    const before = Object.fromEntries(await Promise.all(Object.keys(TABLES).map(async (table) => [table, await rowsOf(db, table)])));
    const names = Object.keys(MIGRATIONS) as (keyof typeof MIGRATIONS)[];
    for (const name of names.slice(names.indexOf('0064_alarm_subjects')))
      await MIGRATIONS[name](db, engine === 'sqlite' ? sqlite : postgres);
    return { db, before };
  }

  it('are all there with all that was known and said of them', async () => {
    const { db, before } = await migrated();
    expect(before.alarms).toHaveLength(8);
    expect(before.alarm_rule_versions).toHaveLength(8);
    for (const table of Object.keys(TABLES)) expect([table, await rowsOf(db, table)]).toEqual([table, before[table]]);
  });

  it('are watched by their rules from the moment of the first version on', async () => {
    const { db } = await migrated();
    const { rows } = await sql<Record<string, unknown>>`select organization_id, channel_id, rule_id, since from alarm_watches
      order by organization_id, rule_id`.execute(db);
    expect(rows.map((row) => Object.values(row).map(String))).toEqual([
      ['a', 'c', 'gone', '100'],
      ['a', 'c', 'r', '100'],
      ['b', 'c', 'gone', '100'],
      ['b', 'c', 'r', '100'],
    ]);
  });

  it('stay one for a breach, and go with their rule and with no other one', async () => {
    const { db, before } = await migrated();
    const again = {
      organization_id: 'a',
      rule_id: 'r',
      version: 1,
      channel_id: 'c',
      since: 150,
      peak: 0,
      peak_at: 0,
      found_at: 0,
      place: 0,
    };
    await expect(insert(db, 'alarms', { ...again, id: 'again' })).rejects.toThrow();
    await expect(insert(db, 'alarms', { ...again, id: 'nobodys', rule_id: 'nobody', since: 1 })).rejects.toThrow();
    await insert(db, 'alarms', { ...again, id: 'next', since: 151 });
    await sql`delete from alarm_rules where organization_id = 'a' and id = 'r'`.execute(db);
    const left = (await rowsOf(db, 'alarms')) as string[];
    expect(left).toEqual((before.alarms as string[]).filter((row) => row.startsWith('["b"') || row.includes('"gone"')));
    expect(await rowsOf(db, 'alarm_backlogs')).toHaveLength(1);
  });
});
