import fc from 'fast-check';
import { uuidv7 } from '../../client/kernel/uuid.ts';
import { BOUNDARY_KINDS, type TapKind } from '../../contract/tap-kinds.ts';
import type { MeasuredPanel } from './entries.ts';
import type { Tap } from './tap.ts';

/** Taps for tests: made by hand, and at random. */

export const START = Date.UTC(2026, 10, 19, 5);
export const LANES = ['worker', 'machine'] as const;
export const [PACKING, WALKING, FAULT, PALLET] = [1, 2, 3, 4].map((n) => `01a00000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
];
export const panel: MeasuredPanel = {
  lanes: LANES,
  activities: new Map([PACKING, WALKING, FAULT, PALLET].map((id) => [id, { ends_cycle: id === PALLET }])),
};

/** One tablet with its counter and its steady clock, which a test moves. */
export function makeTablet(name = 'tablet', session = `${name}-1`) {
  let n = 0;
  let now = START;
  const tap = (kind: TapKind, over: Partial<Tap> = {}): Tap => {
    n += 1;
    const base = { id: uuidv7(now + n), kind, at: now, made_at: now, wall: now, mono: now - START, device: name, session, n };
    return { ...base, ...over };
  };
  return {
    tap,
    wait(ms: number) {
      now += ms;
    },
    begin: (activity: string, over: Partial<Tap> = {}) => tap('switch', { lane: 'worker', activity, ...over }),
  };
}

const activity = fc.constantFrom(PACKING, WALKING, FAULT, PALLET);
const raw = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<TapKind>(...BOUNDARY_KINDS) },
    { weight: 3, arbitrary: fc.constantFrom<TapKind>('count', 'point', 'note', 'cycle', 'reference') },
    { weight: 4, arbitrary: fc.constantFrom<TapKind>('move', 'relabel', 'rate', 'annotate', 'exclude') },
    { weight: 5, arbitrary: fc.constantFrom<TapKind>('retract', 'restore') },
    { weight: 1, arbitrary: fc.constantFrom<TapKind>('stop', 'clock') },
  ),
  device: fc.constantFrom('tablet', 'phone'),
  session: fc.constantFrom('1', '2'),
  made: fc.integer({ min: 0, max: 3_600_000 }),
  early: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 0, max: 600_000 }) }),
  lane: fc.constantFrom(...LANES),
  activity,
  target: fc.nat(),
  value: fc.integer({ min: -120_000, max: 120_000 }),
});

/** Any taps of two tablets, with corrections that name any of them, themselves, later ones and such as are not there. */
export const anyTaps = fc.array(raw, { maxLength: 40 }).map((list): Tap[] => {
  const ids = list.map((_, index) => `01a00000-0000-7000-9000-${String(index).padStart(12, '0')}`);
  return list.map(({ kind, device: name, session, made, early, lane, activity: named, target, value }, index) => ({
    id: ids[index]!,
    kind,
    at: START + made - early,
    made_at: START + made,
    wall: START + made,
    mono: made,
    device: name,
    session: `${name}-${session}`,
    n: index + 1,
    lane,
    activity: named,
    target: ids[target % (ids.length + 1)] ?? 'gone',
    value,
    field: kind === 'reference' ? (['order', 'product', 'batch'] as const)[index % 3]! : null,
    text: kind === 'note' || kind === 'reference' || kind === 'annotate' || kind === 'exclude' ? `note ${index}` : null,
  }));
});
