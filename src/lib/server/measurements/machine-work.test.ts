import { describe, expect, it } from 'vitest';
import type { MachineWork, Measurement } from '../../contract/measurements.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { queriesOf } from '../testing/queries.ts';
import { ENGINES, makeMachine, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { ACTIVITY_IDS as A, insertScreen } from './testing.ts';
import { measuredPlant, tablet } from './testing-plant.ts';

const HOUR = 60;
const names = (rows: readonly Measurement[]) => rows.map(({ name }) => name);

describe.each(ENGINES)('what is done on a machine, on %s', (engine) => {
  async function machined() {
    const all = await measuredPlant(engine);
    const machine = await makeMachine(all.plant.deps, all.plant.workspace, { name: 'Lis 250 t' });
    /** Captures packing from a minute of the test's clock on, and ends it when told. */
    const capture = async (name: string, from: number, to?: number, over: object = {}) => {
      const { id } = await all.open({ name, machine_id: machine.id, ...over });
      const tap = tablet();
      // A tablet was switched on before it was tapped.
      const mono = (minutes: number) => ({ mono: (minutes + 100 * HOUR) * 60_000 });
      const taps = [tap('switch', from, { activity: A.packing, ...mono(from) }), ...(to === undefined ? [] : [tap('stop', to, mono(to))])];
      const { results } = await all.send(id, taps);
      expect(results.map(({ status }) => status)).toEqual(taps.map(() => 'accepted'));
      return id;
    };
    const work = () => all.plant.get<MachineWork>(`/machines/${machine.id}/work`);
    return { ...all, machine, capture, work };
  }

  it('shows what runs, what ended last, and the entries of today with the faces of their activities', async () => {
    const { capture, work, open, send } = await machined();
    await capture('Ráno', -60, -30);
    await capture('Teď', -20);
    const { id } = await open({ name: 'Jinde' });
    await send(id, [tablet('x')('switch', 0, { activity: A.packing })]);
    const found = await work();
    expect(names(found.running)).toEqual(['Teď']);
    expect(names(found.last)).toEqual(['Ráno']);
    expect(names(found.today.map(({ measurement }) => measurement))).toEqual(['Ráno', 'Teď']);
    expect(found.today_complete).toBe(true);
    const [entry] = found.today[0]!.entries.filter(({ lane }) => lane === 'worker');
    expect(entry).toMatchObject({ activity_id: A.packing, name: 'Balení', color: 1, loss: false, kind: 'state' });
    expect(Date.parse(entry!.to!) - Date.parse(entry!.from)).toBe(30 * 60_000);
    expect(found.today[1]!.entries.find(({ lane }) => lane === 'worker')?.to).toBeNull();
  });

  it('leaves out what was archived, never tapped, or ended before today; what runs since yesterday is there', async () => {
    const { plant, capture, work, open, rowOf } = await machined();
    const archived = await capture('Archivované', -30, -20);
    await plant.send('PATCH', `/measurements/${archived}`, { rev: (await rowOf(archived)).rev, archived: true });
    await open({ name: 'Jen otevřené' });
    await capture('Včera', -30 * HOUR, -29 * HOUR);
    await capture('Od včerejška', -20 * HOUR);
    const found = await work();
    expect(names(found.today.map(({ measurement }) => measurement))).toEqual(['Od včerejška']);
    expect(names(found.last)).toEqual(['Včera']);
  });

  it('shows another time than today where that is asked for, and no more than a month of it', async () => {
    const { plant, machine, capture } = await machined();
    await capture('Včera', -30 * HOUR, -29 * HOUR);
    await capture('Teď', -20);
    const at = (minutes: number) => Math.round(TEST_NOW / 1_000) + minutes * 60_000;
    const asked = (from: number, to: number) => plant.get<MachineWork>(`/machines/${machine.id}/work?from=${from}&to=${to}`);
    const yesterday = await asked(at(-31 * HOUR), at(-29.5 * HOUR));
    expect(names(yesterday.today.map(({ measurement }) => measurement))).toEqual(['Včera']);
    expect(yesterday.day).toEqual({ from: new Date(at(-31 * HOUR)).toISOString().replace('.000Z', 'Z'), to: expect.any(String) });
    expect((await asked(at(-28 * HOUR), at(-27 * HOUR))).today).toEqual([]);
    for (const [query, status] of [
      [`from=${at(-1)}`, 422],
      [`from=${at(0)}&to=${at(-1)}`, 422],
      [`from=${at(-32 * 24 * HOUR)}&to=${at(0)}`, 422],
    ] as const)
      expect((await plant.app.request(`${plant.root}/machines/${machine.id}/work?${query}`, { headers: plant.headers })).status).toBe(
        status,
      );
  });

  it.each([
    ['of 23 hours when summer time begins', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['of 25 hours when it ends', '2026-10-25T23:30:00Z', '2026-10-25T23:00:00Z', '2026-10-26T23:00:00Z'],
    ['of 25 hours until its last moment', '2026-10-25T22:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ])('cuts the day by the clock of the workspace: one %s', async (_, now, from, to) => {
    const { plant, machine } = await machined();
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('workspaces').set({ time_zone: 'Europe/Prague' }).where('id', '=', machine.workspace_id).execute(),
    );
    plant.deps.clock.set(Date.parse(now) * 1_000);
    const headers = bearer(await signedIn(plant.deps, plant.owner));
    const answer = await plant.app.request(`${plant.root}/machines/${machine.id}/work`, { headers });
    expect(((await answer.json()) as MachineWork).day).toEqual({ from, to });
  });

  it('tells names of people only to those who may see them', async () => {
    const { plant, machine, capture } = await machined();
    await capture('Ráno', -60, undefined, {
      lanes: [{ id: 'worker', name: '', kind: 'worker', worker: 'P-07', worker_name: 'Jan Novák' }],
    });
    const as = async (role: string) =>
      (
        await plant.app.request(`${plant.root}/machines/${machine.id}/work`, { headers: await plant.member(role, plant.workspace.id) })
      ).text();
    expect(await as('viewer')).toContain('P-07');
    expect(await as('viewer')).not.toContain('Jan Novák');
  });

  it('is for those who read measurements there, and of a machine that stands there', async () => {
    const { plant, machine } = await machined();
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const status = async (as: Record<string, string>, id = machine.id) =>
      (await plant.app.request(`${plant.root}/machines/${id}/work`, { headers: as })).status;
    expect(await status(await plant.member('viewer', plant.workspace.id))).toBe(200);
    expect(await status(await plant.member('viewer', elsewhere.id))).toBe(404);
    expect(await status(await plant.member('operator', plant.workspace.id))).toBe(403);
    expect(await status(plant.headers, plant.deps.ids.uuid())).toBe(404);
  });

  it('asks the database four times beside the rights, however much was measured', async () => {
    const { plant, machine, capture, screen } = await machined();
    const ask = () => queriesOf(plant.deps.db, () => plant.get(`/machines/${machine.id}/work`));
    const rights = await queriesOf(plant.deps.db, () => plant.get('/favorites'));
    const nothing = await ask();
    await capture('Jedno', -60);
    const one = await ask();
    const other = plant.deps.ids.uuid();
    const ids = { organization_id: plant.organization.id, workspace_id: plant.workspace.id };
    await plant.deps.db.write(plant.organization.id, (db) => insertScreen(db, { ...ids, id: other }, TEST_NOW));
    for (let i = 0; i < 6; i++) await capture(`Další ${i}`, -50 + i, -40 + i, { screen_id: i % 2 ? other : screen });
    expect([nothing, one, await ask()]).toEqual([rights + 1, rights + 3, rights + 3]);
  });
});
