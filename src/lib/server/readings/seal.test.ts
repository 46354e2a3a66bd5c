import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { AHEAD, EXCLUDED, LEFT_OUT, NEVER_LAST, type ReceivedReading, SENSOR_ERROR } from '../kernel/reading-store.ts';
import type { Row } from '../kernel/schema.ts';
import { retention } from '../organizations/retention.ts';
import { closeChunk, type StoredReading } from '../storage/readings/chunks.ts';
import { readingReader } from '../storage/readings/reading-reader.ts';
import { rollupReader } from '../storage/readings/rollup-reader.ts';
import { ROLLUP_TABLES } from '../storage/readings/rollups.ts';
import { seal } from '../storage/readings/sealing.ts';
import type { SealSizes } from '../storage/readings/sealing-series.ts';
import { verifyRollups } from '../storage/readings/verify-rollups.ts';
import {
  ENGINES,
  makeChannel,
  makeDatalogger,
  makeMessage,
  makeOrganization,
  makeWorkspace,
  TEST_NOW,
  type TestDeps,
  testDeps,
} from '../testing/testing.ts';
import { applyChange, Keys, lockChannels } from './apply-change.ts';
import { readingsRepo } from './readings.repo.ts';
import { sealJob } from './seal.ts';
import { seriesRepo } from './series.repo.ts';

const DAY = 86_400e6;
const MINUTE = 60e6;
/** Moments of a series: every two minutes, so that chunks end within hours and within five minutes. */
const STEP = 2 * MINUTE;
const START = TEST_NOW - 10 * DAY;
const momentOf = (at: number) => START + at * STEP;
const SMALL: SealSizes = { most: 5, atEnd: 2, between: 1 };
const now = () => Promise.resolve();

async function plant(deps: TestDeps) {
  const organization = await makeOrganization(deps);
  const datalogger = await makeDatalogger(deps, await makeWorkspace(deps, organization));
  const channels = [await makeChannel(deps, datalogger), await makeChannel(deps, datalogger)];
  return { organization, datalogger, channels };
}
type Plant = Awaited<ReturnType<typeof plant>>;

const sealAll = (deps: TestDeps, to: number, sizes = SMALL) => sealJob({ pause: now, restUs: deps.clock.now() - to, sizes }).run(deps);

/** Everything that is stored of the readings of an organisation, as whoever reads it sees it. Numbers of messages count from the first one. */
async function seen(deps: TestDeps, { organization, channels }: Plant, base: number) {
  return deps.db.read(organization.id, async (db) => {
    const reader = readingReader({ db, organization_no: organization.no });
    const all = await Promise.all(channels.map(({ no }) => reader.range(no)));
    const rollups = rollupReader({ db, organization_no: organization.no });
    const of = <T extends 'readings_ahead' | 'reading_revisions'>(table: T) =>
      db
        .selectFrom(table as 'reading_revisions')
        .selectAll()
        .where('org_no', '=', organization.no)
        .orderBy('channel_no')
        .orderBy('ts')
        .execute();
    const states = await db
      .selectFrom('channels')
      .select(['first_ts', 'last_ts', 'last_num', 'last_text', 'ahead_ts', 'left_out_ts', 'pruned_to'])
      .where('organization_id', '=', organization.id)
      .orderBy('no')
      .execute();
    const bare = (rows: { channel_no: number; src?: number }[]) =>
      rows.map(({ channel_no, src, ...row }) => {
        const { org_no, id, replaced_at, ...rest } = row as Record<string, unknown>;
        return { ...rest, channel: channel_no - channels[0]!.no, src: src === undefined ? null : src - base };
      });
    return {
      readings: all.map((readings) => readings.map((reading) => ({ ...reading, src: reading.src - base }))),
      revisions: bare(await of('reading_revisions'))
        .map((row) => JSON.stringify(row))
        .sort(),
      ahead: bare(await of('readings_ahead')),
      fives: await Promise.all(channels.map(({ no }) => rollups.range('5m', no))),
      hours: await Promise.all(channels.map(({ no }) => rollups.range('1h', no))),
      states,
    };
  });
}

/** No row and no other chunk or block lies within one, and none after what its channel says. */
async function disorder(deps: TestDeps, { organization }: Plant) {
  return deps.db.read(organization.id, async (db) => {
    const of = <T extends 'reading_chunks' | 'rollup_blocks'>(table: T) =>
      db
        .selectFrom(table as 'rollup_blocks')
        .selectAll()
        .where('org_no', '=', organization.no)
        .orderBy('first_ts')
        .execute() as unknown as Promise<Row<T>[]>;
    const rowsOf = (table: 'readings' | 'readings_5m' | 'readings_1h') =>
      db
        .selectFrom(table as 'readings')
        .select(['channel_no', 'ts'])
        .where('org_no', '=', organization.no)
        .execute();
    const all = [
      { sealed: await of('reading_chunks'), rows: await rowsOf('readings') },
      ...(await Promise.all(
        (['5m', '1h'] as const).map(async (resolution) => ({
          sealed: (await of('rollup_blocks')).filter((block) => block.resolution === resolution),
          rows: await rowsOf(ROLLUP_TABLES[resolution]),
        })),
      )),
    ];
    const channels = await db.selectFrom('channels').select(['no', 'sealed_to']).where('organization_id', '=', organization.id).execute();
    interface Sealed {
      id: number;
      channel_no: number;
      first_ts: number;
      last_ts: number;
    }
    const within = (one: Sealed, channel: number, from: number, to = from) =>
      one.channel_no === channel && from <= one.last_ts && to >= one.first_ts;
    return {
      count: all[0]!.sealed.length,
      blocks: all[1]!.sealed.length + all[2]!.sealed.length,
      rows: all.flatMap(({ sealed, rows }) =>
        rows.filter(({ channel_no, ts }) => sealed.some((one: Sealed) => within(one, channel_no, ts))),
      ),
      sealed: all.flatMap(({ sealed }) =>
        sealed.filter((one: Sealed) =>
          sealed.some((other: Sealed) => other.id !== one.id && within(other, one.channel_no, one.first_ts, one.last_ts)),
        ),
      ),
      late: all.flatMap(({ sealed }) =>
        sealed.filter((one: Sealed) => one.last_ts > (channels.find(({ no }) => no === one.channel_no)?.sealed_to ?? 0)),
      ),
    };
  });
}

const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(0.1, -2.5, 1e300, 1 / 3) },
  { weight: 1, arbitrary: fc.constantFrom('porucha', '', 'ž') },
);
const said = fc.record({
  channel: fc.constantFrom(0, 0, 0, 1),
  at: fc.nat({ max: 40 }),
  value,
  quality: fc.constantFrom(0, 0, 0, 0, AHEAD, SENSOR_ERROR, EXCLUDED),
});
const command = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      from: fc.nat({ max: 30 }),
      count: fc.integer({ min: 4, max: 14 }),
      value: fc.nat({ max: 9 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send' as const), said: fc.array(said, { minLength: 1, maxLength: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), which: fc.nat({ max: 9 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      which: fc.nat({ max: 9 }),
      said: fc.array(said, { minLength: 1, maxLength: 3 }),
      gone: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('seal' as const), to: fc.nat({ max: 45 }), most: fc.integer({ min: 1, max: 7 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('prune' as const), to: fc.nat({ max: 25 }), areRollups: fc.boolean() }) },
);
/** So that most of what follows meets chunks. */
const SEALED_FIRST = [
  { do: 'run', from: 2, count: 30, value: 1 },
  { do: 'seal', to: 28, most: 4 },
] as const;
type Command = typeof command extends fc.Arbitrary<infer One> ? One : never;

const readingOf = (plant: Plant, one: { channel: number; at: number; value: number | string; quality: number }): ReceivedReading => ({
  channelNo: plant.channels[one.channel]!.no,
  ts: momentOf(one.at),
  num: typeof one.value === 'number' && one.quality !== SENSOR_ERROR ? one.value : null,
  text: typeof one.value === 'number' && one.quality !== SENSOR_ERROR ? null : String(one.value),
  ...(one.quality === EXCLUDED ? {} : { quality: one.quality }),
});

/** One of two plants to which the same happens. */
function twin(deps: TestDeps, plant: Plant, isSealed: boolean) {
  const { organization, datalogger } = plant;
  const sent: ReceivedReading[][] = [];
  const send = async (readings: ReceivedReading[]) => {
    sent.push(readings);
    const { id, bytes, lasts, ...counts } = await deps.db.readings.commit(makeMessage(deps, organization, datalogger, readings));
    return { ...counts, lasts: lasts.map(({ channelNo, ...last }) => last) };
  };
  return async (one: Command, base: number): Promise<unknown> => {
    switch (one.do) {
      case 'run':
        return send(
          Array.from({ length: one.count }, (_, i) =>
            readingOf(plant, { channel: 0, at: one.from + i, value: one.value + (i % 3), quality: 0 }),
          ),
        );
      case 'send':
        return send(one.said.map((reading) => readingOf(plant, reading)));
      case 'again':
        return sent.length === 0 ? null : send(sent[one.which % sent.length]!);
      case 'change': {
        const src = base + 1 + (one.which % Math.max(1, sent.length));
        return deps.db.write(organization.id, async (db) => {
          const place = { organizationId: organization.id, organizationNo: organization.no };
          const statements = one.said.map((reading) => {
            const { channelNo, ts, num, text } = readingOf(plant, reading);
            return { src, channelNo, ts, said: one.gone ? null : { num, text, quality: reading.quality } };
          });
          await lockChannels(db, place, new Set(statements.map(({ channelNo }) => channelNo)));
          const keys = await Keys.load(db, organization.no, statements);
          const counted = statements.map((statement) => keys.say(statement, () => undefined));
          const { spans } = await applyChange(db, place, keys, { now: deps.clock.now(), uuid: deps.ids.uuid, cause: 'reread' });
          return { counted, spans: spans.map(({ from, to }) => [from, to]) };
        });
      }
      case 'seal':
        if (isSealed) await sealAll(deps, momentOf(one.to), { ...SMALL, most: one.most });
        return null;
      case 'prune': {
        const keep = (days: number | null) =>
          deps.db.write(organization.id, (db) =>
            db
              .updateTable('organizations')
              .set({ keep_readings_days: days, keep_rollups_days: one.areRollups ? days : null })
              .where('id', '=', organization.id)
              .execute(),
          );
        await keep(1);
        await retention.run({ ...deps, clock: { now: () => momentOf(one.to) + DAY } });
        await keep(null);
        return null;
      }
    }
  };
}

describe.each(ENGINES)('sealed readings on %s', (engine) => {
  let deps: TestDeps;
  beforeAll(async () => {
    deps = await testDeps(engine);
  });

  /** The number that the last message got. */
  async function lastNo({ organization, datalogger }: Plant): Promise<number> {
    await deps.db.readings.commit(makeMessage(deps, organization, datalogger, []));
    return deps.db.read(organization.id, async (db) => {
      const { no } = await db
        .selectFrom('received_data')
        .select((eb) => eb.fn.max('no').as('no'))
        .where('org_no', '=', organization.no)
        .executeTakeFirstOrThrow();
      return no!;
    });
  }

  it('are those of a plant that is never sealed, whatever comes, changes and goes, and whenever they are sealed', {
    timeout: 300_000,
  }, async () => {
    let [chunks, blocks] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 14 }), async (rest) => {
        const commands: Command[] = [...SEALED_FIRST, ...rest];
        const [one, other] = [await plant(deps), await plant(deps)];
        // Both number their messages alike, one after the other.
        const bases = { one: await lastNo(one), other: 0 };
        const first = twin(deps, one, true);
        const results: unknown[] = [];
        const states: unknown[] = [];
        for (const step of commands) {
          results.push(await first(step, bases.one));
          states.push(await seen(deps, one, bases.one));
          const { count, blocks: blockCount, ...wrong } = await disorder(deps, one);
          expect(wrong).toEqual({ rows: [], sealed: [], late: [] });
          chunks += count;
          blocks += blockCount;
        }
        bases.other = await lastNo(other);
        const second = twin(deps, other, false);
        for (const [i, step] of commands.entries()) {
          expect(await second(step, bases.other)).toEqual(results[i]);
          expect(await seen(deps, other, bases.other)).toEqual(states[i]);
        }
        const { differences } = await verifyRollups(deps.db);
        expect(differences.filter(({ organizationNo }) => organizationNo === one.organization.no)).toEqual([]);
      }),
      { numRuns: Number(process.env.SEAL_RUNS ?? (engine === 'sqlite' ? 20 : 5)), endOnFailure: true },
    );
    expect(chunks).toBeGreaterThan(20);
    expect(blocks).toBeGreaterThan(20);
  });

  it('stay rows when one of them was changed after their bytes were made', async () => {
    const own = await plant(deps);
    const { organization, datalogger, channels } = own;
    const channelNo = channels[0]!.no;
    const send = (at: number, num: number) =>
      deps.db.readings.commit(makeMessage(deps, organization, datalogger, [{ channelNo, ts: momentOf(at), num, text: null }]));
    for (let at = 0; at < 4; at++) await send(at, at);
    const place = { organization_id: organization.id, organization_no: organization.no, channelNo };
    const all = () => deps.db.read(organization.id, (db) => readingReader({ db, organization_no: organization.no }).range(channelNo));
    const late = closeChunk(await all());
    await send(2, 9);
    expect(await deps.db.write(organization.id, (db) => seal(db, place, late))).toBe(false);
    const missing = closeChunk((await all()).filter((_, i) => i !== 1));
    expect(await deps.db.write(organization.id, (db) => seal(db, place, missing))).toBe(false);
    expect((await all()).map(({ num }) => num)).toEqual([0, 1, 9, 3]);
    const right = closeChunk(await all());
    expect(await deps.db.write(organization.id, (db) => seal(db, place, right))).toBe(true);
    expect(await deps.db.write(organization.id, (db) => seal(db, place, right))).toBe(false);
    expect((await all()).map(({ num }) => num)).toEqual([0, 1, 9, 3]);
    expect(await disorder(deps, own)).toEqual({ count: 1, blocks: 0, rows: [], sealed: [], late: [] });
  });

  it('are where the newest value is found when the last reading turns out to be none', async () => {
    const { organization, datalogger, channels } = await plant(deps);
    const channelNo = channels[0]!.no;
    const send = (hour: number, num: number | null) =>
      deps.db.readings.commit(
        makeMessage(deps, organization, datalogger, [
          { channelNo, ts: START + hour * 3_600e6, num, text: num === null ? 'NaN' : null, ...(num === null && { quality: SENSOR_ERROR }) },
        ]),
      );
    for (const [hour, num] of [1, 2, 3, null, 5].entries()) await send(2 * hour, num);
    await sealAll(deps, TEST_NOW, { most: 1, atEnd: 1, between: 1 });
    await send(8, null);
    const { last_ts, last_num } = await deps.db.read(organization.id, (db) =>
      db
        .selectFrom('channels')
        .select(['last_ts', 'last_num'])
        .where('organization_id', '=', organization.id)
        .where('no', '=', channelNo)
        .executeTakeFirstOrThrow(),
    );
    expect([last_ts, last_num]).toEqual([START + 4 * 3_600e6, 3]);
  });

  it('are read alike in every window, order and form', { timeout: 120_000 }, async () => {
    const mixed = await plant(deps);
    const { organization, datalogger, channels } = mixed;
    const [channel, other] = channels as [Row<'channels'>, Row<'channels'>];
    const model: StoredReading[] = [];
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(said, { selector: ({ at }) => at, minLength: 20, maxLength: 40 }), async (list) => {
        const readings = list.map((one) => readingOf(mixed, { ...one, channel: 0 }));
        await deps.db.readings.commit(makeMessage(deps, organization, datalogger, readings));
      }),
      { numRuns: 3 },
    );
    const repo = <T>(
      work: (
        reader: ReturnType<typeof readingReader>,
        parts: {
          series: ReturnType<typeof seriesRepo>;
          repo: ReturnType<typeof readingsRepo>;
          rollups: ReturnType<typeof rollupReader>;
        },
      ) => Promise<T>,
    ) =>
      deps.db.read(organization.id, (db) =>
        work(readingReader({ db, organization_no: organization.no }), {
          series: seriesRepo({ db, storage: deps.db, organization_no: organization.no }),
          repo: readingsRepo({ db, organization_no: organization.no, unpacked: deps.db.unpacked }),
          rollups: rollupReader({ db, organization_no: organization.no }),
        }),
      );
    model.push(...(await repo((reader) => reader.range(channel.no))));
    expect(model.length).toBeGreaterThan(20);
    await deps.db.readings.commit(
      makeMessage(
        deps,
        organization,
        datalogger,
        model.slice(3, 30).map(({ ts }, i) => ({ channelNo: other.no, ts, num: i, text: null })),
      ),
    );
    const window = fc.record({
      from: fc.integer({ min: -1, max: 42 }),
      length: fc.integer({ min: 1, max: 45 }),
      limit: fc.integer({ min: 1, max: 12 }),
      bucket: fc.integer({ min: 1, max: 9 }),
    });
    const asked = fc.sample(window, { numRuns: engine === 'sqlite' ? 40 : 10, seed: 7 });
    const answers = () =>
      repo(async (reader, { series, repo: lists, rollups }) => {
        const all: unknown[] = [];
        for (const { from, length, limit, bucket } of asked) {
          const [start, end] = [momentOf(from) - 1, momentOf(from + length)];
          const wide = bucket * STEP;
          const whole = [Math.floor(start / wide) * wide, Math.ceil(end / wide) * wide] as const;
          const moments = model.filter((_, i) => i % bucket === 0).map(({ ts }) => ts);
          all.push(
            await reader.range(channel.no, { from: start, to: end }),
            await reader.range(channel.no, { from: start, to: end, limit }),
            await reader.range(channel.no, { to: end, order: 'desc', limit }),
            await reader.range(channel.no, { from: start, limit: 1 }),
            await reader.newest(channel.no, { without: NEVER_LAST, to: end }),
            (await reader.newest(channel.no, { having: LEFT_OUT, from: start })) ?? null,
            await series.numbers(channel.no, start, end, limit),
            await series.words(channel.no, start, end, limit),
            await series.lastWords(channel.no, whole[0], whole[1], wide),
            await series.around(channel.no, start, end),
            // Corrections say the same once more, in newer messages.
            (await reader.at([channel.no, other.no], [...moments, start]))
              .map(({ src, ...reading }) => reading)
              .sort((a, b) => a.channel_no - b.channel_no || a.ts - b.ts),
            await lists.shared(channel.no, other.no),
            await lists.shared(other.no, channel.no),
            await lists.moments(channel.no, start, limit),
            await series.rollups('5m', channel.no, start, end),
            await series.rollups('1h', channel.no, start, end),
            await lists.listRollups('5m', channel.no, start, end, limit),
            await lists.listRollups('1h', channel.no, start, end, limit),
            await lists.hours([channel.no, other.no], start, end),
            (await rollups.lastBefore(channel.no, start)) ?? null,
          );
        }
        return all;
      });
    const before = await answers();
    for (const most of [3, 1, 7]) {
      for (const to of [11, 26, 45]) {
        await sealAll(deps, momentOf(to), { most, atEnd: most, between: 1 });
        expect((await disorder(deps, mixed)).count).toBeGreaterThan(0);
        expect(await answers()).toEqual(before);
      }
      // A correction in the middle takes some of them out again.
      const { ts } = model[12]!;
      const put = (num: number) =>
        deps.db.readings.commit(makeMessage(deps, organization, datalogger, [{ channelNo: other.no, ts, num, text: null }]));
      await put(9_999);
      await put(9);
    }
    const [{ long }] = [
      await deps.db.long(organization.id, async (db) => ({
        long: await readingReader({ db, organization_no: organization.no }).range(channel.no),
      })),
    ];
    expect(long).toEqual(model);
  });

  it('are whole for whoever reads while they are sealed and taken out again', { timeout: 120_000 }, async () => {
    const { organization, datalogger, channels } = await plant(deps);
    const channel = channels[0]!;
    const readings = Array.from({ length: 60 }, (_, i) => ({ channelNo: channel.no, ts: momentOf(i), num: i, text: null }));
    await deps.db.readings.commit(makeMessage(deps, organization, datalogger, readings));
    let isOver = false;
    const reads = async () => {
      while (!isOver) {
        const [all, some, fives] = await deps.db.read(organization.id, async (db) => {
          const reader = readingReader({ db, organization_no: organization.no });
          return [
            await reader.range(channel.no),
            await reader.at(
              [channel.no],
              readings.map(({ ts }) => ts),
            ),
            await rollupReader({ db, organization_no: organization.no, unpacked: deps.db.unpacked }).range('5m', channel.no),
          ] as const;
        });
        expect(all.map(({ ts }) => ts)).toEqual(readings.map(({ ts }) => ts));
        expect(some).toHaveLength(readings.length);
        expect(fives.reduce((sum, { n }) => sum + n, 0)).toBe(readings.length);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const readers = [reads(), reads(), reads()];
    for (let round = 0; round < 6; round++) {
      await Promise.all([sealAll(deps, momentOf(70)), sealAll(deps, momentOf(70), { ...SMALL, most: 9 })]);
      await Promise.all(
        [3, 30, 50].map((at) =>
          deps.db.readings.commit(
            makeMessage(deps, organization, datalogger, [{ channelNo: channel.no, ts: momentOf(at), num: 1_000 + round, text: null }]),
          ),
        ),
      );
    }
    isOver = true;
    await Promise.all(readers);
    const { differences } = await verifyRollups(deps.db);
    expect(differences.filter(({ organizationNo }) => organizationNo === organization.no)).toEqual([]);
  });
});
