import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../contract/audit-events.ts';
import type { Channel } from '../../contract/channels.ts';
import type { DeviceIdentity } from '../../contract/device-identities.ts';
import type { Problem } from '../../contract/errors.ts';
import type { Gateway } from '../../contract/gateways.ts';
import type { GatewayAnswer } from '../../contract/ingest.ts';
import type { ReceivedData } from '../../contract/received-data.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { QUARANTINE } from '../ingest/quarantine.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeDatalogger, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { forgetQuarantined } from './device-identities.jobs.ts';

const A = '70B3D57ED005B89A';
const B = 'A84041000181C061';
/** A session outlives a whole test of them. */
const STEP = 10_000_000;
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
const uplink = (devEui: string, values: object | undefined, name = 'roof') => ({
  deviceInfo: { deviceName: name, devEui },
  fPort: 85,
  data: 'AWcA4g==',
  ...(values ? { object: values } : {}),
});
const list = (host: string, value: number, more: object = {}) => ({
  values: [value],
  dstypes: ['gauge'],
  dsnames: ['value'],
  time: TEST_NOW / 1e6,
  interval: 10,
  host,
  plugin: 'load',
  type: 'load',
  ...more,
});

/** A plant with a gateway, and how its network server sends. */
async function withGateway(plant: TestPlant) {
  const created = await plant.send('POST', '/gateways', { workspace_id: plant.workspace.id, name: 'Hala 1' });
  const { token, ...gateway } = (await created.json()) as Gateway & { token: string };
  const post = (path: string, body: unknown) =>
    plant.app.request(path, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: JSON.stringify(body) });
  const said = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as GatewayAnswer) });
  return {
    token,
    gateway,
    chirp: async (devEui: string, values?: object, event = 'up') =>
      said(await post(`/v1/ingest/chirpstack?event=${event}`, uplink(devEui, values))),
    post: async (path: string, body: unknown) => said(await post(path, body)),
  };
}
const identities = async (plant: TestPlant, query = '') =>
  (await plant.get<{ items: DeviceIdentity[] }>(`/device-identities${query}`)).items;
const assign = (plant: TestPlant, { id, rev }: DeviceIdentity, datalogger_id = plant.datalogger.id, headers = plant.headers) =>
  plant.send('PATCH', `/device-identities/${id}`, { rev, state: 'assigned', datalogger_id }, headers);
const messages = async (plant: TestPlant) => (await plant.get<{ items: ReceivedData[] }>('/received-data?sort=received_at')).items;
const lasts = async (plant: TestPlant, dataloggerId = plant.datalogger.id) => {
  const { items } = await plant.get<{ items: Channel[] }>(`/channels?datalogger_id=${dataloggerId}`);
  return Object.fromEntries(items.map(({ key, last }) => [key, last?.value]));
};

describe.each(ENGINES)('a gateway on %s', (engine) => {
  it('brings many devices: those that are loggers are stored, unknown ones wait', async () => {
    const plant = await testPlant(engine);
    const { chirp, gateway } = await withGateway(plant);
    const nothing = { status: 200, points: 0, new: 0, duplicate: 0, replaced: 0 };
    expect(await chirp(A, { temperature: 20 })).toEqual({ ...nothing, devices: [{ identity: A, status: 'quarantined', points: 0 }] });
    const [waiting] = await identities(plant);
    expect(waiting).toMatchObject({
      gateway_id: gateway.id,
      gateway_name: 'Hala 1',
      kind: 'dev_eui',
      identity: A,
      label: 'roof',
      state: 'waiting',
      waiting: 1,
      door: 'chirpstack',
      preview: [{ key: 'temperature', value: 20 }],
    });
    expect(await messages(plant)).toEqual([]);
    const answer = await assign(plant, waiting!);
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { state: 'assigned', waiting: 0, datalogger_name: plant.datalogger.name },
    ]);
    expect(await chirp(A, { temperature: 21 })).toMatchObject({
      points: 1,
      replaced: 1,
      devices: [{ identity: A, status: 'stored', points: 1 }],
    });
    expect(await chirp(B, { temperature: 30 })).toMatchObject({ devices: [{ identity: B, status: 'quarantined' }] });
    expect(await lasts(plant)).toEqual({ temperature: 21 });
    expect((await plant.get<{ items: Gateway[] }>('/gateways')).items).toMatchObject([{ waiting_count: 1, assigned_count: 1 }]);
  });

  it('brings points of many hosts and packs of many base names: each device gets its own, called alike, and who is unknown waits', async () => {
    const plant = await testPlant(engine);
    const { gateway, token } = await withGateway(plant);
    const write = (body: string, precision = 's') =>
      plant.app.request(`/write?precision=${precision}`, { method: 'POST', headers: { Authorization: `Token ${token}` }, body });
    const at = TEST_NOW / 1e6;
    const lines = `cpu,host=a,core=0 usage=1 ${at}\ncpu,host=b usage=2 ${at}\n`;
    expect((await write(lines)).status).toBe(204);
    const [b, a] = (await identities(plant)).toSorted((x, y) => y.identity.localeCompare(x.identity));
    expect([a, b]).toMatchObject([
      { kind: 'tag', identity: 'a', preview: [{ key: 'cpu,core=0.usage', value: 1 }] },
      { kind: 'tag', identity: 'b' },
    ]);
    expect((await assign(plant, a!)).status).toBe(200);
    expect((await write(`cpu,host=a,core=0 usage=3 ${at + 1}`)).status).toBe(204);
    expect(await lasts(plant)).toEqual({ 'cpu,core=0.usage': 3 });
    // Nothing of a batch is taken that can't be read; it is kept.
    const broken = await write(`cpu,host=a,core=0 usage=4 ${at + 2}\ncpu,host=a usage=`);
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: expect.stringContaining('malformed_line at line 2:') }]);
    expect(await lasts(plant)).toEqual({ 'cpu,core=0.usage': 3 });
    // The setting of the gateway says which tag it is.
    expect((await plant.send('PATCH', `/gateways/${gateway.id}`, { line_tag: 'dev' })).status).toBe(200);
    expect((await write('air,dev=tower,host=a t=5', 'ns')).status).toBe(204);
    expect(await identities(plant, '?q=tower')).toMatchObject([{ kind: 'tag', preview: [{ key: 'air,host=a.t', value: 5 }] }]);

    const shed = await makeDatalogger(plant.deps, plant.workspace);
    const pack = [
      { bn: 'urn:shed:', bt: at, n: 't', u: 'Cel', v: 7 },
      { bn: 'urn:barn:', n: 't', v: 8 },
    ];
    const sent = await plant.app.request('/v1/ingest/senml', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(pack),
    });
    expect([sent.status, await sent.json()]).toMatchObject([
      200,
      {
        devices: [
          { identity: 'urn:shed', status: 'quarantined' },
          { identity: 'urn:barn', status: 'quarantined' },
        ],
      },
    ]);
    const [found] = await identities(plant, '?q=urn%3Ashed');
    expect((await assign(plant, found!, shed.id)).status).toBe(200);
    expect(await lasts(plant, shed.id)).toEqual({ t: 7 });
  });

  it('has its devices put onto other loggers, let wait again and forgotten; what its settings keep too long is deleted', async () => {
    const plant = await testPlant(engine);
    const { chirp, gateway } = await withGateway(plant);
    await chirp(A, { t: 1 });
    const [waiting] = await identities(plant);
    const first = (await (await assign(plant, waiting!)).json()) as DeviceIdentity;
    const other = await makeDatalogger(plant.deps, plant.workspace);
    const second = (await (await assign(plant, first, other.id)).json()) as DeviceIdentity;
    plant.deps.clock.advance(STEP);
    await chirp(A, { t: 2 });
    expect([await lasts(plant), await lasts(plant, other.id)]).toEqual([{ t: 1 }, { t: 2 }]);
    expect((await plant.send('PATCH', `/device-identities/${second.id}`, { rev: second.rev, state: 'waiting' })).status).toBe(200);
    plant.deps.clock.advance(STEP);
    await chirp(A, { t: 3 });
    expect(await identities(plant)).toMatchObject([{ state: 'waiting', waiting: 1, quarantine_days: 30 }]);
    expect((await plant.send('DELETE', `/device-identities/${second.id}`, undefined)).status).toBe(200);
    expect(await identities(plant)).toEqual([]);
    const trail = await plant.get<{ items: AuditEvent[] }>('/audit-events?entity=device-identities');
    expect(trail.items[0]).toMatchObject({ verb: 'device-identities.remove', entity_id: second.id, workspace_id: plant.workspace.id });
    expect((await plant.send('DELETE', `/device-identities/${second.id}`, undefined)).status).toBe(404);
    plant.deps.clock.advance(STEP);
    await chirp(A, { t: 4 });
    expect((await plant.send('PATCH', `/gateways/${gateway.id}`, { quarantine_days: 2 })).status).toBe(200);
    // A person's session ends before the days do.
    const left = () =>
      plant.deps.db.read(plant.organization.id, (db) =>
        db.selectFrom('device_identities').select('waiting').where('gateway_id', '=', gateway.id).execute(),
      );
    plant.deps.clock.advance(1.9 * 86_400e6);
    await forgetQuarantined(plant.deps);
    expect(await left()).toEqual([{ waiting: 1 }]);
    plant.deps.clock.advance(0.2 * 86_400e6);
    await forgetQuarantined(plant.deps);
    expect(await left()).toEqual([{ waiting: 0 }]);
  });

  it('processes what waited in order, with the times of receipt that it had', async () => {
    const plant = await testPlant(engine);
    const { chirp } = await withGateway(plant);
    for (let i = 0; i < 45; i++) {
      await chirp(A, { n: i });
      plant.deps.clock.advance(STEP);
    }
    // What brings no reading is kept as well, and so is what nobody can read.
    await chirp(A, undefined, 'join');
    await chirp(A, { n: 'x'.repeat(2_000) });
    const [waiting] = await identities(plant, '?state=waiting&count=1');
    expect(waiting).toMatchObject({ waiting: 47 });
    expect((await assign(plant, waiting!)).status).toBe(200);
    expect(await identities(plant, '?state=waiting')).toEqual([]);
    const all = (await plant.get<{ items: ReceivedData[] }>('/received-data?sort=received_at&limit=100')).items;
    expect(all.map(({ status }) => status)).toEqual([...Array.from({ length: 46 }, () => 'stored'), 'rejected']);
    expect(all.slice(0, 45).map(({ received_at }) => received_at)).toEqual(
      Array.from({ length: 45 }, (_, i) => formatInstant(TEST_NOW + i * STEP)),
    );
    expect(await lasts(plant)).toEqual({ n: 44 });
    const { items } = await plant.get<{ items: Channel[] }>(`/channels?datalogger_id=${plant.datalogger.id}`);
    expect(items[0]?.last?.ts).toBe(formatInstant(TEST_NOW + 44 * STEP));
  });

  it('goes on with what waits where a process died, before the next message', async () => {
    const plant = await testPlant(engine);
    const { chirp } = await withGateway(plant);
    await chirp(A, { n: 1 });
    plant.deps.clock.advance(STEP);
    await chirp(A, { n: 2 });
    const [{ id }] = (await identities(plant)) as [DeviceIdentity];
    // Assigned, and then nothing more happened.
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('device_identities').set({ state: 'assigned', datalogger_id: plant.datalogger.id }).where('id', '=', id).execute(),
    );
    plant.deps.clock.advance(STEP);
    expect(await chirp(A, { n: 3 })).toMatchObject({ new: 1, devices: [{ status: 'stored' }] });
    expect((await messages(plant)).map(({ received_at, points }) => [received_at, points])).toEqual(
      [0, 1, 2].map((i) => [formatInstant(TEST_NOW + i * STEP), 1]),
    );
    expect(await identities(plant)).toMatchObject([{ waiting: 0 }]);
  });

  it('splits a body of many hosts: each host’s rows are a message of its logger', async () => {
    const plant = await testPlant(engine);
    const { post } = await withGateway(plant);
    const [first, second] = ['korben, "1"', 'leeloo\\'];
    await post('/v1/ingest/collectd', [list(first!, 1), list(second!, 2)]);
    const other = await makeDatalogger(plant.deps, plant.workspace, { name: 'leeloo' });
    for (const one of await identities(plant))
      expect((await assign(plant, one, one.identity === first ? plant.datalogger.id : other.id)).status).toBe(200);
    expect(
      await post('/v1/ingest/collectd', [list(first!, 3), list(second!, 4), list(first!, 5, { type: 'users' }), { host: 1 }]),
    ).toMatchObject({
      points: 3,
      new: 1,
      replaced: 2,
      devices: [
        { identity: first, status: 'stored', points: 2 },
        { identity: second, status: 'stored', points: 1 },
        { identity: '', status: 'quarantined', errors: [{ code: 'shape' }] },
      ],
    });
    expect(await lasts(plant)).toEqual({ 'load.load': 3, 'load.users': 5 });
    expect(await lasts(plant, other.id)).toEqual({ 'load.load': 4 });
    const kept = await Promise.all(
      (await messages(plant)).map(({ id }) => plant.get<{ body: string; readings: unknown[] }>(`/received-data/${id}`)),
    );
    // What is kept of each is its own part, and reads as it was read.
    const parts = kept.map(({ body, readings }) => [(JSON.parse(body) as { host: string }[]).map(({ host }) => host), readings.length]);
    expect(parts.sort()).toEqual([
      [[first], 1],
      [[first, first], 2],
      [[second], 1],
      [[second], 1],
    ]);
  });

  it('keeps what nobody can read with no device, and answers as its door does', async () => {
    const plant = await testPlant(engine);
    const { post } = await withGateway(plant);
    const answer = await post('/v1/ingest/tts', { something: 'else' });
    expect(answer).toMatchObject({ status: 200, devices: [{ identity: '', status: 'quarantined', errors: [{ code: 'shape' }] }] });
    const [nobody] = await identities(plant);
    expect(nobody).toMatchObject({ kind: 'none', identity: '', waiting: 1, preview: [] });
    expect(await codeOf(await assign(plant, nobody!))).toBe('422 validation_failed');
    // Doors that can't tell devices apart want a logger's token.
    expect(
      (
        await plant.app.request('/v1/ingest/json', {
          method: 'POST',
          headers: { Authorization: `Bearer ${(await withGateway(plant)).token}` },
          body: '{"t":1}',
        })
      ).status,
    ).toBe(401);
  });

  it('ignores a device on request, forgets what waited, and lets it wait again', async () => {
    const plant = await testPlant(engine);
    const { chirp } = await withGateway(plant);
    await chirp(A, { n: 1 });
    const [one] = (await identities(plant)) as [DeviceIdentity];
    const to = async (state: string, rev: number) => (await plant.send('PATCH', `/device-identities/${one.id}`, { rev, state })).json();
    expect(await to('ignored', one.rev)).toMatchObject({ state: 'ignored', waiting: 0, preview: [] });
    expect(await chirp(A, { n: 2 })).toMatchObject({ devices: [{ status: 'ignored' }] });
    expect(await identities(plant)).toMatchObject([{ state: 'ignored', waiting: 0 }]);
    expect(await to('waiting', one.rev)).toMatchObject({ code: 'stale_rev' });
    expect(await to('waiting', one.rev + 1)).toMatchObject({ state: 'waiting' });
    expect(await chirp(A, { n: 3 })).toMatchObject({ devices: [{ status: 'quarantined' }] });
    const rows = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('quarantined_messages').selectAll().where('organization_id', '=', plant.organization.id).execute(),
    );
    expect(rows).toHaveLength(1);
  });

  it('keeps no more than there is room for, counts the rest, and what it kept stays', async () => {
    const plant = await testPlant(engine);
    const { chirp } = await withGateway(plant);
    await chirp(A, { n: 1 });
    const [one] = (await identities(plant)) as [DeviceIdentity];
    const set = (waiting: number) =>
      plant.deps.db.write(plant.organization.id, (db) =>
        db.updateTable('device_identities').set({ waiting }).where('id', '=', one.id).execute(),
      );
    await set(QUARANTINE.messagesOfDevice);
    expect(await chirp(A, { n: 2 })).toMatchObject({ devices: [{ status: 'quarantine_full' }] });
    // Others have room still.
    expect(await chirp(B, { n: 1 })).toMatchObject({ devices: [{ status: 'quarantined' }] });
    await set(QUARANTINE.messages);
    expect(await chirp(B, { n: 2 })).toMatchObject({ devices: [{ status: 'quarantine_full' }] });
    await set(1);
    for (let i = 2; i < QUARANTINE.devices; i++) await chirp(`${i}`.padStart(16, '0'), { n: 1 });
    expect(await chirp('F'.repeat(16), { n: 1 })).toMatchObject({ devices: [{ status: 'quarantine_full' }] });
    expect((await identities(plant, '?q=A8404')).map(({ identity, waiting, refused }) => [identity, waiting, refused])).toEqual([
      [B, 1, 1],
    ]);
    expect((await plant.get<{ items: Gateway[] }>('/gateways')).items).toMatchObject([
      { waiting_count: QUARANTINE.devices, refused_count: 3 },
    ]);
  });

  it('of one workspace gives nothing to loggers of another, and nothing to other organisations', async () => {
    const plant = await testPlant(engine);
    const { chirp, gateway, token } = await withGateway(plant);
    await chirp(A, { n: 1 });
    const [one] = (await identities(plant)) as [DeviceIdentity];
    const elsewhere = await makeWorkspace(plant.deps, plant.organization, { name: 'Hala 2' });
    const logger = await makeDatalogger(plant.deps, elsewhere);
    expect(await codeOf(await assign(plant, one, logger.id))).toBe('422 validation_failed');
    expect(await codeOf(await assign(plant, one, logger.id, await plant.member('technician', elsewhere.id)))).toBe('404 not_found');
    expect(await codeOf(await assign(plant, one, plant.datalogger.id, await plant.member('viewer', plant.workspace.id)))).toBe(
      '403 forbidden',
    );
    const stranger = await plant.member('technician', elsewhere.id);
    expect(await codeOf(await plant.send('DELETE', `/gateways/${gateway.id}`, undefined, stranger))).toBe('404 not_found');
    expect(await codeOf(await plant.send('POST', '/gateways', { workspace_id: plant.workspace.id, name: 'x' }, stranger))).toBe(
      '403 forbidden',
    );
    // The same device at another organisation's gateway is another device.
    const foreign = await testPlant(engine, { deps: { db: plant.deps.db, clock: plant.deps.clock } });
    const there = await withGateway(foreign);
    expect((await assign(plant, one)).status).toBe(200);
    expect(await there.chirp(A, { n: 2 })).toMatchObject({ devices: [{ status: 'quarantined' }] });
    expect(await codeOf(await foreign.send('PATCH', `/device-identities/${one.id}`, { rev: 2, state: 'ignored' }))).toBe('404 not_found');
    expect(await lasts(plant)).toEqual({ n: 1 });
    // A revoked token opens nothing any more, at once.
    expect(await chirp(A, { n: 3 })).toMatchObject({ status: 200 });
    expect((await plant.send('DELETE', `/gateways/${gateway.id}`, undefined)).status).toBe(200);
    expect(await chirp(A, { n: 4 })).toMatchObject({ status: 401 });
    expect(JSON.stringify(plant.deps.lines)).not.toContain(token);
  });

  it('sends a device that was given to another logger there at once, and a paused logger keeps it raw', async () => {
    const plant = await testPlant(engine);
    const { chirp } = await withGateway(plant);
    await chirp(A, { n: 1 });
    const [one] = (await identities(plant)) as [DeviceIdentity];
    await assign(plant, one);
    await chirp(A, { n: 2 });
    const other = await makeDatalogger(plant.deps, plant.workspace, { name: 'Nový' });
    await assign(plant, { ...one, rev: one.rev + 1 }, other.id);
    await chirp(A, { n: 3 });
    expect([await lasts(plant), await lasts(plant, other.id)]).toEqual([{ n: 2 }, { n: 3 }]);
    expect((await plant.send('PATCH', `/dataloggers/${other.id}`, { rev: 1, paused: true })).status).toBe(200);
    expect(await chirp(A, { n: 4 })).toMatchObject({ status: 200, devices: [{ status: 'paused', points: 0 }] });
  });

  it('writes the first sight of a device into the trail, under its name', async () => {
    const plant = await testPlant(engine);
    const { chirp } = await withGateway(plant);
    await chirp(A, { n: 1 });
    await chirp(A, { n: 2 });
    const { items } = await plant.get<{ items: AuditEvent[] }>('/audit-events?entity=device-identities');
    expect(items.map(({ verb, actor_kind, actor_name }) => [verb, actor_kind, actor_name])).toEqual([
      ['device-identities.create', 'device', 'Hala 1'],
    ]);
  });
});
