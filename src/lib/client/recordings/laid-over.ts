import type { Point } from '../../domain/readings/lines.ts';
import { isUuid } from '../../routes.ts';

/** Recordings that are laid over each other, and how their common axis counts: from the beginning of each. */

export const FEWEST = 2;
/** As many as there are colours that can be told apart. */
export const MOST = 8;

/** One of them, with the channel that somebody chose; null = the first of its unit. */
export interface Laid {
  recording: string;
  channel: string | null;
}

/** `rec=…,…` of an address, each an id with that of its channel behind a dot. What can't be meant is left out. */
export function readLaid(text: string | undefined): Laid[] {
  const laid: Laid[] = [];
  for (const one of (text ?? '').split(',')) {
    const [recording = '', channel] = one.split('.');
    if (!isUuid(recording) || laid.some((other) => other.recording === recording) || laid.length === MOST) continue;
    laid.push({ recording, channel: channel !== undefined && isUuid(channel) ? channel : null });
  }
  return laid;
}
export const writeLaid = (laid: readonly Laid[]): string =>
  laid.map(({ recording, channel }) => (channel === null ? recording : `${recording}.${channel}`)).join(',');

interface Measured {
  channel_id: string;
  kind: string;
  display_unit: string | null;
}
export const isNumber = ({ kind }: Pick<Measured, 'kind'>): boolean => kind === 'gauge' || kind === 'counter';
export const unitOf = ({ display_unit }: Pick<Measured, 'display_unit'>): string => display_unit ?? '';

/** Units in which something of the recordings was measured: those of most recordings first. */
export function unitsOf(recordings: readonly { channels: readonly Measured[] }[]): string[] {
  const counts = new Map<string, number>();
  for (const { channels } of recordings)
    for (const unit of new Set(channels.filter(isNumber).map(unitOf))) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([unit]) => unit);
}

/** The channel that is shown of a recording: the chosen one where it has the unit, else the first that has it. */
export function channelOf<C extends Measured>(channels: readonly C[], chosen: string | null, unit: string): C | null {
  const fitting = channels.filter((channel) => isNumber(channel) && unitOf(channel) === unit);
  return fitting.find(({ channel_id }) => channel_id === chosen) ?? fitting[0] ?? null;
}

/** Points as time since the beginning of their recording, microseconds. */
export const aligned = (lines: readonly (readonly Point[])[], from: number): Point[][] =>
  lines.map((line) => line.map(([at, value]): Point => [at - from, value]));

/** The value at a time since the beginning, on the straight line between two points; null where none is near. */
export function valueAt(lines: readonly (readonly Point[])[], at: number): number | null {
  for (const line of lines) {
    const [first, last] = [line[0], line.at(-1)];
    if (!first || !last || at < first[0] || at > last[0]) continue;
    const next = line.findIndex(([time]) => time >= at);
    const after = line[next]!;
    const before = line[Math.max(0, next - 1)]!;
    return after[0] === before[0] ? after[1] : before[1] + ((after[1] - before[1]) * (at - before[0])) / (after[0] - before[0]);
  }
  return null;
}

const SECOND = 1_000_000;
const [MINUTE, HOUR, DAY] = [60 * SECOND, 3_600 * SECOND, 86_400 * SECOND];
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500].map((n) => n * DAY),
];

/** Round times since the beginning, with the unit in which they are written. @param span microseconds @param most how many there is room for */
export function elapsedTicks(span: number, most: number): { at: number; n: number; unit: 's' | 'min' | 'h' | 'd' }[] {
  if (!(span > 0)) return [];
  // Nobody reads 330 minutes.
  const least = span > 2 * HOUR ? HOUR : 0;
  const step = STEPS.find((one) => one >= least && span / one <= most) ?? STEPS.at(-1)!;
  const [unit, length] =
    step >= DAY
      ? (['d', DAY] as const)
      : step >= HOUR
        ? (['h', HOUR] as const)
        : step >= MINUTE
          ? (['min', MINUTE] as const)
          : (['s', SECOND] as const);
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => ({ at: index * step, n: (index * step) / length, unit }));
}
