import type { Span } from './range.ts';
import { DAY, firstInstantOf, wallOf } from './wall-clock.ts';

/** With which time a shown one is compared: so many days before it, or from the same clock time of a day that somebody chose. */
export type Against = { kind: 'before'; days: number } | { kind: 'day'; day: string };

const MOST_DAYS = 3_660;

/** How it stands in an address: `1d`, `7d`, `2026-11-18`. */
export const writeAgainst = (against: Against | null): string | null =>
  against === null ? null : against.kind === 'day' ? against.day : `${against.days}d`;

/** Null where the text says none. */
export function readAgainst(text: string | undefined): Against | null {
  const days = Number(/^([1-9]\d{0,3})d$/.exec(text ?? '')?.[1] ?? 0);
  if (days > 0 && days <= MOST_DAYS) return { kind: 'before', days };
  const at = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text ? null : { kind: 'day', day: text };
}

/** The other time: as long as the shown one, and begun at the same time of the zone's clock, however long the days between are. */
export function otherSpan({ from, to }: Span, against: Against, zone: string): Span {
  const wall = wallOf(from, zone);
  const clock = ((wall % DAY) + DAY) % DAY;
  const other = against.kind === 'before' ? wall - against.days * DAY : Date.parse(`${against.day}T00:00:00Z`) + clock;
  // Of seconds within the hour that exists twice the first one is meant.
  const start = firstInstantOf(Math.floor(other), zone) + (other - Math.floor(other));
  return { from: start, to: start + (to - from) };
}
