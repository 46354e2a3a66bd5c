import { atom, type WritableAtom } from 'nanostores';
import type { Entry } from '../../lib/domain/taps/entries.ts';

export interface Told {
  lane: string;
  at: number;
  stays: boolean;
}

/** What several parts of the page point at together: they follow each other without drawing the whole page anew. */
export interface Board {
  /** The moment under the pointer, milliseconds. */
  $hover: WritableAtom<number | null>;
  /** The moment that was clicked or chosen by keys; it stays when the pointer goes. */
  $pinned: WritableAtom<number | null>;
  /** Ids of chosen entries. */
  $selected: WritableAtom<ReadonlySet<string>>;
  /** Where on a lane the words of a mark are told: they stay when they were asked for, and go with the pointer else. */
  $told: WritableAtom<Told | null>;
  /** The lane that the figures are about. */
  $lane: WritableAtom<string>;
  /** Names of the signals that the reader chose; null before he chooses. */
  $signals: WritableAtom<readonly string[] | null>;
}

export const createBoard = (lane: string, signals: readonly string[] | null = null): Board => ({
  $hover: atom<number | null>(null),
  $pinned: atom<number | null>(null),
  $selected: atom<ReadonlySet<string>>(new Set()),
  $told: atom<Told | null>(null),
  $lane: atom(lane),
  $signals: atom(signals),
});

/** Chooses an entry alone, or beside the others. */
export function choose({ $selected, $lane }: Board, entry: Pick<Entry, 'id' | 'lane'>, more: boolean): void {
  const before = $selected.get();
  const next = new Set(more ? before : []);
  if (more && before.has(entry.id)) next.delete(entry.id);
  else next.add(entry.id);
  $selected.set(next);
  if ($lane.get() !== entry.lane) $lane.set(entry.lane);
}
