import { isCorrection, type Tap } from './tap.ts';

/** What all taps together say: the same for any order of arrival. */

/** A tap after every correction of it. */
export interface CorrectedTap {
  tap: Tap;
  /** When it happened, milliseconds since the epoch, UTC: clock, `move` and all. */
  at: number;
  /** When the finger touched, corrected by the clock only. */
  madeAt: number;
  activity: string | null;
  /** Performance rating in per cent. */
  rating: number | null;
  note: string | null;
  /** Why figures leave it out; null: they don't. */
  excluded: string | null;
  /** Ids of the living corrections that were heeded. */
  correctedBy: readonly string[];
}

export interface CorrectedTaps {
  /** Living taps that are no corrections, in the order in which they were made. */
  taps: readonly CorrectedTap[];
  /** Every tap in the order in which it was made, each with whether it is in force. `at`: its place in that order, milliseconds. */
  order: readonly { tap: Tap; alive: boolean; at: number }[];
  /** Milliseconds by which a session's clock was wrong. */
  offsets: ReadonlyMap<string, number>;
  /** Corrections whose target isn't here. */
  orphans: readonly Tap[];
}

/** Place in the one order of all tablets: a correction always comes after what it corrects, whatever the clocks say. */
interface Rank {
  ms: number;
  depth: number;
}

const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * When the last word of a kind was said about any of the targets, milliseconds in the one order of all tablets. Whoever knows of it and says
 * another means his own, however wrong the clocks are: his has to be stamped later.
 */
export function lastWord({ order }: Pick<CorrectedTaps, 'order'>, said: readonly Pick<Tap, 'kind' | 'target'>[]): number {
  const about = new Set(said.flatMap(({ kind, target }) => (target ? [`${kind} ${target}`] : [])));
  if (about.size === 0) return Number.NEGATIVE_INFINITY;
  return order.reduce((last, { tap, at }) => (tap.target && about.has(`${tap.kind} ${tap.target}`) ? Math.max(last, at) : last), -Infinity);
}

/** The taps without repetition. The same id with another content can only be a broken tablet; one of them is taken, always the same. */
function unique(taps: readonly Tap[]): Map<string, Tap> {
  const found = new Map<string, Tap>();
  for (const tap of taps) {
    const other = found.get(tap.id);
    if (!other || (other !== tap && text(canonical(tap), canonical(other)) < 0)) found.set(tap.id, tap);
  }
  return found;
}
const canonical = (tap: Tap): string =>
  JSON.stringify(
    Object.entries(tap)
      .filter(([, value]) => value !== undefined && value !== null)
      .sort(([a], [b]) => text(a, b)),
  );

function offsetsOf(taps: Iterable<Tap>): Map<string, number> {
  const last = new Map<string, Tap>();
  for (const tap of taps) {
    if (tap.kind !== 'clock') continue;
    const before = last.get(tap.session);
    // What another session concluded about this one stands at the place of its last tap: its own measurement comes after that.
    if (!before || (tap.n - before.n || tap.made_at - before.made_at || text(tap.id, before.id)) > 0) last.set(tap.session, tap);
  }
  return new Map([...last].map(([session, { value }]) => [session, value ?? 0]));
}

function ranksOf(taps: ReadonlyMap<string, Tap>, madeAt: (tap: Tap) => number): Map<string, Rank> {
  const ranks = new Map<string, Rank>();
  for (const first of taps.values()) {
    // From the tap to what it corrects, as far as that is known.
    const way: Tap[] = [];
    const seen = new Set<Tap>();
    let tap: Tap | undefined = first;
    while (tap && !ranks.has(tap.id) && !seen.has(tap)) {
      way.push(tap);
      seen.add(tap);
      tap = isCorrection(tap) && tap.target ? taps.get(tap.target) : undefined;
    }
    // A ring, which only malice makes: whoever is in it counts by his own moment, wherever the walk began.
    if (tap && !ranks.has(tap.id)) for (const one of way.splice(way.indexOf(tap))) ranks.set(one.id, { ms: madeAt(one), depth: 0 });
    for (const one of way.reverse()) {
      const own = madeAt(one);
      const target = isCorrection(one) && one.target ? ranks.get(one.target) : undefined;
      ranks.set(one.id, target && target.ms >= own ? { ms: target.ms, depth: target.depth + 1 } : { ms: own, depth: 0 });
    }
  }
  return ranks;
}

/**
 * The taps with everything applied that was corrected, taken back or brought back. Pure: equal sets of taps give equal results in any
 * order, and a tap that was taken back leaves no trace but itself.
 */
export function applyCorrections(given: readonly Tap[]): CorrectedTaps {
  const taps = unique(given);
  const offsets = offsetsOf(taps.values());
  const offset = ({ session }: Tap) => offsets.get(session) ?? 0;
  const madeAt = (tap: Tap) => tap.made_at + offset(tap);
  const ranks = ranksOf(taps, madeAt);
  const rank = (tap: Tap) => ranks.get(tap.id)!;
  const sorted = [...taps.values()].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    return x.ms - y.ms || x.depth - y.depth || text(a.device, b.device) || a.n - b.n || text(a.id, b.id);
  });

  // Backwards, so that the last word about a tap is heard before the tap itself.
  const decided = new Map<string, boolean>();
  const isAlive = (tap: Tap) => decided.get(tap.id) !== false;
  for (const tap of sorted.toReversed()) {
    const { kind, target } = tap;
    if ((kind === 'retract' || kind === 'restore') && target && isAlive(tap) && !decided.has(target))
      decided.set(target, kind === 'restore');
  }

  const inForce = new Map<string, CorrectedTap & { correctedBy: string[] }>();
  for (const tap of sorted)
    if (!isCorrection(tap) && tap.kind !== 'clock' && isAlive(tap))
      inForce.set(tap.id, {
        tap,
        at: tap.at + offset(tap),
        madeAt: madeAt(tap),
        activity: tap.activity ?? null,
        rating: null,
        note: tap.kind === 'note' ? (tap.text ?? null) : null,
        excluded: null,
        correctedBy: [],
      });
  const orphans: Tap[] = [];
  for (const tap of sorted) {
    if (!isCorrection(tap)) continue;
    if (!tap.target || !taps.has(tap.target)) orphans.push(tap);
    const found = isAlive(tap) && tap.target ? inForce.get(tap.target) : undefined;
    if (!found) continue;
    if (tap.kind === 'move') found.at = found.tap.at + offset(found.tap) + (tap.value ?? 0);
    else if (tap.kind === 'relabel') found.activity = tap.activity ?? null;
    else if (tap.kind === 'rate') found.rating = tap.value ?? null;
    else if (tap.kind === 'annotate') found.note = tap.text || null;
    else if (tap.kind === 'exclude') found.excluded = tap.text?.trim() || null;
    else continue;
    found.correctedBy.push(tap.id);
  }
  return { taps: [...inForce.values()], order: sorted.map((tap) => ({ tap, alive: isAlive(tap), at: rank(tap).ms })), offsets, orphans };
}
