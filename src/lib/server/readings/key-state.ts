import { AHEAD, EXCLUDED, SENSOR_ERROR } from '../kernel/reading-store.ts';

/** What one key (a channel and a moment) holds, and what becomes of it when a message says something else of it. Pure. */

export interface Said {
  num: number | null;
  text: string | null;
  /** As `readings.quality`. */
  quality: number;
}
/** A value with the number of the message that says so. */
export interface Record extends Said {
  src: number;
}
/** A record that lost against a newer one, as it is stored; without a row it is still to be written. */
export interface Revision extends Record {
  row?: { replaced_at: number; id: string };
}

export interface KeyState {
  current: Record | null;
  /** In the order of their messages, and of one message in the order of its values. */
  revisions: Revision[];
}

export type Outcome = 'new' | 'changed' | 'gone' | 'unchanged';
/** What the saying counts as for its message: nothing was written of a duplicate. */
export type Counted = 'new' | 'duplicate' | 'replaced' | null;

const sameValue = (a: Said, b: Said) => a.num === b.num && a.text === b.text && ((a.quality ^ b.quality) & SENSOR_ERROR) === 0;
const isAhead = ({ quality }: Said) => (quality & AHEAD) !== 0;
const sameSaid = (a: Said, b: Said) => sameValue(a, b) && isAhead(a) === isAhead(b);

/**
 * The key after message `src` says `said` of it, or with null nothing any more. The value is always that of the newest message; what people
 * excluded stays excluded.
 * @param unrecorded what the newest other message says of which the key may hold no record, since it said what was there
 */
export function say(key: KeyState, src: number, said: Said | null, unrecorded: Record | undefined): { key: KeyState; counted: Counted } {
  const result = spoken(key, src, said, unrecorded);
  const { current, revisions } = result.key;
  const excluded = (key.current?.quality ?? 0) & EXCLUDED;
  if (current === null || (current.quality & excluded) === excluded) return result;
  return { ...result, key: { current: { ...current, quality: current.quality | excluded }, revisions } };
}

function spoken(key: KeyState, src: number, said: Said | null, unrecorded: Record | undefined): { key: KeyState; counted: Counted } {
  const wasCurrent = key.current?.src === src;
  const own = wasCurrent ? key.current : key.revisions.findLast((one) => one.src === src);
  if (said === null ? !own : own && sameSaid(own, said))
    return { key, counted: said && (wasCurrent && key.revisions.length === 0 ? 'new' : 'replaced') };
  const revisions = key.revisions.filter((one) => one.src !== src);
  let current = wasCurrent ? (revisions.pop() ?? null) : key.current;
  /** Of how new a message the current value is. */
  let newest = current?.src ?? 0;
  if (unrecorded && unrecorded.src > newest) {
    newest = unrecorded.src;
    if (!current || !sameSaid(current, unrecorded)) {
      if (current) revisions.push(current);
      current = unrecorded;
    }
  }
  if (said === null) return { key: { current, revisions }, counted: null };
  const record = { ...said, src };
  if (!current) return { key: { current: record, revisions }, counted: 'new' };
  if (src < newest) {
    if (sameValue(current, said)) return { key: { current, revisions }, counted: 'duplicate' };
    return { key: { current, revisions: inOrder([...revisions, record]) }, counted: 'replaced' };
  }
  // It was said again after its time had come, so it isn't ahead any more; what was said before stays in a revision.
  if (sameValue(current, said) && !(isAhead(current) && !isAhead(said))) return { key: { current, revisions }, counted: 'duplicate' };
  return { key: { current: record, revisions: [...revisions, current] }, counted: sameValue(current, said) ? 'duplicate' : 'replaced' };
}

const inOrder = (revisions: Revision[]) => revisions.sort((a, b) => a.src - b.src);

export function outcomeOf(before: KeyState, after: KeyState): Outcome {
  if (before.current === null) return after.current === null ? 'unchanged' : 'new';
  if (after.current === null) return 'gone';
  return sameSaid(before.current, after.current) ? 'unchanged' : 'changed';
}
