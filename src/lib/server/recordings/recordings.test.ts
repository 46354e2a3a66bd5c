import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Recording, RecordingEvaluation, RecordingRow } from '../../contract/recordings.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Row } from '../kernel/schema.ts';
import { retention } from '../organizations/retention.ts';
import { sealJob } from '../readings/seal.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeDatalogger, makeMessage, makeWorkspace, TEST_NOW } from '../testing/testing.ts';
import { judgeRecordings } from './judge.ts';

const MINUTE = 60e6;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LIMITS = { low: 2, high: 8, allowed_above_s: 1_800, allowed_below_s: 0, coverage: 0.95, kinetic_high: null };

describe.each(ENGINES)('recordings on %s', (engine) => {
  let plant: TestPlant;
  let channel: Row<'channels'>;
  beforeEach(async () => {
    plant = await testPlant(engine);
    channel = await makeChannel(plant.deps, plant.datalogger, { key: 'temperature', unit: '°C' });
  });

  /** A reading each minute of a time, `value` by the number of the minute; null = none. */
  async function readings(from: number, minutes: number, value: (minute: number) => number | null, of = channel) {
    const all = Array.from({ length: minutes }, (_, i) => ({ channelNo: of.no, ts: from + i * MINUTE, num: value(i), text: null }));
    const message = makeMessage(
      plant.deps,
      plant.organization,
      plant.datalogger,
      all.filter(({ num }) => num !== null),
    );
    await plant.deps.db.readings.commit(message);
  }
  const FROM = TEST_NOW - 2 * HOUR;
  async function create(over: object = {}, as?: Record<string, string>) {
    const body = {
      name: 'Rozvoz Ivančice',
      purpose: 'transport',
      channels: [{ channel_id: channel.id, limits: LIMITS }],
      from: formatInstant(FROM),
      to: formatInstant(FROM + HOUR),
      ...over,
    };
    const answer = await plant.send('POST', '/recordings', body, as);
    return { status: answer.status, body: (await answer.json()) as Recording & { code?: string } };
  }
  const evaluation = (id: string) => plant.get<RecordingEvaluation>(`/recordings/${id}/evaluation`);
  const get = (id: string) => plant.get<Recording>(`/recordings/${id}`);
  const list = async (query = '') => (await plant.get<{ items: RecordingRow[] }>(`/recordings${query}`)).items;
  async function post(path: string, body: object, as?: Record<string, string>) {
    const answer = await plant.send('POST', path, body, as);
    return { status: answer.status, body: (await answer.json()) as Recording & { code?: string } };
  }
  async function approve(recording: Pick<Recording, 'id'>, as?: Record<string, string>) {
    const { rev } = await get(recording.id);
    const { hash } = await evaluation(recording.id);
    return post(`/recordings/${recording.id}/approve`, { rev, hash, statement: 'V pořádku' }, as);
  }

  const calibrate = async (over: object = {}) => {
    const body = { channel_id: channel.id, from: formatInstant(FROM - HOUR), curve: { kind: 'none' }, laboratory: 'ČMI Brno', ...over };
    const answer = await plant.send('POST', '/calibrations', body);
    expect(answer.status, await answer.clone().text()).toBe(201);
    return (await answer.json()) as { id: string; rev: number };
  };

  it('tell the calibrations that hold in their time, whether they were overdue, and sign them', async () => {
    await readings(FROM, 60, () => 5);
    const { body } = await create();
    expect((await evaluation(body.id)).channels[0]!.calibrations).toEqual([]);
    await calibrate({ from: formatInstant(FROM - 30 * 24 * HOUR), certificate: 'gone' });
    const first = await calibrate({ certificate: 'K-1', due_on: '2020-01-01' });
    const second = await calibrate({
      ...{ from: formatInstant(FROM + HOUR / 2), certificate: 'K-2', due_on: '2199-01-01' },
      curve: { kind: 'offset', offset: 1 },
    });
    await calibrate({ from: formatInstant(FROM + HOUR), certificate: 'later' });
    const found = await evaluation(body.id);
    expect(found.channels[0]).toMatchObject({
      calibrations: [
        { id: first.id, certificate: 'K-1', overdue: true },
        { id: second.id, certificate: 'K-2', overdue: false, curve: { kind: 'offset', offset: 1 } },
      ],
      statistics: { min: 5, max: 6 },
    });
    const signed = (await approve(body)).body;
    expect(signed.revisions[0]!.channels[0]!.calibrations).toMatchObject([{ certificate: 'K-1' }, { certificate: 'K-2' }]);
    // The same values by another certificate are another proof.
    expect((await plant.send('PATCH', `/calibrations/${first.id}`, { rev: 1, revoked: true })).status).toBe(200);
    const other = await calibrate({ certificate: 'K-9' });
    expect(await evaluation(body.id)).toMatchObject({ changed: true });
    await plant.send('PATCH', `/calibrations/${other.id}`, { rev: 1, revoked: true });
    expect((await plant.send('PATCH', `/calibrations/${first.id}`, { rev: 2, revoked: false })).status).toBe(200);
    expect(await evaluation(body.id)).toMatchObject({ changed: false, hash: found.hash });
  });

  it('that were signed before calibrations were hashed keep their hash', async () => {
    await readings(FROM, 3, (minute) => minute + 5);
    const { body } = await create();
    const lines = [
      ['recording', 1, body.id, 'transport', FROM, FROM + HOUR],
      ['channel', channel.id, 'temperature', channel.name, 'gauge', '°C'],
      [
        'limits',
        true,
        ...(['low', 'high', 'allowed_above_s', 'allowed_below_s', 'coverage', 'kinetic_high'] as const).map((key) => LIMITS[key]),
      ],
      ...[0, 1, 2].map((minute) => [FROM + minute * MINUTE, minute + 5, null, 0]),
    ];
    const hash = createHash('sha256')
      .update(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      .digest('hex');
    await approve(body);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('recording_revisions').set({ hash, hash_version: 1 }).where('recording_id', '=', body.id).execute(),
    );
    await calibrate({ certificate: 'K-1' });
    expect(await evaluation(body.id)).toMatchObject({ changed: false, hash });
    // What a calibration does to its values is seen all the same.
    await calibrate({ from: formatInstant(FROM), curve: { kind: 'offset', offset: 1 } });
    expect(await evaluation(body.id)).toMatchObject({ changed: true });
  });

  it('are judged by their readings: worst value, time beyond, margins, coverage and figures', async () => {
    await readings(FROM, 61, (minute) => (minute >= 30 && minute < 40 ? 9 : 5));
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'stopped', verdict: null, revision: 0, channel_count: 1 });
    expect(body.channels[0]).toMatchObject({ name: 'temperature', unit: '°C', interval_s: 60, limits: LIMITS });
    const found = await evaluation(body.id);
    expect(found).toMatchObject({ ended: true, verdict: 'passed', readings: 60, changed: false });
    const [one] = found.channels;
    expect(one!.conditions.map(({ kind, met }) => [kind, met])).toEqual([
      ['coverage', true],
      ['above', true],
      ['below', true],
    ]);
    // From a quarter on the way up to a quarter of the way down.
    expect(one!.conditions[1]).toMatchObject({ worst: 9, worst_margin: -1, times: 1, measured: 570, longest_s: 570, margin: 1_230 });
    expect(one!.statistics).toMatchObject({ n: 60, min: 5, max: 9, coverage: 1, above_s: 570, kinetic_c: expect.any(Number) });
  });

  it('fail by an excursion, and with too few readings never pass', async () => {
    await readings(FROM, 61, (minute) => (minute === 7 ? 1 : 5));
    expect((await evaluation((await create()).body.id)).verdict).toBe('failed');
    const other = await makeChannel(plant.deps, plant.datalogger, { key: 'other', unit: '°C' });
    await readings(FROM, 61, (minute) => (minute > 10 && minute < 31 ? null : 5), other);
    const { body } = await create({ channels: [{ channel_id: other.id, limits: LIMITS }] });
    const found = await evaluation(body.id);
    expect(found.verdict).toBe('not_decided');
    expect(found.channels[0]).toMatchObject({
      gaps: [{ from: FROM + 10 * MINUTE, to: FROM + 31 * MINUTE }],
      missing_s: 21 * 60,
      verdict: 'not_decided',
    });
  });

  it('go from planned to running to stopped by hand, each once', async () => {
    const { body: planned } = await create({ from: null, to: null });
    expect(planned).toMatchObject({ state: 'planned', from: null });
    expect((await plant.app.request(`${plant.root}/recordings/${planned.id}/evaluation`, { headers: plant.headers })).status).toBe(409);
    expect((await post(`/recordings/${planned.id}/stop`, { rev: planned.rev })).body.code).toBe('conflict');
    const started = await post(`/recordings/${planned.id}/start`, { rev: planned.rev });
    expect(started.body).toMatchObject({ state: 'running', from: formatInstant(TEST_NOW), to: null });
    expect((await post(`/recordings/${planned.id}/start`, { rev: started.body.rev })).status).toBe(409);
    // Within the life of a session's token.
    plant.deps.clock.advance(10 * MINUTE);
    expect(await evaluation(planned.id)).toMatchObject({ ended: false, hash: null, verdict: 'not_decided' });
    const stopped = await post(`/recordings/${planned.id}/stop`, { rev: started.body.rev });
    expect(stopped.body).toMatchObject({ state: 'stopped', to: formatInstant(TEST_NOW + 10 * MINUTE) });
    const trail = await plant.deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').select('verb').where('entity_id', '=', planned.id).orderBy('id').execute(),
    );
    expect(trail.map(({ verb }) => verb)).toEqual(['recordings.create', 'recordings.start', 'recordings.stop']);
  });

  it('refuse crossed limits, a time that ends before it begins, channels of several workspaces and limits of words', async () => {
    const elsewhere = await makeChannel(plant.deps, await makeDatalogger(plant.deps, await makeWorkspace(plant.deps, plant.organization)));
    const words = await makeChannel(plant.deps, plant.datalogger, { kind: 'text' });
    const one = (channel_id: string, limits: object | null = null) => ({ channel_id, limits });
    for (const over of [
      { channels: [one(channel.id, { ...LIMITS, low: 9 })] },
      { channels: [one(channel.id), one(elsewhere.id)] },
      { channels: [one(channel.id), one(channel.id)] },
      { channels: [one(words.id, LIMITS)] },
      { channels: [one(plant.datalogger.id)] },
      { channels: [] },
      { to: formatInstant(FROM) },
      { from: null },
    ])
      expect([over, (await create(over)).status]).toEqual([over, 422]);
    expect(await list()).toEqual([]);
  });

  it('are listed by state, purpose, verdict, logger and time, and counted', async () => {
    await readings(FROM, 61, () => 5);
    const { body: a } = await create();
    const { body: b } = await create({ name: 'Mapování skladu', purpose: 'mapping', from: 'now', to: null });
    const { body: c } = await create({ name: 'Zkouška', purpose: 'test', from: null, to: null });
    await judgeRecordings.run(plant.deps);
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await ids('?sort=name')).toEqual([b.id, a.id, c.id]);
    expect(await ids('?state=stopped')).toEqual([a.id]);
    expect(await ids('?state=running')).toEqual([b.id]);
    expect(await ids('?state=planned')).toEqual([c.id]);
    expect(await ids('?purpose=mapping')).toEqual([b.id]);
    expect(await ids('?verdict=passed')).toEqual([a.id]);
    expect(await ids('?q=sklad')).toEqual([b.id]);
    expect(await ids(`?to=${FROM / 1_000 + 1}`)).toEqual([a.id]);
    expect(await ids(`?from=${TEST_NOW / 1_000}`)).toEqual([b.id]);
    expect((await ids(`?datalogger_id=${plant.datalogger.id}`)).length).toBe(3);
    expect(await ids(`?datalogger_id=${channel.id}`)).toEqual([]);
    expect((await ids(`?channel_id=${channel.id}&limit=2`)).length).toBe(2);
    expect((await list())[0]!.dataloggers).toEqual([{ id: plant.datalogger.id, name: plant.datalogger.name }]);
    await plant.send('PATCH', `/recordings/${c.id}`, { rev: c.rev, archived: true });
    expect(await ids('?state=archived')).toEqual([c.id]);
    expect(await plant.get('/recordings/counts')).toMatchObject({
      total: 2,
      planned: 0,
      running: 1,
      stopped: 1,
      approved: 0,
      archived: 1,
    });
  });

  it('take notes at moments, until they are signed', async () => {
    await readings(FROM, 61, () => 5);
    const { body } = await create();
    const noted = await post(`/recordings/${body.id}/notes`, { at: formatInstant(FROM + MINUTE), text: 'Dveře otevřeny' });
    expect(noted.body.notes).toMatchObject([{ text: 'Dveře otevřeny', created_by: plant.owner.name }]);
    const removed = await post(`/recordings/${body.id}/notes/remove`, { note_id: noted.body.notes[0]!.id });
    expect(removed.body.notes).toEqual([]);
    expect((await post(`/recordings/${body.id}/notes/remove`, { note_id: body.id })).status).toBe(404);
  });

  it('are signed as they were seen, and then nothing of them changes by any endpoint', async () => {
    await readings(FROM, 61, () => 5);
    const { body } = await create();
    const technician = await plant.member('technician', plant.workspace.id);
    expect((await approve(body, technician)).status).toBe(403);
    expect((await post(`/recordings/${body.id}/approve`, { rev: body.rev, hash: '0'.repeat(64) })).body.code).toBe('recording_changed');
    const signed = await approve(body);
    expect(signed.body).toMatchObject({ state: 'approved', revision: 1, approved_by: plant.owner.name, verdict: 'passed', changed: false });
    expect(signed.body.revisions).toMatchObject([{ revision: 1, signed_by: plant.owner.name, statement: 'V pořádku', changed: [] }]);
    const { hash } = await evaluation(body.id);
    const { rev } = signed.body;
    const change = { at: formatInstant(FROM), text: 'x' };
    for (const [method, path, sent, code] of [
      ['PATCH', '', { rev, name: 'Jiný' }, 'recording_signed'],
      ['PATCH', '', { rev, purpose: 'test' }, 'recording_signed'],
      ['PATCH', '', { rev, note: 'x' }, 'recording_signed'],
      ['PATCH', '', { rev, from: formatInstant(FROM - HOUR) }, 'recording_signed'],
      ['PATCH', '', { rev, channels: [{ channel_id: channel.id, limits: null }] }, 'recording_signed'],
      ['POST', '/notes', change, 'recording_signed'],
      ['POST', '/notes/remove', { note_id: body.id }, 'recording_signed'],
      ['POST', '/start', { rev }, 'conflict'],
      ['POST', '/stop', { rev }, 'conflict'],
      ['POST', '/approve', { rev, hash }, 'recording_signed'],
    ] as const) {
      const answer = await plant.send(method, `/recordings/${body.id}${path}`, sent);
      expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([path, 409, code]);
    }
    // Settings of the channel, the logger and the organisation say nothing about it any more.
    await plant.send('PATCH', `/channels/${channel.id}`, { rev: channel.rev, name: 'Jinak', unit: 'K' });
    await plant.send('PATCH', `/dataloggers/${plant.datalogger.id}`, { rev: 1, expected_interval_s: 3_600 });
    expect(await get(body.id)).toEqual(signed.body);
    expect(await evaluation(body.id)).toMatchObject({ hash, changed: false });
  });

  it('make the next revision when their data change, say where, and forget it when the data are again what was signed', async () => {
    await readings(FROM, 61, (minute) => (minute > 40 && minute < 50 ? null : 5));
    const { body } = await create();
    expect((await approve(body)).body).toMatchObject({ revision: 1, verdict: 'not_decided' });
    plant.deps.clock.advance(3 * MINUTE);
    await readings(FROM + 41 * MINUTE, 9, () => 6);
    expect(await evaluation(body.id)).toMatchObject({ changed: true, verdict: 'passed' });
    await judgeRecordings.run(plant.deps);
    const changed = await get(body.id);
    expect(changed).toMatchObject({ state: 'approved', revision: 2, changed: true, approved_by: plant.owner.name });
    expect(changed.revisions.map(({ revision, verdict, signed_by }) => [revision, verdict, signed_by])).toEqual([
      [2, 'passed', null],
      [1, 'not_decided', plant.owner.name],
    ]);
    expect(changed.revisions.map(({ channels }) => channels[0]!.n)).toEqual([60, 51]);
    const { from, to } = changed.revisions[0]!.changed[0]!;
    expect(Date.parse(from) * 1_000).toBeGreaterThan(FROM + 39 * MINUTE);
    expect(Date.parse(to) * 1_000).toBeLessThan(FROM + 51 * MINUTE);
    // More of the same change is told by the same revision, until somebody signs it.
    plant.deps.clock.advance(3 * MINUTE);
    await readings(FROM + 5 * MINUTE, 1, () => 7);
    await judgeRecordings.run(plant.deps);
    expect((await get(body.id)).revisions).toHaveLength(2);
    await readings(FROM + 5 * MINUTE, 1, () => 5);
    expect((await approve(body)).body).toMatchObject({ revision: 2, changed: false, verdict: 'passed' });
    plant.deps.clock.advance(3 * MINUTE);
    const signed = await get(body.id);
    await readings(FROM + 5 * MINUTE, 1, () => 7);
    await judgeRecordings.run(plant.deps);
    expect(await get(body.id)).toMatchObject({ revision: 3, changed: true });
    plant.deps.clock.advance(3 * MINUTE);
    await readings(FROM + 5 * MINUTE, 1, () => 5);
    await judgeRecordings.run(plant.deps);
    expect({ ...(await get(body.id)), judged_at: null }).toEqual({ ...signed, judged_at: null });
  });

  it('keep the readings of what was signed from retention, also where they are sealed', async () => {
    const old = TEST_NOW - 10 * DAY;
    for (let day = 0; day < 10; day++) await readings(old + day * DAY, 180, () => 5);
    const { body } = await create({ from: formatInstant(old + 2 * DAY), to: formatInstant(old + 2 * DAY + HOUR) });
    await create({ from: formatInstant(old + 3 * DAY), to: formatInstant(old + 3 * DAY + HOUR) });
    const { body: signed } = await approve(body);
    const before = await evaluation(body.id);
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('organizations').set({ keep_readings_days: 4 }).where('id', '=', plant.organization.id).execute(),
    );
    await sealJob({ pause: async () => undefined }).run(plant.deps);
    await retention.run(plant.deps);
    expect(await evaluation(body.id)).toEqual(before);
    // Long not judged, so that the job looks at it again.
    await plant.deps.db.write(plant.organization.id, (db) =>
      db.updateTable('recordings').set({ judged_at: 0 }).where('organization_id', '=', plant.organization.id).execute(),
    );
    await judgeRecordings.run(plant.deps);
    expect({ ...(await get(body.id)), judged_at: null }).toEqual({ ...signed, judged_at: null });
    const left = await plant.get<{ items: unknown[] }>(`/channels/${channel.id}/readings?from=${old / 1_000}&to=${(old + DAY) / 1_000}`);
    expect(left.items).toEqual([]);
  });

  it('suggest limits of the rules that watch a channel, and of others nothing that nobody said', async () => {
    const suggested = async (as = channel.id) =>
      (await plant.get<{ items: { source: string; limits: object }[] }>(`/recordings/limits?channels=${as}`)).items;
    expect(await suggested()).toEqual([]);
    const rule = {
      channel_id: channel.id,
      name: 'Chlad',
      severity: 'critical',
      states: [],
      hysteresis: 0.5,
      off_delay_s: 0,
      recipients: [],
    };
    await plant.send('POST', '/alarm-rules', { ...rule, kind: 'above', low: null, high: 8, on_delay_s: 180 });
    await plant.send('POST', '/alarm-rules', { ...rule, name: 'Meze', kind: 'outside', low: 2, high: 9, on_delay_s: 0 });
    expect(await suggested()).toEqual([
      {
        channel_id: channel.id,
        source: 'rule',
        limits: { low: 2, high: 8, allowed_above_s: 180, allowed_below_s: 0, coverage: 0.95, kinetic_high: null },
      },
    ]);
  });
});
