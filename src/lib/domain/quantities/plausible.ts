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

const DIGITS = 12;

/**
 * A stored bound as it is written in a unit, without what floating point adds behind its digits. Where a unit begins elsewhere (0 °F), what is added
 * is as large as for that distance, however near to nought the bound is.
 */
export function boundIn(bound: number, unit: Unit): number {
  const converted = fromCanonical(bound, unit);
  if (unit.offset === 0 && Number.isInteger(converted) && Math.abs(converted) < 10 ** DIGITS) return converted;
  const value = Number(converted.toPrecision(DIGITS));
  if (unit.offset === 0) return value;
  const places = DIGITS - 1 - Math.floor(Math.log10(Math.abs(unit.offset / unit.scale)));
  return Number(value.toFixed(places)) + 0;
}

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
