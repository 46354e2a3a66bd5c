import type { ReferenceField } from '../../contract/tap-kinds.ts';
import type { CorrectedTap } from './corrected-taps.ts';
import type { Entry } from './entries.ts';

/** Orders, products and batches: an order lasts for many entries, so what is said of one holds for those after it too. */

/** What something belongs to, by field; one that isn't known is absent. */
export type References = Readonly<Partial<Record<ReferenceField, string>>>;

/** The last entry that has begun at a moment, else the first. Binary. */
function placeAt(entries: readonly Entry[], at: number): number {
  let [low, high] = [0, entries.length];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.from <= at) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Writes into the entries of a lane what they belong to. What is said of an entry holds for the whole of it, of several words about one the
 * last; where the entry is no more, its moment counts.
 * @param taps in the order in which they were made
 * @param entries of the lane, in time
 * @returns what holds at its end
 */
export function refer(taps: readonly CorrectedTap[], lane: string, entries: Entry[]): References {
  const places = new Map(entries.map(({ id }, place) => [id, place]));
  const said = taps
    .filter(({ tap }) => tap.kind === 'reference' && tap.field && (tap.lane ?? lane) === lane)
    .map(({ tap, at }) => ({ tap, place: places.get(tap.target ?? '') ?? placeAt(entries, at) }))
    .sort((a, b) => a.place - b.place);
  let holds: References = {};
  let next = 0;
  const until = (place: number) => {
    for (; next < said.length && said[next]!.place <= place; next++) {
      const { field, text } = said[next]!.tap;
      const { [field!]: _, ...others } = holds;
      holds = text?.trim() ? { ...others, [field!]: text.trim() } : others;
    }
  };
  for (const [place, entry] of entries.entries()) {
    until(place);
    if (Object.keys(holds).length > 0) entry.references = holds;
  }
  until(Number.POSITIVE_INFINITY);
  return holds;
}
