import type { ReferenceField } from '../../lib/contract/tap-kinds.ts';
import type { CorrectedTap } from '../../lib/domain/taps/corrected-taps.ts';

/** What one touch says: what was typed during this measurement, the newest first, then what the panel offers. Each stays at its place when it is chosen. */
export function offeredValues(taps: readonly Pick<CorrectedTap, 'tap'>[], field: ReferenceField, listed: readonly string[]): string[] {
  const typed = new Set<string>();
  for (const { tap } of taps) {
    const value = tap.kind === 'reference' && tap.field === field ? tap.text?.trim() : undefined;
    if (value && !listed.includes(value)) typed.add(value);
  }
  return [...[...typed].reverse(), ...listed];
}
