import type { StateWords } from '../../contract/channels.ts';
import { zoneOffset } from '../../domain/time/wall-clock.ts';
import { lineOf } from './packing-line.ts';

/**
 * A plant that does not exist: what each demo channel would read at a given moment. Everything is a pure function of time, so the
 * history and the running simulators draw one line, and a demo started again goes on where its loggers would be.
 */

export type DemoValue = number | boolean | string;

/** A door is open while its contact says true. */
const DOOR_WORDS: StateWords = [
  { value: 1, cs: 'otevřeno', en: 'open', sk: 'otvorené', tone: null },
  { value: 0, cs: 'zavřeno', en: 'closed', sk: 'zatvorené', tone: null },
];

export interface DemoChannel {
  key: string;
  name: string;
  unit: string | null;
  kind: 'gauge' | 'counter' | 'state' | 'text';
  decimals: number | null;
  words?: StateWords;
  /** Value at `s`, seconds since the epoch. */
  at(s: number): DemoValue;
}

export interface DemoLogger {
  code: string;
  name: string;
  kind: string;
  place: string;
  workspace: 'hall' | 'store';
  /** Expected sampling interval and the simulator's pace, seconds. */
  interval: number;
  /** The history holds every minute of so many days; without it, of one. */
  minuteDays?: number;
  /** The logger stopped for good this many hours before the demo was made. */
  diedHoursAgo?: number;
  channels: DemoChannel[];
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Deterministic noise in −1…1 for an integer and a seed. */
function hash(n: number, seed: number): number {
  let x = Math.imul(n ^ (seed * 0x9e3779b1), 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  x ^= x >>> 16;
  return (x >>> 0) / 0x7fffffff - 1;
}
/** Smooth noise: values every `period` seconds joined by a cosine. */
function wave(s: number, period: number, seed: number): number {
  const cell = Math.floor(s / period);
  const f = (1 - Math.cos(((s / period) % 1) * Math.PI)) / 2;
  return hash(cell, seed) * (1 - f) + hash(cell + 1, seed) * f;
}
/** Sine with the given period, −1…1. */
const sine = (s: number, period: number, phase = 0) => Math.sin(((s % period) / period + phase) * 2 * Math.PI);
const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

export const DEMO_ZONE = 'Europe/Prague';
/** Wall clock minus UTC, seconds, by quarter-hours: clocks change only between them. */
const offsets = new Map<number, number>();
function plantClock(s: number): number {
  const quarter = Math.floor(s / (15 * MINUTE));
  let offset = offsets.get(quarter);
  if (offset === undefined) {
    offset = zoneOffset(quarter * 15 * MINUTE * 1_000, DEMO_ZONE) / 1_000;
    offsets.set(quarter, offset);
  }
  return s + offset;
}
/** Beginning of the shift that runs on the machines, 06:00–14:00 and 14:00–22:00 on working days; null outside. */
export function shiftBegin(s: number): number | null {
  const wall = plantClock(s);
  const weekday = (Math.floor(wall / DAY) + 4) % 7;
  const hour = (wall % DAY) / HOUR;
  if (weekday === 0 || weekday === 6 || hour < 6 || hour >= 22) return null;
  return s - ((wall % DAY) - (hour < 14 ? 6 : 14) * HOUR);
}
/** On shift, and no break: half an hour after four hours. */
function working(s: number): boolean {
  const begin = shiftBegin(s);
  return begin !== null && (s - begin < 4 * HOUR || s - begin >= 4.5 * HOUR);
}
/** A stop of a machine: some quarter-hours of work are lost. */
const stopped = (s: number, seed: number) => hash(Math.floor(s / (15 * MINUTE)), seed) > 0.82;

function coldRoom(seed: number, target: number, swing: number, cycle: number): DemoChannel[] {
  const door = (s: number) => working(s) && hash(Math.floor(s / (6 * MINUTE)), seed + 5) > 0.9;
  const air = (s: number) =>
    target +
    swing * (0.5 + 0.5 * sine(s, cycle, seed / 7)) +
    0.4 * wave(s, 3 * HOUR, seed + 1) +
    (door(s) ? 0.9 : 0) +
    0.08 * hash(Math.floor(s), seed + 2);
  return [
    { key: 'air', name: 'Vzduch', unit: '°C', kind: 'gauge', decimals: 1, at: (s) => round(air(s), 1) },
    {
      key: 'core',
      name: 'Jádro výrobku',
      unit: '°C',
      kind: 'gauge',
      decimals: 2,
      at: (s) => round(target + swing * 0.5 + 0.12 * sine(s, cycle, seed / 7 - 0.2) + 0.3 * wave(s, 5 * HOUR, seed + 3), 2),
    },
    {
      key: 'humidity',
      name: 'Vlhkost',
      unit: '% RH',
      kind: 'gauge',
      decimals: 1,
      at: (s) => round(81 + 2.4 * sine(s, cycle, 0.25 + seed / 7) + 3 * wave(s, 4 * HOUR, seed + 4), 1),
    },
    { key: 'door', name: 'Dveře', unit: null, kind: 'state', decimals: null, at: door, words: DOOR_WORDS },
  ];
}

function climate(seed: number, temperature: number, humidity: number): DemoChannel[] {
  return [
    {
      key: 'temperature',
      name: 'Vzduch',
      unit: '°C',
      kind: 'gauge',
      decimals: 1,
      at: (s) => round(temperature + 1.4 * sine(s, DAY, -0.3) + 0.5 * wave(s, 2 * HOUR, seed) + 0.06 * hash(Math.floor(s), seed + 2), 1),
    },
    {
      key: 'humidity',
      name: 'Vlhkost',
      unit: '% RH',
      kind: 'gauge',
      decimals: 0,
      at: (s) => Math.round(humidity - 5 * sine(s, DAY, -0.3) + 4 * wave(s, 3 * HOUR, seed + 1)),
    },
  ];
}

function oven(seed: number, setpoint: number): DemoChannel[] {
  const chamber = (s: number) => {
    if (!working(s)) return 42 + 20 * Math.max(0, sine(s, DAY, 0.45)) + 1.5 * wave(s, HOUR, seed);
    return setpoint + 3.2 * sine(s, 11 * MINUTE, seed / 5) + 2.5 * wave(s, 40 * MINUTE, seed) + 0.5 * hash(Math.floor(s), seed + 1);
  };
  return [
    { key: 'chamber', name: 'Komora', unit: '°C', kind: 'gauge', decimals: 1, at: (s) => round(chamber(s), 1) },
    {
      key: 'steam',
      name: 'Pára',
      unit: 'kg/h',
      kind: 'gauge',
      decimals: 0,
      at: (s) => (working(s) ? Math.max(0, Math.round(18 + 16 * sine(s, 22 * MINUTE, seed / 3))) : 0),
    },
  ];
}

/** When the meters of the demo were built in, seconds since the epoch. */
const METER_FROM = Date.UTC(2026, 0, 1) / 1_000;
const COARSE = 5 * MINUTE;

/**
 * What a meter shows whose power is `draw`: kilowatt hours. Whole days are summed up coarsely, once; within a day minute by minute, so that
 * the meter stands still where the machine does.
 * @param draw kW at a moment
 * @param first what it showed when it was built in
 */
export function meterOf(draw: (s: number) => number, first: number): (s: number) => number {
  /** By day since the meter is there: what it showed at its beginning. */
  const days = [first];
  let minutes: { day: number; kwh: number[] } | null = null;
  const dayUse = (day: number) => {
    let sum = 0;
    for (let s = COARSE / 2; s < DAY; s += COARSE) sum += draw(METER_FROM + day * DAY + s);
    return (sum * COARSE) / HOUR;
  };
  const minutesOf = (day: number): number[] => {
    if (minutes?.day === day) return minutes.kwh;
    const kwh = [0];
    for (let s = MINUTE / 2; s < DAY; s += MINUTE) kwh.push(kwh.at(-1)! + (draw(METER_FROM + day * DAY + s) * MINUTE) / HOUR);
    minutes = { day, kwh };
    return kwh;
  };
  return (s) => {
    const since = Math.max(0, s - METER_FROM);
    const day = Math.floor(since / DAY);
    while (days.length <= day + 1) days.push(days.at(-1)! + dayUse(days.length - 1));
    const kwh = minutesOf(day);
    const place = (since - day * DAY) / MINUTE;
    const whole = Math.floor(place);
    const used = kwh[whole]! + (kwh[whole + 1]! - kwh[whole]!) * (place - whole);
    // Both sums of a day differ by a trifle; the day ends where the next one begins.
    return days[day]! + (used / kwh.at(-1)!) * (days[day + 1]! - days[day]!);
  };
}

type Mode = 'vypnuto' | 'prostoj' | 'provoz';
const anyMode =
  (seed: number) =>
  (s: number): Mode =>
    !working(s) ? 'vypnuto' : stopped(s, seed) ? 'prostoj' : 'provoz';

function power(seed: number, running: number, idle: number, mode: (s: number) => Mode = anyMode(seed)): DemoChannel[] {
  const draw = (s: number) => {
    const now = mode(s);
    if (now === 'vypnuto') return 0.12 + 0.02 * hash(Math.floor(s), seed + 3);
    if (now === 'prostoj') return idle + 0.1 * hash(Math.floor(s), seed + 3);
    return running + 0.7 * wave(s, 8 * MINUTE, seed + 1) + 0.35 * hash(Math.floor(s), seed + 2);
  };
  const meter = meterOf(draw, running * 6_000);
  return [
    { key: 'power', name: 'Činný příkon', unit: 'kW', kind: 'gauge', decimals: 2, at: (s) => round(draw(s), 2) },
    {
      key: 'energy',
      name: 'Energie',
      unit: 'kWh',
      kind: 'counter',
      decimals: 1,
      at: (s) => round(meter(s), 1),
    },
    { key: 'mode', name: 'Stav stroje', unit: null, kind: 'text', decimals: null, at: mode },
  ];
}

/** The packing line keeps to the plan of its shift, which its operator keeps to as well (stopwatch.ts). */
function packingLine(seed: number): DemoChannel[] {
  const mode = (s: number): Mode => {
    const begin = shiftBegin(s);
    const why = begin === null ? 'break' : lineOf(begin).stopAt(s)?.why;
    return why === undefined ? 'provoz' : why === 'break' ? 'vypnuto' : 'prostoj';
  };
  const jaws = (s: number) => {
    const begin = shiftBegin(s);
    if (begin !== null) return lineOf(begin).jawsAt(s, shiftBegin(begin - 1) === null ? 24 : 146);
    // They cool down since the evening.
    const since = (plantClock(s) + 2 * HOUR) % DAY;
    return 24 + (shiftBegin(s - since - 1) === null ? 0 : 122 * Math.exp(-since / (25 * MINUTE)));
  };
  return [
    ...power(seed, 6.3, 0.45, mode),
    {
      key: 'jaws',
      name: 'Svařovací čelisti',
      unit: '°C',
      kind: 'gauge',
      decimals: 1,
      at: (s) => round(jaws(s) + 0.8 * wave(s, 4 * MINUTE, seed + 4) + 0.2 * hash(Math.floor(s), seed + 5), 1),
    },
  ];
}

/** The charge of a battery that lasts two months and is then changed, so many days on. */
const battery = (days: number): DemoChannel => ({
  key: 'battery',
  name: 'Baterie',
  unit: '%',
  kind: 'gauge',
  decimals: 0,
  at: (s) => Math.round(96 - 1.5 * ((s / DAY + days) % 60)),
});

/** The dozen: four kinds of loggers in two workspaces. */
export const DEMO_LOGGERS: readonly DemoLogger[] = [
  { code: 'LOG-0003', name: 'Pec 3', kind: 'termočlánek K', place: 'Pekárna', workspace: 'hall', interval: 10, channels: oven(3, 231) },
  {
    code: 'LOG-0004',
    name: 'Pec 4',
    kind: 'termočlánek K',
    place: 'Pekárna',
    workspace: 'hall',
    interval: 60,
    channels: [...oven(9, 218), battery(29)],
  },
  {
    code: 'LOG-0005',
    name: 'Kynárna A',
    kind: 'teplota a vlhkost',
    place: 'Pekárna',
    workspace: 'hall',
    interval: 60,
    channels: climate(15, 34.5, 76),
  },
  {
    code: 'LOG-0006',
    name: 'Chladírna 1',
    kind: 'chladicí box',
    place: 'Sklad chlazený',
    workspace: 'store',
    interval: 60,
    channels: coldRoom(21, 3.4, 1.7, 172 * MINUTE),
  },
  {
    code: 'LOG-0007',
    name: 'Chladírna 2',
    kind: 'chladicí box',
    place: 'Sklad chlazený',
    workspace: 'store',
    interval: 15,
    channels: coldRoom(27, 3.6, 1.9, 148 * MINUTE),
  },
  {
    code: 'LOG-0008',
    name: 'Mrazírna',
    kind: 'chladicí box',
    place: 'Sklad mražený',
    workspace: 'store',
    interval: 60,
    channels: coldRoom(33, -22.1, 1.5, 205 * MINUTE),
  },
  {
    code: 'LOG-0009',
    name: 'Sklad mouky',
    kind: 'teplota a vlhkost',
    place: 'Sklad suchý',
    workspace: 'store',
    interval: 60,
    channels: climate(39, 19.2, 52),
  },
  {
    code: 'LOG-0011',
    name: 'Kompresorovna',
    kind: 'elektroměr',
    place: 'Strojovna',
    workspace: 'hall',
    interval: 30,
    channels: power(45, 21.5, 6.1),
  },
  {
    code: 'LOG-0014',
    name: 'Balicí linka 2',
    kind: 'elektroměr',
    place: 'Balírna',
    workspace: 'hall',
    interval: 10,
    minuteDays: 4,
    channels: packingLine(51),
  },
  {
    code: 'LOG-0016',
    name: 'Inkubátor',
    kind: 'teplota a vlhkost',
    place: 'Laboratoř',
    workspace: 'store',
    interval: 60,
    channels: climate(57, 36.8, 64),
  },
  {
    code: 'LOG-0021',
    name: 'CNC 5',
    kind: 'elektroměr',
    place: 'Obrobna',
    workspace: 'hall',
    interval: 30,
    minuteDays: 4,
    channels: power(63, 9.8, 1.4),
  },
  {
    code: 'LOG-0025',
    name: 'Venkovní stanice',
    kind: 'teplota a vlhkost',
    place: 'Dvůr',
    workspace: 'hall',
    interval: 60,
    diedHoursAgo: 52,
    channels: climate(69, 8.4, 68),
  },
];

/** Did the logger stay silent at that moment? Some days have one gap of half an hour to four hours. */
export function silent(logger: DemoLogger, s: number): boolean {
  const seed = Number(logger.code.slice(-4));
  const day = Math.floor(s / DAY);
  if (hash(day, seed) < 0.86) return false;
  const start = ((hash(day, seed + 100) + 1) / 2) * 18 * HOUR;
  const length = 30 * MINUTE + ((hash(day, seed + 200) + 1) / 2) * 3.5 * HOUR;
  const within = s % DAY;
  return within >= start && within < start + length;
}

/** Moments of the history, seconds, ascending: every 10 minutes for 90 days, every minute on the last ones; none after a logger died. */
export function historyMoments(logger: DemoLogger, now: number): number[] {
  const end = logger.diedHoursAgo === undefined ? now : now - logger.diedHoursAgo * HOUR;
  const minuteFrom = now - (logger.minuteDays ?? 1) * DAY;
  const moments: number[] = [];
  for (let s = Math.ceil((now - 90 * DAY) / (10 * MINUTE)) * 10 * MINUTE; s < Math.min(end, minuteFrom); s += 10 * MINUTE)
    if (!silent(logger, s)) moments.push(s);
  for (let s = Math.ceil(minuteFrom / MINUTE) * MINUTE; s < end; s += MINUTE) if (!silent(logger, s)) moments.push(s);
  return moments;
}
