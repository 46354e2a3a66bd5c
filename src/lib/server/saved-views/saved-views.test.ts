import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/errors.ts';
import { SAVED_VIEWS_LIMIT, type SavedView } from '../../contract/saved-views.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeWorkspace } from '../testing/testing.ts';

const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
const SILENT = { list: 'dataloggers', name: 'Tiché v pecích', query: 'state=offline&q=pec', columns: ['-place'] };

async function listed(plant: TestPlant, headers: Record<string, string>, list = 'dataloggers'): Promise<string[]> {
  const answer = await plant.app.request(`${plant.root}/saved-views?list=${list}`, { headers });
  return ((await answer.json()) as { items: SavedView[] }).items.map(({ name }) => name);
}
const made = async (answer: Response) => (await answer.json()) as SavedView;

describe.each(ENGINES)('saved views on %s', (engine) => {
  it('are kept with filters, order and columns, and seen by their maker alone', async () => {
    const plant = await testPlant(engine);
    const technician = await plant.member('technician', plant.workspace.id);
    const answer = await plant.send('POST', '/saved-views', SILENT, technician);
    expect(answer.status).toBe(201);
    const view = await made(answer);
    expect(view).toMatchObject({ ...SILENT, workspace_id: null, editable: true, rev: 1, archived_at: null });
    expect(await listed(plant, technician)).toEqual(['Tiché v pecích']);
    expect(await listed(plant, technician, 'machines')).toEqual([]);
    expect(await listed(plant, plant.headers)).toEqual([]);
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { rev: 1, name: 'Moje' }],
    ] as const)
      expect(await codeOf(await plant.send(method, `/saved-views/${view.id}`, body))).toBe('404 not_found');
  });

  it('that are shared are seen by whoever reads such rows in their workspace, and changed by whoever manages it', async () => {
    const plant = await testPlant(engine);
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const shared = { ...SILENT, workspace_id: plant.workspace.id };
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect(await codeOf(await plant.send('POST', '/saved-views', shared, viewer))).toBe('403 forbidden');
    const manager = await plant.member('manager', plant.workspace.id);
    const view = await made(await plant.send('POST', '/saved-views', shared, manager));
    expect(await listed(plant, viewer)).toEqual([view.name]);
    expect(await made(await plant.app.request(`${plant.root}/saved-views/${view.id}`, { headers: viewer }))).toMatchObject({
      editable: false,
    });
    expect(await codeOf(await plant.send('PATCH', `/saved-views/${view.id}`, { rev: 1, name: 'x' }, viewer))).toBe('403 forbidden');
    // An observer reads no loggers, and a manager of another workspace nothing here.
    for (const stranger of [await plant.member('observer', plant.workspace.id), await plant.member('manager', elsewhere.id)]) {
      expect(await listed(plant, stranger)).toEqual([]);
      expect(await codeOf(await plant.app.request(`${plant.root}/saved-views/${view.id}`, { headers: stranger }))).toBe('404 not_found');
    }
    // The owner of the organisation manages it too, but doesn't take it for himself.
    expect(await codeOf(await plant.send('PATCH', `/saved-views/${view.id}`, { rev: 1, workspace_id: null }))).toBe('403 forbidden');
    expect((await plant.send('PATCH', `/saved-views/${view.id}`, { rev: 1, name: 'Tiché' })).status).toBe(200);
    expect(await codeOf(await plant.send('PATCH', `/saved-views/${view.id}`, { rev: 2, workspace_id: elsewhere.id }, manager))).toBe(
      '403 forbidden',
    );
  });

  it('are renamed, changed, deleted and brought back by whoever knows their newest revision', async () => {
    const plant = await testPlant(engine);
    const { id } = await made(await plant.send('POST', '/saved-views', SILENT));
    const path = `/saved-views/${id}`;
    const changed = await made(await plant.send('PATCH', path, { rev: 1, name: 'Vše', query: '' }));
    expect(changed).toMatchObject({ name: 'Vše', query: '', columns: SILENT.columns, rev: 2 });
    expect(await codeOf(await plant.send('PATCH', path, { rev: 1, name: 'Znovu' }))).toBe('409 stale_rev');
    expect(await made(await plant.send('PATCH', path, { rev: 2, columns: ['-place'] }))).toMatchObject({ rev: 2 });
    await plant.send('PATCH', path, { rev: 2, archived: true });
    expect(await listed(plant, plant.headers)).toEqual([]);
    expect(await codeOf(await plant.app.request(plant.root + path, { headers: plant.headers }))).toBe('404 not_found');
    expect((await plant.send('PATCH', path, { rev: 3, archived: false })).status).toBe(200);
    expect(await listed(plant, plant.headers)).toEqual(['Vše']);
  });

  it('want a workspace and a list that there are, a right to read that list, and no more of them than anybody needs', async () => {
    const plant = await testPlant(engine);
    const nowhere = '01890000-0000-7000-8000-000000000000';
    expect(await codeOf(await plant.send('POST', '/saved-views', { ...SILENT, workspace_id: nowhere }))).toBe('422 validation_failed');
    expect(await codeOf(await plant.send('POST', '/saved-views', { ...SILENT, list: 'files' }))).toBe('422 validation_failed');
    const member = await plant.member('member');
    expect(await codeOf(await plant.send('POST', '/saved-views', SILENT, member))).toBe('403 forbidden');
    expect((await plant.send('POST', '/saved-views', { ...SILENT, list: 'people' }, member)).status).toBe(201);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db
        .insertInto('saved_views')
        .values(
          Array.from({ length: SAVED_VIEWS_LIMIT }, (_, n) => ({
            organization_id: plant.organization.id,
            id: plant.deps.ids.uuid(),
            workspace_id: null,
            list: 'people',
            name: String(n),
            query: '',
            columns: '[]',
            created_at: n,
            created_by: plant.owner.id,
            updated_at: n,
            updated_by: null,
            archived_at: null,
          })),
        )
        .execute(),
    );
    expect(await codeOf(await plant.send('POST', '/saved-views', SILENT))).toBe('409 conflict');
  });

  it('made twice with one id are made once', async () => {
    const plant = await testPlant(engine);
    const body = { ...SILENT, id: '019d0000-0000-7000-8000-000000000001' };
    const first = await made(await plant.send('POST', '/saved-views', body));
    expect(await made(await plant.send('POST', '/saved-views', body))).toEqual(first);
    expect(await codeOf(await plant.send('POST', '/saved-views', { ...body, name: 'Jiný' }))).toBe('409 conflict');
  });
});
