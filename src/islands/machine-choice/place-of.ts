import type { Machine } from '../../lib/contract/machines.ts';

/** Where a machine stands: `hall · line`, and the site; where only the site is known, that is the place. */
export function placeOf({ site, hall, line }: Pick<Machine, 'site' | 'hall' | 'line'>): { main: string; under: string } {
  const inside = [hall, line].filter(Boolean).join(' · ');
  return inside === '' ? { main: site ?? '', under: '' } : { main: inside, under: site ?? '' };
}
