import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { type Capture, createCapture } from '../../lib/client/capture/capture.store.ts';
import type { Journal, KeptMeasurement } from '../../lib/client/capture/journal.ts';
import { createSteadyClock } from '../../lib/client/capture/steady-clock.ts';
import type { Button, Panel } from '../../lib/contract/screens.ts';
import { measuredPanel } from '../../lib/domain/taps/entries.ts';
import { createHold, isHeld, isVirtual, onLostReleases } from './hold.ts';

afterEach(() => vi.unstubAllGlobals());

const START = Date.UTC(2026, 10, 20, 6);

/** A panel with two lanes on a tablet whose time stands until it is moved. */
function tablet() {
  let mono = 0;
  let made = 0;
  const clock = createSteadyClock({ wall: () => START + mono, mono: () => mono });
  const taps: string[] = [];
  const journal = { add: async ({ tap }: { tap: { kind: string } }) => void taps.push(tap.kind) } as unknown as Journal;
  const session = { device: 'tablet', first: 1, id: 'session' };
  const capture = createCapture(
    {
      journal,
      clock,
      owner: { user: 'u', organization: 'o' },
      session,
      newId: () => `t${++made}`,
      noted: () => undefined,
      kept: () => undefined,
    },
    { id: 'm', measured: [] } as unknown as KeptMeasurement,
    [],
    measuredPanel(
      [{ id: 'L' }, { id: 'M' }],
      ['A', 'B', 'C', 'P', 'Q', 'R'].map((id) => ({ id, ends_cycle: false })),
    ),
  );
  return {
    capture,
    taps,
    mono: () => mono,
    wait: (ms: number) => {
      mono += ms;
      clock.look();
    },
  };
}
type Tablet = ReturnType<typeof tablet>;
const laneOf = (activity: string) => (activity === 'C' || activity === 'R' ? 'M' : 'L');
const holdOf = ({ capture }: Tablet, activity: string) =>
  createHold(() => ({
    begin: (mono) => capture.hold(laneOf(activity), activity, { mono }),
    end: (mono) => capture.release(laneOf(activity), activity, { mono }),
    shown: () => undefined,
  }));
const shown = (capture: Capture, lane: string) => {
  const entry = capture.$running.get().timeline.entries.findLast((one) => one.lane === lane && one.to === null);
  return entry?.kind === 'pause' ? 'pause' : (entry?.activity ?? null);
};

test('it lasts from the touch to the release, then what was before goes on', () => {
  const one = tablet();
  const hold = holdOf(one, 'A');
  one.capture.begin('L', 'P');
  one.wait(5_000);
  hold.down(1, one.mono() - 30);
  one.wait(120);
  hold.up(1, one.mono() - 10);
  const { entries } = one.capture.$running.get().timeline;
  expect(entries.filter(({ lane }) => lane === 'L').map(({ activity, from, to }) => [activity, from - START, to && to - START])).toEqual([
    ['P', 0, 4_970],
    ['A', 4_970, 5_110],
    ['P', 5_110, null],
  ]);
});

test('held twice within the time of a slip it is there twice: a short event may come again at once', () => {
  const one = tablet();
  const hold = holdOf(one, 'A');
  one.capture.begin('L', 'P');
  for (let count = 0; count < 2; count++) {
    one.wait(100);
    hold.down(1, one.mono());
    one.wait(100);
    hold.up(1, one.mono());
  }
  expect(one.capture.$running.get().timeline.entries.filter(({ activity }) => activity === 'A')).toHaveLength(2);
});

test('what runs already by a tap isn’t held, and goes on after the release', () => {
  const one = tablet();
  one.capture.begin('L', 'A');
  one.wait(1_000);
  expect(one.capture.hold('L', 'A')).toBe(false);
  expect(one.capture.release('L', 'A')).toBe(false);
  expect(shown(one.capture, 'L')).toBe('A');
});

test('without holding one press begins and the next one ends', () => {
  const one = tablet();
  one.capture.begin('L', 'P');
  one.wait(1_000);
  expect(one.capture.hold('L', 'A')).toBe(true);
  one.wait(1_000);
  expect(one.capture.hold('L', 'A')).toBe(false);
  expect(shown(one.capture, 'L')).toBe('P');
});

test('taken back while it is held, its release adds nothing', () => {
  const one = tablet();
  const hold = holdOf(one, 'A');
  one.capture.begin('L', 'P');
  one.wait(1_000);
  hold.down(1, one.mono());
  one.wait(1_000);
  one.capture.undo();
  hold.up(1, one.mono());
  expect(shown(one.capture, 'L')).toBe('P');
  expect(one.taps).toEqual(['switch', 'interrupt', 'retract']);
});

test('left on by an undo, it ends with the next hold', () => {
  const one = tablet();
  const hold = holdOf(one, 'A');
  one.capture.begin('L', 'P');
  one.wait(1_000);
  hold.down(1, one.mono());
  one.wait(1_000);
  hold.up(1, one.mono());
  one.wait(1_000);
  one.capture.undo();
  expect(shown(one.capture, 'L')).toBe('A');
  hold.down(1, one.mono());
  one.wait(500);
  expect(shown(one.capture, 'L')).toBe('A');
  hold.up(1, one.mono());
  expect(shown(one.capture, 'L')).toBe('P');
  expect(one.taps).toEqual(['switch', 'interrupt', 'return', 'retract', 'return']);
});

test('only a button of something that lasts is held', () => {
  const button = { kind: 'activity', hold: true } as Button;
  const face = (kind: string) => ({ kind }) as Panel['activities'][number];
  expect(isHeld(button, face('state'))).toBe(true);
  expect(isHeld(button, face('point'))).toBe(false);
  expect(isHeld({ ...button, hold: undefined }, face('state'))).toBe(false);
  expect(isHeld({ ...button, kind: 'plus' }, face('count'))).toBe(false);
});

test('a finger, a pen and a mouse hold; what an assistive technology presses has no finger to hold', () => {
  const pointer = { width: 24, height: 24, pressure: 0.4, pointerType: 'touch' };
  expect(isVirtual(pointer)).toBe(false);
  expect(isVirtual({ width: 1, height: 1, pressure: 0.5, pointerType: 'mouse' })).toBe(false);
  // A screen of touch that feels neither size nor pressure.
  expect(isVirtual({ width: 1, height: 1, pressure: 0, pointerType: 'touch' })).toBe(false);
  expect(isVirtual({ width: 0, height: 0, pressure: 0, pointerType: 'touch' })).toBe(true);
  expect(isVirtual({ width: 1, height: 1, pressure: 0, pointerType: 'mouse' })).toBe(true);
});

test('a window that loses the keys, a hidden page and one that is left let everything go', () => {
  const [page, here] = [new EventTarget(), Object.assign(new EventTarget(), { visibilityState: 'visible' })];
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('document', here);
  const lost = vi.fn();
  const stop = onLostReleases(lost);
  here.dispatchEvent(new Event('visibilitychange'));
  expect(lost).not.toHaveBeenCalled();
  here.visibilityState = 'hidden';
  here.dispatchEvent(new Event('visibilitychange'));
  page.dispatchEvent(new Event('blur'));
  page.dispatchEvent(new Event('pagehide'));
  expect(lost).toHaveBeenCalledTimes(3);
  stop();
  page.dispatchEvent(new Event('blur'));
  expect(lost).toHaveBeenCalledTimes(3);
});

const HELD = ['A', 'B', 'C'] as const;
const gesture = fc.oneof(
  fc.record({ what: fc.constant('down' as const), activity: fc.constantFrom(...HELD), by: fc.constantFrom<number | string>(1, 2, 'KeyA') }),
  fc.record({ what: fc.constant('up' as const), by: fc.constantFrom<number | string>(1, 2, 'KeyA') }),
  fc.record({ what: fc.constant('lost' as const) }),
  fc.record({ what: fc.constant('tap' as const), activity: fc.constantFrom('P', 'Q', 'R') }),
  fc.record({ what: fc.constant('pause' as const), lane: fc.constantFrom('L', 'M') }),
);

test('whatever fingers and keys do, each lane shows what is held on it or what was begun last, and times add up', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(gesture, fc.integer({ min: 701, max: 3_000 })), { maxLength: 40 }), (steps) => {
      const one = tablet();
      const holds = new Map(HELD.map((activity) => [activity, holdOf(one, activity)]));
      const holders = new Map<string, number | string>();
      const lanes = {
        L: { base: null as string | null, held: null as string | null },
        M: { base: null as string | null, held: null as string | null },
      };
      const truth = new Map<string, number>();
      const letGo = (activity: string) => {
        holders.delete(activity);
        const lane = lanes[laneOf(activity)];
        if (lane.held === activity) lane.held = null;
      };
      for (const [step, ms] of steps) {
        if (step.what === 'down') {
          holds.get(step.activity)!.down(step.by, one.mono());
          if (!holders.has(step.activity)) {
            holders.set(step.activity, step.by);
            lanes[laneOf(step.activity)].held = step.activity;
          }
        } else if (step.what === 'up') {
          for (const hold of holds.values()) hold.up(step.by, one.mono());
          for (const [activity, by] of [...holders]) if (by === step.by) letGo(activity);
        } else if (step.what === 'lost') {
          for (const hold of holds.values()) hold.lost(one.mono());
          for (const activity of [...holders.keys()]) letGo(activity);
        } else if (step.what === 'tap') {
          one.capture.begin(laneOf(step.activity), step.activity);
          lanes[laneOf(step.activity)] = { base: step.activity, held: null };
        } else {
          one.capture.pause(step.lane);
          lanes[step.lane as 'L'] = { base: 'pause', held: null };
        }
        one.wait(ms);
        for (const id of ['L', 'M'] as const) {
          const now = lanes[id].held ?? lanes[id].base;
          expect(shown(one.capture, id)).toBe(now);
          if (now !== null) truth.set(`${id} ${now}`, (truth.get(`${id} ${now}`) ?? 0) + ms);
        }
      }
      const measured = new Map<string, number>();
      for (const { lane, kind, activity, from, to } of one.capture.$running.get().timeline.entries) {
        const length = (to ?? START + one.mono()) - from;
        expect(length).toBeGreaterThan(0);
        const key = `${lane} ${kind === 'pause' ? 'pause' : activity}`;
        if (kind !== 'unassigned') measured.set(key, (measured.get(key) ?? 0) + length);
      }
      const sorted = (of: Map<string, number>) => [...of].sort(([a], [b]) => a.localeCompare(b));
      expect(sorted(measured)).toEqual(sorted(truth));
      for (const hold of holds.values()) hold.lost(one.mono());
      for (const id of ['L', 'M']) expect(HELD).not.toContain(shown(one.capture, id));
    }),
  );
});
