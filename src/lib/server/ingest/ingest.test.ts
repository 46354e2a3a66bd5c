import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { INGEST_MAX_BYTES } from '../../constants.ts';
import type { Channel } from '../../contract/channels.ts';
import type { Datalogger } from '../../contract/dataloggers.ts';
import type { Problem } from '../../contract/errors.ts';
import type { IngestAnswer } from '../../contract/ingest.ts';
import type { Reading } from '../../contract/readings.ts';
import type { ReceivedData, ReceivedDataDetail } from '../../contract/received-data.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { createApp } from '../process/app.ts';
import { openDatabase } from '../storage/open.ts';
import { type TestPlant, testPlant } from '../testing/plant.ts';
import {
  ENGINES,
  type Engine,
  freshDatabase,
  makeChannel,
  makeCredential,
  makeDatalogger,
  TEST_NOW,
  testClock,
  testDeps,
} from '../testing/testing.ts';

const MS = TEST_NOW / 1000;
const answerOf = async (response: Response) => {
  expect(response.status).toBe(200);
  return (await response.json()) as IngestAnswer;
};
const problemOf = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const problem = (await response.json()) as Problem;
  expect(problem.status).toBe(response.status);
  return problem;
};
const channelsOf = async (plant: TestPlant) =>
  (await plant.get<{ items: Channel[] }>(`/channels?datalogger_id=${plant.datalogger.id}`)).items;
const loggerOf = (plant: TestPlant) => plant.get<Datalogger>(`/dataloggers/${plant.datalogger.id}`);
const readingsOf = async (plant: TestPlant, key: string) => {
  const channel = (await channelsOf(plant)).find((one) => one.key === key);
  return (await plant.get<{ items: Reading[] }>(`/channels/${channel?.id}/readings?limit=500`)).items;
};
const messagesOf = async (plant: TestPlant) => (await plant.get<{ items: ReceivedData[] }>('/received-data')).items;
const detailOf = (plant: TestPlant, id: string) => plant.get<ReceivedDataDetail>(`/received-data/${id}`);

/** One installation twice: PostgreSQL with connections of their own, SQLite (which has one process) with memories of their own. */
async function twoProcesses(engine: Engine) {
  const clock = testClock();
  const { db, location } = await freshDatabase(engine, clock);
  const here = await testPlant(engine, { deps: { db, clock } });
  const other = engine === 'sqlite' ? db : openDatabase(location, { clock });
  onTestFinished(() => other.close());
  return { here, there: createApp(await testDeps(engine, { db: other, clock })) };
}

describe.each(ENGINES)('a message over HTTP on %s', (engine) => {
  describe('that is stored', () => {
    it('turns into channels and readings that can be read at once', async () => {
      const plant = await testPlant(engine);
      const answer = await answerOf(await plant.post({ temperature: 21.5, door: true, mode: 'eco' }));
      expect(answer).toEqual({ id: expect.any(String), points: 3, new: 3, duplicate: 0, replaced: 0 });
      const channels = await channelsOf(plant);
      expect(channels.map(({ key, name, unit, kind, last }) => ({ key, name, unit, kind, last }))).toEqual([
        { key: 'temperature', name: 'temperature', unit: null, kind: 'gauge', last: { ts: formatInstant(TEST_NOW), value: 21.5 } },
        { key: 'door', name: 'door', unit: null, kind: 'state', last: { ts: formatInstant(TEST_NOW), value: true } },
        { key: 'mode', name: 'mode', unit: null, kind: 'text', last: { ts: formatInstant(TEST_NOW), value: 'eco' } },
      ]);
      expect(await readingsOf(plant, 'mode')).toEqual([{ ts: formatInstant(TEST_NOW), value: 'eco', quality: 'good' }]);
      const logger = await plant.get<Datalogger>(`/dataloggers/${plant.datalogger.id}`);
      expect(logger).toMatchObject({
        state: 'online',
        last_seen_at: formatInstant(TEST_NOW),
        channel_count: 3,
        last: { channel_name: 'temperature', value: 21.5 },
      });
    });

    it('counts duplicates and replaced values, and keeps the old value in a revision', async () => {
      const plant = await testPlant(engine);
      const body = [
        { ts: MS, values: { t: 1 } },
        { ts: MS + 1, values: { t: 2 } },
      ];
      expect(await answerOf(await plant.post(body))).toMatchObject({ points: 2, new: 2 });
      expect(await answerOf(await plant.post(body))).toMatchObject({ points: 2, new: 0, duplicate: 2, replaced: 0 });
      expect(await answerOf(await plant.post([{ ts: MS, values: { t: 9 } }]))).toMatchObject({ points: 1, new: 0, replaced: 1 });
      expect((await readingsOf(plant, 't')).map(({ value }) => value)).toEqual([9, 2]);
      const [channel] = await channelsOf(plant);
      const revisions = await plant.deps.db.read(plant.organization.id, async (db) => {
        const { no } = await db.selectFrom('channels').select('no').where('id', '=', channel!.id).executeTakeFirstOrThrow();
        return db
          .selectFrom('reading_revisions')
          .select(['ts', 'num'])
          .where('org_no', '=', plant.organization.no)
          .where('channel_no', '=', no)
          .execute();
      });
      expect(revisions).toEqual([{ ts: MS * 1000, num: 1 }]);
    });

    it('keeps microseconds of RFC 3339 texts', async () => {
      const plant = await testPlant(engine);
      await answerOf(await plant.post({ ts: '2026-03-02T08:59:59.123456+01:00', values: { t: 1 } }));
      expect(await readingsOf(plant, 't')).toEqual([{ ts: '2026-03-02T07:59:59.123456Z', value: 1, quality: 'good' }]);
    });

    it.each([
      ['gzip', gzipSync],
      ['x-gzip', gzipSync],
      ['deflate', deflateSync],
      ['deflate', deflateRawSync],
      ['identity', (bytes: string) => Buffer.from(bytes)],
    ] as const)('may be compressed with %s', async (encoding, compress) => {
      const plant = await testPlant(engine);
      const bytes = compress('{"t":7}');
      const { id } = await answerOf(await plant.post(bytes, { 'Content-Encoding': encoding }));
      expect(await detailOf(plant, id)).toMatchObject({ body: '{"t":7}', size: bytes.byteLength, readings: [{ value: 7, current: true }] });
    });

    it.each([
      ['Bearer', (token: string) => `Bearer ${token}`],
      ['Token', (token: string) => `Token ${token}`],
      ['bearer in small letters', (token: string) => `bearer ${token}`],
      ['Basic with the token as user', (token: string) => `Basic ${btoa(`${token}:`)}`],
      ['Basic with the token as password', (token: string) => `Basic ${btoa(`logger-1:${token}`)}`],
    ])('is authenticated by %s', async (_, header) => {
      const plant = await testPlant(engine);
      await answerOf(await plant.post({ t: 1 }, { Authorization: header(plant.token) }));
      expect(await channelsOf(plant)).toHaveLength(1);
    });

    it('is kept raw, as it came, with its readings', async () => {
      const plant = await testPlant(engine);
      const body = ' [{"t" : 1.50 }] ';
      const { id } = await answerOf(await plant.post(body));
      expect(await messagesOf(plant)).toEqual([
        {
          id,
          workspace_id: plant.workspace.id,
          datalogger_id: plant.datalogger.id,
          datalogger_name: plant.datalogger.name,
          door: 'json',
          content_type: 'application/json',
          received_at: formatInstant(TEST_NOW),
          size: body.length,
          status: 'stored',
          points: 1,
          new: 1,
          duplicate: 0,
          replaced: 0,
          error_count: 0,
          warning_count: 0,
          topic: null,
          withdrawn_at: null,
        },
      ]);
      const [channel] = await channelsOf(plant);
      expect(await detailOf(plant, id)).toMatchObject({
        body,
        body_base64: null,
        body_cut: false,
        credential_hint: plant.credential.token_hint,
        errors: [],
        readings: [{ channel_id: channel?.id, key: 't', name: 't', unit: null, ts: formatInstant(TEST_NOW), value: 1.5, current: true }],
      });
      await plant.post({ ts: MS, values: { t: 2 } });
      expect((await detailOf(plant, id)).readings).toMatchObject([{ value: 1.5, current: false }]);
    });

    it('is kept and marked when its time is ahead, and is never the last value', async () => {
      const plant = await testPlant(engine);
      const minute = 60_000;
      const { id } = await answerOf(
        await plant.post([
          { ts: MS, v: 1 },
          { ts: MS + 10 * minute, v: 99 },
          { ts: MS + 300_000, v: 2 },
        ]),
      );
      expect(await readingsOf(plant, 'v')).toEqual([
        { ts: formatInstant(TEST_NOW), value: 1, quality: 'good' },
        { ts: formatInstant(TEST_NOW + 300e6), value: 2, quality: 'good' },
        { ts: formatInstant(TEST_NOW + 600e6), value: 99, quality: 'ahead' },
      ]);
      const last = async () => (await channelsOf(plant))[0]!.last?.value;
      const aheadOf = async () => [(await channelsOf(plant))[0]!.ahead_ts, (await loggerOf(plant)).ahead_ts];
      expect(await aheadOf()).toEqual([formatInstant(TEST_NOW + 600e6), formatInstant(TEST_NOW + 600e6)]);
      expect(await last()).toBe(2);
      expect((await detailOf(plant, id)).readings.map(({ ahead }) => ahead)).toEqual([false, true, false]);
      // The same moment once more, when it has come: the reading is one like others.
      expect(await answerOf(await plant.post({ ts: MS + 10 * minute, v: 99 }))).toMatchObject({ duplicate: 1 });
      expect(await last()).toBe(2);
      plant.deps.clock.advance(600e6);
      expect(await answerOf(await plant.post({ ts: MS + 10 * minute, v: 99 }))).toMatchObject({ new: 0, duplicate: 1, replaced: 0 });
      expect(await last()).toBe(99);
      expect(await aheadOf()).toEqual([null, null]);
      expect((await readingsOf(plant, 'v')).at(-1)?.quality).toBe('good');
    });

    it('of a channel that has readings ahead still replaces and repeats them', async () => {
      const plant = await testPlant(engine);
      const at = (minutes: number) => MS + minutes * 60_000;
      await answerOf(
        await plant.post([
          { ts: at(6), v: 1 },
          { ts: at(12), v: 2 },
        ]),
      );
      expect((await channelsOf(plant))[0]).toMatchObject({ last: null });
      // A logger whose clock was ahead from the first message says so instead of waiting for a value.
      expect(await loggerOf(plant)).toMatchObject({ last: null, ahead_ts: formatInstant(TEST_NOW + 12 * 60e6) });
      plant.deps.clock.advance(12 * 60e6);
      expect(
        await answerOf(
          await plant.post([
            { ts: at(6), v: 1 },
            { ts: at(9), v: 5 },
            { ts: at(12), v: 7 },
          ]),
        ),
      ).toMatchObject({
        new: 1,
        duplicate: 1,
        replaced: 1,
      });
      expect((await readingsOf(plant, 'v')).map(({ value, quality }) => [value, quality])).toEqual([
        [1, 'good'],
        [5, 'good'],
        [7, 'good'],
      ]);
      expect((await channelsOf(plant))[0]).toMatchObject({ last: { value: 7 } });
    });

    it('is answered when it holds nothing', async () => {
      const plant = await testPlant(engine);
      expect(await answerOf(await plant.post([]))).toMatchObject({ points: 0 });
      expect(await answerOf(await plant.post({}))).toMatchObject({ points: 0 });
      expect(await answerOf(await plant.post({ t: null }))).toMatchObject({ points: 0 });
    });
  });

  describe('of which some rows are bad', () => {
    it('has the good ones stored and the bad ones reported', async () => {
      const plant = await testPlant(engine);
      const body = `[{"t":1},{"ts":${MS},"t":1e400},{"ts":${MS},"x":"a\\u0000b"},{"ts":${MS},"x":"\\ud800"},{"ts":1700000000000000000,"values":{"t":2}},
        {"ts":"2126-01-01T00:00:00Z","values":{"t":3}},{"ts":1700000000,"values":{"t":4}},{"o":{"deep":1}},7,{"u":2}]`;
      const answer = await answerOf(await plant.post(body));
      const errors = [
        { code: 'not_finite', index: 1, key: 't' },
        { code: 'bad_text', index: 2, key: 'x' },
        { code: 'bad_text', index: 3, key: 'x' },
        { code: 'ts_future', index: 4 },
        { code: 'ts_future', index: 5 },
        { code: 'ts_past', index: 6 },
        { code: 'bad_value', index: 7, key: 'o' },
        { code: 'shape', index: 8 },
      ];
      expect(answer).toEqual({ id: expect.any(String), points: 2, new: 2, duplicate: 0, replaced: 0, errors });
      expect((await channelsOf(plant)).map(({ key }) => key)).toEqual(['t', 'u']);
      expect(await detailOf(plant, answer.id)).toMatchObject({ status: 'partial', error_count: 8, errors, body });
    });

    it('lists at most a hundred errors and counts them all', async () => {
      const plant = await testPlant(engine);
      const answer = await answerOf(await plant.post(Array.from({ length: 250 }, (_, i) => ({ ts: MS - i, t: 'x', u: [] }))));
      expect(answer.points).toBe(250);
      expect(answer.errors).toHaveLength(100);
      expect(await messagesOf(plant)).toMatchObject([{ status: 'partial', error_count: 250 }]);
    });

    it('has values fitted to the kind of their channel, or refused', async () => {
      const plant = await testPlant(engine);
      await plant.post({ ts: MS - 1000, values: { gauge: 1.5, state: true, text: 'x' } });
      const answer = await answerOf(await plant.post({ gauge: true, state: 3, text: 4.5 }));
      expect(answer).toMatchObject({ points: 3 });
      expect(answer.errors).toBeUndefined();
      expect((await channelsOf(plant)).map(({ last }) => last?.value)).toEqual([1, 3, '4.5']);
      expect(await answerOf(await plant.post({ gauge: '2', state: 'on', text: false }))).toMatchObject({
        points: 1,
        errors: [
          { code: 'bad_value', index: 0, key: 'gauge' },
          { code: 'bad_value', index: 0, key: 'state' },
        ],
      });
      expect((await readingsOf(plant, 'text')).map(({ value }) => value)).toEqual(['x', 'false']);
    });

    it('has what a sensor says instead of a number stored as its error, which is never the newest value', async () => {
      const plant = await testPlant(engine);
      await plant.post({ ts: MS - 2000, values: { gauge: 1.5, state: true, text: 'x' } });
      const answer = await answerOf(
        await plant.post({ ts: MS - 1000, values: { gauge: '---', state: 'unavailable', text: 'NaN', fresh: 'NaN' } }),
      );
      expect(answer).toMatchObject({ points: 4, new: 4 });
      expect(answer.errors).toBeUndefined();
      expect((await channelsOf(plant)).map(({ key, kind, last }) => [key, kind, last?.value])).toEqual([
        ['gauge', 'gauge', 1.5],
        ['state', 'state', true],
        ['text', 'text', 'NaN'],
        ['fresh', 'gauge', undefined],
      ]);
      expect((await readingsOf(plant, 'gauge')).at(-1)).toMatchObject({ value: '---', quality: 'sensor_error' });
      expect((await readingsOf(plant, 'text')).at(-1)).toMatchObject({ value: 'NaN', quality: 'good' });
      expect((await detailOf(plant, answer.id)).readings.map(({ value, quality, current }) => [value, quality, current])).toEqual([
        ['---', 'sensor_error', true],
        ['unavailable', 'sensor_error', true],
        ['NaN', 'good', true],
        ['NaN', 'sensor_error', true],
      ]);
      // The number that comes for that moment after all counts.
      expect(await answerOf(await plant.post({ ts: MS - 1000, values: { gauge: 2 } }))).toMatchObject({ replaced: 1 });
      expect((await channelsOf(plant))[0]?.last?.value).toBe(2);
    });

    it('has unknown keys reported when its logger makes no channels', async () => {
      const plant = await testPlant(engine, { datalogger: { auto_channels: 0 } });
      await makeChannel(plant.deps, plant.datalogger, { key: 'known' });
      expect(await answerOf(await plant.post({ known: 1, unknown: 2 }))).toMatchObject({
        points: 1,
        errors: [{ code: 'unknown_channel', index: 0, key: 'unknown' }],
      });
      expect(await channelsOf(plant)).toHaveLength(1);
    });

    it('has no more channels made than its logger may have', async () => {
      const plant = await testPlant(engine, { datalogger: { channel_limit: 3 } });
      const answer = await answerOf(await plant.post({ a: 1, b: 2, c: 3, d: 4, e: 5 }));
      expect(answer).toMatchObject({
        points: 3,
        errors: [
          { code: 'channel_limit', index: 0, key: 'd' },
          { code: 'channel_limit', index: 0, key: 'e' },
        ],
      });
      expect(await answerOf(await plant.post({ f: 6, a: 7 }))).toMatchObject({ points: 1, errors: [{ code: 'channel_limit', key: 'f' }] });
      expect((await channelsOf(plant)).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    });
  });

  describe('that can not be read', () => {
    it('is kept raw and refused with line and column', async () => {
      const plant = await testPlant(engine);
      const body = '{\n  "t": 21.5,\n}';
      const problem = await problemOf(await plant.post(body));
      const [message] = await messagesOf(plant);
      expect(problem).toMatchObject({
        status: 400,
        code: 'malformed_json',
        errors: [{ path: '', code: 'malformed_json', params: { line: 3, column: 1, received_data_id: message?.id } }],
      });
      expect(await detailOf(plant, message!.id)).toMatchObject({
        status: 'unparsed',
        points: 0,
        error_count: 1,
        errors: [{ code: 'malformed_json', line: 3, column: 1 }],
        body,
        readings: [],
      });
      expect(await channelsOf(plant)).toEqual([]);
    });

    it.each([
      ['not UTF-8', Uint8Array.of(0xff, 0xfe, 0x00), {}, 400, 'unparsed', 'not_utf8'],
      ['100,000 deep', '['.repeat(100_000), {}, 400, 'unparsed', 'too_deep'],
      ['a bare number', '21.5', {}, 400, 'unparsed', 'shape'],
      ['empty', '', {}, 400, 'malformed_json', 'malformed_json'],
      ['no gzip', 'no gzip', { 'Content-Encoding': 'gzip' }, 400, 'unparsed', 'bad_gzip'],
      ['cut gzip', gzipSync('{"t":1}').subarray(0, 15), { 'Content-Encoding': 'gzip' }, 400, 'unparsed', 'bad_gzip'],
      ['brotli', 'x', { 'Content-Encoding': 'br' }, 415, 'unsupported_media_type', 'unsupported_encoding'],
    ] as const)('is kept raw and refused when it is %s', async (_, body, headers, status, code, reason) => {
      const plant = await testPlant(engine);
      const problem = await problemOf(await plant.post(body, headers));
      expect(problem).toMatchObject({ status, code, errors: [{ path: '', code: reason }] });
      const [message] = await messagesOf(plant);
      expect(message).toMatchObject({ id: problem.errors?.[0]?.params?.received_data_id, status: 'unparsed', error_count: 1 });
      const detail = await detailOf(plant, message!.id);
      expect(detail.errors).toMatchObject([{ code: reason }]);
      const kept = detail.body === null ? Buffer.from(detail.body_base64 ?? '', 'base64') : Buffer.from(detail.body);
      expect(kept.equals(Buffer.from(body as string).subarray(0, 262_144))).toBe(true);
    });
  });

  describe('that is refused whole', () => {
    it.each([
      ['no token', {}],
      ['an unknown token', { Authorization: `Bearer tk_${'x'.repeat(43)}` }],
      ['an empty token', { Authorization: 'Bearer ' }],
      ['a scheme of its own', { Authorization: 'Digest x' }],
      ['Basic that is no base64', { Authorization: 'Basic %%%' }],
      ['a token of 10 kB', { Authorization: `Bearer ${'x'.repeat(10_000)}` }],
    ])('when it has %s', async (_, headers) => {
      const plant = await testPlant(engine);
      const response = await plant.app.request('/v1/ingest/json', { method: 'POST', body: '{"t":1}', headers });
      expect(response.headers.get('www-authenticate')).toMatch(/^Basic /);
      expect(await problemOf(response)).toMatchObject({ status: 401, code: 'device_unknown' });
      expect(await messagesOf(plant)).toEqual([]);
    });

    it('as soon as its token is revoked', async () => {
      const plant = await testPlant(engine);
      await answerOf(await plant.post({ t: 1 }));
      const revoked = await plant.send('DELETE', `/dataloggers/${plant.datalogger.id}/credentials/${plant.credential.id}`, undefined);
      expect(revoked.status).toBe(200);
      expect(await problemOf(await plant.post({ t: 2 }))).toMatchObject({ status: 401, code: 'device_unknown' });
      expect(await messagesOf(plant)).toHaveLength(1);
    });

    it('while its logger is paused or archived, and no longer; its body is kept', async () => {
      const plant = await testPlant(engine);
      await answerOf(await plant.post({ t: 1 }));
      const path = `/dataloggers/${plant.datalogger.id}`;
      const change = async (body: object) => {
        const { rev } = await plant.get<Datalogger>(path);
        expect((await plant.send('PATCH', path, { rev, ...body })).status).toBe(200);
      };
      for (const state of ['paused', 'archived']) {
        await change({ [state]: true });
        expect(await problemOf(await plant.post({ t: 2 }))).toMatchObject({ status: 403, code: 'logger_paused' });
        await change({ [state]: false });
        await answerOf(await plant.post({ t: 3 }));
      }
      const messages = await messagesOf(plant);
      expect(messages.map(({ status, points }) => [status, points]).reverse()).toEqual([
        ['stored', 1],
        ['paused', 0],
        ['stored', 1],
        ['paused', 0],
        ['stored', 1],
      ]);
      for (const { id } of messages.filter(({ status }) => status === 'paused'))
        expect(await detailOf(plant, id)).toMatchObject({ body: '{"t":2}', size: 7, errors: [], readings: [] });
      expect((await readingsOf(plant, 't')).map(({ value }) => value)).toEqual([3]);
    });

    it('whatever a paused logger sends: nobody looks into it, and it is charged', async () => {
      const plant = await testPlant(engine, { datalogger: { paused_at: TEST_NOW, mb_per_day: 1 } });
      const gzip = { 'Content-Encoding': 'gzip' };
      expect((await plant.post('no gzip', gzip)).status).toBe(403);
      expect((await plant.post(gzipSync('{"t":7}'), gzip)).status).toBe(403);
      expect((await plant.post(Buffer.alloc(1_000_000, randomBytes(100_000)))).status).toBe(403);
      expect((await plant.post(randomBytes(1_000_000))).status).toBe(403);
      expect(await problemOf(await plant.post({ t: 1 }))).toMatchObject({ status: 429, code: 'over_quota' });
      const [, , zipped, broken] = await messagesOf(plant);
      expect(await detailOf(plant, zipped!.id)).toMatchObject({ status: 'paused', body: '{"t":7}' });
      expect(await detailOf(plant, broken!.id)).toMatchObject({ status: 'paused', body: 'no gzip' });
    });

    it('when none of its readings can be stored: it is kept and says why', async () => {
      const plant = await testPlant(engine, { datalogger: { auto_channels: 0 } });
      const problem = await problemOf(await plant.post([{ v: 1 }, { v: 2 }, { ts: MS, w: 3 }]));
      const [message] = await messagesOf(plant);
      const params = { received_data_id: message?.id };
      expect(problem).toMatchObject({
        status: 422,
        code: 'rejected',
        errors: [
          { path: '', code: 'ts_missing', params: { ...params, index: 0 } },
          { path: '', code: 'unknown_channel', params: { ...params, index: 1, key: 'v' } },
          { path: '', code: 'unknown_channel', params: { ...params, index: 2, key: 'w' } },
        ],
      });
      expect(await detailOf(plant, message!.id)).toMatchObject({ status: 'rejected', points: 0, error_count: 3, body: expect.any(String) });
    });

    it('does not make its logger look alive: nothing was ever stored of it', async () => {
      const plant = await testPlant(engine, { datalogger: { auto_channels: 0 } });
      const logger = () => plant.get<Datalogger>(`/dataloggers/${plant.datalogger.id}`);
      for (const body of ['{', { w: 3 }, {}]) await plant.post(body);
      expect(await logger()).toMatchObject({
        state: 'refused',
        first_seen_at: null,
        last_seen_at: null,
        refused_at: formatInstant(TEST_NOW),
      });
      for (const [state, count] of Object.entries({ online: 0, never: 0, refused: 1 }))
        expect((await plant.get<{ items: Datalogger[] }>(`/dataloggers?state=${state}`)).items).toHaveLength(count);
      await makeChannel(plant.deps, plant.datalogger, { key: 'known' });
      plant.deps.clock.advance(2_000_000);
      await answerOf(await plant.post({ known: 1 }));
      plant.deps.clock.advance(1_000_000);
      await plant.post('{');
      expect(await logger()).toMatchObject({
        state: 'online',
        last_seen_at: formatInstant(TEST_NOW + 2_000_000),
        refused_at: formatInstant(TEST_NOW + 3_000_000),
      });
      plant.deps.clock.advance(1_000_000);
      // A message that says that nothing was measured comes from a logger that works.
      await answerOf(await plant.post({ known: null }));
      expect(await logger()).toMatchObject({ last_seen_at: formatInstant(TEST_NOW + 4_000_000) });
    });

    it('within two seconds after another process revoked its token', async () => {
      const { here, there } = await twoProcesses(engine);
      await answerOf(await here.post({ t: 1 }));
      const path = `${here.root}/dataloggers/${here.datalogger.id}/credentials/${here.credential.id}`;
      expect((await there.request(path, { method: 'DELETE', headers: here.headers })).status).toBe(200);
      here.deps.clock.advance(2_000_000);
      expect((await here.post({ t: 2 })).status).toBe(401);
    });

    it('while its organisation is over its quota', async () => {
      const plant = await testPlant(engine, { organization: { ingest_quota_per_minute: 60 } });
      await answerOf(await plant.post(Array.from({ length: 90 }, (_, i) => ({ ts: MS - i, values: { t: i } }))));
      const response = await plant.post({ t: 1 });
      expect(response.headers.get('retry-after')).toBe('31');
      expect(await problemOf(response)).toMatchObject({ status: 429, code: 'over_quota' });
      expect(await messagesOf(plant)).toHaveLength(1);
      plant.deps.clock.advance(31_000_000);
      await answerOf(await plant.post({ t: 1 }));
    });

    it('when it is over 1 MiB, over 8 MiB unzipped, or has over 50,000 readings', async () => {
      const plant = await testPlant(engine);
      const gzip = { 'Content-Encoding': 'gzip' };
      const bomb = gzipSync(Buffer.alloc(9 * 1_048_576, ' '));
      expect(bomb.byteLength).toBeLessThan(INGEST_MAX_BYTES);
      expect(await problemOf(await plant.post(`{"t":1}${' '.repeat(INGEST_MAX_BYTES)}`))).toMatchObject({
        status: 413,
        code: 'body_too_large',
      });
      expect(await problemOf(await plant.post(bomb, gzip))).toMatchObject({ status: 413, code: 'body_too_large' });
      const rows = gzipSync(JSON.stringify(Array.from({ length: 50_001 }, (_, i) => ({ t: i }))));
      expect(await problemOf(await plant.post(rows, gzip))).toMatchObject({ status: 413, code: 'too_many_readings' });
      expect(await messagesOf(plant)).toEqual([]);
    });
  });

  it('creates each channel once, however many messages bring its key together, through two processes', async () => {
    const { here: plant, there } = await twoProcesses(engine);
    const apps = [plant.app, there];
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        apps[i % 2]!.request('/v1/ingest/json', {
          method: 'POST',
          headers: { Authorization: `Bearer ${plant.token}` },
          body: JSON.stringify({ ts: MS - i, values: { a: i, b: i, [`own_${i % 5}`]: i } }),
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const keys = (await channelsOf(plant)).map(({ key }) => key).sort();
    expect(keys).toEqual(['a', 'b', 'own_0', 'own_1', 'own_2', 'own_3', 'own_4']);
    expect(await readingsOf(plant, 'a')).toHaveLength(40);
  });

  it('keeps the channels of two loggers apart', async () => {
    const plant = await testPlant(engine);
    const other = await makeDatalogger(plant.deps, plant.workspace);
    const { token } = await makeCredential(plant.deps, other);
    await answerOf(await plant.post({ t: 1 }));
    await answerOf(await plant.post({ t: 2 }, { Authorization: `Bearer ${token}` }));
    expect((await readingsOf(plant, 't')).map(({ value }) => value)).toEqual([1]);
  });

  it('ends in the same state whether it came sorted, shuffled, in parts or twice', async () => {
    const row = fc.record({
      ts: fc.integer({ min: 0, max: 7_200 }),
      key: fc.constantFrom('a', 'b'),
      value: fc.integer({ min: -50, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { minLength: 1, maxLength: 25, selector: ({ ts, key }) => `${ts} ${key}` }).chain((rows) =>
          fc.record({
            sorted: fc.constant(rows.toSorted((a, b) => a.ts - b.ts)),
            shuffled: fc.shuffledSubarray(rows, { minLength: rows.length }),
            cut: fc.nat(rows.length),
            again: fc.subarray(rows),
          }),
        ),
        async ({ sorted, shuffled, cut, again }) => {
          const states = [];
          for (const parts of [[sorted], [shuffled.slice(0, cut), again, shuffled.slice(cut), shuffled]]) {
            const plant = await testPlant(engine);
            await plant.post({ ts: MS - 10_000_000, values: { a: 0, b: 0 } });
            for (const part of parts)
              await answerOf(await plant.post(part.map(({ ts, key, value }) => ({ ts: MS - ts * 1000, values: { [key]: value } }))));
            const state = [];
            for (const channel of await channelsOf(plant))
              state.push({
                last: channel.last,
                first: channel.first_ts,
                readings: await readingsOf(plant, channel.key),
                rollups: await Promise.all(
                  ['5m', '1h'].map(
                    async (resolution) =>
                      (
                        await plant.get<{ items: unknown[] }>(
                          `/channels/${channel.id}/rollups?resolution=${resolution}&from=0&to=${MS + 1}`,
                        )
                      ).items,
                  ),
                ),
              });
            states.push(state);
          }
          expect(states[1]).toEqual(states[0]);
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('a message over a real connection', () => {
  it('of 10 MB is refused without being read, and the next one is stored', async () => {
    const { db } = await freshDatabase('sqlite', testClock());
    const plant = await testPlant('sqlite', { deps: { db } });
    const server = serve({ fetch: plant.app.fetch, port: 0, hostname: '127.0.0.1' });
    try {
      await new Promise((resolve) => server.once('listening', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/ingest/json`;
      const headers = { Authorization: `Bearer ${plant.token}` };
      const large = Buffer.alloc(10_000_000, ' ');
      const refused = await fetch(url, { method: 'POST', headers, body: large });
      expect(await problemOf(refused)).toMatchObject({ status: 413, code: 'body_too_large' });
      // Without Content-Length the body has to be read up to the limit.
      const chunks = new ReadableStream({
        pull(controller) {
          controller.enqueue(large.subarray(0, 65_536));
        },
      });
      const endless = await fetch(url, { method: 'POST', headers, body: chunks, duplex: 'half' } as RequestInit).catch(() => null);
      if (endless) expect(endless.status).toBe(413);
      await answerOf(await fetch(url, { method: 'POST', headers, body: '{"t":1}' }));
      expect(await messagesOf(plant)).toHaveLength(1);
    } finally {
      server.close();
    }
  });
});
