import { describe, expect, it } from 'vitest';
import type { TypeChannel, TypeSpec } from '../../contract/logger-types.ts';
import { BUILT_IN_TYPES } from './built-in.ts';
import { sampleMessage } from './sample-message.ts';

const channel = (path: string, over: Partial<TypeChannel> = {}): TypeChannel => ({
  ...{ path, key: path, label: path, sensor_type_id: null, unit: null },
  ...{ scale: 1, offset: 0, input_min: null, input_max: null, states: null, ...over },
});
const spec = (channels: TypeChannel[], over: Partial<TypeSpec> = {}): TypeSpec => ({
  ...{ decoder: 'mapping', script: null, rows: null, time: null },
  clock: { kind: 'utc', offset_min: 0, zone: null, twice: 'refuse', skipped: 'refuse' },
  channels,
  ...over,
});

describe('the message that a type is tried with', () => {
  it('is its sample without the time, so that what is sent is of now', () => {
    const published = spec([channel('a.b')], { time: { path: 'sys.at', unit: 's' } });
    expect(sampleMessage({ sample: '{"a":{"b":1},"sys":{"at":1763640000,"up":2}}', published })).toEqual({
      json: { a: { b: 1 }, sys: { up: 2 } },
    });
  });

  it('is the last of several rows, and of rows within a message too', () => {
    const time = { path: 'at', unit: 's' } as const;
    expect(sampleMessage({ sample: '[{"at":1,"t":1},{"at":2,"t":2}]', published: spec([channel('t')], { time }) })).toEqual({
      json: { t: 2 },
    });
    const inside = spec([channel('t'), channel('$.name')], { time, rows: 'rows[*]' });
    expect(sampleMessage({ sample: '{"name":"x","rows":[{"at":1,"t":1},{"at":2,"t":2}]}', published: inside })).toEqual({
      json: { name: 'x', rows: [{ t: 2 }] },
    });
  });

  it('is made of the mapping where the sample has nothing that the type reads, or there is none', () => {
    const published = spec([
      channel('ai[1].mA', { input_min: 4, input_max: 20 }),
      channel('["odd.name"]'),
      channel('door', { states: [{ text: 'open', value: 1 }] }),
    ]);
    const json = { ai: [{}, { mA: 12 }], 'odd.name': 21.5, door: 'open' };
    expect(sampleMessage({ sample: '{"other":1}', published })).toEqual({ json });
    expect(sampleMessage({ sample: null, published })).toEqual({ json });
    expect(sampleMessage({ sample: null, published: spec([channel('t')], { rows: 'rows[*]' }) })).toEqual({
      json: { rows: [{ t: 21.5 }] },
    });
  });

  it('never reaches a prototype, whatever a path is called', () => {
    const made = sampleMessage({ sample: null, published: spec([channel('__proto__.polluted')]) });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(JSON.stringify(made)).toBe('{"json":{"__proto__":{"polluted":21.5}}}');
  });

  it('is bytes where the device sends bytes, and none where nobody knows them', () => {
    const published = spec([], { decoder: 'cayenne-lpp' });
    expect(sampleMessage({ sample: 'hex:01 67 00 D7', published })).toEqual({ bytes: [1, 0x67, 0, 0xd7] });
    expect(sampleMessage({ sample: null, published })).toBeNull();
    expect(sampleMessage({ sample: 'hex:1', published })).toBeNull();
  });

  it.each(BUILT_IN_TYPES.map(({ key, portable }) => [key, portable('en')] as const))('is there for %s', (_, { sample, spec: portable }) => {
    const published = {
      ...portable,
      channels: portable.channels.map(({ sensor_type: _type, ...one }) => ({ ...one, sensor_type_id: null })),
    };
    expect(sampleMessage({ sample, published })).not.toBeNull();
  });
});
