import type { MeanKind } from '../../contract/means.ts';
import type { Quantity, SensorKind } from '../../contract/sensor-types.ts';
import type { Words } from '../../contract/taxonomies.ts';

/** A type that comes with the product; each organisation has a copy, which it may change. */
export interface CatalogueType {
  readonly key: string;
  /** Stored in the copy: an organisation renames its types, and whoever reads in another language sees the word of his own. */
  readonly names: Words;
  readonly quantity: Quantity;
  readonly kind: SensorKind;
  readonly mean: MeanKind;
  /** UCUM code. */
  readonly display_unit: string;
  readonly decimals: number | null;
  /** What is plausible, in the canonical unit. */
  readonly range: readonly [number, number] | null;
  readonly color: number | null;
}

type Measured = readonly [
  key: string,
  words: readonly [cs: string, en: string, sk: string],
  quantity: Quantity,
  display_unit: string,
  decimals: number,
  range: readonly [number, number] | null,
  color: number,
];

const MEASURED: readonly Measured[] = [
  ['air_temperature', ['Teplota vzduchu', 'Air temperature', 'Teplota vzduchu'], 'temperature', 'Cel', 1, [-50, 70], 1],
  ['surface_temperature', ['Teplota povrchu', 'Surface temperature', 'Teplota povrchu'], 'temperature', 'Cel', 1, [-50, 400], 1],
  ['liquid_temperature', ['Teplota kapaliny', 'Liquid temperature', 'Teplota kvapaliny'], 'temperature', 'Cel', 1, [-30, 200], 1],
  ['furnace_temperature', ['Teplota pece', 'Furnace temperature', 'Teplota pece'], 'temperature', 'Cel', 0, [-20, 1800], 1],
  [
    'temperature_difference',
    ['Rozdíl teplot', 'Temperature difference', 'Rozdiel teplôt'],
    'temperature_difference',
    'K',
    1,
    [-200, 200],
    1,
  ],
  ['relative_humidity', ['Relativní vlhkost', 'Relative humidity', 'Relatívna vlhkosť'], 'humidity', '%', 1, [0, 100], 2],
  ['dew_point', ['Rosný bod', 'Dew point', 'Rosný bod'], 'dew_point', 'Cel', 1, [-80, 60], 2],
  ['air_pressure', ['Atmosférický tlak', 'Atmospheric pressure', 'Atmosférický tlak'], 'pressure', 'hPa', 1, [80_000, 110_000], 3],
  ['gauge_pressure', ['Přetlak', 'Gauge pressure', 'Pretlak'], 'pressure', 'bar', 2, [-100_000, 40_000_000], 3],
  ['co2', ['Oxid uhličitý', 'Carbon dioxide', 'Oxid uhličitý'], 'co2', '[ppm]', 0, [300, 10_000], 4],
  ['voltage', ['Napětí', 'Voltage', 'Napätie'], 'voltage', 'V', 1, [-1000, 1000], 5],
  ['current', ['Proud', 'Current', 'Prúd'], 'current', 'A', 2, [-5000, 5000], 5],
  ['loop_current', ['Proudová smyčka 4–20 mA', 'Current loop 4–20 mA', 'Prúdová slučka 4–20 mA'], 'current', 'mA', 2, [0, 0.024], 5],
  ['power', ['Činný výkon', 'Active power', 'Činný výkon'], 'power', 'kW', 2, [-10_000_000, 10_000_000], 6],
  ['flow', ['Průtok', 'Flow', 'Prietok'], 'flow', 'm3/h', 2, [-10_000, 10_000], 7],
  ['level', ['Výška hladiny', 'Level', 'Výška hladiny'], 'level', 'm', 2, [0, 50], 7],
  ['distance', ['Vzdálenost', 'Distance', 'Vzdialenosť'], 'distance', 'm', 3, [0, 10_000], 8],
  ['speed', ['Rychlost', 'Speed', 'Rýchlosť'], 'speed', 'm/min', 1, [-100, 100], 8],
  ['wind_speed', ['Rychlost větru', 'Wind speed', 'Rýchlosť vetra'], 'speed', 'm/s', 1, [0, 90], 8],
  [
    'vibration',
    ['Vibrace (efektivní rychlost)', 'Vibration (RMS velocity)', 'Vibrácie (efektívna rýchlosť)'],
    'vibration',
    'mm/s',
    2,
    [0, 200],
    8,
  ],
  ['illuminance', ['Osvětlenost', 'Illuminance', 'Osvetlenosť'], 'illuminance', 'lx', 0, [0, 150_000], 4],
  ['sound', ['Hladina zvuku', 'Sound level', 'Hladina zvuku'], 'sound', 'dB', 1, [0, 160], 3],
  ['weight', ['Hmotnost', 'Weight', 'Hmotnosť'], 'weight', 'kg', 2, [-1000, 100_000], 6],
  ['force', ['Síla', 'Force', 'Sila'], 'force', 'kN', 2, [-10_000_000, 10_000_000], 6],
  ['battery', ['Stav baterie', 'Battery level', 'Stav batérie'], 'battery', '%', 0, [0, 100], 2],
  ['signal', ['Síla signálu', 'Signal strength', 'Sila signálu'], 'signal', 'dB[mW]', 0, [-150, 20], 3],
];

const counter = { kind: 'counter', mean: 'last', color: 5 } as const;

export const CATALOGUE: readonly CatalogueType[] = [
  ...MEASURED.map(
    ([key, [cs, en, sk], quantity, display_unit, decimals, range, color]): CatalogueType => ({
      key,
      names: { cs, en, sk },
      quantity,
      kind: 'gauge',
      // What comes in uneven intervals would weigh a busy minute more than a quiet hour.
      mean: 'time_weighted',
      display_unit,
      decimals,
      range,
      color,
    }),
  ),
  {
    ...counter,
    key: 'energy',
    names: { cs: 'Elektroměr', en: 'Electricity meter', sk: 'Elektromer' },
    quantity: 'energy',
    display_unit: 'kW.h',
    decimals: 1,
    range: [0, 1_000_000_000],
  },
  {
    ...counter,
    key: 'water_volume',
    names: { cs: 'Vodoměr', en: 'Water meter', sk: 'Vodomer' },
    quantity: 'volume',
    display_unit: 'm3',
    decimals: 3,
    range: [0, 100_000_000],
  },
  {
    ...counter,
    key: 'gas_volume',
    names: { cs: 'Plynoměr', en: 'Gas meter', sk: 'Plynomer' },
    quantity: 'volume',
    display_unit: 'm3',
    decimals: 3,
    range: [0, 100_000_000],
  },
  {
    ...counter,
    key: 'pieces',
    names: { cs: 'Počítadlo kusů', en: 'Piece counter', sk: 'Počítadlo kusov' },
    quantity: 'count',
    display_unit: '1',
    decimals: 0,
    range: [0, 1_000_000_000_000],
  },
  {
    key: 'pulses',
    names: { cs: 'Kusy za interval', en: 'Pieces per interval', sk: 'Kusy za interval' },
    quantity: 'count',
    kind: 'delta',
    mean: 'sum',
    display_unit: '1',
    decimals: 0,
    range: [0, 1_000_000],
    color: 5,
  },
  {
    key: 'state',
    names: { cs: 'Stav', en: 'State', sk: 'Stav' },
    quantity: 'state',
    kind: 'state',
    mean: 'last',
    display_unit: '1',
    decimals: null,
    range: null,
    color: null,
  },
  {
    key: 'text',
    names: { cs: 'Text', en: 'Text', sk: 'Text' },
    quantity: 'text',
    kind: 'text',
    mean: 'last',
    display_unit: '1',
    decimals: null,
    range: null,
    color: null,
  },
];
