import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredTap } from '../../contract/tap-events.ts';
import { computeTimeline, type Frame } from '../../taps/entries.ts';
import { ApiError } from '../api.ts';
import { uuidv7 } from '../uuid.ts';
import { type Capture, createCapture, GUARD_MS } from './capture.store.ts';
import { type Journal, type KeptMeasurement, type Owner, openJournal } from './journal.ts';
import { createSteadyClock } from './steady-clock.ts';
import { createSync, type Sync } from './sync.ts';
import { JOURNAL_NAME, unsentTaps } from './unsent.ts';

const START = Date.UTC(2026, 10, 19, 5);
const MIN = 60_000;
const OWNER: Owner = { user: 'u1', organization: 'o1' };
const [PACKING, WALKING, FAULT] = ['packing', 'walking', 'fault'] as const;
const frame: Frame = { lanes: ['worker'], activities: new Map([PACKING, WALKING, FAULT].map((id) => [id, { ends_cycle: false }])) };

const measurement = (id = 'm1'): KeptMeasurement => ({
  ...OWNER,
  id,
  workspace: 'w1',
  screen: 's1',
  panel: { version: 1 } as KeptMeasurement['panel'],
  name: 'Morning',
  machine: null,
  lanes: [],
  consent: false,
  opened_at: new Date(START).toISOString(),
  created: false,
  refused: null,
  since: 0,
  closed_at: null,
});

/** The true time, the tablet's wall clock that somebody may set, and a server that keeps every tap once. */
function world() {
  let truth = START;
  let wallOffset = 0;
  const stored: StoredTap[] = [];
  const created = new Set<string>();
  const state = { online: true, loseAnswers: false, refuse: null as ApiError | null };
  const refused = (status: number, code: string) => new ApiError(code as 'conflict', { status, data: { code } });
  return {
    stored,
    created,
    state,
    refused,
    truth: () => truth,
    wait(ms: number) {
      truth += ms;
    },
    setWall(ms: number) {
      wallOffset = ms;
    },
    wall: () => truth + wallOffset,
    mono: () => truth - START,
    async call(
      endpoint: { path: string; method: string },
      options: { params: { id: string }; body?: { id: string; taps: StoredTap[] }; query?: { since: string } },
    ) {
      if (!state.online) throw new ApiError('network', null);
      if (state.refuse) throw state.refuse;
      const { body, query } = options;
      const answer = () => {
        if (endpoint.method === 'GET')
          return { items: stored.filter(({ seq }) => seq > Number(query?.since)), seq: stored.length, server_time: truth };
        if (!body?.taps) {
          created.add(body!.id);
          return { id: body!.id };
        }
        const results = body.taps.map((tap) => {
          if (stored.some(({ id }) => id === tap.id)) return { id: tap.id, status: 'duplicate' };
          stored.push({ ...tap, seq: stored.length + 1, user_id: null });
          return { id: tap.id, status: 'accepted' };
        });
        return { results, seq: stored.length, server_time: truth };
      };
      const result = answer();
      if (state.loseAnswers) throw new ApiError('network', null);
      return result;
    },
  };
}

const open: Journal[] = [];
beforeEach(async () => {
  await new Promise<void>((resolve, reject) => {
    const gone = indexedDB.deleteDatabase(JOURNAL_NAME);
    gone.onsuccess = () => resolve();
    gone.onerror = () => reject(gone.error);
  });
});
afterEach(() => {
  for (const journal of open.splice(0)) journal.close();
});

/** A page: its journal, clock, session, capture and sync. Killing it is forgetting it. */
async function page(earth: ReturnType<typeof world>, id = 'm1', signedIn = () => true) {
  const journal = await openJournal();
  open.push(journal);
  const clock = createSteadyClock(earth);
  const session = { ...(await journal.beginSession(() => 'tablet')), id: uuidv7() };
  if (!(await journal.measurement(id))) await journal.keepMeasurement(measurement(id));
  const pending: Promise<unknown>[] = [];
  let capture: Capture;
  const sync: Sync = createSync({
    journal,
    call: earth.call as never,
    owner: OWNER,
    timers: { setTimeout: () => 0, clearTimeout: () => undefined },
    now: () => clock.now().at,
    random: () => 0.5,
    signedIn,
    arrived: (_, taps) => capture.merge(taps),
    offset: (value) => capture.measured(value),
  });
  const kept = await journal.taps(id);
  capture = createCapture(
    {
      journal: {
        ...journal,
        add: (tap) => {
          const done = journal.add(tap);
          pending.push(done);
          return done;
        },
      },
      clock,
      owner: OWNER,
      session,
      newId: (at) => uuidv7(at),
      kept: () => undefined,
    },
    (await journal.measurement(id))!,
    kept,
    frame,
  );
  return { journal, clock, capture, sync, settled: () => Promise.all(pending) };
}
const short = ({ entries }: { entries: readonly { activity: string | null; from: number; to: number | null }[] }) =>
  entries.map(({ activity, from, to }) => [activity, to === null ? null : (to - from) / MIN]);

describe('capturing', () => {
  it('switches at the touch, and a second touch of what runs can’t hurt', async () => {
    const earth = world();
    const { capture, settled } = await page(earth);
    expect(capture.begin('worker', PACKING)).toBe(true);
    earth.wait(300);
    expect(capture.begin('worker', PACKING)).toBe(false);
    earth.wait(20 * MIN);
    expect(capture.begin('worker', PACKING)).toBe(false);
    // The browser was busy: the touch was 80 ms ago.
    expect(capture.begin('worker', WALKING, { mono: earth.mono() - 80 })).toBe(true);
    await settled();
    expect(capture.$running.get().timeline.entries.map(({ from }) => from - START)).toEqual([0, 20 * MIN + 300 - 80]);
    expect(capture.$running.get().settled.taps).toHaveLength(2);
  });

  it('goes back from an interruption by its own button, not by a slip', async () => {
    const earth = world();
    const { capture } = await page(earth);
    const current = () => capture.$running.get().timeline.entries.at(-1)?.activity;
    capture.begin('worker', PACKING);
    earth.wait(MIN);
    capture.begin('worker', FAULT, { interrupts: true });
    earth.wait(GUARD_MS - 1);
    expect(capture.begin('worker', FAULT, { interrupts: true })).toBe(false);
    expect(current()).toBe(FAULT);
    earth.wait(MIN);
    expect(capture.begin('worker', FAULT, { interrupts: true })).toBe(true);
    expect(current()).toBe(PACKING);
  });

  it('moves the neighbour’s edge when something began earlier, never beyond the neighbour', async () => {
    const earth = world();
    const { capture } = await page(earth);
    capture.begin('worker', PACKING);
    earth.wait(20 * MIN);
    capture.begin('worker', WALKING);
    earth.wait(4 * MIN);
    capture.begin('worker', FAULT);
    capture.startedEarlier('worker', 2 * MIN);
    expect(short(capture.$running.get().timeline)).toEqual([
      [PACKING, 20],
      [WALKING, 2],
      [FAULT, null],
    ]);
    capture.undo();
    expect(short(capture.$running.get().timeline).slice(0, 2)).toEqual([
      [PACKING, 20],
      [WALKING, 4],
    ]);
    capture.startedEarlier('worker', 10 * MIN);
    // All the time since the last tap was the fault's.
    expect(short(capture.$running.get().timeline)).toEqual([
      [PACKING, 20],
      [FAULT, null],
    ]);
  });

  it('undoes and brings back without limit', async () => {
    const earth = world();
    const { capture } = await page(earth);
    for (let i = 0; i < 12; i++) {
      capture.begin('worker', i % 2 ? WALKING : PACKING);
      capture.count(PACKING, 1);
      earth.wait(MIN);
    }
    while (capture.undo());
    expect(capture.$running.get().timeline).toMatchObject({ from: null, entries: [] });
    while (capture.redo());
    expect(capture.$running.get().timeline.entries).toHaveLength(12);
    expect(capture.$running.get().timeline.counts.get(PACKING)).toBe(12);
  });

  it('says at once when a tap could not be written', async () => {
    const earth = world();
    const { capture, journal } = await page(earth);
    journal.close();
    capture.begin('worker', PACKING);
    await expect.poll(() => capture.$running.get().lost).toBe(1);
  });
});

describe('bringing taps to the server', () => {
  it('keeps them while there is no network, and sends each once however often an answer is lost', async () => {
    const earth = world();
    const { capture, sync, settled, journal } = await page(earth);
    earth.state.online = false;
    capture.begin('worker', PACKING);
    earth.wait(MIN);
    capture.begin('worker', WALKING);
    await settled();
    await sync.run();
    expect(sync.$state.get()).toEqual({ status: 'offline', waiting: 2, since: earth.truth() });
    Object.assign(earth.state, { online: true, loseAnswers: true });
    await sync.run();
    await sync.run();
    earth.state.loseAnswers = false;
    await sync.run();
    expect(earth.stored.map(({ n }) => n)).toEqual([1, 2]);
    expect(sync.$state.get()).toEqual({ status: 'synced', waiting: 0 });
    expect([await unsentTaps(OWNER.user), await journal.waiting(OWNER)]).toEqual([0, []]);
  });

  it('leaves the taps of another user alone, and goes on when theirs signs in again', async () => {
    const earth = world();
    let signedIn = false;
    const { capture, sync, settled, journal } = await page(earth, 'm1', () => signedIn);
    capture.begin('worker', PACKING);
    await settled();
    await sync.run();
    expect(sync.$state.get()).toEqual({ status: 'signed_out', waiting: 1 });
    const other: Owner = { user: 'u2', organization: 'o1' };
    expect(await journal.waiting(other)).toEqual([]);
    expect([await unsentTaps('u1'), await unsentTaps('u2')]).toEqual([1, 0]);
    signedIn = true;
    await sync.run();
    expect(earth.stored).toHaveLength(1);
  });

  it('says what the server refuses for good, loses nothing, and goes on with the others', async () => {
    const earth = world();
    const { capture, sync, settled, journal } = await page(earth);
    capture.begin('worker', PACKING);
    await settled();
    earth.state.refuse = earth.refused(422, 'validation_failed');
    await sync.run();
    expect(sync.$state.get()).toEqual({ status: 'refused', waiting: 1, code: 'validation_failed' });
    expect([await unsentTaps(OWNER.user), (await journal.waiting(OWNER)).length]).toEqual([1, 1]);
  });

  it('brings taps of another tablet here', async () => {
    const earth = world();
    const [one, two] = [await page(earth), await page(earth, 'm1')];
    one.capture.begin('worker', PACKING);
    await one.settled();
    await one.sync.run();
    earth.wait(MIN);
    two.sync.watch('m1');
    await two.sync.run();
    expect(two.capture.$running.get().timeline.entries).toMatchObject([{ activity: PACKING, from: START }]);
  });
});

describe('a day of capturing', () => {
  const step = fc.record({
    wait: fc.integer({ min: 800, max: 3 * MIN }),
    what: fc.oneof(
      { weight: 12, arbitrary: fc.constant('tap' as const) },
      { weight: 2, arbitrary: fc.constantFrom('undo' as const, 'redo' as const, 'earlier' as const) },
      { weight: 3, arbitrary: fc.constantFrom('cut' as const, 'restore' as const, 'lose' as const) },
      { weight: 2, arbitrary: fc.constantFrom('kill' as const, 'clock' as const) },
    ),
    activity: fc.constantFrom(PACKING, WALKING, FAULT),
  });

  it('loses and doubles no tap, and covers the day exactly, whatever network, page and clock do', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const earth = world();
        const id = uuidv7();
        let now = await page(earth, id);
        /** What a stopwatch that never errs would have. */
        const truth: { activity: string; at: number }[] = [];
        let plain = true;
        for (const { wait, what, activity } of steps) {
          earth.wait(wait);
          if (what === 'tap') {
            if (now.capture.begin('worker', activity)) truth.push({ activity, at: earth.truth() });
          } else if (what === 'undo') plain = !now.capture.undo() && plain;
          else if (what === 'redo') plain = !now.capture.redo() && plain;
          else if (what === 'earlier') {
            now.capture.startedEarlier('worker', MIN);
            plain = false;
          } else if (what === 'cut') earth.state.online = false;
          else if (what === 'restore') Object.assign(earth.state, { online: true, loseAnswers: false });
          else if (what === 'lose') earth.state.loseAnswers = true;
          else if (what === 'clock') {
            earth.setWall(earth.wall() - earth.truth() === 0 ? 60 * MIN : 0);
            now.clock.look();
          } else {
            await now.settled();
            now.journal.close();
            now = await page(earth, id);
          }
          if (what !== 'tap') await now.settled().then(() => now.sync.run());
        }
        Object.assign(earth.state, { online: true, loseAnswers: false });
        earth.wait(MIN);
        now.capture.stop();
        await now.settled();
        await now.sync.run();
        await now.sync.run();

        const local = now.capture.$running.get();
        expect(new Set(earth.stored.map((tap) => tap.id)).size).toBe(earth.stored.length);
        expect(earth.stored.map((tap) => tap.id).sort()).toEqual(local.settled.order.map(({ tap }) => tap.id).sort());
        const { entries, from, to } = computeTimeline(earth.stored, frame);
        expect(entries).toEqual(local.timeline.entries);
        for (const [index, entry] of entries.entries()) if (index > 0) expect(entry.from).toBe(entries[index - 1]!.to);
        if (from !== null) expect(entries.at(-1)?.to).toBe(to);
        // A session that never reached the server can't know that its clock was wrong.
        const wrong = local.settled.order.some(
          ({ tap }) => Math.abs(tap.made_at + (local.settled.offsets.get(tap.session) ?? 0) - (START + tap.mono)) > 2_100,
        );
        if (plain && !wrong) expect(entries.map((entry) => entry.activity)).toEqual(truth.map((entry) => entry.activity));
      }),
      // The same days each time: a longer search is a command of its own (`numRuns` up, `seed` away).
      { numRuns: 60, seed: 20_261_119 },
    );
  }, 60_000);
});
