import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitOf } from './device-parts.ts';
import { elementsOf } from './json-scan.ts';

const split = (body: unknown, decoder = 'collectd@1') =>
  splitOf(decoder)!(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
const row = (host: unknown, value = 1) => ({
  values: [value],
  dsnames: ['value'],
  dstypes: ['gauge'],
  time: 1,
  host,
  plugin: 'load',
  type: 'load',
});

describe('elements of an array', () => {
  it('are the texts between its commas, whatever stands in them', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, '\t', ' \n'), (values, space) => {
        const texts = elementsOf(JSON.stringify(values, null, space));
        expect(texts.map((text) => JSON.stringify(JSON.parse(text)))).toEqual(values.map((value) => JSON.stringify(value)));
      }),
    );
    expect(elementsOf(' [ ] ')).toEqual([]);
    expect(elementsOf('[1e400 ,"]\\",[" , {"a":[1,2]}]')).toEqual(['1e400', '"]\\",["', '{"a":[1,2]}']);
  });
});

describe('a body of a gateway', () => {
  it('is cut by host, each number and space as it came', () => {
    const text = JSON.stringify([row('a'), row('b'), row('a', 3)]).replace('"time":1', '"time": 1.50');
    const parts = split(text) as Exclude<ReturnType<typeof split>, string>;
    expect(parts.map(({ kind, identity }) => [kind, identity])).toEqual([
      ['host', 'a'],
      ['host', 'b'],
    ]);
    expect(Buffer.from(parts[0]!.body).toString()).toContain('"time": 1.50');
    expect(JSON.parse(Buffer.from(parts[0]!.body).toString())).toHaveLength(2);
  });

  it.each([
    ['no JSON', '[{', 'malformed_json'],
    ['no array', '{}', 'shape'],
    ['a row without a host', [{ a: 1 }], 'shape'],
    ['a host that can be no name', [row('\n')], 'shape'],
    ['a host that is far too long', [row('x'.repeat(201))], 'shape'],
  ])('with %s is nobody’s', (_, body, code) => {
    expect(split(body)).toMatchObject([{ kind: 'none', identity: '', failure: { code } }]);
  });

  it('with more devices than a message may have is refused', () => {
    expect(split(Array.from({ length: 501 }, (_, i) => row(`h${i}`)))).toBe('too_many_devices');
    expect(split(Array.from({ length: 500 }, (_, i) => row(`h${i}`)))).toHaveLength(500);
  });

  it('of a network server has one device, under its one spelling and its name', () => {
    expect(split({ deviceInfo: { devEui: '70b3d57ed005b89a', deviceName: 'roof' } }, 'chirpstack@1?event=join')).toMatchObject([
      { kind: 'dev_eui', identity: '70B3D57ED005B89A', label: 'roof', failure: null },
    ]);
    expect(split({ end_device_ids: { dev_eui: '70B3D57ED005B89A', device_id: 'a\u0000' } }, 'tts@1')).toMatchObject([{ label: null }]);
    expect(splitOf('json@1')).toBeNull();
  });
});
