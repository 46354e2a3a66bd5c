import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../contract/scopes.ts';
import { type Ctx, mutate } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { createUuidv7 } from '../kernel/ids.ts';
import { whileHeld } from './locks.ts';
import { testPlant } from './plant.ts';
import { ENGINES } from './testing.ts';

/** What is created twice at once: a phone that got no answer asks again while its first request is still under way. */

const uuid = createUuidv7({ now: () => Date.now() * 1000 });

describe.each(ENGINES)('a creation repeated while it runs on %s', (engine) => {
  it.each(['machines', 'dataloggers', 'workspaces'])(
    'of %s answers the same, and something else with its id is a conflict',
    async (entity) => {
      const plant = await testPlant(engine);
      const { deps, organization, workspace } = plant;
      const id = uuid();
      const body = { id, name: 'Soustruh', ...(entity === 'workspaces' ? {} : { workspace_id: workspace.id }) };
      const create = (over: object = {}) => plant.send('POST', `/${entity}`, { ...body, ...over });
      const calls = [() => create(), () => create(), () => create({ name: 'Lis' })];
      const hold = (db: Db) => sql`lock table ${sql.table(entity)} in share mode`.execute(db);
      const answers =
        engine === 'sqlite' ? await Promise.all(calls.map((call) => call())) : await whileHeld(deps.db, organization.id, hold, calls);
      const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { name?: string; code?: string }[];
      // Whichever was first.
      const made = bodies.find(({ name }) => name !== undefined)?.name;
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toEqual(made === 'Lis' ? [409, 409, 201] : [201, 201, 409]);
      for (const answer of bodies) expect(answer).toMatchObject(answer.name === undefined ? { code: 'conflict' } : { id, name: made });
      const trail = await deps.db.read(organization.id, (db) =>
        db.selectFrom('audit_events').select('verb').where('organization_id', '=', organization.id).where('entity_id', '=', id).execute(),
      );
      expect(trail).toEqual([{ verb: `${entity}.create` }]);
      const told = deps.bus.published.filter(({ event }) => event.name === 'changed' && event.data.id === id);
      expect(told).toHaveLength(1);
    },
  );

  it('is tried twice and no more, and tells of nothing that was not kept', async () => {
    const { deps, organization, workspace } = await testPlant(engine);
    const ctx: Ctx = {
      ...deps,
      actor: { kind: 'system' },
      organization,
      rights: { organization: new Set<Scope>(['org:manage']), workspaces: new Map() },
      allOrgs: false,
      requestId: 'request',
    };
    let runs = 0;
    const write = (failures: number) =>
      mutate(ctx, 'workspaces.create', async (tx) => {
        tx.allow(null);
        tx.publish({ name: 'changed', data: { entity: 'workspaces', id: uuid(), workspace_id: null } });
        tx.audit(workspace.id, { after: runs });
        const row = await tx.db.selectFrom('workspaces').selectAll().where('id', '=', workspace.id).executeTakeFirstOrThrow();
        if (++runs <= failures) await tx.db.insertInto('workspaces').values(row).execute();
        return runs;
      });
    await expect(write(9)).rejects.toMatchObject({ code: 'conflict' });
    expect([runs, deps.bus.published.length]).toEqual([2, 0]);
    runs = 0;
    expect(await write(1)).toBe(2);
    expect(deps.bus.published).toHaveLength(1);
  });
});
