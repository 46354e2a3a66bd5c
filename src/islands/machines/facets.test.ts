import { describe, expect, it } from 'vitest';
import type { MachinePlaces } from '../../lib/client/machines/machines.store.ts';
import { countFacet, countStatuses, wordsOf } from './facets.ts';
import { readQuery } from './query.ts';

const PLACES: MachinePlaces = [
  { site: 'Brno', hall: 'A', line: null, kind: 'lis', status: 'in_operation', count: 3 },
  { site: 'Brno', hall: 'B', line: null, kind: 'pec', status: 'in_operation', count: 2 },
  { site: 'Brno', hall: 'A', line: null, kind: 'pec', status: 'standby', count: 1 },
  { site: null, hall: null, line: null, kind: null, status: 'standby', count: 5 },
];

describe('choices of a filter', () => {
  it('count what they would leave under the other filters, not under their own', () => {
    expect(countFacet(PLACES, readQuery({ hall: 'A' }, null), 'kind')).toEqual([
      { word: 'lis', count: 3 },
      { word: 'pec', count: 1 },
    ]);
    expect(countFacet(PLACES, readQuery({ hall: 'A' }, null), 'hall')).toEqual([
      { word: 'A', count: 4 },
      { word: 'B', count: 2 },
    ]);
    expect(countFacet(PLACES, readQuery({}, null), 'status')).toEqual([
      { word: 'in_operation', count: 5 },
      { word: 'standby', count: 6 },
    ]);
  });

  it('count states for what is shown, and not at all what they know nothing of', () => {
    const counts = countStatuses(PLACES, readQuery({ hall: 'A', status: 'standby' }, null));
    expect([counts?.total, counts?.of('in_operation'), counts?.of('standby'), counts?.of('maintenance')]).toEqual([4, 3, 1, 0]);
    expect(countStatuses(PLACES, readQuery({ q: 'lis' }, null))).toBeNull();
    expect(countStatuses(PLACES, readQuery({ archived: '1' }, null))).toBeNull();
  });

  it('keep the word that is chosen, also when no machine has it', () => {
    expect(countFacet(PLACES, readQuery({ hall: 'Z', kind: 'lis' }, null), 'hall')).toContainEqual({ word: 'Z', count: 0 });
    expect(countFacet([], readQuery({ hall: 'Z' }, null), 'hall')).toEqual([{ word: 'Z', count: 0 }]);
  });

  it('suggest each word once', () => {
    expect(wordsOf(PLACES, 'kind')).toEqual(['lis', 'pec']);
  });
});
