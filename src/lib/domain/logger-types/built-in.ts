import type { PortableType } from '../../contract/logger-types.ts';
import type { Words } from '../../contract/taxonomies.ts';
import { CATALOGUE } from '../quantities/catalogue.ts';
import { DRAGINO_LHT65, MILESIGHT_EM300 } from './built-in-scripts.ts';

/**
 * Types of loggers that come with the product; an organisation copies the ones it wants. Each has a message as its maker documents it, written
 * down from memory: docs/devices.md says which were tried on a device.
 */
export interface BuiltInType {
  readonly key: string;
  /** @param locale whose words the channels get */
  portable(locale: keyof Words): PortableType;
}

type Spec = PortableType['spec'];
type Channel = Spec['channels'][number];

interface Measured extends Partial<Pick<Channel, 'unit' | 'scale' | 'offset' | 'input_min' | 'input_max' | 'states'>> {
  path: string;
  key: string;
  /** Key of the catalogue; its name is the channel's label. */
  sensor: string;
  /** Behind the name, where there are several. */
  suffix?: string;
}

const SENSORS = new Map(CATALOGUE.map((type) => [type.key, type]));

function channelOf({ path, key, sensor, suffix, ...rest }: Measured, locale: keyof Words): Channel {
  const type = SENSORS.get(sensor)!;
  return {
    path,
    key,
    label: suffix ? `${type.names[locale]} ${suffix}` : type.names[locale],
    unit: null,
    scale: 1,
    offset: 0,
    input_min: null,
    input_max: null,
    states: null,
    ...rest,
    sensor_type: { key: type.key, name: type.names.en, quantity: type.quantity, kind: type.kind },
  };
}

const UTC: Spec['clock'] = { kind: 'utc', offset_min: 0, zone: null, twice: 'refuse', skipped: 'refuse' };
const PRAGUE: Spec['clock'] = { ...UTC, kind: 'zone', zone: 'Europe/Prague' };

interface Described extends Partial<Omit<Spec, 'channels'>> {
  key: string;
  name: string | Words;
  maker?: string;
  model?: string;
  sending_interval_s?: number;
  sample: unknown;
  channels: readonly Measured[];
}

const builtIn = ({ key, name, maker, model, sending_interval_s, sample, channels, ...spec }: Described): BuiltInType => ({
  key,
  portable: (locale) => ({
    format: 'logger-type',
    format_version: 1,
    name: typeof name === 'string' ? name : name[locale],
    maker: maker ?? null,
    model: model ?? null,
    notes: null,
    manual_url: null,
    sampling_interval_s: null,
    sending_interval_s: sending_interval_s ?? null,
    sample: typeof sample === 'string' ? sample : JSON.stringify(sample, null, 2),
    spec: {
      decoder: 'mapping',
      script: null,
      rows: null,
      time: null,
      clock: UTC,
      ...spec,
      channels: channels.map((channel) => channelOf(channel, locale)),
    },
  }),
});

const ON_OFF = [
  { text: 'ON', value: 1 },
  { text: 'OFF', value: 0 },
];

export const BUILT_IN_TYPES: readonly BuiltInType[] = [
  builtIn({
    key: 'curl',
    name: { cs: 'Vlastní program (JSON)', en: 'Program of your own (JSON)', sk: 'Vlastný program (JSON)' },
    sample: { ts: 1_763_640_000_000, temperature: 21.5, humidity: 48 },
    time: { path: 'ts', unit: 'ms' },
    channels: [
      { path: 'temperature', key: 'temperature', sensor: 'air_temperature', unit: 'Cel' },
      { path: 'humidity', key: 'humidity', sensor: 'relative_humidity', unit: '%' },
    ],
  }),
  builtIn({
    key: 'shelly_gen2_switch',
    name: 'Shelly Plus 1PM (Shelly.GetStatus)',
    maker: 'Shelly',
    model: 'Plus 1PM, Gen2+',
    sending_interval_s: 60,
    sample: {
      'switch:0': {
        id: 0,
        output: true,
        apower: 812.4,
        voltage: 231.6,
        current: 3.52,
        aenergy: { total: 61_532.8, minute_ts: 1_763_639_940 },
        temperature: { tC: 47.3, tF: 117.1 },
      },
      sys: { unixtime: 1_763_640_000, uptime: 86_412 },
      wifi: { rssi: -62 },
    },
    time: { path: 'sys.unixtime', unit: 's' },
    channels: [
      { path: 'switch:0.apower', key: 'power', sensor: 'power', unit: 'W' },
      { path: 'switch:0.voltage', key: 'voltage', sensor: 'voltage', unit: 'V' },
      { path: 'switch:0.current', key: 'current', sensor: 'current', unit: 'A' },
      { path: 'switch:0.aenergy.total', key: 'energy', sensor: 'energy', unit: 'W.h' },
      { path: 'switch:0.output', key: 'output', sensor: 'state' },
      { path: 'switch:0.temperature.tC', key: 'device_temperature', sensor: 'surface_temperature', unit: 'Cel' },
      { path: 'wifi.rssi', key: 'rssi', sensor: 'signal', unit: 'dB[mW]' },
    ],
  }),
  builtIn({
    key: 'tasmota_sensor',
    name: 'Tasmota (SENSOR)',
    maker: 'Tasmota',
    sending_interval_s: 300,
    sample: {
      Time: '2025-11-20T13:00:00',
      AM2301: { Temperature: 21.5, Humidity: 48.1, DewPoint: 10 },
      ENERGY: { Total: 4.185, Power: 12, Voltage: 231, Current: 0.123 },
      POWER: 'ON',
      TempUnit: 'C',
    },
    time: { path: 'Time', unit: 'local' },
    clock: PRAGUE,
    channels: [
      { path: 'AM2301.Temperature', key: 'temperature', sensor: 'air_temperature', unit: 'Cel' },
      { path: 'AM2301.Humidity', key: 'humidity', sensor: 'relative_humidity', unit: '%' },
      { path: 'AM2301.DewPoint', key: 'dew_point', sensor: 'dew_point', unit: 'Cel' },
      { path: 'ENERGY.Total', key: 'energy', sensor: 'energy', unit: 'kW.h' },
      { path: 'ENERGY.Power', key: 'power', sensor: 'power', unit: 'W' },
      { path: 'ENERGY.Voltage', key: 'voltage', sensor: 'voltage', unit: 'V' },
      { path: 'ENERGY.Current', key: 'current', sensor: 'current', unit: 'A' },
      { path: 'POWER', key: 'output', sensor: 'state', states: ON_OFF },
    ],
  }),
  builtIn({
    key: 'esphome_http',
    name: 'ESPHome (http_request)',
    maker: 'ESPHome',
    sending_interval_s: 60,
    sample: { temperature: '21.5', humidity: '48.2', pressure: '987.6', wifi_signal: '-61' },
    channels: [
      { path: 'temperature', key: 'temperature', sensor: 'air_temperature', unit: 'Cel' },
      { path: 'humidity', key: 'humidity', sensor: 'relative_humidity', unit: '%' },
      { path: 'pressure', key: 'pressure', sensor: 'air_pressure', unit: 'hPa' },
      { path: 'wifi_signal', key: 'rssi', sensor: 'signal', unit: 'dB[mW]' },
    ],
  }),
  builtIn({
    key: 'milesight_em300',
    name: 'Milesight EM300-TH',
    maker: 'Milesight',
    model: 'EM300-TH',
    sending_interval_s: 600,
    decoder: 'javascript',
    script: MILESIGHT_EM300,
    sample: 'hex:01 75 5c 03 67 01 01 04 68 65',
    channels: [
      { path: 'battery', key: 'battery', sensor: 'battery', unit: '%' },
      { path: 'temperature', key: 'temperature', sensor: 'air_temperature', unit: 'Cel' },
      { path: 'humidity', key: 'humidity', sensor: 'relative_humidity', unit: '%' },
    ],
  }),
  builtIn({
    key: 'dragino_lht65',
    name: 'Dragino LHT65',
    maker: 'Dragino',
    model: 'LHT65',
    sending_interval_s: 1200,
    decoder: 'javascript',
    script: DRAGINO_LHT65,
    sample: 'hex:cb f6 0b 0d 03 76 01 0a dd 7f ff',
    channels: [
      { path: 'battery', key: 'battery_voltage', sensor: 'voltage', unit: 'V' },
      { path: 'temperature', key: 'temperature', sensor: 'air_temperature', unit: 'Cel' },
      { path: 'humidity', key: 'humidity', sensor: 'relative_humidity', unit: '%' },
      { path: 'probe', key: 'probe', sensor: 'surface_temperature', unit: 'Cel', input_min: -55, input_max: 125 },
    ],
  }),
  builtIn({
    key: 'cayenne_lpp',
    name: 'Cayenne LPP',
    decoder: 'cayenne-lpp',
    sample: 'hex:01 67 00 d7 02 68 60',
    channels: [
      { path: 'temperature_1', key: 'temperature', sensor: 'air_temperature', unit: 'Cel' },
      { path: 'relative_humidity_2', key: 'humidity', sensor: 'relative_humidity', unit: '%' },
    ],
  }),
  builtIn({
    key: 'teltonika_eye',
    name: 'Teltonika RUT + EYE Sensor',
    maker: 'Teltonika',
    model: 'RUT, EYE Sensor',
    sending_interval_s: 300,
    sample: [
      { timestamp: 1_763_639_700, temperature: '2150', humidity: '48', voltage: '2985', rssi: '-67' },
      { timestamp: 1_763_640_000, temperature: '2148', humidity: '48', voltage: '2985', rssi: '-68' },
    ],
    time: { path: 'timestamp', unit: 's' },
    channels: [
      { path: 'temperature', key: 'temperature', sensor: 'air_temperature', unit: 'Cel', scale: 0.01 },
      { path: 'humidity', key: 'humidity', sensor: 'relative_humidity', unit: '%' },
      { path: 'voltage', key: 'battery_voltage', sensor: 'voltage', unit: 'mV' },
      { path: 'rssi', key: 'rssi', sensor: 'signal', unit: 'dB[mW]' },
    ],
  }),
  builtIn({
    key: 'comet_web_sensor',
    name: 'COMET Web Sensor (values.json)',
    maker: 'COMET SYSTEM',
    model: 'T7510',
    sending_interval_s: 60,
    sample: {
      devname: 'T7510 sklad',
      devsn: '15960016',
      timeunix: 1_763_640_000,
      ch1: { name: 'Temperature', unit: '°C', aval: '21,5', alarm: 0 },
      ch2: { name: 'Relative humidity', unit: '%RH', aval: '48,1', alarm: 0 },
      ch3: { name: 'Dew point', unit: '°C', aval: '10,0', alarm: 0 },
      ch4: { name: 'Pressure', unit: 'hPa', aval: '987,6', alarm: 0 },
    },
    time: { path: 'timeunix', unit: 's' },
    channels: [
      { path: 'ch1.aval', key: 'temperature', sensor: 'air_temperature', unit: 'Cel' },
      { path: 'ch2.aval', key: 'humidity', sensor: 'relative_humidity', unit: '%' },
      { path: 'ch3.aval', key: 'dew_point', sensor: 'dew_point', unit: 'Cel' },
      { path: 'ch4.aval', key: 'pressure', sensor: 'air_pressure', unit: 'hPa' },
    ],
  }),
  builtIn({
    key: 'papago_th',
    name: 'Papago TH 2DI DO',
    maker: 'Papouch',
    model: 'Papago TH 2DI DO',
    sending_interval_s: 60,
    sample: {
      time: '20.11.2025 13:00:00',
      sns: [
        { id: 1, val: '21.4', unit: 'C' },
        { id: 2, val: '48.0', unit: '%' },
      ],
      din: [
        { id: 1, val: 1 },
        { id: 2, val: 0 },
      ],
    },
    time: { path: 'time', unit: 'local' },
    clock: PRAGUE,
    channels: [
      { path: 'sns[0].val', key: 'temperature', sensor: 'air_temperature', unit: 'Cel' },
      { path: 'sns[1].val', key: 'humidity', sensor: 'relative_humidity', unit: '%' },
      { path: 'din[0].val', key: 'input_1', sensor: 'state', suffix: '1' },
      { path: 'din[1].val', key: 'input_2', sensor: 'state', suffix: '2' },
    ],
  }),
  builtIn({
    key: 'victron_vedirect',
    name: 'Victron VE.Direct',
    maker: 'Victron Energy',
    model: 'SmartSolar MPPT, BMV',
    sending_interval_s: 60,
    sample: { V: '26470', I: '-1250', VPV: '38120', PPV: '120', SOC: '987', H19: '12345', LOAD: 'ON' },
    channels: [
      { path: 'V', key: 'battery_voltage', sensor: 'voltage', unit: 'mV', suffix: 'U1' },
      { path: 'I', key: 'battery_current', sensor: 'current', unit: 'mA' },
      { path: 'VPV', key: 'panel_voltage', sensor: 'voltage', unit: 'mV', suffix: 'PV' },
      { path: 'PPV', key: 'panel_power', sensor: 'power', unit: 'W' },
      { path: 'SOC', key: 'battery', sensor: 'battery', unit: '%', scale: 0.1 },
      { path: 'H19', key: 'energy', sensor: 'energy', unit: 'kW.h', scale: 0.01 },
      { path: 'LOAD', key: 'load', sensor: 'state', states: ON_OFF },
    ],
  }),
  builtIn({
    key: 'loop_4_20',
    name: { cs: 'Obecný převodník 4–20 mA', en: 'Generic 4–20 mA converter', sk: 'Všeobecný prevodník 4–20 mA' },
    sending_interval_s: 600,
    sample: {
      t: 1_763_640_000,
      sys: { vbat: 3.61, rssi: -68 },
      ai: [
        { ch: 1, mA: 15.39 },
        { ch: 2, mA: 8.2 },
      ],
    },
    time: { path: 't', unit: 's' },
    channels: [
      // 4 mA = 0 bar, 20 mA = 10 bar.
      {
        path: 'ai[0].mA',
        key: 'pressure',
        sensor: 'gauge_pressure',
        unit: 'bar',
        scale: 0.625,
        offset: -2.5,
        input_min: 3.6,
        input_max: 21,
      },
      // 4 mA = 0 m, 20 mA = 4 m.
      { path: 'ai[1].mA', key: 'level', sensor: 'level', unit: 'm', scale: 0.25, offset: -1, input_min: 3.6, input_max: 21 },
      { path: 'sys.vbat', key: 'battery_voltage', sensor: 'voltage', unit: 'V' },
      { path: 'sys.rssi', key: 'rssi', sensor: 'signal', unit: 'dB[mW]' },
    ],
  }),
  builtIn({
    key: 'electricity_meter',
    name: { cs: 'Elektroměr (kódy OBIS)', en: 'Electricity meter (OBIS codes)', sk: 'Elektromer (kódy OBIS)' },
    sending_interval_s: 900,
    sample: {
      '0.9.2': '20.11.2025 13:00:00',
      '1.8.0': '12345,678',
      '2.8.0': '0,000',
      '16.7.0': '1,234',
      '32.7.0': '231,4',
      '31.7.0': '5,33',
    },
    time: { path: '["0.9.2"]', unit: 'local' },
    clock: PRAGUE,
    channels: [
      { path: '["1.8.0"]', key: 'energy_import', sensor: 'energy', unit: 'kW.h', suffix: '+A' },
      { path: '["2.8.0"]', key: 'energy_export', sensor: 'energy', unit: 'kW.h', suffix: '−A' },
      { path: '["16.7.0"]', key: 'power', sensor: 'power', unit: 'kW' },
      { path: '["32.7.0"]', key: 'voltage_1', sensor: 'voltage', unit: 'V', suffix: 'L1' },
      { path: '["31.7.0"]', key: 'current_1', sensor: 'current', unit: 'A', suffix: 'L1' },
    ],
  }),
];
