import { beforeEach, describe, expect, it } from 'vitest';
import type { Embed, OpenedEmbed } from '../../contract/embeds.ts';
import { AppError } from '../../contract/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { sendJson } from '../auth/testing.ts';
import type { Row } from '../kernel/schema.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeDatalogger, makeMessage, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { openEmbed, stateOf } from './open-embed.ts';

const MINUTE = 60e6;
const DAY = 86_400e6;
const ORIGINS = ['https://www.example.com'];

describe('what an embed says of a value', () => {
  const row = { last_ts: TEST_NOW - 20e6, last_num: 5, interval_s: 60, offline_after: null };
  const limits = { low: 2, high: 8 };
  it('is judged by its limits, which belong to the allowed values, and says nothing of what nobody watches', () => {
    expect(stateOf(row, limits, false, TEST_NOW)).toBe('within');
    expect(stateOf({ ...row, last_num: 8 }, limits, false, TEST_NOW)).toBe('within');
    expect(stateOf({ ...row, last_num: 8.1 }, limits, false, TEST_NOW)).toBe('above');
    expect(stateOf({ ...row, last_num: 1.9 }, limits, false, TEST_NOW)).toBe('below');
    expect(stateOf(row, { low: null, high: null }, false, TEST_NOW)).toBe('fresh');
  });
  it('is never judged by an old value, nor by what a failing sensor said before', () => {
    expect(stateOf({ ...row, last_ts: TEST_NOW - 121e6 }, limits, false, TEST_NOW)).toBe('late');
    expect(stateOf({ ...row, last_ts: TEST_NOW - 301e6 }, limits, false, TEST_NOW)).toBe('offline');
    expect(stateOf({ ...row, last_ts: TEST_NOW - 301e6, offline_after: 10 }, limits, false, TEST_NOW)).toBe('late');
    expect(stateOf(row, limits, true, TEST_NOW)).toBe('failing');
    expect(stateOf({ ...row, last_ts: null }, limits, false, TEST_NOW)).toBe('none');
  });
});

describe.each(ENGINES)('embeds on %s', (engine) => {
  let plant: TestPlant;
  let channel: Row<'channels'>;
  beforeEach(async () => {
    plant = await testPlant(engine, { datalogger: { expected_interval_s: 60 } });
    channel = await makeChannel(plant.deps, plant.datalogger, { key: 'temperature', name: 'Chladírna', unit: '°C' });
    await measure(5, 121);
  });

  /** Values of the last so many minutes, the newest of now. */
  async function measure(value: number, minutes: number) {
    const now = plant.deps.clock.now();
    const readings = Array.from({ length: minutes }, (_, i) => ({ channelNo: channel.no, ts: now - i * MINUTE, num: value, text: null }));
    await plant.deps.db.readings.commit(makeMessage(plant.deps, plant.organization, plant.datalogger, readings.reverse()));
  }
  const make = (over: object = {}, as?: Record<string, string>) =>
    plant.send(
      'POST',
      '/embeds',
      { name: 'Hala', view: 'values', channels: [channel.id], origins: ORIGINS, expires_in_days: 30, ...over },
      as,
    );
  const made = async (over: object = {}) => (await (await make(over)).json()) as Embed & { token: string };
  async function open(token: string, again?: boolean) {
    const answer = await sendJson(plant.app, 'POST', '/v1/shared/embeds', { token, ...(again === undefined ? {} : { again }) });
    return { status: answer.status, body: (await answer.json()) as OpenedEmbed & { code?: string } };
  }
  const embeds = async (query = '') => (await plant.get<{ items: Embed[] }>(`/embeds${query}`)).items;
  const later = (us: number) => plant.deps.clock.advance(us);

  it('show the newest value to anybody who has the link, with its unit, time and limits, and nothing else of the organisation', async () => {
    await plant.send('POST', '/alarm-rules', {
      ...{ channel_id: channel.id, name: 'Teplo', severity: 'warning', recipients: [], kind: 'outside', low: 2, high: 8, states: [] },
      ...{ hysteresis: 0, on_delay_s: 0, off_delay_s: 0 },
    });
    const { token } = await made();
    const { status, body } = await open(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Hala', organization: plant.organization.name, view: 'values', origins: ORIGINS });
    expect(body.at).toBe(formatInstant(plant.deps.clock.now()));
    expect(body.channels).toMatchObject([
      { name: 'Chladírna', unit: '°C', value: 5, ts: formatInstant(TEST_NOW), state: 'within', low: 2, high: 8, lines: null },
    ]);
    const said = JSON.stringify(body);
    for (const id of [plant.organization.id, plant.workspace.id, plant.datalogger.id, channel.id]) expect(said).not.toContain(id);
    later(6 * MINUTE);
    expect((await open(token)).body.channels).toMatchObject([{ value: 5, state: 'offline' }]);
  });

  it('show the last 24 hours as lines that break where readings are missing', async () => {
    const { token } = await made({ view: 'chart' });
    later(60 * MINUTE);
    await measure(7, 10);
    const [shown] = (await open(token)).body.channels;
    expect(shown!.lines).toHaveLength(2);
    const [before, after] = shown!.lines!;
    expect(before!.at(-1)![1]).toBe(5);
    expect(after![0]![1]).toBe(7);
    expect(after![0]![0] - before!.at(-1)![0]).toBeGreaterThan(40 * MINUTE);
  });

  it('count the pages that were opened, and not what open pages ask again', async () => {
    const { token, id } = await made();
    await open(token);
    later(30e6);
    await open(token);
    await open(token, true);
    expect(await embeds()).toMatchObject([{ id, opened: 2, last_opened_at: formatInstant(plant.deps.clock.now()) }]);
  });

  it('answer the same for a few seconds, and what is new after them', async () => {
    const { token } = await made();
    expect((await open(token)).body.channels[0]!.value).toBe(5);
    later(1e6);
    await measure(6, 1);
    expect((await open(token, true)).body.channels[0]!.value).toBe(5);
    later(5e6);
    expect((await open(token, true)).body.channels[0]!.value).toBe(6);
  });

  it('are over when they are revoked or end, at once, and others than those there are are none', async () => {
    const { token, id } = await made();
    const other = await made({ expires_in_days: 1 });
    expect((await open(token)).status).toBe(200);
    expect((await plant.send('POST', `/embeds/${id}/revoke`, undefined)).status).toBe(200);
    expect(await open(token)).toMatchObject({ status: 410, body: { code: 'share_ended' } });
    later(DAY - 1);
    expect((await open(other.token)).status).toBe(200);
    later(1);
    expect((await open(other.token)).status).toBe(410);
    expect((await open(`${token}x`)).status).toBe(404);
  });

  const change = (id: string, body: object, as?: Record<string, string>) => plant.send('PATCH', `/embeds/${id}`, body, as);

  it('can be changed: their link stays, and whoever has it sees the change at once', async () => {
    const door = await makeChannel(plant.deps, plant.datalogger, { key: 'door', name: 'Dveře' });
    const { token, id, expires_at } = await made();
    expect((await open(token)).body).toMatchObject({ name: 'Hala', view: 'values', channels: [{ name: 'Chladírna', lines: null }] });
    const wanted = { name: 'Sklad', view: 'chart', channels: [door.id, channel.id], origins: ['https://b.example', 'https://b.example'] };
    const answer = await change(id, { rev: 1, ...wanted });
    expect(answer.status).toBe(200);
    const row = (await answer.json()) as Embed;
    expect(row).toMatchObject({ id, rev: 2, name: 'Sklad', view: 'chart', origins: ['https://b.example'], expires_at, opened: 1 });
    expect(row.channels.map((one) => one.id)).toEqual([door.id, channel.id]);
    expect(row).not.toHaveProperty('token');
    // No second has passed: what is kept for a few seconds is of before the change.
    const { body } = await open(token, true);
    expect(body).toMatchObject({ name: 'Sklad', view: 'chart', origins: ['https://b.example'] });
    expect(body.channels.map(({ name }) => name)).toEqual(['Dveře', 'Chladírna']);
    expect(body.channels[1]!.lines).not.toBeNull();
  });

  it('change in what is sent only, leave a row of both states in the trail, and none where nothing is another', async () => {
    const { id, token, ...rest } = await made();
    const trail = async () =>
      (
        await plant.deps.db.read(plant.organization.id, (db) =>
          db.selectFrom('audit_events').selectAll().where('organization_id', '=', plant.organization.id).orderBy('id').execute(),
        )
      ).filter(({ verb }) => verb === 'embeds.update');
    expect(await (await change(id, { rev: 1, name: 'Hala', channels: [channel.id], origins: ORIGINS })).json()).toMatchObject({ rev: 1 });
    expect(await trail()).toEqual([]);
    expect(await (await change(id, { rev: 1, name: 'Sklad' })).json()).toEqual({ id, ...rest, name: 'Sklad', rev: 2 });
    const [event] = await trail();
    expect(event).toMatchObject({ entity_id: id, workspace_id: plant.workspace.id });
    expect(JSON.parse(event!.before!)).toMatchObject({ name: 'Hala', rev: 1 });
    expect(JSON.parse(event!.after!)).toMatchObject({ name: 'Sklad', rev: 2 });
  });

  it('get another end from the moment of the change on, also those that have ended', async () => {
    const { id, token } = await made({ expires_in_days: 1 });
    later(2 * DAY);
    expect((await open(token)).status).toBe(410);
    // The session of before is over too.
    const manager = await plant.member('manager', plant.workspace.id);
    expect((await change(id, { rev: 1, name: 'Sklad' }, manager)).status).toBe(200);
    expect((await open(token)).status).toBe(410);
    const answer = await change(id, { rev: 2, expires_in_days: 3 }, manager);
    expect(await answer.json()).toMatchObject({ rev: 3, expires_at: formatInstant(plant.deps.clock.now() + 3 * DAY) });
    expect((await open(token)).status).toBe(200);
    expect((await change(id, { rev: 3, expires_in_days: 1 }, manager)).status).toBe(200);
    later(DAY);
    expect((await open(token)).status).toBe(410);
  });

  it('are not changed over what somebody else has changed meanwhile, nor once they are revoked', async () => {
    const { id } = await made();
    await change(id, { rev: 1, name: 'Sklad' });
    const stale = await change(id, { rev: 1, name: 'Expedice' });
    expect(stale.status).toBe(409);
    expect(await stale.json()).toMatchObject({ code: 'stale_rev', current: { id, rev: 2, name: 'Sklad' } });
    await plant.send('POST', `/embeds/${id}/revoke`, undefined);
    for (const rev of [1, 2]) {
      const refused = await change(id, { rev, name: 'Expedice', expires_in_days: 5 });
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'embed_revoked']);
    }
    expect(await embeds()).toMatchObject([{ name: 'Sklad', rev: 2 }]);
  });

  it('are changed within what they may be made of, by whoever may make them', async () => {
    const { id } = await made();
    const otherWorkspace = await makeWorkspace(plant.deps, plant.organization);
    const elsewhere = await makeDatalogger(plant.deps, otherWorkspace);
    const far = await makeChannel(plant.deps, elsewhere, { key: 'far' });
    const foreign = await testPlant(engine);
    const theirs = await makeChannel(foreign.deps, foreign.datalogger, { key: 'theirs' });
    // Of another workspace only: an embed stays where it is.
    for (const body of [
      { channels: [far.id] },
      { channels: [channel.id, far.id] },
      { channels: [theirs.id] },
      { channels: [channel.id, channel.id] },
      { channels: [] },
      { origins: [] },
      { origins: ['http://a.cz'] },
      { name: '' },
      { view: 'all' },
      { expires_in_days: 0 },
      { expires_in_days: 1_831 },
    ])
      expect([body, (await change(id, { rev: 1, ...body })).status]).toEqual([body, 422]);
    expect((await change(id, { name: 'Sklad' })).status).toBe(422);
    const refused = await change(id, { rev: 1, channels: [channel.id, far.id] });
    expect(await refused.json()).toMatchObject({ code: 'validation_failed', errors: [{ path: 'channels.1' }] });
    const technician = await plant.member('technician', plant.workspace.id);
    expect((await change(id, { rev: 1, name: 'Sklad' }, technician)).status).toBe(403);
    const away = await plant.member('manager', otherWorkspace.id);
    expect((await change(id, { rev: 1, name: 'Sklad' }, away)).status).toBe(404);
    expect((await foreign.send('PATCH', `/embeds/${id}`, { rev: 1, name: 'Sklad' })).status).toBe(404);
    expect(await embeds()).toMatchObject([{ name: 'Hala', rev: 1, channels: [{ id: channel.id }] }]);
  });

  it('leave out a channel that was archived or went to another workspace', async () => {
    const { token } = await made();
    const elsewhere = await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, plant.organization));
    const move = { rev: channel.rev, datalogger_id: elsewhere.id };
    expect((await plant.send('PATCH', `/channels/${channel.id}`, move)).status).toBe(200);
    expect((await open(token)).body.channels).toEqual([]);
  });

  it('are for origins with https and nothing behind the host', async () => {
    for (const origin of [
      'http://a.cz',
      'https://a.cz/',
      'https://*.a.cz',
      'https://A.cz',
      "https://a.cz; script-src 'unsafe-inline'",
      '*',
    ])
      expect([origin, (await make({ origins: [origin] })).status]).toEqual([origin, 422]);
    expect((await make({ origins: ['https://a.cz:8443', 'https://intranet'] })).status).toBe(201);
    expect((await make({ origins: [] })).status).toBe(422);
  });

  it('are of one workspace, and of channels that are there', async () => {
    const elsewhere = await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, plant.organization));
    const far = await makeChannel(plant.deps, elsewhere, { key: 'far' });
    expect((await make({ channels: [channel.id, far.id] })).status).toBe(422);
    const foreign = await testPlant(engine);
    const theirs = await makeChannel(foreign.deps, foreign.datalogger, { key: 'theirs' });
    expect((await make({ channels: [theirs.id] })).status).toBe(422);
    expect((await make({ channels: [channel.id, channel.id] })).status).toBe(422);
  });

  it('are listed where their channels are, with those who made them', async () => {
    const { id, token_hint } = await made();
    const other = await makeDatalogger(plant.deps, plant.workspace);
    expect(await embeds(`?datalogger_id=${plant.datalogger.id}`)).toMatchObject([
      { id, token_hint, created_by: plant.owner.name, channels: [{ id: channel.id, datalogger_name: plant.datalogger.name }] },
    ]);
    expect(await embeds(`?datalogger_id=${other.id}`)).toEqual([]);
  });

  it('are made and revoked by whoever may sign, and read by whoever may read their workspace', async () => {
    const technician = await plant.member('technician', plant.workspace.id);
    expect((await make({}, technician)).status).toBe(403);
    const { id } = await made();
    expect((await plant.send('POST', `/embeds/${id}/revoke`, undefined, technician)).status).toBe(403);
    const away = await plant.member('technician', (await makeWorkspace(plant.deps, plant.organization)).id);
    const answer = await plant.app.request(`${plant.root}/embeds`, { headers: away });
    expect(((await answer.json()) as { items: Embed[] }).items).toEqual([]);
  });

  it('are stored as a hash only, and no line of the log holds one', async () => {
    const { token } = await made();
    await open(token);
    const stored = await plant.deps.db.read(plant.organization.id, async (db) =>
      JSON.stringify([
        await db.selectFrom('embeds').selectAll().execute(),
        await db.selectFrom('audit_events').selectAll().where('organization_id', '=', plant.organization.id).execute(),
      ]),
    );
    expect(stored).not.toContain(token);
    expect(JSON.stringify(plant.deps.lines)).not.toContain(token);
  });

  it('are counted by the address of whoever opens them and by themselves, and refused where that is too much', async () => {
    const { token, id } = await made();
    const counted: string[] = [];
    let most = Number.POSITIVE_INFINITY;
    const openings = {
      count(key: string) {
        counted.push(key);
        if (counted.length > most) throw new AppError('too_many_attempts');
      },
    };
    const from = (address: string, sent: string) =>
      openEmbed({ ...plant.deps, address, requestId: 'x' }, { token: sent, again: true }, new Map(), openings);
    expect((await from('2001:db8:1:2:3::4', token)).name).toBeDefined();
    await expect(from('203.0.113.7', 'em_unknown')).rejects.toMatchObject({ code: 'not_found' });
    expect(counted).toEqual(['address 2001:db8:1:2::/64', `embed ${id}`, 'address 203.0.113.7']);
    most = 4;
    await expect(from('203.0.113.7', token)).rejects.toMatchObject({ code: 'too_many_attempts' });
    // What the server itself counts with lets fifty screens behind one address refresh for an hour.
    expect((await open(token, true)).status).toBe(200);
  });
});
