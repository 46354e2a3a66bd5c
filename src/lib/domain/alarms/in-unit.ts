import type { Quantity } from '../../contract/sensor-types.ts';
import { boundIn } from '../quantities/plausible.ts';
import { canonicalUnit, unitsOf } from '../quantities/quantities.ts';

/** What of a rule has a unit. */
export interface UnitLimits {
  kind: string;
  low: number | null;
  high: number | null;
  hysteresis: number;
}

/** What floating point adds behind the digits. */
const clean = (value: number): number => Number(value.toPrecision(12));

/**
 * Limits of a rule for a sensor type, which are in its canonical unit, as they are in the unit of a channel's values. Null where nobody knows what
 * those mean.
 * @param ownUnit as people write it; null = the canonical one
 */
export function limitsInUnit<L extends UnitLimits>(limits: L, ownUnit: string | null, quantity: Quantity, displayUnit: string): L | null {
  if (ownUnit === null) return limits;
  const unit = unitsOf(quantity).find(({ symbol, code }) => symbol === ownUnit || code === ownUnit);
  if (!unit) return canonicalUnit(quantity) === null && ownUnit === displayUnit ? limits : null;
  const difference = (value: number) => clean(value / unit.scale);
  const limit = (value: number | null) => (value === null ? null : limits.kind === 'rate' ? difference(value) : boundIn(value, unit));
  return { ...limits, low: limit(limits.low), high: limit(limits.high), hysteresis: difference(limits.hysteresis) };
}
