import type { ReadingValue } from '../../contract/common.ts';

/** A way of showing stored values: shown = stored × scale + offset. Where both have another zero (°C and °F) a difference takes the scale only. */
export interface Conversion {
  scale: number;
  offset: number;
}

/** What floating point adds behind the digits of a converted value. */
const clean = (value: number): number => Number(value.toPrecision(12));

/** A stored number as it is shown; null = in the unit that it is stored in. */
export const shownNumber = (value: number, conversion: Conversion | null): number =>
  conversion === null ? value : clean(value * conversion.scale + conversion.offset);

/** A stored difference as it is shown: it takes the scale only. */
export const shownDifference = (value: number, conversion: Conversion | null): number =>
  conversion === null ? value : clean(value * Math.abs(conversion.scale));

/** A value as it is shown: words and states are what they are. */
export const shownValue = <V extends ReadingValue | null>(value: V, conversion: Conversion | null): V =>
  typeof value === 'number' ? (shownNumber(value, conversion) as V) : value;
