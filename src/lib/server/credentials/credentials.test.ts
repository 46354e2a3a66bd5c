import { describe, expect, it } from 'vitest';
import type { Credential } from '../../contract/credentials.ts';
import type { Problem } from '../../contract/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeCredential, makeDatalogger, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { tokenHash } from './logger-token.ts';

const pathOf = (plant: TestPlant) => `/dataloggers/${plant.datalogger.id}/credentials`;
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;

describe.each(ENGINES)('tokens of a logger on %s', (engine) => {
  it('are shown once, work at once, and are kept only as a hash', async () => {
    const plant = await testPlant(engine);
    const created = await plant.send('POST', pathOf(plant), { label: 'ESP32 v hale' });
    expect(created.status).toBe(201);
    const { token, ...credential } = (await created.json()) as Credential & { token: string };
    expect(token).toMatch(/^tk_[A-Za-z0-9_-]{43}$/);
    expect(credential).toEqual({
      id: expect.any(String),
      datalogger_id: plant.datalogger.id,
      label: 'ESP32 v hale',
      token_hint: token.slice(0, 8),
      created_at: formatInstant(TEST_NOW),
      last_used_at: null,
      revoked_at: null,
    });
    expect((await plant.post({ t: 1 }, { Authorization: `Bearer ${token}` })).status).toBe(200);
    const { items } = await plant.get<{ items: Credential[] }>(pathOf(plant));
    expect(items.find(({ id }) => id === credential.id)).toEqual({ ...credential, last_used_at: formatInstant(TEST_NOW) });
    expect(JSON.stringify(items)).not.toContain(token);
    const everything = await plant.deps.db.read(plant.organization.id, async (db) => [
      await db.selectFrom('credentials').selectAll().where('id', '=', credential.id).execute(),
      await db.selectFrom('credential_index').selectAll().where('credential_id', '=', credential.id).execute(),
      await db.selectFrom('audit_events').selectAll().where('organization_id', '=', plant.organization.id).execute(),
    ]);
    expect(JSON.stringify(everything)).toContain(tokenHash(token));
    expect(JSON.stringify(everything)).not.toContain(token);
    expect(JSON.stringify(plant.deps.lines)).not.toContain(token);
  });

  it('may have no label', async () => {
    const plant = await testPlant(engine);
    expect(await (await plant.send('POST', pathOf(plant), {})).json()).toMatchObject({ label: null });
    expect(await (await plant.send('POST', pathOf(plant), { label: '  ' })).json()).toMatchObject({ label: null });
  });

  it('are revoked for good, and a second time changes nothing', async () => {
    const plant = await testPlant(engine);
    const path = `${pathOf(plant)}/${plant.credential.id}`;
    const revoked = (await (await plant.send('DELETE', path, undefined)).json()) as Credential;
    expect(revoked.revoked_at).toBe(formatInstant(TEST_NOW));
    plant.deps.clock.advance(5_000_000);
    expect(await (await plant.send('DELETE', path, undefined)).json()).toEqual(revoked);
    expect(await codeOf(await plant.post({ t: 1 }))).toBe('401 device_unknown');
    const rows = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').select('verb').where('entity_id', '=', plant.credential.id).execute(),
    );
    expect(rows).toEqual([{ verb: 'credentials.revoke' }]);
  });

  it('of another logger are not found under this one', async () => {
    const plant = await testPlant(engine);
    const { credential } = await makeCredential(plant.deps, await makeDatalogger(plant.deps, plant.workspace));
    expect(await codeOf(await plant.send('DELETE', `${pathOf(plant)}/${credential.id}`, undefined))).toBe('404 not_found');
  });

  it('are for those who may change loggers in that workspace', async () => {
    const plant = await testPlant(engine);
    const other = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const viewer = await plant.member('viewer', plant.workspace.id);
    const stranger = await plant.member('technician', other.id);
    expect(await codeOf(await plant.send('POST', pathOf(plant), {}, viewer))).toBe('403 forbidden');
    expect(await codeOf(await plant.send('POST', pathOf(plant), {}, stranger))).toBe('404 not_found');
    expect(await codeOf(await plant.send('DELETE', `${pathOf(plant)}/${plant.credential.id}`, undefined, stranger))).toBe('404 not_found');
    expect((await plant.post({ t: 1 })).status).toBe(200);
    const list = (headers: Record<string, string>) => plant.app.request(plant.root + pathOf(plant), { headers });
    expect((await list(viewer)).status).toBe(200);
    expect((await list(stranger)).status).toBe(404);
  });
});
