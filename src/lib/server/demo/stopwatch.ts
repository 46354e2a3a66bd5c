import type { TapKind } from '../../contract/tap-kinds.ts';
import type { Tap } from '../../domain/taps/tap.ts';
import { createUuidv7 } from '../kernel/ids.ts';
import { type Chance, chanceOf } from './chance.ts';
import { DEMO_LOGGERS, shiftBegin } from './model.ts';
import { lineOf } from './packing-line.ts';

/**
 * Taps of people who do not exist. What the packer does follows from the plan of her line (packing-line.ts), as do the readings of its
 * logger; the milling machine is studied while it runs. Pure; moments in milliseconds since the epoch.
 */

/** Ids of activities by the keys of the templates. */
export type Activities = (key: string) => string;

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const LANE = 'worker';

/** A tablet in somebody's hand; {@link inOrder} numbers its taps. */
function tablet(device: string, opened: number) {
  const taps: Tap[] = [];
  let made = opened;
  const uuid = createUuidv7({ now: () => made * 1_000 });
  return {
    taps,
    tap(kind: TapKind, at: number, over: Partial<Tap> = {}): string {
      made = at;
      const id = uuid();
      taps.push({ id, kind, at, made_at: at, wall: at, mono: at - opened, device, session: `${device}-${opened}`, n: 0, ...over });
      return id;
    },
  };
}

/** What the packer does from a moment on. */
export interface Doing {
  at: number;
  key: 'work' | 'handling' | 'setting' | 'checking' | 'waiting' | 'breakdown' | 'walking' | 'break';
}

/**
 * What she does between two moments, by the line: it stands and she does what it stands for; it runs and she packs, with checks, a few steps
 * and material every half an hour. Outside the shifts the line is off: whoever is there then sets it up and cleans it.
 */
export function doings(from: number, to: number): Doing[] {
  const sequence: Doing[] = [];
  const chance = chanceOf(Math.floor(from / SECOND));
  const material = { last: from };
  let at = from;
  while (at < to) {
    const { until, key } = stretch(at, to);
    if (key === 'work' || key === 'rest')
      fill(sequence, { from: at, to: until, busy: key === 'work' ? 'work' : 'setting' }, chance, material);
    // She sees it a few seconds after the line does.
    else sequence.push({ at: at === from || key === 'break' ? at : at + Math.round(chance.between(2, 7) * SECOND), key });
    at = until;
  }
  return sequence;
}

/** What the line does at a moment, and how long. */
function stretch(at: number, to: number): { until: number; key: Doing['key'] | 'rest' } {
  const s = Math.floor(at / SECOND);
  const begin = shiftBegin(s);
  if (begin === null) {
    let quarter = Math.floor(s / 900) * 900 + 900;
    while (quarter * SECOND < to && shiftBegin(quarter) === null) quarter += 900;
    return { until: Math.min(to, quarter * SECOND), key: 'rest' };
  }
  const { stops, stopAt, end } = lineOf(begin);
  const stop = stopAt(s);
  const until = stop?.to ?? stops.find((one) => one.from > s)?.from ?? end;
  return { until: Math.min(to, until * SECOND), key: stop?.why ?? 'work' };
}

function fill(
  sequence: Doing[],
  { from, to, busy }: { from: number; to: number; busy: 'work' | 'setting' },
  chance: Chance,
  material: { last: number },
): void {
  let at = from;
  while (at < to) {
    sequence.push({ at, key: busy });
    at += chance.around(170 * SECOND, 55 * SECOND);
    const due = at - material.last >= 30 * MINUTE;
    const key = due ? 'handling' : chance.next() < 0.55 ? 'checking' : 'walking';
    const lasts = due ? chance.around(135 * SECOND, 30 * SECOND) : chance.around(...(key === 'checking' ? CHECK : WALK));
    // Nothing is begun that the line would cut short.
    if (at + lasts + 20 * SECOND > to) return;
    if (due) material.last = at;
    sequence.push({ at, key });
    at += lasts;
  }
}
const CHECK = [42 * SECOND, 11 * SECOND] as const;
const WALK = [19 * SECOND, 5 * SECOND] as const;

/** Pieces that the line packs in a second, at its usual pace. */
const PIECES_PER_S = 1.37;

/** The whole of a shift: eight hours from its first tap to its last. */
export function workDay(begin: number, activity: Activities): Tap[] {
  const end = begin + 8 * HOUR;
  const chance = chanceOf(Math.floor(begin / SECOND) + 1);
  const { taps, tap } = tablet('tablet-h2-1', begin - 2 * MINUTE);
  const list = doings(begin, end);
  const fault = list.findIndex(({ key }) => key === 'breakdown');
  const roll = list.findIndex(({ key }) => key === 'handling');
  const slip = list.findIndex(({ key, at }) => key === 'checking' && at > begin + 90 * MINUTE);
  let packed = 0;
  list.forEach(({ at, key }, index) => {
    const next = list[index + 1]?.at ?? end;
    // She was at the line before she was at the tablet: the boundary is moved to where it belongs.
    const late = index === fault ? 85 * SECOND : 0;
    if (index === slip) {
      const wrong = tap('switch', at - 3 * SECOND, { lane: LANE, activity: activity('waiting') });
      tap('retract', at - SECOND, { target: wrong });
    }
    const id = tap('switch', at + late, { lane: LANE, activity: activity(key) });
    if (late > 0) tap('move', at + late + 40 * SECOND, { target: id, value: -late });
    if (index === fault) tap('note', at + 150 * SECOND, { text: 'Čelisti nedrží teplotu, svary se rozlepují. Volám údržbu.' });
    if (index === roll) tap('note', at + 30 * SECOND, { text: 'Nová role fólie, šarže 4417.' });
    if (key === 'work') {
      packed += next - at;
      if (index % 14 === 4 && next - at > 40 * SECOND)
        tap('rate', at + 25 * SECOND, { target: id, value: RATINGS[index % RATINGS.length]! });
    }
    if (packed > 9 * MINUTE && key !== 'work' && next - at > 9 * SECOND) {
      tap('count', at + 5 * SECOND, {
        activity: activity('pieces'),
        value: Math.round((packed / SECOND) * PIECES_PER_S * chance.between(0.9, 1.02)),
      });
      if (chance.next() < 0.45) tap('count', at + 7 * SECOND, { activity: activity('rejects'), value: Math.round(chance.between(1, 9)) });
      packed = 0;
    }
  });
  tap('stop', end);
  return inOrder(taps);
}
const RATINGS = [100, 95, 105, 110, 100, 90, 105] as const;

/** Elements of the milling cycle in their order: usual length and spread, seconds. */
const ELEMENTS = [
  ['take', 7.4, 0.9],
  ['load', 16.8, 2.1],
  ['process', 101, 0.8],
  ['check', 14.2, 2.3],
  ['put-away', 7.9, 1],
] as const;
/** Cycles in which something was otherwise, by the element: what it lasted, times. */
const OUTLIERS: Readonly<Record<string, number>> = { '8 load': 2.6, '19 check': 2.9, '24 take': 3.1 };
/** Cycles whose check was interrupted, and how long: the foreman had a question, a pallet was in the way. */
const FOREIGN: Readonly<Record<number, number>> = { 13: 54, 22: 31 };
const STUDY_CYCLES = 30;
/** The longest that a study may take. */
const STUDY_MS = 90 * MINUTE;

/** Cycles of the milling machine one after the other, each rated in one of its elements now and then. */
export function cycleStudy(begin: number, activity: Activities): Tap[] {
  const chance = chanceOf(Math.floor(begin / SECOND));
  const { taps, tap } = tablet('tablet-h2-2', begin - MINUTE);
  let at = begin;
  for (let cycle = 1; cycle <= STUDY_CYCLES; cycle++)
    for (const [index, [key, mean, spread]] of ELEMENTS.entries()) {
      const id = tap('switch', at, { lane: LANE, activity: activity(key) });
      const lasts = chance.around(mean * SECOND, spread * SECOND) * (OUTLIERS[`${cycle} ${key}`] ?? 1);
      if (key !== 'process' && (cycle * 5 + index) % 7 === 0)
        tap('rate', at + 2 * SECOND, { target: id, value: RATINGS[(cycle + index) % RATINGS.length]! });
      const foreign = key === 'check' ? FOREIGN[cycle] : undefined;
      if (foreign !== undefined) {
        tap('interrupt', at + 5 * SECOND, { lane: LANE, activity: activity('foreign') });
        at += foreign * SECOND;
        tap('return', at + 5 * SECOND, { lane: LANE });
        if (cycle === 13) tap('note', at + 7 * SECOND, { text: 'Dotaz mistra na další zakázku.' });
      }
      at += Math.round(lasts);
    }
  tap('stop', at);
  return inOrder(taps);
}

/** The newest moment before `before` from which the milling machine ran for a whole study in a morning; null when there is none. */
export function studyBegin(mornings: readonly number[]): number | null {
  const mode = DEMO_LOGGERS.find(({ code }) => code === 'LOG-0021')!.channels.find(({ key }) => key === 'mode')!;
  const runs = (from: number): boolean => {
    for (let at = from; at <= from + STUDY_MS; at += MINUTE) if (mode.at(at / SECOND) !== 'provoz') return false;
    return true;
  };
  for (const morning of mornings)
    for (let at = morning + 15 * MINUTE; at + STUDY_MS < morning + 8 * HOUR; at += 15 * MINUTE) if (runs(at)) return at + 20 * SECOND;
  return null;
}

/** A touch for each thing that she does, and the pieces once enough are packed. */
function tapDoings(list: readonly Doing[], now: number, tap: ReturnType<typeof tablet>['tap'], activity: Activities): void {
  let packed = 0;
  list.forEach(({ at, key: doing }, index) => {
    tap('switch', at, { lane: LANE, activity: activity(doing) });
    const next = list[index + 1]?.at;
    if (doing === 'work' && next !== undefined) packed += next - at;
    if (packed > 9 * MINUTE && doing !== 'work' && at + 5 * SECOND < now) {
      tap('count', at + 5 * SECOND, { activity: activity('pieces'), value: Math.round((packed / SECOND) * PIECES_PER_S) });
      packed = 0;
    }
  });
}

/** A measurement under way: its last state began a few minutes before `now`. */
export function underWay(from: number, now: number, activity: Activities): Tap[] {
  const { taps, tap } = tablet('tablet-h2-1', from - Math.min(MINUTE, now - from));
  const last = Math.max(from, now - 4 * MINUTE);
  const list = doings(from, now).filter(({ at }) => at === from || at < last - MINUTE);
  // What the line stands for goes on; otherwise something new has begun.
  const { key } = stretch(last, now);
  const before = list.at(-1)?.key;
  const present = key === 'work' || key === 'rest' ? BUSY[key] : key;
  const begun = before !== present ? present : key === 'work' || key === 'rest' ? 'checking' : null;
  if (begun !== null && last > from) list.push({ at: last, key: begun });
  tapDoings(list, now, tap, activity);
  return inOrder(taps);
}
const BUSY = { work: 'work', rest: 'setting' } as const;

/** How a measurement that began at `from` goes on between two moments, from a tablet that was opened for it. */
export function meanwhile(from: number, since: number, now: number, activity: Activities): Tap[] {
  const { taps, tap } = tablet('tablet-h2-1', since);
  // Always the whole of it, so that what is done up to a moment doesn't depend on when somebody asks.
  const until = from + 8 * HOUR;
  tapDoings(doings(from, until), until, tap, activity);
  return inOrder(taps.filter(({ at }) => at > since && at <= now));
}

/** The end of a measurement, from a tablet that was opened for it. */
export function ending(at: number): Tap[] {
  const { taps, tap } = tablet('tablet-h2-1', at);
  tap('stop', at);
  return inOrder(taps);
}

/** A reading that somebody leaves out afterwards, at his desk. */
export function excluding(at: number, target: string, text: string): Tap[] {
  const { taps, tap } = tablet('desk-1', at);
  tap('exclude', at, { target, text });
  return inOrder(taps);
}

/** As the fingers touched, numbered. */
const inOrder = (taps: readonly Tap[]): Tap[] =>
  taps.toSorted((a, b) => a.made_at - b.made_at).map((one, index) => ({ ...one, n: index + 1 }));
