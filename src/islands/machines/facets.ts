import { MACHINE_FACETS, type MachineFacet, type MachinePlaces, type MachinesQuery } from '../../lib/client/machines/machines.store.ts';

type MachinePlace = MachinePlaces[number];
/** A facet with words of its own, or the state. */
export type FacetName = MachineFacet | 'status';
const NAMES: readonly FacetName[] = [...MACHINE_FACETS, 'status'];

/** Words of a facet with how many machines each would leave, the other filters being as they are; the word that is chosen stays, even with none. */
export function countFacet(places: MachinePlaces, query: MachinesQuery, facet: FacetName): { word: string; count: number }[] {
  const counts = new Map<string, number>();
  const fits = (place: MachinePlace) => NAMES.every((name) => name === facet || query[name] === null || place[name] === query[name]);
  for (const place of places) {
    const word = place[facet];
    if (word !== null && fits(place)) counts.set(word, (counts.get(word) ?? 0) + place.count);
  }
  const chosen = query[facet];
  if (chosen !== null && !counts.has(chosen)) counts.set(chosen, 0);
  return [...counts].map(([word, count]) => ({ word, count }));
}

/**
 * How many machines each state would leave, the other filters being as they are; null where the numbers say nothing of what the list shows,
 * since they know neither what is searched for nor the archived ones.
 */
export function countStatuses(places: MachinePlaces, query: MachinesQuery): { total: number; of: (status: string) => number } | null {
  if (query.q.trim() !== '' || query.archived) return null;
  const counts = new Map(countFacet(places, query, 'status').map(({ word, count }) => [word, count]));
  const of = (status: string) => counts.get(status) ?? 0;
  return { total: [...counts.values()].reduce((sum, count) => sum + count, 0), of };
}

/** Each word of a facet once, for suggestions. */
export function wordsOf(places: MachinePlaces, facet: MachineFacet): string[] {
  return [...new Set(places.flatMap((place) => place[facet] ?? []))];
}
