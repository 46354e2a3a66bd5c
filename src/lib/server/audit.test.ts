import { describe, expect, it } from 'vitest';
import { ENGINES, makeChannel } from './testing.ts';
import { type TestPlant, testPlant } from './testing-plant.ts';
import { VERBS, type Verb } from './verbs.ts';

interface Trial {
  /** Does it once and gives the id of what it changed. */
  act(plant: TestPlant): Promise<{ entityId: string; actor?: { kind: string; id: string } }>;
  /** Asks for it without the right to: nothing may be left behind. */
  refuse(plant: TestPlant, headers: Record<string, string>): Response | Promise<Response>;
}

const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id;
const logger = (plant: TestPlant) => `/dataloggers/${plant.datalogger.id}`;

/** One for each verb: a verb without a trial is an error of types. */
const TRIALS: Record<Verb, Trial> = {
  'dataloggers.create': {
    act: async (plant) => ({
      entityId: await idOf(await plant.send('POST', '/dataloggers', { workspace_id: plant.workspace.id, name: 'Pec' })),
    }),
    refuse: (plant, headers) => plant.send('POST', '/dataloggers', { workspace_id: plant.workspace.id, name: 'Pec' }, headers),
  },
  'dataloggers.update': {
    act: async (plant) => ({ entityId: await idOf(await plant.send('PATCH', logger(plant), { rev: 1, name: 'Pec' })) }),
    refuse: (plant, headers) => plant.send('PATCH', logger(plant), { rev: 1, name: 'Pec' }, headers),
  },
  'credentials.create': {
    act: async (plant) => ({ entityId: await idOf(await plant.send('POST', `${logger(plant)}/credentials`, {})) }),
    refuse: (plant, headers) => plant.send('POST', `${logger(plant)}/credentials`, {}, headers),
  },
  'credentials.revoke': {
    act: async (plant) => ({
      entityId: await idOf(await plant.send('DELETE', `${logger(plant)}/credentials/${plant.credential.id}`, undefined)),
    }),
    refuse: (plant, headers) => plant.send('DELETE', `${logger(plant)}/credentials/${plant.credential.id}`, undefined, headers),
  },
  'channels.create': {
    act: async (plant) => {
      expect((await plant.post({ t: 1 })).status).toBe(200);
      const { items } = await plant.get<{ items: { id: string }[] }>('/channels');
      return { entityId: items[0]!.id, actor: { kind: 'device', id: plant.credential.id } };
    },
    // A logger's own token is the right to it; a person's is none.
    refuse: (plant, headers) => plant.post({ t: 1 }, headers),
  },
  'channels.update': {
    act: async (plant) => {
      const { id } = await makeChannel(plant.deps, plant.datalogger);
      return { entityId: await idOf(await plant.send('PATCH', `/channels/${id}`, { rev: 1, unit: '°C' })) };
    },
    refuse: async (plant, headers) => {
      const { id } = await makeChannel(plant.deps, plant.datalogger);
      return plant.send('PATCH', `/channels/${id}`, { rev: 1, unit: '°C' }, headers);
    },
  },
};

const auditOf = (plant: TestPlant) =>
  plant.deps.db.read(plant.organization.id, (db) =>
    db.selectFrom('audit_events').selectAll().where('organization_id', '=', plant.organization.id).execute(),
  );

describe.each(ENGINES)('on %s', (engine) => {
  it.each(Object.keys(VERBS) as Verb[])('%s leaves an audit row that says who, what, where and when', async (verb) => {
    const plant = await testPlant(engine);
    const { entityId, actor = { kind: 'user', id: plant.owner.id } } = await TRIALS[verb].act(plant);
    const rows = await auditOf(plant);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      verb,
      entity_id: entityId,
      actor_kind: actor.kind,
      actor_id: actor.id,
      workspace_id: plant.workspace.id,
      at: plant.deps.clock.now(),
      request_id: expect.any(String),
    });
    expect(JSON.parse(rows[0]!.after!)).toBeTypeOf('object');
    expect(plant.deps.bus.published.filter(({ event }) => event.name === 'changed')).toHaveLength(1);
  });

  it.each(Object.keys(VERBS) as Verb[])('%s without the right to it leaves neither row nor event', async (verb) => {
    const plant = await testPlant(engine);
    const answer = await TRIALS[verb].refuse(plant, await plant.member('viewer', plant.workspace.id));
    expect([401, 403]).toContain(answer.status);
    expect(await auditOf(plant)).toEqual([]);
    expect(plant.deps.bus.published).toEqual([]);
  });
});
