import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCayenneLpp } from './cayenne-lpp.ts';

const NOW = Date.UTC(2026, 2, 1, 8) * 1000;
const decode = (hex: string) => decodeCayenneLpp(Buffer.from(hex.replaceAll(' ', ''), 'hex'), NOW, NOW);
const values = (hex: string) => {
  const d = decode(hex);
  return d.slot.map((slot, i) => [d.keys[slot], d.value[i], d.units?.[slot]]);
};

describe('a Cayenne payload becomes readings', () => {
  it.each<[string, string, [string, number, string | undefined][]]>([
    [
      'two temperatures',
      '03 67 01 10 05 67 00 FF',
      [
        ['temperature_3', 27.2, 'Cel'],
        ['temperature_5', 25.5, 'Cel'],
      ],
    ],
    ['a temperature below zero', '01 67 FF D7', [['temperature_1', -4.1, 'Cel']]],
    [
      'an accelerometer',
      '06 71 04 D2 FB 2E 00 00',
      [
        ['accelerometer_6.x', 1.234, undefined],
        ['accelerometer_6.y', -1.234, undefined],
        ['accelerometer_6.z', 0, undefined],
      ],
    ],
    [
      'a place',
      '01 88 06 76 5F F2 96 0A 00 03 E8',
      [
        ['gps_1.latitude', 42.3519, undefined],
        ['gps_1.longitude', -87.9094, undefined],
        ['gps_1.altitude', 10, undefined],
      ],
    ],
    [
      'inputs and outputs',
      '00 00 01 01 01 FF 02 02 FF 9C 03 03 7F FF',
      [
        ['digital_in_0', 1, undefined],
        ['digital_out_1', 255, undefined],
        ['analog_in_2', -1, undefined],
        ['analog_out_3', 327.67, undefined],
      ],
    ],
    [
      'weather',
      '01 68 5B 02 73 27 8B 03 65 FF FF 04 66 01',
      [
        ['relative_humidity_1', 45.5, '%RH'],
        ['barometric_pressure_2', 1012.3, 'hPa'],
        ['luminosity_3', 65_535, 'lx'],
        ['presence_4', 1, undefined],
      ],
    ],
    [
      'electricity',
      '01 74 01 4C 02 75 00 7B 03 80 09 C4 04 83 00 00 10 01 05 76 00 00 00 32',
      [
        ['voltage_1', 3.32, 'V'],
        ['current_2', 0.123, 'A'],
        ['power_3', 2500, 'W'],
        ['energy_4', 4.097, 'kWh'],
        ['frequency_5', 50, 'Hz'],
      ],
    ],
    [
      'the rest',
      '01 64 FF FF FF FF 02 78 64 03 79 FF F6 04 7A FF FF FF 05 7D 01 90 06 82 00 00 03 E8 07 84 01 0E 08 85 65 92 00 80 09 86 00 64 FF 9C 00 00 0A 87 01 02 03 0B 8E 01',
      [
        ['generic_1', 4_294_967_295, undefined],
        ['percentage_2', 100, '%'],
        ['altitude_3', -10, 'm'],
        ['load_4', -0.001, 'kg'],
        ['concentration_5', 400, 'ppm'],
        ['distance_6', 1, 'm'],
        ['direction_7', 270, 'deg'],
        ['unixtime_8', 0x65920080, 's'],
        ['gyrometer_9.x', 1, undefined],
        ['gyrometer_9.y', -1, undefined],
        ['gyrometer_9.z', 0, undefined],
        ['colour_10.r', 1, undefined],
        ['colour_10.g', 2, undefined],
        ['colour_10.b', 3, undefined],
        ['switch_11', 1, undefined],
      ],
    ],
  ])('%s', (_, hex, expected) => {
    expect(values(hex)).toEqual(expected);
  });

  it('and nothing when it is empty', () => {
    expect(decode('')).toMatchObject({ failure: null, slot: [] });
  });
});

describe('a payload that is not whole is refused', () => {
  it.each([
    ['a channel alone', '01', 1],
    ['a value cut short', '03 67 01 10 05 67 00', 5],
    ['a place cut short', '01 88 06 76 5F F2 96 0A 00 03', 1],
    ['an unknown type', '01 F0 00', 1],
    ['more than a frame holds', '01 00 00'.repeat(86), 256],
  ])('%s', (_, hex, column) => {
    expect(decode(hex)).toMatchObject({ failure: { code: 'bad_payload', column }, slot: [] });
  });

  it('wherever it is cut', () => {
    const whole = Buffer.from('036701100567 00FF0671 04D2FB2E0000'.replaceAll(' ', ''), 'hex');
    const ends = new Set([0, 4, 8, 16]);
    for (let end = 0; end <= whole.length; end++)
      expect(decodeCayenneLpp(whole.subarray(0, end), NOW, NOW).failure === null).toBe(ends.has(end));
  });
});

it('temperatures written are read back', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(255), { maxLength: 20 }),
      fc.array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: 20, maxLength: 20 }),
      (channels, tenths) => {
        const bytes = Buffer.concat(channels.map((channel, i) => Buffer.from([channel, 103, (tenths[i]! >> 8) & 255, tenths[i]! & 255])));
        const d = decodeCayenneLpp(bytes, NOW, NOW);
        expect(d.keys).toEqual(channels.map((channel) => `temperature_${channel}`));
        expect(d.value).toEqual(channels.map((_, i) => tenths[i]! / 10 + 0));
      },
    ),
  );
});
