import { apportion } from './apportion.ts';
import type { Piece } from './spans.ts';

/** The balance of a day: time by category and activity, which adds up to the whole exactly, in milliseconds, as it is shown and in per mille. */

export interface Share {
  ms: number;
  /** As they are shown: whole units. */
  seconds: number;
  /** Tenths of a per cent. */
  permille: number;
}
export interface BalancePart extends Share {
  activity: string | null;
  kind: Piece['kind'];
  count: number;
}
export interface BalanceGroup extends Share {
  /** Code of a category, or one of {@link OUTSIDE}. */
  key: string;
  parts: BalancePart[];
}
export interface Balance extends Share {
  groups: BalanceGroup[];
}

/** What stands outside the categories; no code of a category begins with a colon. */
export const OUTSIDE = { none: ':none', pause: ':pause', unassigned: ':unassigned' } as const;

const WHOLE = 1_000;

/** Gives each share whole units and per mille, so that they add up to those of what it is a part of. */
function measure<T extends { ms: number }>(parts: readonly T[], whole: Pick<Share, 'seconds' | 'permille'>, unit: number): (T & Share)[] {
  const weights = parts.map(({ ms }) => ms);
  const units = apportion(weights, Math.round((whole.seconds * 1_000) / unit));
  const permille = apportion(weights, whole.permille);
  return parts.map((part, at) => ({ ...part, seconds: (units[at]! * unit) / 1_000, permille: permille[at]! }));
}

/**
 * @param pieces time of a lane by activity
 * @param categoryOf code of an activity's topmost category, null without one
 * @param order codes in the order in which they are shown; others follow
 * @param unit milliseconds of the last place in which lengths are shown
 */
export function balanceOf(
  pieces: readonly Piece[],
  categoryOf: (activity: string) => string | null,
  order: readonly string[],
  unit = 1_000,
): Balance {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = piece.activity === null ? (piece.kind === 'pause' ? OUTSIDE.pause : OUTSIDE.unassigned) : categoryOf(piece.activity);
    const list = groups.get(key ?? OUTSIDE.none) ?? [];
    list.push(piece);
    groups.set(key ?? OUTSIDE.none, list);
  }
  const places = [...order, OUTSIDE.none, OUTSIDE.pause, OUTSIDE.unassigned];
  const place = (key: string) => (places.indexOf(key) + places.length + 1) % (places.length + 1);
  const sums = [...groups].map(([key, parts]) => ({ key, parts, ms: parts.reduce((sum, { ms }) => sum + ms, 0) }));
  sums.sort((a, b) => place(a.key) - place(b.key));
  const ms = sums.reduce((sum, group) => sum + group.ms, 0);
  const whole: Share = { ms, seconds: (Math.round(ms / unit) * unit) / 1_000, permille: ms > 0 ? WHOLE : 0 };
  return { ...whole, groups: measure(sums, whole, unit).map((group) => ({ ...group, parts: measure(group.parts, group, unit) })) };
}
