import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { decodeJson } from './decode-json.ts';

const NOW = Date.UTC(2026, 2, 1, 8) * 1000;
const decode = (body: unknown) => decodeJson(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), NOW);

describe('a body that has another format’s shape is refused and names it', () => {
  it.each([
    ['SenML with a base name', [{ bn: 'dev:', bt: 1_700_000_000, n: 'temp', u: 'Cel', v: 21 }], 'looks_like_senml'],
    ['SenML that begins with base fields', [{ bn: 'dev:' }, { n: 'temp', v: 21 }], 'looks_like_senml'],
    ['SenML without base fields', [{ n: 'temp', vs: 'eco' }], 'looks_like_senml'],
    [
      'a message of The Things Stack',
      { end_device_ids: { dev_eui: '70B3D57ED005B89A' }, uplink_message: {} },
      'looks_like_the_things_stack',
    ],
    ['a message of ChirpStack', { deviceInfo: { devEui: '70b3d57ed005b89a' }, fPort: 1, data: 'AA==' }, 'looks_like_chirpstack'],
    [
      'a message of collectd',
      [{ values: [1], dstypes: ['gauge'], dsnames: ['value'], time: 1, plugin: 'load', host: 'a' }],
      'looks_like_collectd',
    ],
    ['line protocol', 'weather,site=a temp=21.5 1700000000000000000\nx', 'looks_like_line_protocol'],
  ])('%s', (_, body, code) => {
    expect(decode(body)).toMatchObject({ failure: { code }, slot: [], keys: [], errors: [] });
  });
});

describe('a body of our own is not taken for another format', () => {
  it.each([
    ['an object with n and v', { n: 'x', v: 1 }],
    ['rows with a number n', [{ n: 1, v: 2 }]],
    ['rows with n alone', [{ n: 'north' }]],
    ['a base number', [{ bn: 5 }]],
    ['ThingsBoard’s telemetry', { ts: NOW / 1000, values: { temperature: 1 } }],
    ['a text called plugin', [{ plugin: 'x', values: 1 }]],
    ['a text called deviceInfo', { deviceInfo: 'x', fPort: 1 }],
    ['an empty array', []],
  ])('%s', (_, body) => {
    expect(decode(body).failure).toBeNull();
  });

  it('text that begins as JSON keeps the place where it breaks', () => {
    expect(decode('{"t" f=1').failure).toMatchObject({ code: 'malformed_json', column: 6 });
    expect(decode('hello').failure).toMatchObject({ code: 'malformed_json' });
    expect(decode('').failure).toMatchObject({ code: 'malformed_json' });
  });
});
