import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { INGEST_SLICE } from '../../../constants.ts';
import type { Database } from '../../kernel/database.ts';
import { messageId } from '../../kernel/message-ids.ts';
import { AHEAD, EXCLUDED, LEFT_OUT, type ReceivedReading, SENSOR_ERROR } from '../../kernel/reading-store.ts';
import type { Row } from '../../kernel/schema.ts';
import {
  ENGINES,
  freshDatabase,
  makeChannel,
  makeCredential,
  makeDatalogger,
  makeMessage,
  makeOrganization,
  makeWorkspace,
  type TestDeps,
  testDeps,
} from '../../testing/testing.ts';
import { openDatabase } from '../open.ts';
import { bucketStart, WIDTH_1H, WIDTH_5M } from './rollups.ts';
import { verifyRollups } from './verify-rollups.ts';

const NO_CHANGES = { new: 0, duplicate: 0, replaced: 0, lasts: [], id: expect.any(String), bytes: expect.any(Number) };

async function plant(deps: TestDeps, channelCount = 1) {
  const organization = await makeOrganization(deps);
  const workspace = await makeWorkspace(deps, organization);
  const datalogger = await makeDatalogger(deps, workspace);
  const channels: Row<'channels'>[] = [];
  for (let i = 0; i < channelCount; i++) channels.push(await makeChannel(deps, datalogger));
  return { organization, workspace, datalogger, channels, channel: channels[0]! };
}

function number(channelNo: number, ts: number, num: number): ReceivedReading {
  return { channelNo, ts, num, text: null };
}
function word(channelNo: number, ts: number, text: string): ReceivedReading {
  return { channelNo, ts, num: null, text };
}

async function stored(deps: TestDeps, organization: Row<'organizations'>) {
  return deps.db.read(organization.id, async (db) => {
    const series = <T extends 'readings' | 'readings_5m' | 'readings_1h'>(table: T) =>
      db
        .selectFrom(table as 'readings')
        .selectAll()
        .where('org_no', '=', organization.no)
        .orderBy('channel_no')
        .orderBy('ts')
        .execute() as unknown as Promise<Row<T>[]>;
    return {
      readings: await series('readings'),
      fives: await series('readings_5m'),
      hours: await series('readings_1h'),
      revisions: await db
        .selectFrom('reading_revisions')
        .selectAll()
        .where('org_no', '=', organization.no)
        .orderBy('channel_no')
        .orderBy('ts')
        .orderBy('id')
        .execute(),
      channels: await db.selectFrom('channels').selectAll().where('organization_id', '=', organization.id).orderBy('no').execute(),
      received: await (await db.selectFrom('received_data').selectAll().where('org_no', '=', organization.no).orderBy('no').execute()).map(
        (row) => ({
          ...row,
          id: messageId(row),
        }),
      ),
    };
  });
}

async function differences(deps: TestDeps, organization: Row<'organizations'>) {
  const { differences } = await verifyRollups(deps.db);
  return differences.filter((difference) => difference.organizationNo === organization.no);
}

describe.each(ENGINES)('the reading store on %s', (engine) => {
  let deps: TestDeps;
  beforeAll(async () => {
    deps = await testDeps(engine);
  });

  it('keeps the raw body, the readings, their rollups and the newest value in one commit', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const { credential } = await makeCredential(deps, datalogger);
    const at = deps.clock.now();
    const body = new Uint8Array([0, 255, 123]);
    const message = makeMessage(deps, organization, datalogger, [number(channel.no, at, 20), number(channel.no, at + 1_000_000, 22.5)], {
      body,
      credentialId: credential.id,
      status: 'partial',
      errors: [{ code: 'not_finite', index: 2 }],
    });
    const result = await deps.db.readings.commit(message);
    const last = number(channel.no, at + 1_000_000, 22.5);
    expect(result).toEqual({
      points: 2,
      new: 2,
      duplicate: 0,
      replaced: 0,
      lasts: [last],
      id: expect.any(String),
      bytes: expect.any(Number),
    });
    const { readings, fives, hours, channels, received } = await stored(deps, organization);
    expect(readings.map(({ ts, num, text }) => [ts, num, text])).toEqual([
      [at, 20, null],
      [at + 1_000_000, 22.5, null],
    ]);
    const rollup = { n: 2, sum: 42.5, min: 20, max: 22.5, first: 20, last: 22.5, first_ts: at, last_ts: at + 1_000_000 };
    expect(fives).toMatchObject([{ ...rollup, ts: bucketStart(at, WIDTH_5M) }]);
    expect(hours).toMatchObject([{ ...rollup, ts: bucketStart(at, WIDTH_1H) }]);
    expect(channels).toMatchObject([{ first_ts: at, last_ts: at + 1_000_000, last_num: 22.5, last_text: null, rev: channel.rev }]);
    expect(received).toMatchObject([{ id: message.id, status: 'partial', points: 2, new: 2, duplicate: 0, replaced: 0, error_count: 1 }]);
    expect([...received[0]!.body]).toEqual([...body]);
    expect(JSON.parse(received[0]!.errors!)).toEqual(message.errors);
    const seen = await deps.db.read(organization.id, (db) =>
      db.selectFrom('dataloggers').selectAll().where('id', '=', datalogger.id).executeTakeFirstOrThrow(),
    );
    expect(seen).toMatchObject({ first_seen_at: at, last_seen_at: at, rev: datalogger.rev });
  });

  it('stores a body that could not be read, with no reading', async () => {
    const { organization, datalogger } = await plant(deps);
    const message = makeMessage(deps, organization, datalogger, [], { status: 'unparsed', errors: [{ code: 'malformed_json', line: 1 }] });
    expect(await deps.db.readings.commit(message)).toEqual({ points: 0, ...NO_CHANGES });
    const { received, readings } = await stored(deps, organization);
    expect(received).toMatchObject([{ id: message.id, status: 'unparsed', points: 0, error_count: 1 }]);
    expect(readings).toEqual([]);
  });

  it('takes the same reading twice as success that changes nothing', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const at = deps.clock.now();
    const send = (num: number) => deps.db.readings.commit(makeMessage(deps, organization, datalogger, [number(channel.no, at, num)]));
    const { lasts } = await send(-0);
    expect(lasts).toEqual([number(channel.no, at, 0)]);
    const before = await stored(deps, organization);
    expect(await send(0)).toEqual({ points: 1, ...NO_CHANGES, duplicate: 1 });
    expect(await send(-0)).toEqual({ points: 1, ...NO_CHANGES, duplicate: 1 });
    const after = await stored(deps, organization);
    expect(after.readings).toEqual(before.readings);
    expect(after.fives).toEqual(before.fives);
    expect(after.revisions).toEqual([]);
    expect(after.received).toHaveLength(3);
  });

  it('replaces a reading by another value and keeps the old one as a revision', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const at = deps.clock.now();
    const send = (reading: ReceivedReading) => deps.db.readings.commit(makeMessage(deps, organization, datalogger, [reading]));
    await send(number(channel.no, at, 20));
    expect(await send(word(channel.no, at, 'porucha'))).toEqual({
      points: 1,
      ...NO_CHANGES,
      replaced: 1,
      lasts: [word(channel.no, at, 'porucha')],
      id: expect.any(String),
      bytes: expect.any(Number),
    });
    const { readings, revisions, fives, hours, channels } = await stored(deps, organization);
    expect(readings).toMatchObject([{ ts: at, num: null, text: 'porucha' }]);
    expect(revisions).toMatchObject([{ ts: at, num: 20, text: null, replaced_at: at }]);
    expect([fives, hours]).toEqual([[], []]);
    expect(channels).toMatchObject([{ last_ts: at, last_num: null, last_text: 'porucha' }]);
    await send(number(channel.no, at, 21));
    expect((await stored(deps, organization)).hours).toMatchObject([{ n: 1, sum: 21 }]);
    expect(await differences(deps, organization)).toEqual([]);
  });

  it('lets the later of two values for one moment in one message win', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const at = deps.clock.now();
    const readings = [1, 2, 2, 3].map((num) => number(channel.no, at, num));
    const result = await deps.db.readings.commit(makeMessage(deps, organization, datalogger, readings));
    expect(result).toEqual({
      points: 4,
      new: 1,
      duplicate: 1,
      replaced: 2,
      lasts: [number(channel.no, at, 3)],
      id: expect.any(String),
      bytes: expect.any(Number),
    });
    const after = await stored(deps, organization);
    expect(after.readings).toMatchObject([{ num: 3 }]);
    expect(after.revisions.map((revision) => revision.num)).toEqual([1, 2]);
    expect(await differences(deps, organization)).toEqual([]);
  });

  it('tells each message which newest values it moved, also within a shared commit', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const at = deps.clock.now();
    const send = (ts: number, num: number) =>
      deps.db.readings.commit(makeMessage(deps, organization, datalogger, [number(channel.no, ts, num)]));
    const results = await Promise.all([send(at, 1), send(at + 2, 3), send(at + 1, 2), send(at + 2, 4)]);
    expect(results.map((result) => result.lasts)).toEqual([
      [number(channel.no, at, 1)],
      [number(channel.no, at + 2, 3)],
      [],
      [number(channel.no, at + 2, 4)],
    ]);
  });

  it('stores a message longer than a slice whole, other messages between its slices, and answers with the sum', async () => {
    const { organization, datalogger, channels } = await plant(deps, 2);
    const [long, short] = channels as [Row<'channels'>, Row<'channels'>];
    const at = deps.clock.now();
    const count = 2 * INGEST_SLICE + 500;
    const readings = Array.from({ length: count }, (_, i) => number(long.no, at + i * 1_000_000, i));
    // The first reading once more in the last slice, with another value.
    readings.push(number(long.no, at, -1));
    const order: string[] = [];
    const message = makeMessage(deps, organization, datalogger, readings);
    const [whole, single] = await Promise.all([
      deps.db.readings.commit(message).finally(() => order.push('long')),
      deps.db.readings.commit(makeMessage(deps, organization, datalogger, [number(short.no, at, 5)])).finally(() => order.push('short')),
      deps.db
        .write(organization.id, (db) => db.updateTable('channels').set({ name: 'Teplota' }).where('id', '=', short.id).execute())
        .finally(() => order.push('write')),
    ]);
    expect(order.at(-1)).toBe('long');
    expect(whole).toEqual({
      points: count + 1,
      new: count,
      duplicate: 0,
      replaced: 1,
      lasts: [number(long.no, at + (count - 1) * 1_000_000, count - 1)],
      id: expect.any(String),
      bytes: expect.any(Number),
    });
    expect(single.new).toBe(1);
    const after = await stored(deps, organization);
    expect(after.readings).toHaveLength(count + 1);
    expect(after.received.find((row) => row.id === message.id)).toMatchObject({ points: count + 1, new: count, replaced: 1 });
    expect(await differences(deps, organization)).toEqual([]);
  });

  it('numbers messages, also when earlier ones are deleted, and says of each value from which it came', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const at = deps.clock.now();
    const send = async (...readings: ReceivedReading[]) => {
      const message = makeMessage(deps, organization, datalogger, readings);
      await deps.db.readings.commit(message);
      return (await stored(deps, organization)).received.find(({ id }) => id === message.id)!;
    };
    const first = await send(number(channel.no, at + 5, 1), number(channel.no, at, 1));
    expect(first).toMatchObject({ no: expect.any(Number), min_ts: at, max_ts: at + 5, withdrawn_at: null });
    const second = await send(number(channel.no, at, 1), number(channel.no, at + 5, 2));
    await deps.db.write(organization.id, (db) => db.deleteFrom('received_data').where('no', '=', second.no).execute());
    const third = await send();
    expect(third).toMatchObject({ min_ts: null, max_ts: null });
    expect([second.no > first.no, third.no > second.no]).toEqual([true, true]);
    const { readings, revisions } = await stored(deps, organization);
    // The first value came again with the second message, which changed nothing.
    expect(readings).toMatchObject([
      { ts: at, num: 1, src: first.no },
      { ts: at + 5, num: 2, src: second.no },
    ]);
    expect(revisions).toMatchObject([{ ts: at + 5, num: 1, src: first.no, quality: 0 }]);
  });

  it('says of each of many values that are stored together from which message it came', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const at = deps.clock.now();
    // Enough for each length of a row that goes by one statement, and some one by one.
    const places = Array.from({ length: 250 }, (_, i) => i);
    // Two messages by turns: ends of a row of twenty, or of a hundred, are of one message, what lies between isn't.
    const ofFirst = (i: number) => i % 20 === 0 || i % 20 === 19;
    const send = (own: number[]) =>
      makeMessage(
        deps,
        organization,
        datalogger,
        own.map((i) => number(channel.no, at + i, i)),
      );
    const messages = [send(places.filter(ofFirst)), send(places.filter((i) => !ofFirst(i)))];
    await Promise.all(messages.map((message) => deps.db.readings.commit(message)));
    const { readings, received } = await stored(deps, organization);
    const [first, second] = messages.map(({ id }) => received.find((row) => row.id === id)!.no);
    expect(readings.map(({ num, src }) => [num, src])).toEqual(places.map((i) => [i, ofFirst(i) ? first : second]));
    expect(await differences(deps, organization)).toEqual([]);
  });

  it('leaves the value of a younger message in its place when an older one is still being stored', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const at = deps.clock.now();
    const readings = Array.from({ length: INGEST_SLICE + 1 }, (_, i) => number(channel.no, at + i, i));
    const long = makeMessage(deps, organization, datalogger, readings);
    const short = makeMessage(deps, organization, datalogger, [number(channel.no, at + INGEST_SLICE, -1)]);
    const [, result] = await Promise.all([deps.db.readings.commit(long), deps.db.readings.commit(short)]);
    expect(result).toMatchObject({ new: 1, lasts: [number(channel.no, at + INGEST_SLICE, -1)] });
    const after = await stored(deps, organization);
    const [older, younger] = [long, short].map(({ id }) => after.received.find((row) => row.id === id)!);
    expect(younger!.no).toBeGreaterThan(older!.no);
    expect(older).toMatchObject({ new: INGEST_SLICE, replaced: 1 });
    expect(after.readings.at(-1)).toMatchObject({ num: -1, src: younger!.no });
    expect(after.revisions).toMatchObject([{ num: INGEST_SLICE, src: older!.no }]);
    expect(after.channels).toMatchObject([{ last_num: -1 }]);
    expect(await differences(deps, organization)).toEqual([]);
  });

  it('keeps what a message said before its time beside the same value that came in its time', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const at = deps.clock.now();
    const send = (quality: number) =>
      deps.db.readings.commit(makeMessage(deps, organization, datalogger, [{ ...number(channel.no, at, 7), quality }]));
    await send(AHEAD);
    expect(await send(0)).toMatchObject({ duplicate: 1 });
    const { readings, revisions, received } = await stored(deps, organization);
    expect(readings).toMatchObject([{ num: 7, quality: 0, src: received[1]!.no }]);
    expect(revisions).toMatchObject([{ num: 7, quality: AHEAD, src: received[0]!.no }]);
  });

  it('never takes the error of a sensor, or what people excluded, for the newest value, and counts it as left out', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const at = bucketStart(deps.clock.now(), WIDTH_5M);
    const send = (...readings: ReceivedReading[]) => deps.db.readings.commit(makeMessage(deps, organization, datalogger, readings));
    await send(number(channel.no, at, 20), number(channel.no, at + 60e6, 22));
    const error = { ...word(channel.no, at + 120e6, '---'), quality: SENSOR_ERROR };
    expect((await send(error)).lasts).toEqual([]);
    let now = await stored(deps, organization);
    expect(now.channels).toMatchObject([{ last_ts: at + 60e6, last_num: 22, left_out_ts: at + 120e6 }]);
    expect(now.readings.at(-1)).toMatchObject({ num: null, text: '---', quality: SENSOR_ERROR });
    expect(now.fives).toMatchObject([{ n: 2, area: 21 * 60, resets: 0, left_out: 1 }]);
    // Its newest value is told anew as an error: the one before it is the newest again.
    await send({ ...word(channel.no, at + 60e6, 'NaN'), quality: SENSOR_ERROR });
    now = await stored(deps, organization);
    expect(now.channels).toMatchObject([{ last_ts: at, last_num: 20 }]);
    expect(now.fives).toMatchObject([{ n: 1, area: 0, left_out: 2 }]);
    await send({ ...word(channel.no, at, 'NaN'), quality: SENSOR_ERROR });
    now = await stored(deps, organization);
    expect(now.channels).toMatchObject([{ first_ts: at, last_ts: null, last_num: null }]);
    expect(now.hours).toMatchObject([{ n: 0, left_out: 3 }]);
    await send({ ...number(channel.no, at + 180e6, 25), quality: EXCLUDED });
    await send(number(channel.no, at + 180e6, 26));
    now = await stored(deps, organization);
    expect(now.readings.at(-1)).toMatchObject({ num: 26, quality: EXCLUDED });
    expect(now.channels).toMatchObject([{ last_ts: null }]);
    await send(number(channel.no, at + 60e6, 22));
    expect((await stored(deps, organization)).channels).toMatchObject([{ last_ts: at + 60e6, last_num: 22 }]);
    expect(await differences(deps, organization)).toEqual([]);
  });

  it('counts on over the beginning anew of a counter', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const at = bucketStart(deps.clock.now(), WIDTH_1H);
    const counts = [10, 14, 2, 5, 0, 0, 7];
    const readings = counts.map((num, i) => number(channel.no, at + i * 120e6, num));
    await deps.db.readings.commit(makeMessage(deps, organization, datalogger, readings));
    const { hours } = await stored(deps, organization);
    expect(hours).toMatchObject([{ first: 10, last: 7, resets: 14 + 5 }]);
    expect(hours[0]!.last - hours[0]!.first + hours[0]!.resets).toBe(4 + 2 + 3 + 0 + 0 + 7);
  });

  it('stores the others when one message of a shared commit is impossible', async () => {
    const { organization, workspace, datalogger, channel } = await plant(deps);
    const at = deps.clock.now();
    const gone = { ...datalogger, id: workspace.id };
    const [first, guilty, repeated, unsound, last] = await Promise.allSettled([
      deps.db.readings.commit(makeMessage(deps, organization, datalogger, [number(channel.no, at, 1)])),
      deps.db.readings.commit(makeMessage(deps, organization, gone, [number(channel.no, at + 1, 2)])),
      deps.db.readings.commit(makeMessage(deps, organization, datalogger, [number(channel.no + 1, at + 2, 3)])),
      deps.db.readings.commit(makeMessage(deps, organization, datalogger, [number(channel.no, at + 3, Number.NaN)])),
      deps.db.readings.commit(makeMessage(deps, organization, datalogger, [number(channel.no, at + 4, 5)])),
    ]);
    expect(first).toMatchObject({ status: 'fulfilled', value: { new: 1 } });
    expect(guilty).toMatchObject({ status: 'rejected', reason: { code: 'device_unknown' } });
    expect(repeated).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
    expect(unsound).toMatchObject({ status: 'rejected', reason: expect.any(TypeError) });
    expect(last).toMatchObject({ status: 'fulfilled', value: { new: 1 } });
    const after = await stored(deps, organization);
    expect(after.readings.map((reading) => reading.num)).toEqual([1, 5]);
    expect(after.received).toHaveLength(2);
    expect(await differences(deps, organization)).toEqual([]);
  });

  it('stamps a credential with its first message and then at most once a minute', async () => {
    const { organization, datalogger } = await plant(deps);
    const { credential } = await makeCredential(deps, datalogger);
    const start = deps.clock.now();
    const used = async (after: number) => {
      await deps.db.readings.commit(
        makeMessage(deps, organization, datalogger, [], { credentialId: credential.id, receivedAt: start + after }),
      );
      const row = await deps.db.read(organization.id, (db) =>
        db.selectFrom('credentials').select('last_used_at').where('id', '=', credential.id).executeTakeFirstOrThrow(),
      );
      return row.last_used_at! - start;
    };
    expect(await used(0)).toBe(0);
    expect(await used(59_999_999)).toBe(0);
    expect(await used(60_000_000)).toBe(60_000_000);
  });

  it('keeps sums finite where numbers are as large as they get', async () => {
    const { organization, datalogger, channel } = await plant(deps);
    const at = bucketStart(deps.clock.now(), WIDTH_1H);
    const values = [Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE];
    await deps.db.readings.commit(
      makeMessage(
        deps,
        organization,
        datalogger,
        values.map((num, i) => number(channel.no, at + i * WIDTH_5M, num)),
      ),
    );
    const { hours } = await stored(deps, organization);
    expect(hours).toMatchObject([{ n: 4, min: -Number.MAX_VALUE, max: Number.MAX_VALUE, last: Number.MIN_VALUE }]);
    expect(hours[0]!.sum).toBe(Number.MIN_VALUE);
    expect(await differences(deps, organization)).toEqual([]);
  });

  it('answers those who wait and refuses new messages once closing has begun', async () => {
    const own = await testDeps(engine, { db: (await freshDatabase(engine)).db });
    const { organization, datalogger, channel } = await plant(own);
    const waiting = own.db.readings.commit(makeMessage(own, organization, datalogger, [number(channel.no, own.clock.now(), 1)]));
    const closed = own.db.close();
    await expect(own.db.readings.commit(makeMessage(own, organization, datalogger, []))).rejects.toMatchObject({ code: 'stopping' });
    await expect(own.db.write(organization.id, async () => 1)).rejects.toMatchObject({ code: 'stopping' });
    expect(await waiting).toMatchObject({ new: 1 });
    await closed;
  });
});

describe('two processes on one PostgreSQL', () => {
  it('store readings of the same channels at the same time without dead-lock or lost rollups', async () => {
    const { db, location } = await freshDatabase('postgres');
    const deps = await testDeps('postgres', { db });
    const other = openDatabase(location, { clock: deps.clock });
    const { organization, workspace, datalogger, channels } = await plant(deps, 4);
    const loggers = [datalogger, await makeDatalogger(deps, workspace)];
    const at = deps.clock.now();
    const rounds = 60;
    const sender = async (database: Database, offset: number) => {
      for (let round = 0; round < rounds; round++) {
        const readings = channels.map((channel, c) => number(channel.no, at + (round * 4 + offset) * 7_000_000, round + c / 10));
        if (offset % 2 === 1) readings.reverse();
        await database.readings.commit(makeMessage(deps, organization, loggers[offset % 2]!, readings));
      }
    };
    await Promise.all([sender(db, 0), sender(other, 1), sender(db, 2), sender(other, 3)]);
    await other.close();
    expect(await verifyRollups(db)).toMatchObject({ readings: 4 * rounds * channels.length, differences: [] });
  });
});

/** A slot of the small world of the property: moments around the borders of buckets, before and after 1970. */
const moments = fc.constantFrom(
  ...[-WIDTH_1H - 1, -WIDTH_1H, -WIDTH_5M - 1, -WIDTH_5M, -1, 0, 1, 7, WIDTH_5M - 1, WIDTH_5M, WIDTH_5M + 3, WIDTH_1H - 1, WIDTH_1H],
);
const values = fc.oneof(
  fc.constantFrom(0, -0, 1, 0.1, 0.2, 0.3, 1e16, -1e16),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('běží', 'stojí', ''),
  fc.constantFrom({ error: 'NaN' }, { error: '---' }, { excluded: 3 }, { excluded: -1e16 }),
);
const readingOf = (channelNo: number, ts: number, value: typeof values extends fc.Arbitrary<infer V> ? V : never): ReceivedReading => {
  if (typeof value === 'number') return number(channelNo, ts, value);
  if (typeof value === 'string') return word(channelNo, ts, value);
  if (value.error !== undefined) return { ...word(channelNo, ts, value.error), quality: SENSOR_ERROR };
  return { ...number(channelNo, ts, value.excluded ?? 0), quality: EXCLUDED };
};
const messages = fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), moments, values), { maxLength: 12 });
/** Messages of one inner list are sent at once, so that they share a commit. */
const uploads = fc.array(fc.array(messages, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });

describe.each(ENGINES)('any order, repetition and splitting of uploads on %s', (engine) => {
  const numRuns = engine === 'sqlite' ? 120 : 40;

  it('ends in the state that the readings alone define', { timeout: 120_000 }, async () => {
    const deps = await testDeps(engine);
    await fc.assert(
      fc.asyncProperty(uploads, async (turns) => {
        const { organization, datalogger, channels } = await plant(deps, 2);
        const model = new Model();
        for (const turn of turns) {
          const sent = turn.map((message) => message.map(([channel, ts, value]) => readingOf(channels[channel]!.no, ts, value)));
          const results = await Promise.all(
            sent.map((readings) => deps.db.readings.commit(makeMessage(deps, organization, datalogger, readings))),
          );
          for (const [i, readings] of sent.entries()) {
            const { new: added, duplicate, replaced, points } = results[i]!;
            expect({ points, new: added, duplicate, replaced }).toEqual(model.send(readings));
          }
        }
        const state = await stored(deps, organization);
        expect(state.readings.map(({ channel_no, ts, num, text, quality }) => [channel_no, ts, num, text, quality])).toEqual(
          model.readings(),
        );
        expect(state.revisions).toHaveLength(model.replaced);
        expect(state.fives.map(values_)).toEqual(model.fives());
        expect(state.hours.map(values_)).toEqual(model.hours());
        for (const channel of state.channels) expect(lastOf(channel)).toEqual(model.last(channel.no));
      }),
      { numRuns },
    );
    expect((await verifyRollups(deps.db)).differences).toEqual([]);
  });
});

type Bucket = number[];
function values_(row: Row<'readings_5m'>): Bucket {
  const { channel_no, ts, n, sum, min, max, first, last, first_ts, last_ts, area, resets, left_out } = row;
  return n === 0
    ? [channel_no, ts, 0, left_out]
    : [channel_no, ts, n, sum, min, max, first, last, first_ts, last_ts, area, resets, left_out];
}
function lastOf(channel: Row<'channels'>) {
  return [channel.first_ts, channel.last_ts, channel.last_num, channel.last_text];
}

/** The specification in its most naive form. */
class Model {
  readonly #values = new Map<string, ReceivedReading & { quality: number }>();
  replaced = 0;

  send(readings: ReceivedReading[]) {
    const counts = { points: readings.length, new: 0, duplicate: 0, replaced: 0 };
    for (const reading of readings) {
      const key = `${reading.channelNo} ${reading.ts}`;
      const old = this.#values.get(key);
      const before = counts.duplicate;
      if (old === undefined) counts.new += 1;
      else if (old.num === reading.num && old.text === reading.text && isError(old) === isError(reading)) counts.duplicate += 1;
      else counts.replaced += 1;
      if (old === undefined || counts.duplicate === before) {
        const quality = (reading.quality ?? 0) | ((old?.quality ?? 0) & EXCLUDED);
        this.#values.set(key, { ...reading, num: reading.num === null ? null : reading.num + 0, quality });
      }
    }
    this.replaced += counts.replaced;
    return counts;
  }

  #sorted() {
    return [...this.#values.values()].sort((a, b) => a.channelNo - b.channelNo || a.ts - b.ts);
  }
  readings() {
    return this.#sorted().map(({ channelNo, ts, num, text, quality }) => [channelNo, ts, num, text, quality]);
  }
  last(channelNo: number) {
    const own = this.#sorted().filter((reading) => reading.channelNo === channelNo);
    const last = own.findLast(({ quality }) => quality === 0);
    return [own[0]?.ts ?? null, last?.ts ?? null, last?.num ?? null, last?.text ?? null];
  }
  fives(): Bucket[] {
    const rows = this.#sorted().flatMap(({ channelNo, ts, num, quality }) => {
      // Words are in no rollup, also those that people excluded.
      if (num === null && (quality & SENSOR_ERROR) === 0) return [];
      if ((quality & LEFT_OUT) !== 0) return [[channelNo, ts, 0, 1]];
      return num === null ? [] : [[channelNo, ts, 1, num, num, num, num, num, ts, ts, 0, 0, 0]];
    });
    return fold(rows, WIDTH_5M);
  }
  hours(): Bucket[] {
    return fold(this.fives(), WIDTH_1H);
  }
}

function fold(rows: Bucket[], width: number): Bucket[] {
  const groups = Map.groupBy(rows, ([channel, ts]) => `${channel} ${Math.floor(ts! / width)}`);
  const clamp = (sum: number) => Math.min(Math.max(sum, -Number.MAX_VALUE), Number.MAX_VALUE);
  return [...groups.values()].map((all) => {
    const start = [all[0]![0]!, Math.floor(all[0]![1]! / width) * width + 0];
    const leftOut = all.reduce((sum, row) => sum + row.at(-1)!, 0);
    const group = all.filter((row) => row[2]! > 0);
    if (group.length === 0) return [...start, 0, leftOut];
    let [area, resets] = [group[0]![10]!, group[0]![11]!];
    for (const [i, row] of group.slice(1).entries()) {
      const before = group[i]!;
      const [from, to] = [before[7]!, row[6]!];
      area = clamp(clamp(area + clamp((from / 2 + to / 2) * ((row[8]! - before[9]!) / 1e6))) + row[10]!);
      resets = clamp(clamp(resets + (to < from ? clamp(from - Math.min(to, 0)) : 0)) + row[11]!);
    }
    return [
      ...start,
      group.reduce((n, row) => n + row[2]!, 0),
      group.slice(1).reduce((sum, row) => clamp(sum + row[3]!), group[0]![3]!),
      Math.min(...group.map((row) => row[4]!)),
      Math.max(...group.map((row) => row[5]!)),
      group[0]![6]!,
      group.at(-1)![7]!,
      group[0]![8]!,
      group.at(-1)![9]!,
      area,
      resets,
      leftOut,
    ];
  });
}

const isError = ({ quality = 0 }: ReceivedReading): boolean => (quality & SENSOR_ERROR) !== 0;
