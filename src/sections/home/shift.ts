/**
 * The invented morning shift of the home page: two workers, a packing machine, 6:00 to 14:00. Always the same for the same seed, so
 * that a build can be repeated byte by byte. Minutes count from the start of the shift. Numbers have two decimals, since they also travel
 * in the page's payload.
 */
export const KINDS = ['packing', 'check', 'setup', 'waiting', 'walk', 'material', 'failure', 'break'] as const;
export type Kind = (typeof KINDS)[number];
/** Losses are hatched, whatever their colour. */
export const LOSSES: readonly Kind[] = ['waiting', 'walk', 'failure'];

/** Minutes of one kind of work, in the drawing. */
export interface Stretch {
  kind: Kind;
  start: number;
  end: number;
}
export interface Shift {
  minutes: number;
  operator: Stretch[];
  helper: Stretch[];
  /** One value a minute, kW; `low` and `high` are the extremes within the minute. */
  power: { value: number[]; low: number[]; high: number[] };
  /** One value a minute, °C. */
  jaw: number[];
}

export const SHIFT_MINUTES = 480;
export const BREAK = { start: 185, end: 215 };
/** The seal burns through at 9:59; the machine runs again for good at 10:45. */
export const FAILURE = { start: 239, end: 285 };
/** °C above which the seal suffers. */
export const JAW_LIMIT = 160;
const SECOND_BREAK = { start: 402, end: 415 };

const rounded = (value: number) => Math.round(value * 100) / 100;

/** Numbers from 0 to 1, the same sequence for the same seed (Lehmer, modulus 2^31 − 1). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Fills a stretch with turns of work and the short things between them. */
function turns(
  random: () => number,
  from: number,
  to: number,
  work: { kind: Kind; min: number; max: number },
  between: readonly { kind: Kind; min: number; max: number }[],
): Stretch[] {
  const entries: Stretch[] = [];
  const length = ({ min, max }: { min: number; max: number }) => min + random() * (max - min);
  let at = from;
  const put = (kind: Kind, minutes: number) => {
    const end = to - (at + minutes) < 1 ? to : at + minutes;
    entries.push({ kind, start: at, end });
    at = end;
  };
  while (at < to) {
    put(work.kind, length(work));
    for (let count = random() < 0.3 ? 2 : 1; at < to && count > 0; count--) {
      const next = between[Math.floor(random() * between.length)]!;
      put(next.kind, length(next));
    }
  }
  return entries;
}

export function makeShift(seed = 7): Shift {
  const random = sequence(seed);
  const packing = { kind: 'packing', min: 17, max: 27 } as const;
  const small = [
    { kind: 'check', min: 1.2, max: 2.6 },
    { kind: 'material', min: 1.5, max: 3.5 },
    { kind: 'walk', min: 0.9, max: 1.6 },
    { kind: 'waiting', min: 2, max: 6 },
  ] as const;
  const entry = (kind: Kind, start: number, end: number): Stretch => ({ kind, start, end });
  const operator = short([
    entry('setup', 0, 18.7),
    ...turns(random, 18.7, BREAK.start, packing, small),
    entry('break', BREAK.start, BREAK.end),
    entry('check', BREAK.end, 217),
    entry('packing', 217, FAILURE.start),
    entry('failure', FAILURE.start, 259.8),
    entry('walk', 259.8, 262.4),
    entry('failure', 262.4, 267),
    entry('setup', 267, FAILURE.end),
    ...turns(random, FAILURE.end, SECOND_BREAK.start, packing, small),
    entry('break', SECOND_BREAK.start, SECOND_BREAK.end),
    ...turns(random, SECOND_BREAK.end, 473, packing, small),
    entry('setup', 473, SHIFT_MINUTES),
  ]);
  const help = { kind: 'packing', min: 28, max: 48 } as const;
  const chores = [
    { kind: 'material', min: 4, max: 9 },
    { kind: 'walk', min: 1, max: 2.4 },
    { kind: 'check', min: 2, max: 5 },
    { kind: 'waiting', min: 3, max: 7 },
  ] as const;
  const helper = short([
    entry('check', 0, 9.6),
    entry('material', 9.6, 31.6),
    ...turns(random, 31.6, BREAK.start, help, chores),
    entry('break', BREAK.start, BREAK.end),
    entry('packing', BREAK.end, FAILURE.start + 3),
    entry('waiting', FAILURE.start + 3, FAILURE.start + 28.2),
    entry('material', FAILURE.start + 28.2, FAILURE.end),
    ...turns(random, FAILURE.end, SECOND_BREAK.start, help, chores),
    entry('break', SECOND_BREAK.start, SECOND_BREAK.end),
    ...turns(random, SECOND_BREAK.end, 446, help, chores),
    entry('material', 446, SHIFT_MINUTES),
  ]);
  return { minutes: SHIFT_MINUTES, operator, helper, ...signals(random, operator) };
}

const short = (entries: readonly Stretch[]): Stretch[] =>
  entries.map(({ kind, start, end }) => ({ kind, start: rounded(start), end: rounded(end) }));

/** When the machine ran, stood, or had failed: what its operator did says it. */
export function machineStates({ operator }: Shift): { state: 'run' | 'stop' | 'failure'; start: number; end: number }[] {
  return operator.map(({ kind, start, end }) => ({
    state: kind === 'packing' ? 'run' : kind === 'failure' ? 'failure' : 'stop',
    start,
    end,
  }));
}

/** The machine's power follows what its operator does; the jaw warms and cools with a lag. */
function signals(random: () => number, operator: readonly Stretch[]): Pick<Shift, 'power' | 'jaw'> {
  const power: Shift['power'] = { value: [], low: [], high: [] };
  const jaw: number[] = [];
  let value = 2.8;
  let warmth = 28;
  for (let minute = 0; minute < SHIFT_MINUTES; minute++) {
    const kind = operator.find(({ start, end }) => minute >= start && minute < end)?.kind ?? 'break';
    const noise = random() - 0.5;
    const target =
      kind === 'packing' ? 6.4 + Math.sin(minute / 9) * 0.5 : kind === 'failure' ? 0.42 : kind === 'setup' ? 3 : kind === 'break' ? 1 : 1.5;
    const spread = kind === 'packing' ? 0.9 : kind === 'setup' ? 0.8 : 0.08;
    value += (target - value) * 0.8;
    const shown = Math.max(0.3, value + noise * spread);
    power.value.push(rounded(shown));
    power.low.push(rounded(Math.max(0.25, shown - spread * (0.4 + random() * 0.8))));
    power.high.push(rounded(shown + spread * (0.5 + random())));
    const wanted = kind === 'failure' ? 62 : kind === 'packing' ? 151 : 144;
    warmth += (wanted - warmth) * (kind === 'failure' ? 0.022 : 0.062) + (random() - 0.5) * 0.7;
    jaw.push(rounded(warmth));
  }
  return { power, jaw };
}

/** SVG path of a line through points, in whole units and relative steps: small and good to compress. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  let [px, py] = [0, 0];
  return points
    .map(([x, y], index) => {
      const [rx, ry] = [Math.round(x), Math.round(y)];
      const step = index === 0 ? `M${rx} ${ry}` : `${index === 1 ? 'l' : ' '}${rx - px} ${ry - py}`;
      [px, py] = [rx, ry];
      return step;
    })
    .join('');
}
