import { describe, expect, it } from 'vitest';
import type { LinkingEntity, Links } from '../../contract/links.ts';
import type { Measurement } from '../../contract/measurements.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { ACTIVITY_IDS as A } from '../measurements/testing.ts';
import { measuredPlant, tablet } from '../measurements/testing-plant.ts';
import { queriesOf } from '../testing/queries.ts';
import { ENGINES, makeChannel, makeDatalogger, makeMachine, makeMembership, makeUser, makeWorkspace } from '../testing/testing.ts';

const shown = ({ items }: Links) => items.map(({ entity, name }) => `${entity} ${name}`);

/** A press with its logger and a screen for it, and a measurement that was made there. */
async function linkedPlant(engine: (typeof ENGINES)[number], organization: object = {}) {
  const all = await measuredPlant(engine);
  const { plant, open, send, screen } = all;
  const machine = await makeMachine(plant.deps, plant.workspace, { name: 'Lis 250 t' });
  await plant.deps.db.write(plant.organization.id, async (db) => {
    await db
      .updateTable('dataloggers')
      .set({ machine_id: machine.id, name: 'Logger lisu' })
      .where('id', '=', plant.datalogger.id)
      .execute();
    await db.updateTable('screens').set({ machine_id: machine.id }).where('id', '=', screen).execute();
    if (Object.keys(organization).length > 0)
      await db.updateTable('organizations').set(organization).where('id', '=', plant.organization.id).execute();
  });
  const measure = async (name: string, as = plant.headers): Promise<Measurement> => {
    const answer = await plant.send('POST', '/measurements', { screen_id: screen, screen_version: 1, name, machine_id: machine.id }, as);
    const row = (await answer.json()) as Measurement;
    await send(row.id, [tablet()('switch', 0, { activity: A.packing })], as);
    return row;
  };
  const ask = async (entity: LinkingEntity, id: string, as = plant.headers) =>
    plant.app.request(`${plant.root}/links?entity=${entity}&id=${id}`, { headers: as });
  const links = async (entity: LinkingEntity, id: string, as?: Record<string, string>): Promise<Links> =>
    (await ask(entity, id, as)).json();
  return { ...all, machine, measure, ask, links, open };
}

describe.each(ENGINES)('links on %s', (engine) => {
  it('lead from a machine to its loggers, screens and measurements, and back from each of them', async () => {
    const { plant, machine, measure, links, screen } = await linkedPlant(engine);
    const measurement = await measure('Ranní');
    expect(shown(await links('machines', machine.id))).toEqual(['dataloggers Logger lisu', 'screens Balicí linka', 'measurements Ranní']);
    expect(shown(await links('dataloggers', plant.datalogger.id))).toEqual([
      'machines Lis 250 t',
      'screens Balicí linka',
      'measurements Ranní',
    ]);
    expect(shown(await links('screens', screen))).toEqual(['machines Lis 250 t', 'measurements Ranní']);
    expect(shown(await links('measurements', measurement.id))).toEqual([
      'machines Lis 250 t',
      'dataloggers Logger lisu',
      'screens Balicí linka',
      `people ${plant.owner.name}`,
    ]);
  });

  it('lead also to a machine that only a channel of the logger measures, and from it to the logger', async () => {
    const { plant, links } = await linkedPlant(engine);
    const other = await makeMachine(plant.deps, plant.workspace, { name: 'Dopravník' });
    await makeChannel(plant.deps, plant.datalogger, { machine_id: other.id });
    expect(shown(await links('dataloggers', plant.datalogger.id))).toEqual(
      expect.arrayContaining(['machines Dopravník', 'machines Lis 250 t']),
    );
    expect(shown(await links('machines', other.id))).toEqual(['dataloggers Logger lisu']);
  });

  it('name the newest five measurements and say that there are more; what was archived or never tapped is no link', async () => {
    const { plant, machine, measure, links, open, rowOf } = await linkedPlant(engine);
    for (let n = 1; n <= 6; n++) await measure(`Měření ${n}`);
    await open({ name: 'Jen otevřené', machine_id: machine.id });
    const six = await links('machines', machine.id);
    expect(six.items.filter(({ entity }) => entity === 'measurements').map(({ name }) => name)).toEqual(
      [6, 5, 4, 3, 2].map((n) => `Měření ${n}`),
    );
    expect(six.more).toEqual(['measurements']);
    const newest = six.items.find(({ name }) => name === 'Měření 6')!;
    await plant.send('PATCH', `/measurements/${newest.id}`, { rev: (await rowOf(newest.id)).rev, archived: true });
    await makeDatalogger(plant.deps, plant.workspace, { name: 'Starý', machine_id: machine.id, archived_at: 1 });
    const five = await links('machines', machine.id);
    expect(shown(five).filter((text) => /Měření 6|Starý/.test(text))).toEqual([]);
    expect(five.more).toEqual([]);
  });

  it('are only what the reader may open: each kind by its own right, in the workspace of the row', async () => {
    const { plant, machine, measure, links, ask } = await linkedPlant(engine);
    await measure('Ranní');
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const kinds = async (role: string) =>
      new Set((await links('machines', machine.id, await plant.member(role, plant.workspace.id))).items.map(({ entity }) => entity));
    expect(await kinds('viewer')).toEqual(new Set(['dataloggers', 'screens', 'measurements']));
    expect(await kinds('observer')).toEqual(new Set(['screens', 'measurements']));
    expect(await kinds('operator')).toEqual(new Set(['dataloggers']));
    const stranger = await plant.member('viewer', elsewhere.id);
    for (const [entity, id] of [
      ['machines', machine.id],
      ['dataloggers', plant.datalogger.id],
    ] as const)
      expect((await ask(entity, id, stranger)).status).toBe(404);
    expect((await ask('machines', plant.deps.ids.uuid())).status).toBe(404);
    expect((await ask('dataloggers', plant.datalogger.id, await plant.member('observer', plant.workspace.id))).status).toBe(404);
  });

  it('tell who measured only to those who may see names, and to each of himself', async () => {
    const { plant, measure, links } = await linkedPlant(engine, { pseudonymous_workers: 1 });
    const observer = await plant.member('observer', plant.workspace.id);
    const { id } = await measure('Ranní', observer);
    const people = async (as?: Record<string, string>) =>
      (await links('measurements', id, as)).items.filter(({ entity }) => entity === 'people').length;
    expect(await people()).toBe(1);
    expect(await people(observer)).toBe(1);
    expect(await people(await plant.member('viewer', plant.workspace.id))).toBe(0);
  });

  it('lead from a person to what he measured, as far as the reader may be told who measured', async () => {
    const { plant, measure } = await linkedPlant(engine, { pseudonymous_workers: 1 });
    const workspace = plant.workspace.id;
    const user = await makeUser(plant.deps);
    await makeMembership(plant.deps, plant.organization, user, 'observer', { workspace_id: workspace });
    const observer = bearer(await signedIn(plant.deps, user));
    await measure('Vlastní');
    await measure('Pozorovatelovo', observer);
    const names = async (as: Record<string, string>) => {
      const answer = await plant.app.request(`${plant.root}/measurements?person_id=${user.id}&count=1`, { headers: as });
      const { items, total } = (await answer.json()) as { items: Measurement[]; total: number };
      expect(total).toBe(items.length);
      return items.map(({ name }) => name);
    };
    expect(await names(plant.headers)).toEqual(['Pozorovatelovo']);
    expect(await names(observer)).toEqual(['Pozorovatelovo']);
    const viewer = await plant.member('viewer', workspace);
    expect(await names(viewer)).toEqual([]);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('organizations').set({ pseudonymous_workers: 0 }).where('id', '=', plant.organization.id).execute(),
    );
    expect(await names(viewer)).toEqual(['Pozorovatelovo']);
  });

  it('are asked for in two queries beside the rights', async () => {
    const { plant, machine, measure, ask } = await linkedPlant(engine);
    const rights = await queriesOf(plant.deps.db, () => plant.get('/favorites'));
    const few = await queriesOf(plant.deps.db, () => ask('machines', machine.id));
    for (let n = 0; n < 3; n++) await measure(`Měření ${n}`);
    expect([few, await queriesOf(plant.deps.db, () => ask('machines', machine.id))]).toEqual([rights + 1, rights + 1]);
  });
});
