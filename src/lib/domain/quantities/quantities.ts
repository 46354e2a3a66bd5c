import type { Quantity } from '../../contract/sensor-types.ts';
import type { Conversion } from './shown.ts';

/**
 * What sensors measure, in which unit its values are stored, and how they are shown in others.
 *
 * Codes of units are UCUM (https://ucum.org/ucum). Factors: the SI brochure (9th edition, 2019) and NIST SP 811 (2008), appendix B: the inch is
 * 25.4 mm, the pound 0.453 592 37 kg, the pound-force 4.448 221 615 260 5 N, the US gallon 3.785 411 784 l, all exact by definition. Names in
 * SenML: RFC 8428, section 12.1, and RFC 8798, section 3.
 */

/** A way of writing a value. Canonical value = value × scale + offset. */
export interface Unit {
  /** UCUM, case sensitive. */
  readonly code: string;
  /** As people write it. */
  readonly symbol: string;
  readonly scale: number;
  /** Only where the zero is another one: °C, °F and K of a temperature, never of a difference. */
  readonly offset: number;
  /** Name in SenML, where it has one for just this. */
  readonly senml: string | null;
}

const unit = (code: string, symbol = code, scale = 1, senml: string | null = null, offset = 0): Unit => ({
  code,
  symbol,
  scale,
  offset,
  senml,
});

const INCH_M = 0.0254;
const POUND_KG = 0.45359237;
/** Standard gravity, m/s²: the weight of a kilogram. */
const GRAVITY = 9.80665;

const TEMPERATURE = [unit('Cel', '°C', 1, 'Cel'), unit('[degF]', '°F', 5 / 9, null, -160 / 9), unit('K', 'K', 1, 'K', -273.15)] as const;
const LENGTH = [
  unit('m', 'm', 1, 'm'),
  unit('mm', 'mm', 0.001, 'mm'),
  unit('cm', 'cm', 0.01, 'cm'),
  unit('km', 'km', 1000, 'km'),
  unit('[in_i]', 'in', INCH_M),
  unit('[ft_i]', 'ft', 12 * INCH_M),
] as const;
/** A thing without a unit. */
const NONE = [unit('1', '')] as const;

/** Units of each quantity, the canonical one first. A difference of temperatures has no zero of its own: Δ1 °C = Δ1.8 °F. */
export const QUANTITIES = {
  temperature: TEMPERATURE,
  temperature_difference: [unit('K', 'K', 1, 'K'), unit('Cel', '°C', 1, 'Cel'), unit('[degF]', '°F', 5 / 9)],
  humidity: [unit('%', '%', 1, '%RH')],
  dew_point: TEMPERATURE,
  pressure: [
    unit('Pa', 'Pa', 1, 'Pa'),
    unit('hPa', 'hPa', 100, 'hPa'),
    unit('kPa', 'kPa', 1000),
    unit('bar', 'bar', 100_000),
    unit('mbar', 'mbar', 100),
    unit('MPa', 'MPa', 1_000_000),
    unit('[psi]', 'psi', (POUND_KG * GRAVITY) / (INCH_M * INCH_M)),
  ],
  co2: [unit('[ppm]', 'ppm', 1, 'ppm'), unit('%', '%', 10_000)],
  voltage: [unit('V', 'V', 1, 'V'), unit('mV', 'mV', 0.001, 'mV'), unit('kV', 'kV', 1000)],
  current: [unit('A', 'A', 1, 'A'), unit('mA', 'mA', 0.001, 'mA')],
  power: [unit('W', 'W', 1, 'W'), unit('kW', 'kW', 1000, 'kW'), unit('MW', 'MW', 1_000_000)],
  energy: [
    unit('kW.h', 'kWh', 1, 'kWh'),
    unit('W.h', 'Wh', 0.001, 'Wh'),
    unit('MW.h', 'MWh', 1000),
    unit('J', 'J', 1 / 3_600_000, 'J'),
    unit('MJ', 'MJ', 1 / 3.6),
    unit('GJ', 'GJ', 1000 / 3.6),
  ],
  flow: [
    unit('m3/h', 'm³/h', 1),
    unit('m3/s', 'm³/s', 3600, 'm3/s'),
    unit('L/s', 'l/s', 3.6, 'l/s'),
    unit('L/min', 'l/min', 0.06),
    unit('L/h', 'l/h', 0.001),
  ],
  volume: [unit('m3', 'm³', 1, 'm3'), unit('L', 'l', 0.001, 'l'), unit('[gal_us]', 'gal', 0.003785411784)],
  level: LENGTH,
  distance: LENGTH,
  speed: [
    unit('m/s', 'm/s', 1, 'm/s'),
    unit('km/h', 'km/h', 1 / 3.6, 'km/h'),
    unit('m/min', 'm/min', 1 / 60),
    unit('[mi_i]/h', 'mph', 0.44704),
  ],
  vibration: [unit('mm/s', 'mm/s'), unit('m/s', 'm/s', 1000, 'm/s'), unit('[in_i]/s', 'in/s', 25.4)],
  illuminance: [unit('lx', 'lx', 1, 'lx'), unit('klx', 'klx', 1000)],
  sound: [unit('dB', 'dB', 1, 'dB')],
  weight: [unit('kg', 'kg', 1, 'kg'), unit('g', 'g', 0.001, 'g'), unit('t', 't', 1000), unit('[lb_av]', 'lb', POUND_KG)],
  force: [unit('N', 'N', 1, 'N'), unit('kN', 'kN', 1000), unit('[lbf_av]', 'lbf', POUND_KG * GRAVITY)],
  count: [unit('1', '', 1, 'count')],
  state: NONE,
  text: NONE,
  battery: [unit('%', '%', 1, '%EL')],
  signal: [unit('dB[mW]', 'dBm', 1, 'dBm'), unit('dB[W]', 'dBW', 1, 'dBW', 30)],
  /** Whatever unit somebody writes; it converts to no other. */
  custom: [],
} as const satisfies Record<Quantity, readonly Unit[]>;

export const unitsOf = (quantity: Quantity): readonly Unit[] => QUANTITIES[quantity];
/** The unit that values are stored in; none of a custom quantity, which has whatever is written. */
export const canonicalUnit = (quantity: Quantity): Unit | null => unitsOf(quantity)[0] ?? null;
export const unitOf = (quantity: Quantity, code: string): Unit | null => unitsOf(quantity).find((one) => one.code === code) ?? null;

/** Without what floating point adds behind the digits: -40 °F is -40 °C, and a bound is what a reading of its size is. */
export const toCanonical = (value: number, from: Unit): number => {
  const converted = value * from.scale + from.offset;
  return Number.isInteger(converted) ? converted : Number(converted.toPrecision(15));
};
export const fromCanonical = (value: number, to: Unit): number => (value - to.offset) / to.scale;

/**
 * How a value with a SenML unit becomes canonical; null = the unit isn't one of the quantity. `/` and `%` are ratios, 0 to 1 (RFC 8428,
 * section 12.1, note 1), while `%RH` and `%EL` are 0 to 100.
 */
export function senmlUnit(quantity: Quantity, senml: string): Pick<Unit, 'scale' | 'offset'> | null {
  const named = unitsOf(quantity).find((one) => one.senml === senml);
  if (named) return named;
  if (senml !== '/' && senml !== '%') return null;
  if (quantity === 'state' || quantity === 'custom') return { scale: 1, offset: 0 };
  const percent = unitOf(quantity, '%');
  return percent && { scale: 100 * percent.scale, offset: 0 };
}

const SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.values(QUANTITIES).flatMap((units) =>
    (units as readonly Unit[]).flatMap(({ senml, symbol }) => (senml === null ? [] : [[senml, symbol]])),
  ),
);
/** A SenML unit as people write it; null for ratios, whose values are 0 to 1, and for counts. */
export const senmlSymbol = (senml: string): string | null =>
  senml === '/' || senml === '%' ? null : (SYMBOLS.get(senml) ?? senml) || null;

/** A type as far as values of its channels are shown by it. */
export interface ShownBy {
  quantity: Quantity;
  display_unit: string;
  decimals: number | null;
}

/** From one unit of a quantity to another: shown = value × scale + offset. */
export const conversionTo = (from: Unit, to: Unit): Conversion => ({
  scale: from.scale / to.scale,
  offset: (from.offset - to.offset) / to.scale,
});

export interface Shown {
  /** That values are stored in. */
  unit: string | null;
  /** That they are shown in. */
  display_unit: string | null;
  /** From the one to the other; null = they are the same, or nobody knows how. */
  conversion: Conversion | null;
  /** Of what is shown. */
  decimals: number | null;
}

/**
 * Units and decimals of a channel. Values are stored in the channel's own unit, else in the canonical one of its type, and shown in the display
 * unit of the type where that is of the same quantity. Decimals of a type are meant for its display unit.
 */
export function shownAs(own: { unit: string | null; decimals: number | null }, type: ShownBy | null): Shown {
  if (type === null) return { unit: own.unit, display_unit: own.unit, conversion: null, decimals: own.decimals };
  const { quantity, display_unit } = type;
  const canonical = canonicalUnit(quantity);
  const from =
    own.unit === null ? canonical : (unitsOf(quantity).find(({ symbol, code }) => symbol === own.unit || code === own.unit) ?? null);
  const to = unitOf(quantity, display_unit);
  const stored = own.unit ?? canonical?.symbol ?? display_unit;
  const shown = from && to && from !== to ? to.symbol : stored;
  return {
    unit: stored || null,
    display_unit: shown || null,
    conversion: from && to && from !== to ? conversionTo(from, to) : null,
    decimals: own.decimals ?? (shown === (to?.symbol ?? display_unit) ? type.decimals : null),
  };
}
