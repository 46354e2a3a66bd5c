import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeTimeline, type Entry } from './entries.ts';
import type { Tap } from './tap.ts';
import { anyTaps, FAULT, LANES, makeTablet, PACKING, panel, START, WALKING } from './testing.ts';

const MIN = 60_000;
const of = (taps: readonly Tap[], lane = 'worker') =>
  computeTimeline(taps, panel)
    .entries.filter((entry) => entry.lane === lane)
    .map(({ references = {} }) => references);
/** Order 17 is said while the second of three entries runs. */
function day() {
  const tablet = makeTablet();
  const { begin, tap, wait } = tablet;
  const packing = begin(PACKING);
  wait(20 * MIN);
  const walking = begin(WALKING);
  wait(MIN);
  const order = tap('reference', { lane: 'worker', target: walking.id, field: 'order', text: '17' });
  wait(MIN);
  const fault = begin(FAULT);
  return { ...tablet, packing, walking, fault, order, taps: [packing, walking, order, fault] };
}

describe('what entries belong to', () => {
  it('holds for the whole entry that runs and for those after it, until another is said or it is cleared', () => {
    const { tap, wait, begin, fault, taps } = day();
    expect(of(taps)).toEqual([{}, { order: '17' }, { order: '17' }]);
    wait(MIN);
    taps.push(tap('reference', { lane: 'worker', target: fault.id, field: 'batch', text: ' B-4 ' }));
    taps.push(tap('reference', { lane: 'worker', target: fault.id, field: 'order', text: '18' }));
    expect(of(taps)[2]).toEqual({ order: '18', batch: 'B-4' });
    wait(MIN);
    const next = begin(PACKING);
    taps.push(next, tap('reference', { lane: 'worker', target: next.id, field: 'order', text: null }));
    expect(of(taps)).toEqual([{}, { order: '17' }, { order: '18', batch: 'B-4' }, { batch: 'B-4' }]);
    expect(computeTimeline(taps, panel).references.get('worker')).toEqual({ batch: 'B-4' });
  });

  it('may be said before the first tap, and of all lanes at once', () => {
    const { begin, tap, wait } = makeTablet();
    const order = tap('reference', { lane: null, field: 'order', text: '17' });
    expect([...computeTimeline([order], panel).references]).toEqual(LANES.map((lane) => [lane, { order: '17' }]));
    wait(MIN);
    const taps = [order, begin(PACKING)];
    expect([of(taps), of(taps, 'machine')]).toEqual([[{ order: '17' }], [{ order: '17' }]]);
  });

  it('stays with its entry when the entry is moved, and with its moment when the entry is taken away', () => {
    const { tap, walking, taps } = day();
    taps.push(tap('move', { target: walking.id, value: 90_000 }));
    expect(of(taps)).toEqual([{}, { order: '17' }, { order: '17' }]);
    taps.push(tap('retract', { target: walking.id }));
    expect(of(taps)).toEqual([{ order: '17' }, { order: '17' }]);
  });

  it('is taken back and brought back like any tap', () => {
    const { tap, order, taps } = day();
    const back = tap('retract', { target: order.id });
    taps.push(back);
    expect(of(taps)).toEqual([{}, {}, {}]);
    taps.push(tap('restore', { target: order.id }));
    expect(of(taps)).toEqual([{}, { order: '17' }, { order: '17' }]);
  });

  it('is the last word of two tablets, in whatever order they arrive', () => {
    const { walking, taps, tap, wait } = day();
    wait(5 * MIN);
    const later = tap('reference', { lane: 'worker', target: walking.id, field: 'order', text: '19', device: 'phone' });
    for (const all of [
      [...taps, later],
      [later, ...taps],
    ])
      expect(of(all)).toEqual([{}, { order: '19' }, { order: '19' }]);
  });

  it('says nothing of a tap without a field, as a newer tablet may send it, and never of another lane', () => {
    const { tap, taps } = day();
    taps.push(tap('reference', { lane: 'worker', text: 'x' }), tap('reference', { lane: 'gone', field: 'order', text: 'x' }));
    expect(of(taps)).toEqual([{}, { order: '17' }, { order: '17' }]);
    expect(of(taps, 'machine')).toEqual([{}]);
  });

  it('changes nothing else of a measurement, and is never more than what was said', () => {
    const bare = ({ references: _, ...entry }: Entry) => entry;
    fc.assert(
      fc.property(anyTaps, (taps) => {
        const { entries } = computeTimeline(taps, panel);
        const said = new Set(taps.flatMap(({ kind, field, text }) => (kind === 'reference' ? [`${field} ${text}`] : [])));
        for (const { references = {} } of entries)
          for (const [field, value] of Object.entries(references)) expect(said).toContain(`${field} ${value}`);
        const silent = taps.map((tap): Tap => (tap.kind === 'reference' ? { ...tap, field: null } : tap));
        expect(entries.map(bare)).toEqual(computeTimeline(silent, panel).entries);
      }),
    );
  });

  it('holds from the first entry where nothing has begun when it is said', () => {
    const { begin, tap } = makeTablet();
    const early = tap('reference', { lane: 'worker', at: START - MIN, field: 'product', text: 'K-12' });
    expect(of([begin(PACKING), early])).toEqual([{ product: 'K-12' }]);
  });
});
