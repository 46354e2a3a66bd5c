import { globSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { FILE_MAX_BYTES, FILES_PER_ROW } from '../../constants.ts';
import type { Calibration } from '../../contract/calibrations.ts';
import type { Problem } from '../../contract/errors.ts';
import type { StoredFile } from '../../contract/files.ts';
import type { Machine } from '../../contract/machines.ts';
import type { Recording, RecordingEvaluation } from '../../contract/recordings.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { bearer, signedIn } from '../auth/testing.ts';
import { parseConfig } from '../kernel/config.ts';
import type { Db } from '../kernel/database.ts';
import { person } from '../people/testing.ts';
import { whileHeld } from '../testing/locks.ts';
import { testPlant } from '../testing/plant.ts';
import { ENGINES, makeChannel, makeMachine, makeMessage, makeWorkspace, TEST_NOW, testLocation } from '../testing/testing.ts';
import { sweepFiles } from './files.jobs.ts';
import { PDF, phonePhoto, png, svg } from './testing.ts';

// Pictures are drawn in processes of their own, which take their time beside everything else.
vi.setConfig({ testTimeout: 60_000 });

const DAY_US = 86_400e6;
const codeOf = async (answer: Response) => `${answer.status} ${((await answer.json()) as Problem).code}`;
const TEXT = Buffer.from('Postup seřízení lisu.\n');

describe.each(ENGINES)('files on %s', (engine) => {
  async function setUp() {
    const { dataDir } = await testLocation('sqlite');
    const plant = await testPlant(engine, { deps: { config: parseConfig({ HOST: '127.0.0.1', DATA_DIR: dataDir }) } });
    const machine = await makeMachine(plant.deps, plant.workspace);
    const of = (id: string) => `entity=machines&entity_id=${id}`;
    const upload = (bytes: Uint8Array, over: { name?: string; machine?: string; as?: Record<string, string> } = {}) =>
      plant.app.request(`${plant.root}/files?${of(over.machine ?? machine.id)}&name=${encodeURIComponent(over.name ?? 'navod.txt')}`, {
        method: 'POST',
        headers: { ...(over.as ?? plant.headers) },
        body: bytes as BodyInit,
      });
    const stored = async (bytes: Uint8Array, name?: string) => {
      const answer = await upload(bytes, name === undefined ? {} : { name });
      if (answer.status !== 201) throw new Error(await codeOf(answer));
      return (await answer.json()) as StoredFile;
    };
    const content = (id: string, query = '', as: Record<string, string> = plant.headers, method = 'GET') =>
      plant.app.request(`${plant.root}/files/${id}/content${query}`, { method, headers: as });
    const list = () => plant.get<{ items: StoredFile[] }>(`/files?${of(machine.id)}`);
    const onDisk = () => globSync('**/*', { cwd: join(dataDir, 'files'), withFileTypes: true }).filter((one) => one.isFile());
    return { ...plant, plant, machine, upload, stored, content, list, onDisk, dataDir };
  }

  it('a photo loses its place and device, and comes in three sizes with an answer that no page can come of', async () => {
    const { stored, content, list, headers } = await setUp();
    const file = await stored(await phonePhoto(), 'IMG „1“.JPG');
    expect(file).toMatchObject({ name: 'IMG „1“.JPG', media_type: 'image/webp', width: 1_200, height: 1_600, rev: 1, archived_at: null });
    expect((await list()).items).toEqual([file]);
    for (const [query, height] of [
      ['', 1_600],
      ['?size=medium', 1_280],
      ['?size=thumb', 320],
    ] as const) {
      const answer = await content(file.id, query);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
      expect((await sharp(bytes).metadata()).height).toBe(height);
      expect(bytes.includes('Telephone Works')).toBe(false);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('cache-control')).toBe('private, max-age=900, must-revalidate');
      expect(answer.headers.get('vary')).toContain('Cookie');
      expect(answer.headers.get('content-disposition')).toBe(
        `inline; filename="IMG _1_.webp"; filename*=UTF-8''IMG%20%E2%80%9E1%E2%80%9C.webp`,
      );
    }
    const etag = (await content(file.id, '?size=thumb')).headers.get('etag') ?? '';
    const again = await content(file.id, '?size=thumb', { ...headers, 'If-None-Match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('documents are kept as they are, and only a PDF is shown by the browser', async () => {
    const { stored, content, onDisk } = await setUp();
    const pdf = await stored(PDF, 'výkres.pdf');
    expect(pdf).toMatchObject({ media_type: 'application/pdf', size: PDF.length, width: null, height: null });
    const shown = await content(pdf.id);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PDF);
    expect(shown.headers.get('content-disposition')).toBe(`inline; filename="vykres.pdf"; filename*=UTF-8''v%C3%BDkres.pdf`);
    expect(shown.headers.get('cache-control')).toBe('private, no-store');
    expect((await content(pdf.id, '?download=1')).headers.get('content-disposition')).toMatch(/^attachment;/);
    const text = await stored(TEXT, 'a"b.txt');
    const headers = (await content(text.id)).headers;
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'text/plain',
      `attachment; filename="a_b.txt"; filename*=UTF-8''a%22b.txt`,
    ]);
    const head = await content(pdf.id, '', undefined, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(PDF.length), '']);
    expect(await codeOf(await content(pdf.id, '?size=thumb'))).toBe('422 validation_failed');
    expect(onDisk().map((one) => one.name.length)).toEqual([64, 64]);
  });

  it('what is no picture, document or text is refused, whatever it calls itself, and leaves nothing behind', async () => {
    const { upload, onDisk, list, deps } = await setUp();
    const page = Buffer.from('<!doctype html><script>alert(document.cookie)</script>');
    expect(await codeOf(await upload(page, { name: 'foto.jpg' }))).toBe('415 file_type_refused');
    expect(await codeOf(await upload(Buffer.from('MZ\u0090\u0000\u0003'), { name: 'navod.pdf' }))).toBe('415 file_type_refused');
    const photo = await phonePhoto(300, 200);
    expect(await codeOf(await upload(photo.subarray(0, 4_000), { name: 'foto.jpg' }))).toBe('422 image_unreadable');
    expect(await codeOf(await upload(new Uint8Array()))).toBe('422 validation_failed');
    expect(await codeOf(await upload(TEXT, { name: '../../etc/passwd' }))).toBe('422 validation_failed');
    expect([onDisk(), (await list()).items, deps.bus.published]).toEqual([[], [], []]);
  });

  it('the certificate of a calibration is taken away and brought back, unless it was there when a recording of its time was signed', async () => {
    const { plant, send, app, root, headers, deps } = await setUp();
    const channel = await makeChannel(deps, plant.datalogger, { key: 't', unit: '°C' });
    const from = TEST_NOW - 3_600e6;
    const readings = [0, 1, 2].map((i) => ({ channelNo: channel.no, ts: from + i * 60e6, num: 5, text: null }));
    await deps.db.readings.commit(makeMessage(deps, plant.organization, plant.datalogger, readings));
    const made = await send('POST', '/calibrations', {
      channel_id: channel.id,
      from: formatInstant(from - DAY_US),
      curve: { kind: 'none' },
      laboratory: 'ČMI Brno',
    });
    const calibration = (await made.json()) as Calibration;
    const attach = async (name: string, as = headers) =>
      app.request(`${root}/files?entity=calibrations&entity_id=${calibration.id}&name=${name}`, { method: 'POST', headers: as, body: PDF });
    const files = async () => (await plant.get<Calibration>(`/calibrations/${calibration.id}`)).files;
    const put = (id: string, rev: number, archived: boolean, as?: Record<string, string>) =>
      send('PATCH', `/files/${id}`, { rev, archived }, as);
    const viewer = await plant.member('viewer', plant.workspace.id);
    expect((await attach('K-1.pdf')).status).toBe(201);
    const [first] = await files();
    expect(first).toMatchObject({ name: 'K-1.pdf', rev: 1 });
    expect(await codeOf(await put(first!.id, 1, true, viewer))).toBe('403 forbidden');
    expect((await put(first!.id, 1, true)).status).toBe(200);
    expect(await files()).toEqual([]);
    expect((await put(first!.id, 2, false)).status).toBe(200);
    expect(await files()).toMatchObject([{ id: first!.id, rev: 3 }]);
    const trail = await deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').select('verb').where('entity_id', '=', first!.id).orderBy('id').execute(),
    );
    expect(trail.map(({ verb }) => verb)).toEqual(['files.create', 'files.update', 'files.update']);

    const recorded = await send('POST', '/recordings', {
      name: 'Rozvoz',
      purpose: 'transport',
      channels: [{ channel_id: channel.id, limits: null }],
      from: formatInstant(from),
      to: formatInstant(from + 180e6),
    });
    const { id, rev } = (await recorded.json()) as Recording;
    const { hash } = await plant.get<RecordingEvaluation>(`/recordings/${id}/evaluation`);
    // A recording that nobody signed holds no file.
    expect((await put(first!.id, 3, true)).status).toBe(200);
    expect((await put(first!.id, 4, false)).status).toBe(200);
    deps.clock.advance(1e6);
    expect((await send('POST', `/recordings/${id}/approve`, { rev, hash })).status).toBe(200);
    expect(await codeOf(await put(first!.id, 5, true))).toBe('409 file_signed');
    expect((await app.request(`${root}/files/${first!.id}/content`, { headers })).status).toBe(200);
    // What came after the signature was no part of it.
    deps.clock.advance(1e6);
    expect((await attach('wrong.pdf')).status).toBe(201);
    const wrong = (await files()).find(({ name }) => name === 'wrong.pdf')!;
    expect((await put(wrong.id, 1, true)).status).toBe(200);
    expect((await files()).map(({ name }) => name)).toEqual(['K-1.pdf']);
  });

  it('a body that is too long is not read to its end, announced or not', async () => {
    const { app, root, headers, machine, onDisk } = await setUp();
    const path = `${root}/files?entity=machines&entity_id=${machine.id}&name=a.txt`;
    const announced = await app.request(path, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(FILE_MAX_BYTES + 1) },
      body: 'a',
    });
    expect(await codeOf(announced)).toBe('413 body_too_large');
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_048_576;
        controller.enqueue(new Uint8Array(1_048_576).fill(97));
      },
    });
    const endless = await app.request(path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    expect(await codeOf(endless)).toBe('413 body_too_large');
    expect(sent).toBeLessThan(FILE_MAX_BYTES + 4 * 1_048_576);
    expect(onDisk()).toEqual([]);
  });

  it('are read by whoever reads the machine and written by whoever writes it', async () => {
    const { plant, deps, upload, stored, content, machine } = await setUp();
    const file = await stored(TEXT);
    const elsewhere = await makeWorkspace(deps, plant.organization, { name: 'Hala 2' });
    const viewer = await plant.member('viewer', plant.workspace.id);
    const stranger = await plant.member('manager', elsewhere.id);
    expect((await content(file.id, '', viewer)).status).toBe(200);
    expect(await codeOf(await upload(TEXT, { as: viewer }))).toBe('403 forbidden');
    expect(await codeOf(await plant.send('PATCH', `/files/${file.id}`, { rev: 1, name: 'x.txt' }, viewer))).toBe('403 forbidden');
    expect(await codeOf(await content(file.id, '', stranger))).toBe('404 not_found');
    expect(await codeOf(await upload(TEXT, { as: stranger }))).toBe('404 not_found');
    expect(await codeOf(await plant.send('PATCH', `/files/${file.id}`, { rev: 1, name: 'x.txt' }, stranger))).toBe('404 not_found');
    const listed = await plant.app.request(`${plant.root}/files?entity=machines&entity_id=${machine.id}`, { headers: stranger });
    expect(await codeOf(listed)).toBe('404 not_found');
  });

  it('of another organisation are missing, also when they hold the same bytes', async () => {
    const [own, other] = await Promise.all([setUp(), setUp()]);
    const [mine, theirs] = [await own.stored(TEXT), await other.stored(TEXT)];
    expect(await codeOf(await own.content(theirs.id))).toBe('404 not_found');
    expect(await codeOf(await own.upload(TEXT, { machine: other.machine.id }))).toBe('404 not_found');
    expect(await codeOf(await own.plant.send('PATCH', `/files/${theirs.id}`, { rev: 1, archived: true }))).toBe('404 not_found');
    expect((await own.content(mine.id)).status).toBe(200);
    expect(own.onDisk()[0]?.parentPath).toContain(own.organization.id);
  });

  it('are renamed, taken away and brought back, each with its trace and its event', async () => {
    const { plant, deps, stored, content, list } = await setUp();
    const file = await stored(TEXT, ' na\u202evod.txt ');
    expect(file.name).toBe('navod.txt');
    const patch = async (body: object) => (await (await plant.send('PATCH', `/files/${file.id}`, body)).json()) as StoredFile;
    expect(await patch({ rev: 1, name: 'Návod.txt' })).toMatchObject({ name: 'Návod.txt', rev: 2 });
    expect(await patch({ rev: 1, name: 'Jiný.txt' })).toMatchObject({ code: 'stale_rev', current: { name: 'Návod.txt', rev: 2 } });
    expect(await patch({ rev: 2, archived: true })).toMatchObject({ rev: 3, archived_at: '2026-03-02T08:00:00Z' });
    expect((await list()).items).toEqual([]);
    expect(await codeOf(await content(file.id))).toBe('404 not_found');
    expect(await patch({ rev: 3, archived: false })).toMatchObject({ rev: 4, archived_at: null });
    expect((await content(file.id)).status).toBe(200);
    const trail = await deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').select(['verb', 'workspace_id']).where('entity_id', '=', file.id).orderBy('id').execute(),
    );
    expect(trail.map(({ verb }) => verb)).toEqual(['files.create', 'files.update', 'files.update', 'files.update']);
    expect(new Set(trail.map(({ workspace_id }) => workspace_id))).toEqual(new Set([plant.workspace.id]));
    const told = deps.bus.published.filter(({ event }) => event.name === 'changed' && event.data.entity === 'files');
    expect(told).toHaveLength(4);
  });

  it('are at most so many for one machine', async () => {
    const { plant, deps, machine, stored, upload } = await setUp();
    const first = await stored(TEXT);
    await plant.send('PATCH', `/files/${first.id}`, { rev: 1, archived: true });
    await deps.db.write(plant.organization.id, async (db) => {
      const one = await db.selectFrom('files').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
      const rows = Array.from({ length: FILES_PER_ROW }, () => ({ ...one, id: deps.ids.uuid(), archived_at: null }));
      await db.insertInto('files').values(rows).execute();
    });
    expect(await codeOf(await upload(TEXT))).toBe('413 too_many_files');
    expect(await codeOf(await plant.send('PATCH', `/files/${first.id}`, { rev: 2, archived: false }))).toBe('413 too_many_files');
    const other = await makeMachine(deps, plant.workspace);
    expect((await upload(TEXT, { machine: other.id })).status).toBe(201);
    expect(machine.id).not.toBe(other.id);
  });

  it('are at most so many also when they come at once', async () => {
    const { plant, deps, machine, stored, upload } = await setUp();
    const first = await stored(TEXT);
    const taken = await stored(TEXT);
    await plant.send('PATCH', `/files/${taken.id}`, { rev: 1, archived: true });
    await deps.db.write(plant.organization.id, async (db) => {
      const one = await db.selectFrom('files').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
      const rows = Array.from({ length: FILES_PER_ROW - 3 }, () => ({ ...one, id: deps.ids.uuid() }));
      await db.insertInto('files').values(rows).execute();
    });
    const back = () => plant.send('PATCH', `/files/${taken.id}`, { rev: 2, archived: false });
    const calls = [upload, upload, upload].map((call) => () => call(TEXT));
    calls.push(back);
    const hold = (db: Db) => sql`lock table files in share mode`.execute(db);
    const answers =
      engine === 'sqlite' ? await Promise.all(calls.map((call) => call())) : await whileHeld(deps.db, plant.organization.id, hold, calls);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(2);
    const { items } = await plant.get<{ items: StoredFile[] }>(`/files?entity=machines&entity_id=${machine.id}`);
    expect(items).toHaveLength(FILES_PER_ROW);
  });

  it('uploads of the same bytes at the same time all succeed and share one copy', async () => {
    const { upload, onDisk, content } = await setUp();
    const picture = await png(400, 300);
    const answers = await Promise.all([1, 2, 3].map(() => upload(picture, { name: 'a.png' })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(onDisk()).toHaveLength(3);
    for (const answer of answers) {
      const sent = await content(((await answer.json()) as StoredFile).id);
      expect([sent.status, (await sent.arrayBuffer()).byteLength]).toEqual([200, Number(sent.headers.get('content-length'))]);
    }
  });

  it('bytes without a row are deleted after a day, and fresh ones, shared ones and those of a strange organisation are not', async () => {
    const { deps, plant, stored, content, onDisk, dataDir, upload } = await setUp();
    const kept = await stored(TEXT);
    await plant.send('PATCH', `/files/${(await stored(PDF, 'a.pdf')).id}`, { rev: 1, archived: true });
    const gone = await stored(await png(), 'a.png');
    await deps.db.write(plant.organization.id, (db) => db.deleteFrom('files').where('id', '=', gone.id).execute());
    const scratch = join(dataDir, 'files', plant.organization.id, 'incoming-1');
    const strange = join(dataDir, 'files', '019d0000-0000-7000-8000-000000000001');
    mkdirSync(join(strange, 'ab'), { recursive: true });
    for (const path of [scratch, join(strange, 'ab', 'ab'.repeat(32))]) {
      writeFileSync(path, 'x');
      utimesSync(path, TEST_NOW / 1e6, TEST_NOW / 1e6);
    }
    expect(onDisk()).toHaveLength(7);
    deps.clock.advance(DAY_US - 1e6);
    await sweepFiles(deps);
    expect(onDisk()).toHaveLength(7);
    deps.clock.advance(2e6);
    await sweepFiles(deps);
    expect(onDisk()).toHaveLength(3);
    const as = bearer(await signedIn(deps, plant.owner));
    expect((await content(kept.id, '', as)).status).toBe(200);

    // Sent again at the very moment when the old copy is swept.
    await deps.db.write(plant.organization.id, (db) => db.deleteFrom('files').where('id', '=', kept.id).execute());
    const [, again] = await Promise.all([sweepFiles(deps), upload(TEXT, { as })]);
    expect((await content(((await again.json()) as StoredFile).id, '', as)).status).toBe(200);
  });

  it('of a logger type are for those who read loggers, and one of them is its photo', async () => {
    const { plant, machine, stored, content } = await setUp();
    const type = (await (await plant.send('POST', '/logger-types', { name: 'Převodník' })).json()) as { id: string };
    const upload = async (bytes: Uint8Array, as = plant.headers) =>
      plant.app.request(`${plant.root}/files?entity=logger-types&entity_id=${type.id}&name=navod.png`, {
        method: 'POST',
        headers: { ...as },
        body: bytes as BodyInit,
      });
    const answer = await upload(await png());
    expect(answer.status).toBe(201);
    const photo = (await answer.json()) as StoredFile;
    const set = (photo_file_id: string) => plant.send('PATCH', `/logger-types/${type.id}`, { rev: 1, photo_file_id });
    expect(await codeOf(await set((await stored(await png(), 'lis.png')).id))).toBe('422 validation_failed');
    expect(await (await set(photo.id)).json()).toMatchObject({ photo_file_id: photo.id });
    // Whoever only observes machines reads no loggers, and no types of them.
    const observer = await plant.member('observer', plant.workspace.id);
    expect(await codeOf(await content(photo.id, '', observer))).toBe('404 not_found');
    expect((await content(photo.id, '', await plant.member('viewer', plant.workspace.id))).status).toBe(200);
    expect(await codeOf(await upload(TEXT, await plant.member('technician', plant.workspace.id)))).toBe('403 forbidden');
    expect(machine.id).not.toBe(type.id);
  });

  it('a machine takes one of its photos', async () => {
    const { plant, stored, machine } = await setUp();
    const photo = await stored(await png(), 'lis.png');
    const answer = await plant.send('PATCH', `/machines/${machine.id}`, { rev: 1, photo_file_id: photo.id });
    expect(((await answer.json()) as Machine).photo_file_id).toBe(photo.id);
  });
});

describe.each(ENGINES)('pictures of people and organisations on %s', (engine) => {
  async function setUp() {
    const { dataDir } = await testLocation('sqlite');
    const plant = await testPlant(engine, { deps: { config: parseConfig({ HOST: '127.0.0.1', DATA_DIR: dataDir }) } });
    const ask = (method: string, path: string, body?: Uint8Array, as = plant.headers) =>
      plant.app.request(path, { method, headers: as, ...(body ? { body: body as BodyInit } : {}) });
    return { ...plant, plant, ask, dataDir };
  }

  it('an avatar is a square, seen by its owner and his colleagues only, and names itself in the profile', async () => {
    const { plant, ask, owner } = await setUp();
    expect(await codeOf(await ask('GET', '/v1/auth/avatar'))).toBe('404 not_found');
    const account = (await (await ask('PUT', '/v1/auth/avatar', await phonePhoto(300, 200))).json()) as { avatar: string; rev: number };
    expect(account).toMatchObject({ avatar: expect.stringMatching(/^[0-9a-f]{64}$/), rev: 1 });
    const profile = (await (await ask('GET', '/v1/auth/profile')).json()) as { avatar: string };
    expect(profile.avatar).toBe(account.avatar);
    const own = await ask('GET', `/v1/auth/avatar?v=${account.avatar}`);
    const { width, height, format } = await sharp(Buffer.from(await own.arrayBuffer())).metadata();
    expect([own.headers.get('content-type'), width, height, format]).toEqual(['image/webp', 512, 512, 'webp']);
    const colleague = await plant.member('viewer', plant.workspace.id);
    expect((await ask('GET', `${plant.root}/people/${owner.id}/avatar`, undefined, colleague)).status).toBe(200);
    const tom = await person(plant, 'technician', plant.workspace.id);
    expect((await ask('PUT', '/v1/auth/avatar', await png(), tom.headers)).status).toBe(200);
    const hall = await makeWorkspace(plant.deps, plant.organization);
    const seen = async (as: Record<string, string>) => (await ask('GET', `${plant.root}/people/${tom.id}/avatar`, undefined, as)).status;
    expect([await seen(colleague), await seen(await plant.member('viewer', hall.id))]).toEqual([200, 404]);
    const other = await setUp();
    expect(await codeOf(await other.ask('GET', `${other.root}/people/${owner.id}/avatar`))).toBe('404 not_found');
    expect(await (await ask('DELETE', '/v1/auth/avatar')).json()).toMatchObject({ avatar: null });
    expect(await codeOf(await ask('GET', '/v1/auth/avatar'))).toBe('404 not_found');
  });

  it('a logo fits its frame, is audited, and is set by whoever manages the organisation', async () => {
    const { plant, ask, root, deps } = await setUp();
    const organization = (await (await ask('PUT', `${root}/logo`, await png(100, 100))).json()) as { logo: string; rev: number };
    expect(organization).toMatchObject({ logo: expect.stringMatching(/^[0-9a-f]{64}$/), rev: 1 });
    const manager = await plant.member('manager', plant.workspace.id);
    const shown = await ask('GET', `${root}/logo`, undefined, manager);
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).height).toBe(256);
    expect(await codeOf(await ask('PUT', `${root}/logo`, await png(), manager))).toBe('403 forbidden');
    expect(await codeOf(await ask('DELETE', `${root}/logo`, undefined, manager))).toBe('403 forbidden');
    expect(await (await ask('DELETE', `${root}/logo`)).json()).toMatchObject({ logo: null });
    expect((await ask('DELETE', `${root}/logo`)).status).toBe(200);
    const trail = await deps.db.read(plant.organization.id, (db) =>
      db.selectFrom('audit_events').select(['verb', 'after']).where('verb', '=', 'organizations.update').orderBy('id').execute(),
    );
    expect(trail.map(({ after }) => (JSON.parse(after ?? '') as { logo: string | null }).logo)).toEqual([organization.logo, null]);
  });

  it('nothing but a picture of at most ten megabytes is taken', async () => {
    const { ask, dataDir } = await setUp();
    for (const bytes of [PDF, svg('<circle r="9"/>')])
      expect(await codeOf(await ask('PUT', '/v1/auth/avatar', bytes))).toBe('415 file_type_refused');
    expect(await codeOf(await ask('PUT', '/v1/auth/avatar', new Uint8Array(10 * 1_048_576 + 1)))).toBe('413 body_too_large');
    expect(globSync('**/*', { cwd: join(dataDir, 'files'), withFileTypes: true }).filter((one) => one.isFile())).toEqual([]);
  });
});
