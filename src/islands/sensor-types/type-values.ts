import type { Locale } from '../../lib/constants.ts';
import type { MeanKind } from '../../lib/contract/means.ts';
import type { Quantity, SensorKind, SensorType } from '../../lib/contract/sensor-types.ts';
import { canonicalUnit, unitOf } from '../../lib/domain/quantities/quantities.ts';

/** What forms of a type hold. */
export type TypeValues = Record<`name_${Locale}`, string> & {
  quantity: Quantity;
  kind: SensorKind;
  display_unit: string;
  decimals: number | null;
  range_min: number | null;
  range_max: number | null;
  mean: MeanKind;
  color: number | null;
};

export const NEW_TYPE: TypeValues = {
  name_cs: '',
  name_en: '',
  name_sk: '',
  quantity: 'temperature',
  kind: 'gauge',
  display_unit: 'Cel',
  decimals: 1,
  range_min: null,
  range_max: null,
  mean: 'time_weighted',
  color: null,
};

export const valuesOf = ({ names, quantity, kind, display_unit, decimals, range_min, range_max, mean, color }: SensorType): TypeValues => ({
  name_cs: names.cs,
  name_en: names.en,
  name_sk: names.sk,
  quantity,
  kind,
  display_unit,
  decimals,
  range_min,
  range_max,
  mean,
  color,
});

/** Names of all languages out of what was written; a language without one gets that of the person's own. */
export function namesOf(values: Pick<TypeValues, `name_${Locale}`>, locale: Locale): SensorType['names'] {
  const { name_cs, name_en, name_sk } = values;
  const own = values[`name_${locale}`].trim();
  return { cs: name_cs.trim() || own, en: name_en.trim() || own, sk: name_sk.trim() || own };
}

/** As people write the unit; empty = it has none. */
export const symbolOf = (quantity: Quantity, code: string): string => unitOf(quantity, code)?.symbol ?? code;
export const storedSymbol = ({ quantity, display_unit }: Pick<SensorType, 'quantity' | 'display_unit'>): string =>
  canonicalUnit(quantity)?.symbol ?? display_unit;
export const isNumeric = (kind: SensorKind): boolean => kind !== 'state' && kind !== 'text';
