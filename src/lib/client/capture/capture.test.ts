import { afterEach, describe, expect, it } from 'vitest';
import { computeTimeline } from '../../domain/taps/entries.ts';
import { makeTablet } from '../../domain/taps/testing.ts';
import { GUARD_MS } from './capture.store.ts';
import type { Owner } from './journal.ts';
import {
  deliver,
  FAULT,
  MIN,
  OWNER,
  page as openPage,
  PACKING,
  type Page,
  panelWith,
  START,
  type Tablet,
  WALKING,
  type World,
  world,
} from './testing.ts';
import { unsent } from './unsent.ts';

const worlds: World[] = [];
afterEach(() => {
  for (const earth of worlds.splice(0)) earth.end();
});
function plant() {
  const earth = world();
  worlds.push(earth);
  return { earth, tablet: earth.tablet() };
}
const page = (earth: World, tablet: Tablet, signedIn = () => true) => openPage(earth, tablet, { signedIn });
const short = ({ entries }: { entries: readonly { activity: string | null; from: number; to: number | null }[] }) =>
  entries.map(({ activity, from, to }) => [activity, to === null ? null : (to - from) / MIN]);

describe('capturing', () => {
  it('switches at the touch, and a second touch of what runs can’t hurt', async () => {
    const { earth, tablet } = plant();
    const { capture, clock, onDisk } = await page(earth, tablet);
    expect(capture.begin('worker', PACKING)).toBe(true);
    earth.wait(300);
    expect(capture.begin('worker', PACKING)).toBe(false);
    earth.wait(20 * MIN);
    expect(capture.begin('worker', PACKING)).toBe(false);
    // The browser was busy: the touch was 80 ms ago.
    expect(capture.begin('worker', WALKING, { mono: clock.now().mono - 80 })).toBe(true);
    await onDisk();
    expect(capture.$running.get().timeline.entries.map(({ from }) => from - START)).toEqual([0, 20 * MIN + 300 - 80]);
    expect(capture.$running.get().corrected.taps).toHaveLength(2);
  });

  it('goes back from an interruption by its own button, not by a slip', async () => {
    const { earth, tablet } = plant();
    const { capture } = await page(earth, tablet);
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

  it('says what the work is for, from what runs now on, before the first tap too, without network, and takes it back', async () => {
    const { earth, tablet } = plant();
    tablet.online = false;
    const { capture } = await page(earth, tablet);
    const orders = () => capture.$running.get().timeline.entries.map(({ references }) => references?.order ?? null);
    capture.refer('order', '17');
    capture.begin('worker', PACKING);
    earth.wait(MIN);
    capture.begin('worker', WALKING);
    earth.wait(MIN);
    capture.refer('order', '18');
    expect(orders()).toEqual(['17', '18']);
    // It began earlier than the order was said: the order stays with it.
    capture.startedEarlier('worker', MIN / 2);
    expect(orders()).toEqual(['17', '18']);
    capture.undo();
    capture.undo();
    expect(orders()).toEqual(['17', '17']);
    capture.redo();
    capture.refer('order', null);
    expect(orders()).toEqual(['17', null]);
    tablet.online = true;
    const other = earth.tablet('phone');
    await deliver(earth, tablet);
    const { capture: joined } = await page(earth, other);
    expect(joined.$running.get().timeline.references.get('worker')).toEqual({});
    expect(joined.$running.get().timeline.entries[0]?.references).toEqual({ order: '17' });
  });

  it('moves the neighbour’s edge when something began earlier, never beyond the neighbour', async () => {
    const { earth, tablet } = plant();
    const { capture } = await page(earth, tablet);
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
    const { earth, tablet } = plant();
    const { capture } = await page(earth, tablet);
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

  it('says at once when a tap could not be written, and waits for it no longer', async () => {
    const { earth, tablet } = plant();
    const { capture, journal, unwritten } = await page(earth, tablet);
    capture.begin('worker', PACKING);
    expect(unwritten()).toBe(1);
    await expect.poll(unwritten).toBe(0);
    journal.close();
    capture.begin('worker', WALKING);
    await expect.poll(() => capture.$running.get().lost).toBe(1);
    expect(unwritten()).toBe(0);
  });
});

describe('bringing taps to the server', () => {
  it('keeps them while there is no network, and sends each once however often an answer is lost', async () => {
    const { earth, tablet } = plant();
    const { capture, sync, onDisk, journal } = await page(earth, tablet);
    tablet.online = false;
    capture.begin('worker', PACKING);
    earth.wait(MIN);
    capture.begin('worker', WALKING);
    await onDisk();
    await sync.run();
    expect(sync.$state.get()).toEqual({ status: 'offline', waiting: 2, since: earth.truth() });
    Object.assign(tablet, { online: true, loseAnswers: true });
    await sync.run();
    await sync.run();
    tablet.loseAnswers = false;
    await sync.run();
    expect(earth.stored.map(({ n }) => n)).toEqual([1, 2]);
    expect(sync.$state.get()).toEqual({ status: 'synced', waiting: 0 });
    expect([await unsent(OWNER.user), await journal.waiting(OWNER)]).toEqual([0, []]);
  });

  it('leaves the taps of another user alone, and goes on when theirs signs in again', async () => {
    const { earth, tablet } = plant();
    let signedIn = false;
    const { capture, sync, onDisk, journal } = await page(earth, tablet, () => signedIn);
    capture.begin('worker', PACKING);
    await onDisk();
    await sync.run();
    expect(sync.$state.get()).toEqual({ status: 'signed_out', waiting: 1 });
    const other: Owner = { user: 'u2', organization: 'o1' };
    expect(await journal.waiting(other)).toEqual([]);
    expect([await unsent('u1'), await unsent('u2')]).toEqual([1, 0]);
    signedIn = true;
    await sync.run();
    expect(earth.stored).toHaveLength(1);
  });

  it('says what the server refuses for good, loses nothing, and goes on with the others', async () => {
    const { earth, tablet } = plant();
    const { capture, sync, onDisk, journal } = await page(earth, tablet);
    capture.begin('worker', PACKING);
    await onDisk();
    earth.state.refuse = earth.refused(422, 'validation_failed');
    await sync.run();
    expect(sync.$state.get()).toEqual({ status: 'refused', waiting: 1, code: 'validation_failed' });
    expect([await unsent(OWNER.user), (await journal.waiting(OWNER)).length]).toEqual([1, 1]);
  });

  it('brings taps of another tablet here', async () => {
    const { earth, tablet } = plant();
    const [one, two] = [await page(earth, tablet), await page(earth, earth.tablet('phone'))];
    one.capture.begin('worker', PACKING);
    await one.onDisk();
    await one.sync.run();
    earth.wait(MIN);
    two.sync.watch('m1');
    await two.sync.run();
    expect(two.capture.$running.get().timeline.entries).toMatchObject([{ activity: PACKING, from: START }]);
  });
});

describe('two pages of one tablet', () => {
  it('both see what came from another tablet, whichever of them fetched it', async () => {
    const { earth, tablet } = plant();
    const [one, two] = [await page(earth, tablet), await page(earth, tablet)];
    const phone = await page(earth, earth.tablet('phone'));
    phone.capture.begin('worker', PACKING);
    await phone.onDisk();
    await phone.sync.run();
    await one.sync.run();
    await two.sync.run();
    for (const { capture } of [one, two]) expect(short(capture.$running.get().timeline)).toEqual([[PACKING, null]]);
  });

  it('see each other’s taps without network', async () => {
    const { earth, tablet } = plant();
    const [one, two] = [await page(earth, tablet), await page(earth, tablet)];
    tablet.online = false;
    one.capture.begin('worker', PACKING);
    await one.onDisk();
    await two.sync.run();
    expect(short(two.capture.$running.get().timeline)).toEqual([[PACKING, null]]);
  });

  it('take back what they noted themselves first', async () => {
    const { earth, tablet } = plant();
    const [one, two] = [await page(earth, tablet), await page(earth, tablet)];
    two.capture.begin('worker', PACKING);
    earth.wait(10 * MIN);
    one.capture.begin('worker', WALKING);
    for (const each of [one, two, one]) {
      await each.onDisk();
      await each.sync.run();
    }
    const current = () => one.capture.$running.get().timeline.entries.at(-1)?.activity;
    one.capture.undo();
    expect(current()).toBe(PACKING);
    expect(one.capture.redo()).toBe(true);
    expect(current()).toBe(WALKING);
  });
});

describe('a measurement that is left and gone on with on the same page', () => {
  it('counts on, so that its last step is undone first', async () => {
    const { earth, tablet } = plant();
    const one = await page(earth, tablet);
    for (const activity of [PACKING, WALKING, FAULT]) {
      one.capture.begin('worker', activity);
      earth.wait(MIN);
    }
    await one.onDisk();
    const again = await one.again();
    again.begin('worker', PACKING);
    earth.wait(MIN);
    for (const left of [[PACKING, WALKING, FAULT], [PACKING, WALKING], [PACKING]]) {
      again.undo();
      expect(again.$running.get().timeline.entries.map(({ activity }) => activity)).toEqual(left);
    }
  });
});

describe('clocks that are wrong', () => {
  const HOUR = 60 * MIN;
  /** The page is killed: its taps are on the disk. */
  async function reopen(earth: World, one: Page): Promise<Page> {
    await one.onDisk();
    one.kill();
    return page(earth, one.tablet);
  }
  /** Everything is on the server now, and the screen shows it. */
  async function bring(one: Page) {
    one.tablet.online = true;
    for (let round = 0; round < 2; round++) {
      await one.onDisk();
      await one.sync.run();
    }
    return one.capture.$running.get().timeline;
  }

  // The smallest of the invented days that failed: the end lay before all that was noted, and the day was empty.
  it('of a page that was killed before the server could measure them don’t put its taps behind the end', async () => {
    const { earth, tablet } = plant();
    Object.assign(tablet, { wallOffset: HOUR, online: false });
    let one = await page(earth, tablet);
    one.capture.begin('worker', PACKING);
    earth.wait(10 * MIN);
    one = await reopen(earth, one);
    earth.wait(MIN);
    one.capture.stop();
    const timeline = await bring(one);
    expect(short(timeline)).toEqual([[PACKING, 11]]);
    expect(timeline.from).toBe(START);
  });

  it('and set right while the page was gone leave everything in the order in which it was noted, also without network', async () => {
    const { earth, tablet } = plant();
    Object.assign(tablet, { wallOffset: HOUR, online: false });
    let one = await page(earth, tablet);
    one.capture.begin('worker', PACKING);
    earth.wait(10 * MIN);
    one.capture.begin('worker', WALKING);
    tablet.wallOffset = 0;
    one = await reopen(earth, one);
    earth.wait(5 * MIN);
    one.capture.begin('worker', FAULT);
    const expected = [
      [PACKING, 10],
      [WALKING, 5],
      [FAULT, null],
    ];
    expect(short(one.capture.$running.get().timeline)).toEqual(expected);
    expect(short(await bring(one))).toEqual(expected);
    expect(one.capture.$running.get().timeline.from).toBe(START);
  });

  it('and set wrong while the page was gone leave alone what the server had answered', async () => {
    const { earth, tablet } = plant();
    let one = await page(earth, tablet);
    one.capture.begin('worker', PACKING);
    await bring(one);
    Object.assign(tablet, { wallOffset: -HOUR, online: false });
    earth.wait(10 * MIN);
    one = await reopen(earth, one);
    earth.wait(MIN);
    one.capture.begin('worker', WALKING);
    // Nobody knows yet when it was, but it was after what came before.
    expect(one.capture.$running.get().timeline.entries.map(({ activity }) => activity)).toEqual([PACKING, WALKING]);
    expect(short(await bring(one))[0]).toEqual([PACKING, 11]);
  });

  it('and set right while the page shows it change nothing', async () => {
    const { earth, tablet } = plant();
    tablet.wallOffset = HOUR;
    const one = await page(earth, tablet);
    one.capture.begin('worker', PACKING);
    await bring(one);
    tablet.online = false;
    tablet.wallOffset = 0;
    one.look();
    earth.wait(5 * MIN);
    expect(one.capture.now()).toBe(earth.truth());
    one.capture.begin('worker', WALKING);
    expect(one.capture.now()).toBe(earth.truth());
    expect(short(one.capture.$running.get().timeline)[0]).toEqual([PACKING, 5]);
  });

  it('of two pages that were open at once leave what they noted in turn', async () => {
    const { earth, tablet } = plant();
    Object.assign(tablet, { wallOffset: HOUR, online: false });
    const pages = [await page(earth, tablet)];
    earth.wait(MIN);
    pages.push(await page(earth, tablet));
    for (const activity of [PACKING, WALKING, FAULT, PACKING]) {
      pages[0]!.capture.begin('worker', activity);
      pages.reverse();
      earth.wait(10 * MIN);
    }
    for (const one of pages) await one.onDisk();
    for (const one of pages) one.kill();
    const timeline = await bring(await page(earth, tablet));
    expect(timeline.from).toBe(START + MIN);
    expect(short(timeline)).toEqual([
      [PACKING, 10],
      [WALKING, 10],
      [FAULT, 10],
      [PACKING, null],
    ]);
  });

  it('are noted also when the taps are sent by a page on which nothing runs', async () => {
    const { earth, tablet } = plant();
    Object.assign(tablet, { wallOffset: HOUR, online: false });
    const one = await page(earth, tablet);
    one.capture.begin('worker', PACKING);
    earth.wait(10 * MIN);
    one.capture.stop();
    await one.onDisk();
    one.kill();
    earth.wait(10 * HOUR);
    tablet.online = true;
    await deliver(earth, tablet);
    expect(computeTimeline(earth.stored, panelWith('worker'))).toMatchObject({ from: START, to: START + 10 * MIN });
  });

  it('and the sleep of the tablet move nothing that was noted before it', async () => {
    const { earth, tablet } = plant();
    const one = await page(earth, tablet);
    one.capture.begin('worker', PACKING);
    await bring(one);
    earth.wait(10 * MIN);
    one.look();
    // The monotonic clock stands still meanwhile, and nothing has looked at the clock when the finger touches.
    earth.wait(HOUR);
    tablet.slept += HOUR;
    one.capture.begin('worker', WALKING);
    expect(short(await bring(one))).toEqual([
      [PACKING, 70],
      [WALKING, null],
    ]);
    expect(one.capture.$running.get().timeline.from).toBe(START);
  });

  it('begin a session before the first tap after a long sleep, not when the page gets to it', async () => {
    const { earth, tablet } = plant();
    const one = await page(earth, tablet);
    one.capture.begin('worker', PACKING);
    await bring(one);
    earth.wait(10 * MIN + HOUR);
    tablet.slept += HOUR;
    // The new session comes from the disk; the finger is faster.
    one.look();
    one.capture.begin('worker', WALKING);
    const sessions = one.capture.$running.get().corrected.order.map(({ tap }) => tap.session);
    expect(new Set(sessions).size).toBe(2);
    expect(short(await bring(one))[0]).toEqual([PACKING, 70]);
  });

  // What a journey of six hundred taps lost four of: the panel showed the last page's activity as running, and took a touch of it for nothing.
  it('and answers too slow to measure them leave what is touched last in force', async () => {
    const { earth, tablet } = plant();
    tablet.wallOffset = HOUR;
    let one = await page(earth, tablet);
    earth.state.way = 2_500;
    one.capture.begin('worker', PACKING);
    earth.wait(10 * MIN);
    one.capture.begin('worker', WALKING);
    await bring(one);
    one = await reopen(earth, one);
    earth.state.way = 0;
    earth.wait(5 * MIN);
    one.capture.begin('worker', FAULT);
    await bring(one);
    earth.wait(5 * MIN);
    expect(one.capture.begin('worker', WALKING)).toBe(true);
    expect(short(await bring(one)).map(([activity]) => activity)).toEqual([PACKING, WALKING, FAULT, WALKING]);
    expect(one.capture.$running.get().timeline.from).toBe(START);
  });

  it('are known from the first touch when the server was heard before it', async () => {
    const { earth, tablet } = plant();
    tablet.wallOffset = HOUR;
    const one = await page(earth, tablet);
    tablet.online = false;
    one.capture.begin('worker', PACKING);
    expect(one.capture.$running.get().timeline.from).toBe(START);
    expect(one.capture.now()).toBe(START);
  });

  it('and set wrong after a measurement was left move nothing of it when it is sent', async () => {
    const { earth, tablet } = plant();
    tablet.online = false;
    const one = await page(earth, tablet);
    one.capture.begin('worker', PACKING);
    await one.onDisk();
    one.leave();
    earth.wait(10 * MIN);
    one.look();
    earth.wait(1_000);
    tablet.wallOffset = HOUR;
    one.look();
    tablet.online = true;
    for (let round = 0; round < 2; round++) await one.sync.run();
    expect(computeTimeline(earth.stored, panelWith('worker')).from).toBe(START);
  });

  it('never keep a step from being undone and brought back', async () => {
    const { earth, tablet } = plant();
    tablet.online = false;
    let one = await page(earth, tablet);
    one.capture.begin('worker', PACKING);
    earth.wait(MIN);
    one.capture.begin('worker', WALKING);
    // Another tablet that is ahead has brought it back and said what it is.
    const phone = makeTablet('phone');
    phone.wait(HOUR);
    const target = one.capture.$running.get().timeline.entries.at(-1)!.id;
    const said = [phone.tap('restore', { target }), phone.tap('move', { target, value: -10_000 })];
    one.capture.merge(said.map((tap) => ({ ...OWNER, id: tap.id, measurement: 'm1', tap, state: 'stored', code: null })));
    const activities = () => one.capture.$running.get().timeline.entries.map(({ activity }) => activity);
    for (let round = 0; round < 3; round++) {
      one.capture.undo();
      expect(activities()).toEqual([PACKING]);
      one.capture.redo();
      expect(activities()).toEqual([PACKING, WALKING]);
      // Also from a page whose clock was set back.
      tablet.wallOffset -= 10 * MIN;
      one = await reopen(earth, one);
      one.capture.merge(said.map((tap) => ({ ...OWNER, id: tap.id, measurement: 'm1', tap, state: 'stored', code: null })));
    }
    earth.wait(MIN);
    one.capture.sinceLastTap('worker');
    expect(short(one.capture.$running.get().timeline)).toEqual([[WALKING, null]]);
  });
});

describe('what the server is told', () => {
  it('is what another device began when somebody joins it, before he taps', async () => {
    const { earth, tablet } = plant();
    const { sync, journal } = await openPage(earth, tablet, { signedIn: () => false });
    earth.store(makeTablet('phone').begin(PACKING));
    await sync.pull('m1');
    expect([earth.state.created, (await journal.taps('m1')).length]).toEqual([['m1'], 1]);
  });

  it('is nothing of a panel that was only opened, and the measurement with its first tap', async () => {
    const { earth, tablet } = plant();
    const one = await openPage(earth, tablet, { joins: false });
    await one.sync.run();
    expect(earth.state.created).toEqual([]);
    one.capture.begin('worker', PACKING);
    await one.onDisk();
    await one.sync.run();
    expect([earth.state.created, earth.stored.length]).toEqual([['m1'], 1]);
  });

  it('is nothing of a measurement that was left without a tap', async () => {
    const { earth, tablet } = plant();
    tablet.online = false;
    const { sync, journal } = await openPage(earth, tablet);
    await journal.changeMeasurement('m1', { closed_at: START });
    tablet.online = true;
    await sync.run();
    expect(earth.state.created).toEqual([]);
  });

  it('and refuses stays on the tablet with its reason, and nothing follows from it', async () => {
    const { earth, tablet } = plant();
    const one = await openPage(earth, tablet);
    const { capture } = one;
    capture.begin('worker', PACKING);
    earth.wait(MIN);
    earth.state.refuseTap = ({ kind }) => kind === 'move';
    capture.begin('worker', WALKING);
    earth.wait(MIN);
    capture.startedEarlier('worker', MIN / 2);
    expect(short(capture.$running.get().timeline)[0]).toEqual([PACKING, 0.5]);
    await one.onDisk();
    await one.sync.run();
    expect(short(capture.$running.get().timeline)[0]).toEqual([PACKING, 1]);
    expect((await one.journal.taps('m1')).filter(({ state }) => state === 'failed')).toMatchObject([
      { tap: { kind: 'move' }, code: 'forbidden' },
    ]);
    expect(short((await one.again()).$running.get().timeline)[0]).toEqual([PACKING, 1]);
    expect(one.sync.$state.get().waiting).toBe(0);
  });
});
