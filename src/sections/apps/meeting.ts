import { FAILURE, type Shift, type Stretch } from '../home/shift.ts';

/** The part of the home page's shift in which the machine failed. Minutes of the shift. */
export const CUT = { from: 215, to: 295 } as const;
export { FAILURE };

/** Entries within the part, cut at its edges. */
export function within(entries: readonly Stretch[], { from, to } = CUT): Stretch[] {
  return entries
    .filter(({ start, end }) => end > from && start < to)
    .map(({ kind, start, end }) => ({ kind, start: Math.max(from, start), end: Math.min(to, end) }));
}

/** The helper's longest wait in the part: what somebody would select. */
export function waitOf(shift: Shift): Stretch {
  const waits = within(shift.helper).filter(({ kind }) => kind === 'waiting');
  return waits.reduce((longest, one) => (one.end - one.start > longest.end - longest.start ? one : longest));
}

/** kW over whole minutes, one value a minute. */
export function meanPower({ power }: Shift, start: number, end: number): number {
  const values = power.value.slice(Math.ceil(start), Math.floor(end));
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
