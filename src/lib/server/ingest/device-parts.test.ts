import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitOf } from './device-parts.ts';
import { elementsOf } from './json-scan.ts';

const NAMING = { lineTag: 'host' };
const NOW = 1_764_000_000_000_000;
const split = (body: unknown, decoder = 'collectd@1', naming = NAMING) =>
  splitOf(decoder, naming)!(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), NOW);
const textsOf = (parts: ReturnType<typeof split>) =>
  (parts as Exclude<typeof parts, string>).map(({ kind, identity, body }) => [kind, identity, Buffer.from(body).toString()]);
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
    expect(splitOf('json@1', NAMING)).toBeNull();
  });

  it('of line protocol is cut by its tag, which goes; what is escaped and written over lines stays what it was', () => {
    const lines = 'cpu,core=0,host=a usage=1 5\nair,host=b\\ 2 note="two\nlines",t=2i\n# nobody\ncpu,host=a,core=0 usage=2\nair t=3\n';
    expect(textsOf(split(lines, 'line-protocol@1?precision=ns'))).toEqual([
      ['tag', 'a', 'cpu,core=0 usage=1 5\ncpu,core=0 usage=2\n'],
      ['tag', 'b 2', 'air note="two\nlines",t=2i\n'],
      ['none', '', 'air t=3\n'],
    ]);
    expect(textsOf(split('m\\,n,dev=x\\=y,a=1 v=1', 'line-protocol@1?precision=ns', { lineTag: 'dev' }))).toEqual([
      ['tag', 'x=y', 'm\\,n,a=1 v=1\n'],
    ]);
    expect(split('air,host=a t=', 'line-protocol@1?precision=ns')).toMatchObject([
      { kind: 'none', failure: { code: 'malformed_line', line: 1 } },
    ]);
  });

  it('of SenML is cut by base name: records are resolved and called by their own names', () => {
    const pack = [
      { bn: 'urn:dev:ow:1:', bt: 1_764_000_000, bu: 'Cel', n: 'in', v: 21 },
      { n: 'out', t: -60, v: 5 },
      { bn: 'urn:dev:ow:2', u: '%RH', v: 40 },
      { n: '/door', vb: true },
    ];
    const parts = split(pack, 'senml@1');
    expect(textsOf(parts).map(([kind, identity, text]) => [kind, identity, JSON.parse(text!)])).toEqual([
      [
        'base_name',
        'urn:dev:ow:1',
        [
          { n: 'in', u: 'Cel', v: 21, t: 1_764_000_000 },
          { n: 'out', u: 'Cel', v: 5, t: 1_763_999_940 },
        ],
      ],
      [
        'base_name',
        'urn:dev:ow:2',
        [
          { n: 'urn:dev:ow:2', u: '%RH', v: 40, t: 1_764_000_000 },
          { n: 'door', u: 'Cel', vb: true, t: 1_764_000_000 },
        ],
      ],
    ]);
    expect(split([{ n: 'x', v: 1 }], 'senml@1')).toMatchObject([{ kind: 'none', failure: { code: 'shape' } }]);
    expect(
      split(
        [
          { bn: 'a', n: 'x', v: 1 },
          { n: 'y', v: 'no' },
        ],
        'senml@1',
      ),
    ).toMatchObject([
      { kind: 'base_name', identity: 'a', failure: null },
      { kind: 'none', failure: { index: 1 } },
    ]);
  });
});
