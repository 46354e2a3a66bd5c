import type { Locale } from '../../lib/constants.ts';
import { inLanguage, SCREEN_TEMPLATES } from '../../lib/domain/screens/templates/index.ts';
import { computeTimeline, type Entry, type Timeline } from '../../lib/domain/taps/entries.ts';
import type { Tap } from '../../lib/domain/taps/tap.ts';
import { VALUE } from '../../lib/domain/taxonomies/value.ts';
import { type Balance, balanceOf } from '../../lib/domain/time-study/balance.ts';
import { type ParetoBar, paretoOf } from '../../lib/domain/time-study/pareto.ts';
import { piecesOf } from '../../lib/domain/time-study/spans.ts';

/**
 * Four invented hours at a press brake, as an observer tapped them; both pages about time show them. Entries, balance and losses are
 * computed by the product's own code. Moments are milliseconds since the epoch, written as UTC.
 */

const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
const DAY = Date.UTC(2026, 10, 19);
const clock = (text: string): number => {
  const [h = 0, m = 0, s = 0] = text.split(':').map(Number);
  return DAY + h * HOUR + m * MINUTE + s * SECOND;
};

export const LANE = 'worker';
export type Activity = 'work' | 'handling' | 'setting' | 'checking' | 'waiting' | 'breakdown' | 'walking' | 'break';

export const MORNING = { from: clock('6:00:00'), to: clock('10:00:00') };

/** When each state began. */
const BEGUN: readonly (readonly [at: string, activity: Activity])[] = [
  ['6:00:00', 'setting'],
  ['6:12:34', 'checking'],
  ['6:15:51', 'work'],
  ['6:27:08', 'walking'],
  ['6:27:49', 'work'],
  ['6:36:22', 'waiting'],
  ['6:39:46', 'handling'],
  ['6:42:27', 'work'],
  ['6:53:04', 'checking'],
  ['6:53:58', 'work'],
  ['7:03:31', 'walking'],
  ['7:04:12', 'work'],
  ['7:12:43', 'handling'],
  ['7:15:39', 'waiting'],
  ['7:19:53', 'work'],
  ['7:31:14', 'walking'],
  ['7:31:47', 'checking'],
  ['7:32:56', 'work'],
  ['7:43:18', 'walking'],
  ['7:43:57', 'waiting'],
  ['7:47:02', 'handling'],
  ['7:49:26', 'work'],
  ['8:00:29', 'checking'],
  ['8:01:33', 'work'],
  ['8:11:48', 'walking'],
  ['8:12:37', 'work'],
  ['8:20:09', 'handling'],
  ['8:22:21', 'waiting'],
  ['8:25:13', 'work'],
  ['8:30:07', 'break'],
  ['8:45:42', 'walking'],
  ['8:46:28', 'work'],
  ['8:56:10', 'breakdown'],
  ['9:04:51', 'walking'],
  ['9:06:17', 'waiting'],
  ['9:10:56', 'breakdown'],
  ['9:17:14', 'setting'],
  ['9:20:47', 'checking'],
  ['9:22:19', 'work'],
  ['9:33:06', 'walking'],
  ['9:33:44', 'handling'],
  ['9:36:33', 'waiting'],
  ['9:39:51', 'work'],
  ['9:49:28', 'checking'],
  ['9:50:17', 'work'],
  ['9:55:09', 'handling'],
];
/** The press fell silent while the observer looked elsewhere: he touched five minutes later and moved the boundary back. */
export const LATE = { at: clock('8:56:10'), touched: clock('9:01:10'), by: 5 * MINUTE };
/** Around the breakdown. */
export const AROUND = { from: clock('8:40:00'), to: clock('9:25:00') };
/** A finger that hit the button beside. */
const SLIP = { at: clock('7:03:28'), activity: 'waiting', undone: clock('7:03:30') } as const;

/** The taps in the order in which the fingers touched: states, a slip that was taken back, a boundary that was moved, the end. */
export function morningTaps(): Tap[] {
  const made: Omit<Tap, 'n'>[] = [];
  const tap = (id: string, kind: Tap['kind'], at: number, more: Partial<Tap> = {}) =>
    made.push({ id, kind, at, made_at: at, wall: at, mono: at - MORNING.from, device: 'tablet', session: 'tablet-1', ...more });
  for (const [index, [text, activity]] of BEGUN.entries()) {
    const begun = clock(text);
    const isLate = begun === LATE.at;
    tap(`state-${index}`, 'switch', isLate ? LATE.touched : begun, { lane: LANE, activity });
    if (isLate) tap('late', 'move', LATE.touched + 9 * SECOND, { target: `state-${index}`, value: -LATE.by });
  }
  tap('slip', 'switch', SLIP.at, { lane: LANE, activity: SLIP.activity });
  tap('slip-undone', 'retract', SLIP.undone, { target: 'slip' });
  tap('stop', 'stop', MORNING.to);
  return made.sort((a, b) => a.made_at - b.made_at).map((one, index) => ({ ...one, n: index + 1 }));
}

/** An activity as it is shown: the product's own template of an operator's snapshot has its name, colour and category. */
export interface Face {
  key: Activity;
  name: string;
  short: string;
  /** 1–8, of the tokens. */
  colour: number;
  loss: boolean;
  icon: string | null;
  /** Code of the topmost category of value. */
  category: string;
}
const topmost = (code: string): string => {
  const parent = VALUE.categories.find((one) => one.code === code)?.parent;
  return parent ? topmost(parent) : code;
};

/** A one-letter preposition stays with its word. */
const bound = (name: string): string => name.replace(/ (\p{L}) /gu, ' $1\u00a0');

export function facesOf(locale: Locale): ReadonlyMap<string, Face> {
  const { activities } = inLanguage(SCREEN_TEMPLATES.operator_snapshot, locale);
  return new Map(
    activities
      .filter(({ kind }) => kind === 'state')
      .map(({ id, name, short, color, loss, icon, categories }) => [
        id,
        {
          key: id as Activity,
          name: bound(name),
          short: bound(short ?? name),
          colour: color,
          loss,
          icon,
          category: topmost(categories[VALUE.id] ?? ''),
        },
      ]),
  );
}
/** Names of the topmost categories of value, in their order. */
export const categoryNames = (locale: Locale): ReadonlyMap<string, string> =>
  new Map(VALUE.categories.filter(({ parent }) => parent === null).map(({ code, names }) => [code, names[locale]]));

export interface Morning {
  taps: readonly Tap[];
  timeline: Timeline;
  balance: Balance;
  pareto: readonly ParetoBar[];
  /** What the sentences under the table speak of. Seconds as the balance shows them. */
  said: {
    breakdown: number;
    waiting: number;
    waits: number;
    /** Waits that stand directly beside the handling of material. */
    waitsForMaterial: number;
    losses: number;
    walking: number;
    /** Per mille of the first two causes among all losses. */
    firstTwo: number;
  };
}

export function morning(): Morning {
  const faces = facesOf('en');
  const taps = morningTaps();
  const activities = new Map([...faces.keys()].map((key) => [key, { ends_cycle: false }]));
  const timeline = computeTimeline(taps, { lanes: [LANE], activities });
  const order = VALUE.categories.filter(({ parent }) => parent === null).map(({ code }) => code);
  const balance = balanceOf(piecesOf(timeline.entries, MORNING.to), (activity) => faces.get(activity)?.category ?? null, order);
  const parts = balance.groups.flatMap((group) => group.parts);
  const losses = parts.filter(({ activity }) => faces.get(activity ?? '')?.loss);
  const pareto = paretoOf(losses.map(({ activity, seconds }) => ({ key: activity!, value: seconds })));
  const seconds = (activity: Activity) => parts.find((one) => one.activity === activity)?.seconds ?? 0;
  const { entries } = timeline;
  const waits = entries.flatMap((entry, index) => (entry.activity === 'waiting' ? [index] : []));
  return {
    taps,
    timeline,
    balance,
    pareto,
    said: {
      breakdown: seconds('breakdown'),
      waiting: seconds('waiting'),
      waits: waits.length,
      waitsForMaterial: waits.filter((at) => [entries[at - 1], entries[at + 1]].some((one) => one?.activity === 'handling')).length,
      losses: losses.reduce((sum, one) => sum + one.seconds, 0),
      walking: seconds('walking'),
      firstTwo: Math.round((pareto[1]?.cumulative ?? 0) * 1_000),
    },
  };
}

/** What the meter of the press said: from a moment on its power tended to so many kilowatts and swung so far. */
const DRAWN: readonly (readonly [at: string, kw: number, swing: number])[] = [
  ['6:00:00', 1.6, 0.2],
  ['6:15:51', 5.2, 1.1],
  ['8:30:07', 0.35, 0.02],
  ['8:45:55', 1.1, 0.05],
  ['8:46:28', 5.3, 1.1],
  ['8:56:10', 0.12, 0.01],
  ['9:12:20', 1.5, 0.5],
  ['9:13:00', 0.12, 0.01],
  ['9:15:10', 1.7, 0.4],
  ['9:17:14', 1.5, 0.25],
  ['9:20:47', 1.1, 0.06],
  ['9:22:19', 5.2, 1.1],
];

export interface Power {
  /** First moment and distance of the values, milliseconds. */
  from: number;
  step: number;
  /** kW; `low` and `high` are the extremes within the step. */
  value: readonly number[];
  low: readonly number[];
  high: readonly number[];
}
const hundredths = (value: number) => Math.round(value * 100) / 100;

/** The signal under the strip, always the same. */
export function powerOf({ from, to }: { from: number; to: number }, step: number): Power {
  const drawn = DRAWN.map(([text, kw, swing]) => ({ at: clock(text), kw, swing }));
  const value: number[] = [];
  const low: number[] = [];
  const high: number[] = [];
  for (let at = from; at < to; at += step) {
    const now = drawn.findLast((one) => one.at <= at) ?? drawn[0]!;
    const s = (at - DAY) / SECOND;
    // Three waves that never meet: looks like strokes of a press, and needs no chance.
    const wave = (Math.sin(s * 0.31) + Math.sin(s * 0.117 + 1) + Math.sin(s * 0.0413 + 2)) / 3;
    const shown = now.kw + wave * now.swing;
    value.push(hundredths(Math.max(0.05, shown)));
    low.push(hundredths(Math.max(0.04, shown - now.swing * (0.5 + 0.4 * Math.abs(Math.sin(s * 0.53))))));
    high.push(hundredths(shown + now.swing * (0.6 + 0.5 * Math.abs(Math.sin(s * 0.71)))));
  }
  return { from, step, value, low, high };
}

/** Seconds before the finger touches “5 min”: what the panel showed then. */
export const PANEL = { at: LATE.touched + 8 * SECOND, offline: clock('8:41:00') };

export interface PanelMoment {
  entries: readonly Entry[];
  /** Milliseconds by activity so far. */
  totals: ReadonlyMap<string, number>;
  current: Entry;
  before: Entry;
  /** Taps that wait for a network. */
  waiting: number;
}

export function panelMoment(): PanelMoment {
  const taps = morningTaps().filter(({ made_at }) => made_at <= PANEL.at);
  const { entries } = computeTimeline(taps, { lanes: [LANE], activities: new Map() });
  const [before, current] = entries.slice(-2) as [Entry, Entry];
  const totals = new Map(piecesOf(entries, PANEL.at).map(({ activity, ms }) => [activity ?? '', ms]));
  return { entries, totals, current, before, waiting: taps.filter(({ made_at }) => made_at > PANEL.offline).length };
}
