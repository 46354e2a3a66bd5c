import type { ListedEntry } from '../../contract/measurements.ts';
import { applyCorrections, type CorrectedTap, type CorrectedTaps } from './corrected-taps.ts';
import { partsOf } from './parts.ts';
import { type References, refer } from './references.ts';
import { isBoundary, type Tap } from './tap.ts';

/** Entries of a measurement, computed from its taps: each lane is covered from the start to the end, without overlap or silent gap. */

/** What is measured: the lanes in their order, and the activities of the panel. */
export interface MeasuredPanel {
  lanes: readonly string[];
  activities: ReadonlyMap<string, { ends_cycle: boolean }>;
}

/** From the lanes of a measurement or of a panel, and the activities of the screen's version. */
export const measuredPanel = (
  lanes: readonly { id: string }[],
  activities: readonly { id: string; ends_cycle: boolean }[],
): MeasuredPanel => ({
  lanes: lanes.map(({ id }) => id),
  activities: new Map(activities.map(({ id, ends_cycle }) => [id, { ends_cycle }])),
});

/**
 * An entry as it is computed: what travels, with moments as numbers. `id` is that of the tap that began it; of a lane's time before its first
 * tap, the lane's. `interrupts`: the state before goes on after it. `cycle` counts from 1 on its lane.
 */
export interface Entry extends Pick<ListedEntry, 'id' | 'lane' | 'kind' | 'interrupts' | 'rating' | 'note' | 'excluded' | 'cycle'> {
  /** Null for a pause, and for time nobody assigned. */
  activity: string | null;
  /** Milliseconds since the epoch, UTC; `to` is the next one's `from`, null while it runs. */
  from: number;
  to: number | null;
  /** What it belongs to; absent = nothing is known. */
  references?: References;
}

export interface Cycle {
  lane: string;
  no: number;
  from: number;
  /** Null: it isn't finished. */
  to: number | null;
}

/** What a reviewer should look at; nothing was refused because of it. */
export interface Conflict {
  kind: 'after_stop' | 'contradiction' | 'nothing_to_return_to' | 'unknown_lane' | 'unknown_activity' | 'orphan' | 'clock';
  tap: string;
  /** The tap of the other tablet, of `contradiction`. */
  other?: string;
  /** Milliseconds, of `clock`. */
  offset?: number;
}

export interface Timeline {
  /** Null before the first tap. */
  from: number | null;
  /** Null while it runs. */
  to: number | null;
  lanes: readonly string[];
  /** By lane in the order of the panel, then by time. */
  entries: readonly Entry[];
  cycles: readonly Cycle[];
  counts: ReadonlyMap<string, number>;
  /** Every step of the counts, in time: together they never fall below zero. */
  counted: readonly { id: string; at: number; activity: string; lane: string | null; by: number }[];
  points: readonly { id: string; at: number; activity: string | null; lane: string | null; note: string | null }[];
  notes: readonly { id: string; at: number; lane: string | null; text: string }[];
  /** What holds on each lane by now, for the entries that come. */
  references: ReadonlyMap<string, References>;
  conflicts: readonly Conflict[];
}

/** Two tablets that begin different states on a lane within it contradict each other. */
const CONTRADICTION_MS = 2_000;
/** A clock that is wrong by less is no conflict. */
const CLOCK_MS = 1_000;

const NONE: Timeline = {
  from: null,
  to: null,
  lanes: [],
  entries: [],
  cycles: [],
  counts: new Map(),
  counted: [],
  points: [],
  notes: [],
  references: new Map(),
  conflicts: [],
};

/** Computes everything from the taps. Pure; O(n log n). @returns times in milliseconds since the epoch, UTC */
export const computeTimeline = (taps: readonly Tap[], panel: MeasuredPanel): Timeline => timelineOf(applyCorrections(taps), panel);

export function timelineOf(corrected: CorrectedTaps, panel: MeasuredPanel): Timeline {
  const boundaries = corrected.taps.filter(({ tap }) => isBoundary(tap));
  const conflicts: Conflict[] = corrected.orphans.map(({ id }) => ({ kind: 'orphan', tap: id }));
  conflicts.push(...clockConflicts(corrected));
  const lanes = [...panel.lanes];
  for (const { tap, activity } of boundaries) {
    if (tap.lane && !lanes.includes(tap.lane)) {
      lanes.push(tap.lane);
      conflicts.push({ kind: 'unknown_lane', tap: tap.id });
    }
    if (activity !== null && !panel.activities.has(activity)) conflicts.push({ kind: 'unknown_activity', tap: tap.id });
  }
  const rest = restOf(corrected);
  const references = new Map<string, References>();
  if (boundaries.length === 0) {
    for (const lane of lanes) references.set(lane, refer(corrected.taps, lane, []));
    return { ...NONE, ...rest, lanes, references, conflicts };
  }

  const from = boundaries.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const stop = corrected.taps.findLast(({ tap }) => tap.kind === 'stop');
  const to = stop ? Math.max(stop.at, from) : null;
  const entries: Entry[] = [];
  const cycles: Cycle[] = [];
  for (const lane of lanes) {
    const own = boundaries.filter(({ tap }) => (tap.lane ?? lanes[0]) === lane);
    conflicts.push(...contradictions(own));
    if (to !== null) for (const { at, tap } of own) if (at > to) conflicts.push({ kind: 'after_stop', tap: tap.id });
    const found = cover(lane, own, { from, to }, conflicts);
    const marks = corrected.taps.filter(({ tap }) => tap.kind === 'cycle' && (tap.lane ?? lane) === lane).map(({ at }) => at);
    cycles.push(...number(lane, found, marks, panel, { from, to }));
    references.set(lane, refer(corrected.taps, lane, found));
    for (const entry of found) entries.push(entry);
  }
  return { from, to, lanes, entries, cycles, ...rest, references, conflicts };
}

/** Cuts the lane at its boundaries. Of two at one moment the one made later holds, the other lasts no time. */
function cover(
  lane: string,
  own: readonly CorrectedTap[],
  { from, to }: { from: number; to: number | null },
  conflicts: Conflict[],
): Entry[] {
  const end = to ?? Number.POSITIVE_INFINITY;
  // `own` is in the order of making, and the sort is stable.
  const inTime = own.filter(({ at }) => at < end || at === from).sort((a, b) => a.at - b.at);
  const entries: Entry[] = [];
  const begin = (entry: Omit<Entry, 'lane' | 'to' | 'cycle'>) => {
    const before = entries.at(-1);
    if (before && before.from === entry.from) entries.pop();
    else if (before) before.to = entry.from;
    entries.push({ ...entry, lane, to: null, cycle: 1 });
  };
  // Gives way at once to a tap of the very beginning.
  begin({ id: lane, kind: 'unassigned', activity: null, from, interrupts: false, rating: null, note: null, excluded: null });
  const interrupted: (string | null)[] = [];
  let current: string | null = null;
  for (const { tap, at, activity: named, rating, note, excluded } of inTime) {
    let activity = named;
    if (tap.kind === 'interrupt') interrupted.push(current);
    else if (tap.kind === 'switch') interrupted.length = 0;
    else if (tap.kind === 'return') {
      const before = interrupted.pop();
      if (before === undefined) {
        conflicts.push({ kind: 'nothing_to_return_to', tap: tap.id });
        continue;
      }
      activity = named ?? before;
    }
    if (tap.kind === 'pause') activity = null;
    else current = activity;
    const kind = tap.kind === 'pause' ? 'pause' : activity === null ? 'unassigned' : 'state';
    begin({ id: tap.id, kind, activity, from: at, interrupts: tap.kind === 'interrupt', rating, note, excluded });
  }
  const last = entries.at(-1);
  if (last) last.to = to;
  // A measurement that ends where it began has no time to cover.
  return to === from ? [] : entries;
}

/**
 * Numbers the cycles of one lane: they end at their marks, and where an element ends that ends a cycle. One that is interrupted or paused
 * ends with its last part, and while it may still go on it hasn't ended.
 */
function number(
  lane: string,
  entries: Entry[],
  marks: readonly number[],
  { activities }: MeasuredPanel,
  { from, to }: { from: number; to: number | null },
): Cycle[] {
  const end = to ?? Number.POSITIVE_INFINITY;
  const ends = new Set(marks.filter((at) => at > from && at <= end));
  const parts = partsOf(entries);
  for (const [begin, last] of parts.last) {
    const { activity, to: till } = entries[last]!;
    const endsCycle = activity !== null && activities.get(activity)?.ends_cycle;
    if (endsCycle && till !== null && !(to === null && parts.open.has(begin))) ends.add(till);
  }
  const sorted = [...ends].sort((a, b) => a - b);
  let no = 0;
  for (const entry of entries) {
    while (no < sorted.length && sorted[no]! <= entry.from) no++;
    entry.cycle = no + 1;
  }
  if (sorted.length === 0) return [];
  const cycles = sorted.map((at, index): Cycle => ({ lane, no: index + 1, from: sorted[index - 1] ?? from, to: at }));
  const last = sorted.at(-1)!;
  if (last < end) cycles.push({ lane, no: sorted.length + 1, from: last, to: null });
  return cycles;
}

function contradictions(own: readonly CorrectedTap[]): Conflict[] {
  const inTime = own.toSorted((a, b) => a.at - b.at);
  return inTime.flatMap((one, index): Conflict[] => {
    const next = inTime[index + 1];
    const differs = next && next.tap.device !== one.tap.device && next.activity !== one.activity;
    return differs && next.at - one.at < CONTRADICTION_MS ? [{ kind: 'contradiction', tap: next.tap.id, other: one.tap.id }] : [];
  });
}

/** A session whose clock was wrong is named by its first tap. */
function clockConflicts({ offsets, order }: CorrectedTaps): Conflict[] {
  const named = new Set<string>();
  return order.flatMap(({ tap }): Conflict[] => {
    const offset = offsets.get(tap.session) ?? 0;
    if (tap.kind === 'clock' || Math.abs(offset) < CLOCK_MS || named.has(tap.session)) return [];
    named.add(tap.session);
    return [{ kind: 'clock', tap: tap.id, offset }];
  });
}

function restOf({ taps }: CorrectedTaps): Pick<Timeline, 'counts' | 'counted' | 'points' | 'notes'> {
  const counts = new Map<string, number>();
  const inTime = taps.toSorted((a, b) => a.at - b.at);
  const counted = inTime.flatMap(({ tap, at, activity }) => {
    if (tap.kind !== 'count' || activity === null) return [];
    // There is never less than nothing: a correction takes away what was counted until then, at most.
    const before = counts.get(activity) ?? 0;
    const by = Math.max(tap.value ?? 1, -before);
    counts.set(activity, before + by);
    return by === 0 ? [] : [{ id: tap.id, at, activity, lane: tap.lane ?? null, by }];
  });
  return {
    counts,
    counted,
    points: inTime
      .filter(({ tap }) => tap.kind === 'point')
      .map(({ tap, at, activity, note }) => ({ id: tap.id, at, activity, lane: tap.lane ?? null, note })),
    notes: inTime.flatMap(({ tap, at, note }) =>
      tap.kind === 'note' && note ? [{ id: tap.id, at, lane: tap.lane ?? null, text: note }] : [],
    ),
  };
}
