import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { decodeCollectd } from './collectd.ts';

const NOW = Date.UTC(2026, 2, 1, 8) * 1000;
const T = NOW / 1e6 - 10;
const decode = (body: unknown) => decodeCollectd(Buffer.from(JSON.stringify(body)), NOW);
const disk = {
  values: [197_141_504, 175_136_768],
  dstypes: ['counter', 'counter'],
  dsnames: ['read', 'write'],
  time: T,
  interval: 10,
  host: 'leeloo',
  plugin: 'disk',
  plugin_instance: 'sda',
  type: 'disk_octets',
  type_instance: '',
};
const temperature = {
  values: [21.5],
  dstypes: ['gauge'],
  dsnames: ['value'],
  time: T + 0.123456,
  interval: 5,
  host: 'korben',
  plugin: 'sensors',
  plugin_instance: '',
  type: 'temperature',
  type_instance: 'cpu',
};

describe('a body of collectd', () => {
  it('becomes readings by host, whose keys name plugin, type and data source', () => {
    const { failure, errors, hosts } = decode([disk, temperature, { ...disk, interval: 2, time: T + 1, values: [1, null] }]);
    expect({ failure, errors }).toEqual({ failure: null, errors: [] });
    expect(hosts.map(({ host, interval }) => [host, interval])).toEqual([
      ['leeloo', 2],
      ['korben', 5],
    ]);
    expect(hosts[0]?.decoded).toMatchObject({
      keys: ['disk-sda.disk_octets.read', 'disk-sda.disk_octets.write'],
      value: [197_141_504, 175_136_768, 1],
      row: [0, 0, 2],
    });
    expect(hosts[1]?.decoded).toMatchObject({ keys: ['sensors.temperature-cpu'], ts: [NOW - 10_000_000 + 123_456], row: [1] });
  });

  it('has its bad rows told and keeps the others', () => {
    const { errors, hosts } = decode([
      5,
      { ...disk, values: [1] },
      { ...disk, time: 'now' },
      { ...disk, plugin: 'x'.repeat(200) },
      temperature,
    ]);
    expect(errors).toEqual([
      { code: 'shape', index: 0 },
      { code: 'shape', index: 1 },
    ]);
    expect(hosts[0]?.decoded.errors.map(({ code, index }) => `${code} ${index}`)).toEqual(['bad_ts 2', 'bad_key 3', 'bad_key 3']);
    expect(hosts[1]?.decoded.value).toEqual([21.5]);
  });

  it('is refused when it is no array or has too many values', () => {
    expect(decode(disk).failure).toEqual({ code: 'shape' });
    expect(decode(Array.from({ length: 25_001 }, () => disk)).failure).toEqual({ code: 'too_many_readings' });
  });
});
