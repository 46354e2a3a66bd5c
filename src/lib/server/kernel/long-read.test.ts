import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, TEST_NOW } from '../testing/testing.ts';
import { MOST_COUNTED } from './list.ts';

const FROM = 'from=2026-03-01T00:00:00Z';

/** Many messages of the logger, in the minute before now. */
async function fill(plant: TestPlant, messages: number): Promise<void> {
  const { organization, workspace, datalogger, deps } = plant;
  await deps.db.write(organization.id, async (db) => {
    const { no: sender } = await db
      .insertInto('received_data_senders')
      .values({ org_no: organization.no, workspace_id: workspace.id, credential_id: '' })
      .onConflict((conflict) => conflict.columns(['org_no', 'workspace_id', 'credential_id']).doUpdateSet({ credential_id: '' }))
      .returning('no')
      .executeTakeFirstOrThrow();
    // Numbers far beyond those that the store gives.
    await sql`insert into received_data (no, org_no, datalogger_no, sender_no, door, received_at, size, status,
        points, "new", duplicate, replaced, error_count, body)
      with recursive c(i) as (select 1 union all select i + 1 from c where i < ${messages})
      select 1000000000 + (select count(*) from received_data) + i, ${organization.no}, ${datalogger.no}, ${sender}, 'json',
        (cast(${TEST_NOW / 1_000 - 60_000} as bigint) + i / 100) * 1000, 2, 'stored', 1, 1, 0, 0, 0, ${Buffer.from('{}')} from c`.execute(
      db,
    );
  });
}
const asked = async (plant: TestPlant, query: string, headers = plant.headers): Promise<Response> =>
  plant.app.request(`${plant.root}/received-data?${query}`, { headers });

describe.each(ENGINES)('a search in received data on %s', (engine) => {
  it('wants a window of at most a month or one logger, and says so', async () => {
    const plant = await testPlant(engine);
    const errors = async (query: string) => {
      const answer = await asked(plant, query);
      return answer.status === 200 ? 200 : ((await answer.json()) as Problem).errors;
    };
    expect(await errors('q=pec')).toEqual([{ path: 'from', code: 'window_required' }]);
    expect(await errors('q=pec&to=2026-03-01T00:00:00Z')).toEqual([{ path: 'from', code: 'window_required' }]);
    expect(await errors('q=pec&from=2025-01-01T00:00:00Z')).toEqual([{ path: 'from', code: 'too_big', params: { maximum: 31 } }]);
    expect(await errors('q=pec&from=2026-99-01T00:00:00Z')).toEqual([{ path: 'from', code: 'invalid_value' }]);
    expect(await errors('from=2025-01-01T00:00:00Z')).toBe(200);
    expect(await errors(`q=pec&${FROM}`)).toBe(200);
    expect(await errors(`q=pec&datalogger_id=${plant.datalogger.id}`)).toBe(200);
  });

  it('finds what was received in the window, whichever way it is sorted', async () => {
    const plant = await testPlant(engine, { datalogger: { name: 'Kalírna' } });
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) {
      ids.push(((await (await plant.post({ t: i })).json()) as { id: string }).id);
      plant.deps.clock.advance(60_000_000);
    }
    const positions = async (query: string) => {
      const { items } = await plant.get<{ items: { id: string }[] }>(`/received-data?${query}`);
      return items.map(({ id }) => ids.indexOf(id));
    };
    const window = 'from=2026-03-02T08:01:00Z&to=2026-03-02T08:03:00Z';
    expect(await positions(window)).toEqual([2, 1]);
    expect(await positions(`${window}&sort=received_at&q=kal%C3%ADrna`)).toEqual([1, 2]);
    expect(await positions(`${window}&datalogger_id=${plant.datalogger.id}`)).toEqual([2, 1]);
    expect(await positions(`${window}&q=nikde`)).toEqual([]);
  });

  it('counts no further than ten thousand', async () => {
    const plant = await testPlant(engine);
    await fill(plant, MOST_COUNTED + 5);
    const { total, total_capped } = await plant.get<{ total: number; total_capped?: boolean }>('/received-data?limit=1&count=1');
    expect([total, total_capped]).toEqual([MOST_COUNTED, true]);
  });

  it('lets the server answer others meanwhile', async () => {
    const plant = await testPlant(engine);
    await fill(plant, 150_000);
    const viewer = await plant.member('viewer', plant.workspace.id);
    // Both once before: the first long read begins a process.
    await (await asked(plant, `q=nikde&${FROM}&limit=1`, viewer)).text();
    await plant.get('/workspaces');

    /** Answers that came while a search was on its way, and the longest share of its time that this thread worked between two of them. */
    const meanwhile = async () => {
      let over = false;
      const begun = performance.now();
      const search = asked(plant, `q=nikde&count=1&${FROM}`, viewer).then(async (answer) => {
        over = true;
        return { status: answer.status, body: (await answer.json()) as { total: number } };
      });
      let answered = 0;
      // What this thread worked between two answers, milliseconds: what others do on the machine meanwhile is none of it.
      let longest = 0;
      for (let last = process.threadCpuUsage(); !over; last = process.threadCpuUsage()) {
        await plant.get('/workspaces');
        await new Promise((resolve) => setImmediate(resolve));
        answered++;
        const { user, system } = process.threadCpuUsage(last);
        longest = Math.max(longest, (user + system) / 1_000);
      }
      expect(await search).toMatchObject({ status: 200, body: { items: [], total: 0 } });
      return { answered, share: longest / (performance.now() - begun) };
    };
    // One that held the thread would let a single answer through each time: that which waited for its end. On a busy machine a search may end
    // before the first answer is there, but not always.
    let best = await meanwhile();
    for (let turn = 1; turn < 8 && best.answered <= 1; turn++) best = await meanwhile();
    expect(best.answered).toBeGreaterThan(1);
    expect(best.share).toBeLessThan(0.5);
  });

  it('is paid for from the budget of who asks and of his organisation, which fill up with time', async () => {
    const plant = await testPlant(engine);
    await fill(plant, 100);
    const [first, second, third] = await Promise.all([plant.member('auditor'), plant.member('auditor'), plant.member('auditor')]);
    plant.deps.config.readSecondsPerMinute = 1;
    // Every long read here costs as much as one person may cause in a minute.
    const { long } = plant.deps.db;
    plant.deps.db.long = (reach, work, more) => long(reach, work, { ...more, spent: () => more?.spent?.(500) });
    const search = (headers: Record<string, string>) => asked(plant, `q=nikde&${FROM}`, headers);
    expect((await search(first)).status).toBe(200);
    const refused = await search(first);
    expect([refused.status, ((await refused.json()) as Problem).code]).toEqual([429, 'over_read_budget']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // What isn't long is never refused.
    expect((await asked(plant, 'limit=1', first)).status).toBe(200);
    expect((await search(second)).status).toBe(200);
    expect((await search(third)).status).toBe(429);
    plant.deps.clock.advance(30_000_000);
    expect((await search(first)).status).toBe(200);
    plant.deps.db.long = long;
  });

  it('without a limit set by the host is never refused', async () => {
    const plant = await testPlant(engine);
    plant.deps.config.readSecondsPerMinute = null;
    for (let i = 0; i < 3; i++) expect((await asked(plant, `q=nikde&${FROM}`)).status).toBe(200);
  });
});
