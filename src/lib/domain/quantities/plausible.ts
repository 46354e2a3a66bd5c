import type { Quantity } from '../../contract/sensor-types.ts';
import type { Range } from './outside.ts';
import { canonicalUnit, fromCanonical, type Unit, unitsOf } from './quantities.ts';

/** A type as far as it says what is plausible. */
export interface RangedBy {
  quantity: Quantity;
  display_unit: string;
  range_min: number | null;
  range_max: number | null;
}

/** What floating point adds behind the digits of a converted bound. */
const clean = (value: number): number => Number(value.toPrecision(12));

/** A stored bound as it is written in a unit. */
export const boundIn = (bound: number, unit: Unit): number => clean(fromCanonical(bound, unit));

/**
 * The plausible range of a channel in the unit that its values are stored in: its own, as people write it, else the canonical one. Null where
 * no bound is set, and where the unit is none of the quantity's, so that nobody knows what the values mean.
 */
export function plausible(ownUnit: string | null, type: RangedBy): Range | null {
  const { quantity, range_min: min, range_max: max } = type;
  if (min === null && max === null) return null;
  if (ownUnit === null) return { min, max };
  const unit = unitsOf(quantity).find(({ symbol, code }) => symbol === ownUnit || code === ownUnit);
  if (!unit) return canonicalUnit(quantity) === null && ownUnit === type.display_unit ? { min, max } : null;
  const shown = (bound: number | null) => (bound === null ? null : boundIn(bound, unit));
  return { min: shown(min), max: shown(max) };
}
