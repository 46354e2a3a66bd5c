import { zoneOffset } from '../../../lib/domain/time/wall-clock.ts';

export { instantsOf, jumpOver, wallOf } from '../../../lib/domain/time/wall-clock.ts';

/** `UTC+2`, `UTC−3:30`. */
export function offsetName(at: number, zone: string): string {
  const minutes = Math.round(zoneOffset(at, zone) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '\u2212' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}
