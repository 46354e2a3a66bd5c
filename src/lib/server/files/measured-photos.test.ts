import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { uuidv7 } from '../../client/kernel/uuid.ts';
import type { Problem } from '../../contract/errors.ts';
import type { StoredFile } from '../../contract/files.ts';
import { parseConfig } from '../kernel/config.ts';
import { measuredPlant, tablet } from '../measurements/testing-plant.ts';
import { ENGINES, makeWorkspace, TEST_NOW, testLocation } from '../testing/testing.ts';
import { phonePhoto, png } from './testing.ts';

// Pictures are drawn in processes of their own, which take their time beside everything else.
vi.setConfig({ testTimeout: 60_000 });

const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;

describe.each(ENGINES)('photos of a measurement on %s', (engine) => {
  async function setUp() {
    const { dataDir } = await testLocation('sqlite');
    const measured = await measuredPlant(engine, { config: parseConfig({ HOST: '127.0.0.1', DATA_DIR: dataDir }) });
    const { plant, open, send } = measured;
    const measurement = await open();
    const tap = tablet();
    const begin = tap('switch', 0, { activity: '01a10000-0000-7000-8000-000000000001' });
    await send(measurement.id, [begin]);
    const add = async (
      bytes: Uint8Array,
      {
        as = plant.headers,
        of = measurement.id,
        ...query
      }: { as?: Record<string, string>; of?: string; id?: string; taken_at?: string; entry_id?: string } = {},
    ) =>
      plant.app.request(
        `${plant.root}/files?${new URLSearchParams({ entity: 'measurements', entity_id: of, name: 'Foto 8:05', ...query })}`,
        {
          method: 'POST',
          headers: as,
          body: bytes as BodyInit,
        },
      );
    const list = () => plant.get<{ items: StoredFile[] }>(`/files?entity=measurements&entity_id=${measurement.id}`);
    const trail = () =>
      plant.deps.db.read(plant.organization.id, (db) =>
        db
          .selectFrom('audit_events')
          .select(['entity_id', 'actor_id', 'workspace_id', 'after'])
          .where('organization_id', '=', plant.organization.id)
          .where('verb', '=', 'files.create')
          .execute(),
      );
    const onDisk = () => globSync('**/*', { cwd: join(dataDir, 'files'), withFileTypes: true }).filter((one) => one.isFile());
    return { ...measured, measurement, tap, begin, add, list, trail, onDisk };
  }

  it('are added by whoever captures it, with their moment and the entry of then, and leave a row in the trail', async () => {
    const { plant, add, list, begin, trail, measurement } = await setUp();
    const operator = await plant.member('operator', plant.workspace.id);
    const id = uuidv7(TEST_NOW / 1_000);
    const moment = { taken_at: '2026-03-02T08:05:00.25Z', entry_id: begin.id };
    const answer = await add(await phonePhoto(400, 300), { as: operator, id, ...moment });
    expect(answer.status).toBe(201);
    const file = (await answer.json()) as StoredFile;
    expect(file).toMatchObject({ id, entity: 'measurements', entity_id: measurement.id, media_type: 'image/webp', ...moment });
    expect((await list()).items).toEqual([file]);
    expect(await trail()).toMatchObject([{ entity_id: id, workspace_id: plant.workspace.id, after: expect.stringContaining(begin.id) }]);
    // He adds to it, and reads it no more than the measurement itself.
    const asked = await plant.app.request(`${plant.root}/files/${id}/content?size=thumb`, { headers: operator });
    expect(await codeOf(asked)).toBe('404 not_found');
    expect(await codeOf(await plant.send('PATCH', `/files/${id}`, { rev: 1, archived: true }, operator))).toBe('403 forbidden');
    // An analyst, who changes no machine, takes it away.
    const analyst = await plant.member('analyst', plant.workspace.id);
    expect((await plant.send('PATCH', `/files/${id}`, { rev: 1, name: 'Rozbitá paleta' }, analyst)).status).toBe(200);
    const observer = await plant.member('observer', plant.workspace.id);
    expect((await plant.app.request(`${plant.root}/files/${id}/content?size=thumb`, { headers: observer })).status).toBe(200);
    expect(await codeOf(await plant.send('PATCH', `/files/${id}`, { rev: 2, archived: true }, observer))).toBe('403 forbidden');
  });

  it('sent again with their id they are stored once, also at the same time', async () => {
    const { add, list, trail, onDisk, plant } = await setUp();
    const id = uuidv7(TEST_NOW / 1_000);
    const photo = await png(60, 40);
    const answers = await Promise.all([add(photo, { id }), add(photo, { id })]);
    const later = await add(photo, { id, taken_at: '2026-03-02T09:00:00Z' });
    expect([...answers, later].map(({ status }) => status)).toEqual([201, 201, 201]);
    const [first, second, third] = await Promise.all([...answers, later].map((one) => one.json()));
    expect([second, third]).toEqual([first, first]);
    expect((await list()).items).toEqual([first]);
    expect(await trail()).toHaveLength(1);
    expect(onDisk()).toHaveLength(3);
    const changes = plant.deps.bus.published.filter(({ event }) => event.name === 'changed' && event.data.entity === 'files');
    expect(changes).toHaveLength(1);
    // The id is taken, by another person's file and for another row.
    const other = await plant.member('operator', plant.workspace.id);
    expect(await codeOf(await add(photo, { id, as: other }))).toBe('409 conflict');
  });

  it('one that was taken away stays away when the device sends it again', async () => {
    const { add, list, plant } = await setUp();
    const id = uuidv7(TEST_NOW / 1_000);
    const photo = await png();
    await add(photo, { id });
    await plant.send('PATCH', `/files/${id}`, { rev: 1, archived: true });
    expect((await (await add(photo, { id })).json()) as StoredFile).toMatchObject({ id, rev: 2, archived_at: expect.any(String) });
    expect((await list()).items).toEqual([]);
  });

  it('are refused where a tap would be: to readers, strangers, others after the end, and once it is archived', async () => {
    const { add, send, tap, plant, rowOf, measurement, onDisk } = await setUp();
    const photo = await png();
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const [viewer, stranger, operator, other] = await Promise.all([
      plant.member('viewer', plant.workspace.id),
      plant.member('manager', elsewhere.id),
      plant.member('operator', plant.workspace.id),
      plant.member('operator', plant.workspace.id),
    ]);
    expect(await codeOf(await add(photo, { as: viewer }))).toBe('403 forbidden');
    expect(await codeOf(await add(photo, { as: stranger }))).toBe('404 not_found');
    await send(measurement.id, [tablet('other')('note', 1, { text: 'Byl tu' })], operator);
    await send(measurement.id, [tap('stop', 5)]);
    expect((await add(photo, { as: operator })).status).toBe(201);
    expect(await codeOf(await add(photo, { as: other }))).toBe('409 measurement_finished');
    const { rev } = await rowOf(measurement.id);
    await plant.send('PATCH', `/measurements/${measurement.id}`, { rev, archived: true });
    expect(await codeOf(await add(await png(20, 20)))).toBe('409 measurement_archived');
    expect(onDisk()).toHaveLength(3);
  });

  it('of another organisation are missing; a moment is a measurement’s only', async () => {
    const [own, theirs] = await Promise.all([setUp(), setUp()]);
    const photo = await png();
    const { id } = (await (await theirs.add(photo)).json()) as StoredFile;
    expect(await codeOf(await own.add(photo, { of: theirs.measurement.id }))).toBe('404 not_found');
    expect(await codeOf(await own.plant.app.request(`${own.plant.root}/files/${id}/content`, { headers: own.plant.headers }))).toBe(
      '404 not_found',
    );
    // An id that another organisation has is free here.
    expect((await own.add(photo, { id })).status).toBe(201);
    const { plant } = own;
    const machine = `${plant.root}/files?entity=machines&entity_id=${own.measurement.id}&name=a.png&taken_at=2026-03-02T08:05:00Z`;
    expect(await codeOf(await plant.app.request(machine, { method: 'POST', headers: plant.headers, body: photo as BodyInit }))).toBe(
      '422 validation_failed',
    );
  });
});
