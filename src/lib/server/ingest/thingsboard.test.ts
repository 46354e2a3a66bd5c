import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { decodeThingsboard, decodeThingsboardGateway } from './thingsboard.ts';

const NOW = Date.UTC(2026, 2, 1, 8) * 1000;
const ts = NOW / 1000 - 1000;
const bytes = (body: unknown) => Buffer.from(JSON.stringify(body));

describe('telemetry of ThingsBoard', () => {
  it.each([
    ['values alone', { temperature: 21 }, NOW],
    ['a time with values', { ts, values: { temperature: 21 } }, ts * 1000],
    ['an array of them', [{ ts, values: { temperature: 21 } }], ts * 1000],
  ])('is read as %s', (_, body, at) => {
    expect(decodeThingsboard(bytes(body), NOW)).toMatchObject({ failure: null, keys: ['temperature'], ts: [at], value: [21] });
  });

  it('may use keys by which another door would know another format', () => {
    expect(decodeThingsboard(bytes([{ n: 'x', v: 1 }]), NOW).keys).toEqual(['n', 'v']);
  });
});

describe('telemetry of a ThingsBoard gateway', () => {
  it('is split by device', () => {
    const { failure, devices } = decodeThingsboardGateway(
      bytes({ 'Device A': [{ ts, values: { t: 1 } }], 'Device B': [{ t: 2 }], C: 5 }),
      NOW,
    );
    expect(failure).toBeNull();
    expect(devices.map(({ device, decoded }) => [device, decoded.value, decoded.failure?.code])).toEqual([
      ['Device A', [1], undefined],
      ['Device B', [2], undefined],
      ['C', [], 'shape'],
    ]);
  });

  it('is refused when all its devices together say too much', () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({ ts: ts - i, values: { t: 1 } }));
    const body = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`d${i}`, rows]));
    expect(decodeThingsboardGateway(bytes(body), NOW)).toEqual({ failure: { code: 'too_many_readings' }, devices: [] });
    expect(decodeThingsboardGateway(bytes([]), NOW).failure).toEqual({ code: 'shape' });
  });
});
