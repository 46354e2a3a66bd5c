import type { TapSource } from '../../contract/tap-kinds.ts';
import type { Tap } from '../taps/tap.ts';
import { type StudyUnit, UNIT_SECONDS } from './units.ts';

/** A study from paper or of another program as taps: what was observed elsewhere, written down at a desk. Milliseconds. */

export interface DeskEntry {
  /** Where it stands in what it comes from, from 1. */
  line: number;
  lane: string;
  kind: 'state' | 'pause' | 'unassigned' | 'point';
  /** Of a state and a point. */
  activity: string | null;
  from: number;
  to: number;
  rating: number | null;
  note: string | null;
  excluded: string | null;
}

export const DESK_FAULTS = [
  'no_activity',
  'no_time',
  'not_later',
  'rating',
  'overlap',
  'unknown_name',
  'no_kind',
  'no_moment',
  'unpaired',
  'no_lane',
  'future',
  'empty',
  'too_long',
] as const;
export type DeskFault = (typeof DESK_FAULTS)[number];
/** `line` counts from 1; null = of all of it. */
export interface DeskProblem {
  line: number | null;
  fault: DeskFault;
  found: string;
}

/** durations: how long each element took; readings: what the watch showed when it ended. */
export const DESK_MODES = ['durations', 'readings'] as const;
export type DeskMode = (typeof DESK_MODES)[number];

/** Ratings that taps may have, per cent. */
const RATINGS = { least: 10, most: 300 };
/** The longest study, and what a number of it may be. */
const LONGEST_MS = 7 * 86_400_000;

/** `12,5`, `1:02`, `1:02:03.5`; a number alone is in the unit. @returns milliseconds; null for what is no time */
export function readLength(text: string, unit: StudyUnit): number | null {
  const said = text.trim().replace(',', '.');
  const clock = /^(?:(\d{1,3}):)?(\d{1,4}):(\d{1,2}(?:\.\d+)?)$/.exec(said);
  let seconds = Number.NaN;
  if (clock) seconds = Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
  else if (/^\d+(\.\d+)?$/.test(said)) seconds = Number(said) * UNIT_SECONDS[unit];
  const ms = Math.round(seconds * 1_000);
  return Number.isNaN(ms) || ms > LONGEST_MS ? null : ms;
}

/** A rating in per cent; null = none. @returns undefined for what is no rating */
export function readRating(text: string): number | null | undefined {
  const said = text.trim().replace(',', '.').replace(/\s*%$/, '');
  if (said === '') return null;
  const rating = Number(said);
  return Number.isFinite(rating) && rating >= RATINGS.least && rating <= RATINGS.most ? rating : undefined;
}

/** A row as it is typed: texts, whatever they are. */
export interface TypedRow {
  /** Id of an activity; empty = none chosen. */
  activity: string;
  time: string;
  rating: string;
  note: string;
  /** Why it doesn't count. */
  excluded: string;
}
export const isBlank = ({ time, rating, note, excluded }: TypedRow): boolean =>
  [time, rating, note, excluded].every((one) => one.trim() === '');

export interface Typing {
  start: number;
  mode: DeskMode;
  unit: StudyUnit;
  lane: string;
}

/** Rows one after the other as entries; those without anything at the end are not there yet. */
export function typedEntries(
  rows: readonly TypedRow[],
  { start, mode, unit, lane }: Typing,
): { entries: DeskEntry[]; problems: DeskProblem[] } {
  const last = rows.findLastIndex((row) => !isBlank(row));
  const entries: DeskEntry[] = [];
  const problems: DeskProblem[] = [];
  let at = start;
  for (const [index, row] of rows.slice(0, last + 1).entries()) {
    const line = index + 1;
    const length = readLength(row.time, unit);
    const rating = readRating(row.rating);
    if (row.activity === '') problems.push({ line, fault: 'no_activity', found: '' });
    if (rating === undefined) problems.push({ line, fault: 'rating', found: row.rating });
    if (length === null) {
      problems.push({ line, fault: 'no_time', found: row.time });
      continue;
    }
    const to = mode === 'durations' ? at + length : start + length;
    if (to <= at) problems.push({ line, fault: 'not_later', found: row.time });
    else if (row.activity !== '' && rating !== undefined)
      entries.push({
        ...{ line, lane, kind: 'state' as const, activity: row.activity, from: at, to, rating },
        note: row.note.trim() || null,
        excluded: row.excluded.trim() || null,
      });
    at = Math.max(at, to);
  }
  return { entries, problems };
}

/** Entries of one lane that lie over each other, and what has not happened yet. */
export function problemsOf(entries: readonly DeskEntry[], now: number): DeskProblem[] {
  const problems: DeskProblem[] = entries.filter(({ to }) => to > now).map(({ line }) => ({ line, fault: 'future', found: '' }));
  for (const lane of Map.groupBy(
    entries.filter(({ kind }) => kind !== 'point'),
    (one) => one.lane,
  ).values()) {
    const inTime = lane.toSorted((a, b) => a.from - b.from || a.line - b.line);
    for (const [index, one] of inTime.entries()) {
      const next = inTime[index + 1];
      if (next && next.from < one.to) problems.push({ line: next.line, fault: 'overlap', found: String(one.line) });
    }
  }
  return problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

/** Who wrote the taps down, and when. */
export interface DeskStamp {
  /** Milliseconds since the epoch: when it was written down. */
  now: number;
  device: string;
  source: TapSource;
  id(): string;
}

/**
 * Taps that give these entries, as a tablet would have made them, with ratings, notes and exclusions as corrections; the last one ends the
 * measurement. Time between entries belongs to nothing.
 */
export function tapsOf(entries: readonly DeskEntry[], { now, device, source, id }: DeskStamp): Tap[] {
  const taps: Tap[] = [];
  const make = (kind: Tap['kind'], at: number, over: Partial<Tap> = {}): Tap => {
    const stamp = { made_at: now, wall: now, mono: 0, device, session: `${device}.1`, n: taps.length + 1, source };
    const tap: Tap = { id: id(), kind, at, ...stamp, ...over };
    taps.push(tap);
    return tap;
  };
  const end = entries.reduce((latest, { to }) => Math.max(latest, to), Number.NEGATIVE_INFINITY);
  const said: { target: string; entry: DeskEntry }[] = [];
  for (const [lane, all] of Map.groupBy(entries, (one) => one.lane)) {
    let until: number | null = null;
    for (const entry of all.toSorted((a, b) => a.from - b.from || a.line - b.line)) {
      if (entry.kind === 'point') {
        const point = make('point', entry.from, { lane, activity: entry.activity });
        if (entry.note !== null) said.push({ target: point.id, entry: { ...entry, rating: null, excluded: null } });
        continue;
      }
      if (until !== null && until < entry.from) make('switch', until, { lane, activity: null });
      const begun =
        entry.kind === 'pause'
          ? make('pause', entry.from, { lane })
          : make('switch', entry.from, { lane, activity: entry.kind === 'state' ? entry.activity : null });
      said.push({ target: begun.id, entry });
      until = entry.to;
    }
    if (until !== null && until < end) make('switch', until, { lane, activity: null });
  }
  for (const { target, entry } of said) {
    if (entry.rating !== null) make('rate', now, { target, value: entry.rating });
    if (entry.note !== null) make('annotate', now, { target, text: entry.note });
    if (entry.excluded !== null) make('exclude', now, { target, text: entry.excluded });
  }
  if (Number.isFinite(end)) make('stop', end, { lane: null });
  return taps;
}
