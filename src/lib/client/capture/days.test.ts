import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTimeline, type Timeline } from '../../domain/taps/entries.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { makeTablet } from '../../domain/taps/testing.ts';
import { uuidv7 } from '../kernel/uuid.ts';
import { deliver, FAULT, MIN, PACKING, type Page, page, panelWith, type Tablet, WALKING, world } from './testing.ts';

/** Invented days of capturing: whatever people, tablets, clocks and the network do, no tap is lost and the day is covered. */

const LANES = ['worker', 'machine'] as const;
const panel = panelWith(...LANES);

const TOUCHES = ['state', 'state', 'state', 'state', 'interrupt', 'pause', 'count', 'point', 'cycle', 'note', 'rate'] as const;
const SECOND_THOUGHTS = ['undo', 'undo', 'redo', 'earlier', 'since_last'] as const;
const TROUBLES = ['cut', 'restore', 'lose', 'slow', 'kill', 'die', 'clock', 'sleep', 'colleague'] as const;

const step = fc.record({
  /** Milliseconds before it; a page that is awake looks at its clock every second. */
  wait: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 800, max: 3 * MIN }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 800 }) },
  ),
  what: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...TOUCHES) },
    { weight: 5, arbitrary: fc.constantFrom(...SECOND_THOUGHTS) },
    { weight: 5, arbitrary: fc.constantFrom(...TROUBLES) },
  ),
  /** Which of the day's pages; more than there are count from the first again. */
  who: fc.nat({ max: 2 }),
  lane: fc.constantFrom(...LANES),
  activity: fc.constantFrom(PACKING, WALKING, FAULT),
  /** Minutes by which a clock is put wrong, or for which a tablet sleeps. */
  by: fc.constantFrom(-60, -5, 0, 5, 60),
  /** What was done is brought to the server at once. */
  sync: fc.boolean(),
  /** Turns after which the next step comes while what was begun is still on its way; null = it is waited for. */
  meanwhile: fc.option(fc.nat({ max: 12 }), { freq: 3 }),
  pick: fc.nat({ max: 50 }),
});
const day = fc.record({
  /** Tablets of the pages: one page, two tabs of one tablet, two tablets, all of it. */
  pages: fc.constantFrom([0], [0], [0, 0], [0, 1], [0, 0, 1]),
  /** Milliseconds to the server, and back. */
  way: fc.constantFrom(0, 0, 300, 900),
  /** Minutes by which the clocks of all tablets are wrong from the beginning. */
  wrong: fc.constantFrom(0, 0, 60, -60),
  steps: fc.array(step, { minLength: 1, maxLength: 60 }),
});
type Day = typeof day extends fc.Arbitrary<infer D> ? D : never;

/** What is shown, without the words for a reviewer. */
const shown = ({ conflicts: _, ...timeline }: Timeline) => timeline;
const tapsOf = ({ capture }: Page): Tap[] => capture.$running.get().corrected.order.map(({ tap }) => tap);

/** The verdicts about a tap, and those about them. */
function verdictsAbout(taps: readonly Tap[], target: string): Set<string> {
  const found = new Set([target]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { id, kind, target: about } of taps)
      if ((kind === 'retract' || kind === 'restore') && about && found.has(about)) found.add(id);
  }
  found.delete(target);
  return found;
}

/** The page shows what it would show if some of its taps weren't there. */
function isAsWithout(one: Page, ids: Iterable<string>): void {
  const gone = new Set(ids);
  const rest = tapsOf(one).filter(({ id }) => !gone.has(id));
  expect(shown(one.capture.$running.get().timeline)).toEqual(shown(computeTimeline(rest, panel)));
}

function covers({ from, to, lanes, entries }: Timeline): void {
  for (const lane of lanes) {
    const own = entries.filter((entry) => entry.lane === lane);
    if (from === null || from === to) {
      expect(own).toEqual([]);
      continue;
    }
    expect([own[0]?.from, own.at(-1)?.to]).toEqual([from, to]);
    for (const [index, entry] of own.entries()) if (index > 0) expect(entry.from).toBe(own[index - 1]!.to);
    for (const entry of own) if (entry.to !== null) expect(entry.to).toBeGreaterThan(entry.from);
  }
}

async function play({ pages: cast, way, wrong, steps }: Day): Promise<void> {
  const earth = world();
  earth.state.way = way;
  const id = uuidv7();
  const tablets = [earth.tablet('tablet'), earth.tablet('phone')] as const;
  for (const tablet of tablets) tablet.wallOffset = wrong * MIN;
  const colleague = makeTablet('desk-colleague');
  const pages: Page[] = [];
  for (const which of cast) pages.push(await page(earth, tablets[which]!, { id, panel }));
  /** All that was on a disk at any time. */
  const kept = new Set<string>();
  const remember = (one: Page) => {
    for (const tap of one.kept) kept.add(tap);
    for (const [tap, at] of one.made) made.set(tap, { tablet: one.tablet, page: one, at });
  };
  /** What a stopwatch that never errs would have, as long as nothing but states was touched on the only page. */
  const truth: { lane: string; activity: string }[] = [];
  const made = new Map<string, { tablet: Tablet; page: Page; at: number }>();
  /** When somebody last set a tablet's clock, or let it sleep. */
  const steadySince = new Map<Tablet, number>();
  let plain = cast.length === 1;

  for (const { wait, what, who, lane, activity, by, sync, meanwhile, pick } of steps) {
    earth.wait(wait);
    for (const one of pages) one.look();
    const place = who % pages.length;
    const one = pages[place]!;
    const { capture, tablet } = one;
    const { timeline, undo } = capture.$running.get();
    const touch = () => {
      const begins = capture.begin(lane, activity);
      // Nothing happens only where that runs already: whatever was touched last.
      if (plain) expect(begins).toBe(truth.findLast((entry) => entry.lane === lane)?.activity !== activity);
      if (begins) truth.push({ lane, activity });
    };
    if (
      !['state', 'cut', 'restore', 'lose', 'slow', 'kill', 'die', 'clock', 'sleep', 'count', 'point', 'note', 'cycle', 'rate'].includes(
        what,
      )
    )
      plain = false;
    if (what === 'state') touch();
    else if (what === 'interrupt') capture.begin(lane, activity, { interrupts: true });
    else if (what === 'pause') capture.pause(lane);
    else if (what === 'count') capture.count(activity, by || 1);
    else if (what === 'point') capture.point(activity, lane);
    else if (what === 'cycle') capture.cycle(lane);
    else if (what === 'note') capture.note(`note ${pick}`, lane);
    else if (what === 'rate') capture.rate(timeline.entries.at(-1)?.id ?? 'none', 60 + pick);
    else if (what === 'earlier') capture.startedEarlier(lane, pick * 10_000);
    else if (what === 'since_last') capture.sinceLastTap(lane);
    else if (what === 'undo') {
      expect(capture.undo()).toBe(undo.undo !== null);
      // As if it had never been.
      if (undo.undo) isAsWithout(one, [undo.undo.id, ...verdictsAbout(tapsOf(one), undo.undo.id)]);
      if (undo.undo) expect(capture.$running.get().undo.redo?.id).toBe(undo.undo.id);
    } else if (what === 'redo') {
      expect(capture.redo()).toBe(undo.redo !== null);
      // As if it had never been taken back.
      if (undo.redo) isAsWithout(one, verdictsAbout(tapsOf(one), undo.redo.id));
      if (undo.redo) expect(capture.$running.get().undo.redo?.id).not.toBe(undo.redo.id);
    } else if (what === 'cut') tablet.online = false;
    else if (what === 'restore') {
      Object.assign(tablet, { online: true, loseAnswers: false });
      earth.state.way = way;
    } else if (what === 'lose') tablet.loseAnswers = true;
    // Too slow to tell the time.
    else if (what === 'slow') earth.state.way = 2_500;
    else if (what === 'clock') {
      tablet.wallOffset = by * MIN;
      earth.wait(500);
      for (const other of pages) other.look();
      steadySince.set(tablet, earth.truth());
    } else if (what === 'sleep') {
      const ms = Math.abs(by) * MIN;
      tablet.slept += ms;
      earth.wait(ms);
      // What the finger wakes may be touched before anything has looked at the clock.
      if (sync) for (const other of pages) other.look();
      else touch();
      steadySince.set(tablet, earth.truth());
    } else if (what === 'colleague') {
      // Somebody at a desk, whose clock is wrong too, corrects what has come to the server.
      const target = earth.stored[pick % (earth.stored.length || 1)];
      const kind = (['retract', 'restore', 'relabel', 'move'] as const)[pick % 4]!;
      const at = earth.truth() + by * MIN;
      if (target) earth.store({ ...colleague.tap(kind, { target: target.id, activity, value: by * 1_000 }), at, made_at: at });
    } else {
      // Killed between the disk and the server, or in the middle of everything.
      if (what === 'kill') await one.onDisk();
      else void one.sync.run();
      one.kill();
      remember(one);
      // Opened only to look: what waits is brought by a page that captures nothing.
      if (sync) await deliver(earth, tablet);
      pages[place] = await page(earth, tablet, { id, panel });
    }
    remember(one);
    if (sync) {
      const now = pages[place]!;
      const sent = now.onDisk().then(() => now.sync.run());
      if (meanwhile === null) await sent;
      else for (let turn = 0; turn < meanwhile; turn++) await new Promise((go) => setImmediate(go));
    }
    covers(pages[place]!.capture.$running.get().timeline);
  }
  earth.wait(MIN);
  for (const one of pages) one.look();
  for (const tablet of tablets) Object.assign(tablet, { online: true, loseAnswers: false });
  earth.state.way = way;
  pages[0]!.capture.stop();
  // Until nothing is on its way: a difference of clocks becomes a tap of its own.
  for (let round = 0; round < 4; round++)
    for (const one of pages) {
      await one.onDisk();
      await one.sync.run();
    }
  for (const one of pages) {
    remember(one);
    expect(one.sync.$state.get().status).toBe('synced');
  }

  const server = computeTimeline(earth.stored, panel);
  covers(server);
  const stored = earth.stored.map((tap) => tap.id);
  expect(new Set(stored).size).toBe(stored.length);
  expect([...kept].filter((tap) => !stored.includes(tap))).toEqual([]);
  expect(computeTimeline(earth.stored.toReversed(), panel)).toEqual(server);
  for (const one of pages) {
    expect(
      tapsOf(one)
        .map((tap) => tap.id)
        .sort(),
    ).toEqual(stored.toSorted());
    expect(one.capture.$running.get().timeline).toEqual(server);
  }
  const { corrected } = pages[0]!.capture.$running.get();
  for (const tap of earth.stored) {
    // What was noted lies where it happened, if its page could ask the server since its clock was touched, or nobody ever touched the clock.
    const one = made.get(tap.id);
    const touched = one && steadySince.get(one.tablet);
    if (!one || tap.kind === 'clock' || (touched !== undefined && !(pages.includes(one.page) && one.at >= touched))) continue;
    const off = tap.at + (corrected.offsets.get(tap.session) ?? 0) - one.at;
    expect(Math.abs(off)).toBeLessThan(2_000 + way);
  }
  if (plain) {
    // States follow each other as they were touched, however wrong the clocks of sessions were that nobody could measure.
    for (const lane of LANES) {
      const own = server.entries.filter((entry) => entry.lane === lane && entry.kind === 'state');
      expect(own.map((entry) => entry.activity)).toEqual(truth.filter((entry) => entry.lane === lane).map((entry) => entry.activity));
    }
    if (server.to !== null && truth.length > 0) expect(server.to).toBeGreaterThan(server.from!);
  }
  earth.end();
}

describe('a day of capturing', () => {
  it('loses and doubles no tap, and covers the day exactly, whatever network, pages and clocks do', async () => {
    await fc.assert(fc.asyncProperty(day, play), { numRuns: 100 });
  }, 60_000);
});
