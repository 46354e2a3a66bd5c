import type { Channel } from '../../lib/contract/channels.ts';
import { shownDifference as differenceOf, shownNumber } from '../../lib/domain/quantities/shown.ts';

/** Limits between the unit that values are stored in and the one that people see. */

type Shown = Pick<Channel, 'conversion'>;
/** What floating point adds behind the digits of a converted value. */
const clean = (value: number): number => Number(value.toPrecision(12));

export const shownLimit = (value: number | null, { conversion }: Shown): number | null =>
  value === null ? null : shownNumber(value, conversion);
export const storedLimit = (value: number | null, { conversion }: Shown): number | null =>
  value === null || conversion === null ? value : clean((value - conversion.offset) / conversion.scale);
/** A difference takes the scale only. */
export const shownDifference = (value: number, { conversion }: Shown): number => differenceOf(value, conversion);
export const storedDifference = (value: number, { conversion }: Shown): number =>
  conversion === null ? value : clean(value / Math.abs(conversion.scale));

/** Numbers of states out of a text; what is none is left out. */
export const readStates = (text: string): number[] => [
  ...new Set(
    text
      .split(/[,;\s]+/)
      .filter((part) => /^-?\d{1,6}$/.test(part))
      .map(Number),
  ),
];
