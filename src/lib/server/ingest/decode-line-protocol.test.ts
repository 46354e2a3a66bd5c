import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLineProtocol } from './decode-line-protocol.ts';
import type { Decoded } from './decoded.ts';
import type { LinePrecision } from './line-protocol.ts';

const NOW = Date.UTC(2026, 2, 1, 8) * 1000;
const decode = (text: string, precision: LinePrecision = 'ns') => decodeLineProtocol(Buffer.from(text), NOW, precision);
const readings = (d: Decoded) => d.slot.map((slot, i) => [d.keys[slot], d.ts[i], d.value[i]]);

describe('lines become readings', () => {
  it('whose channels are called after measurement, tags and field', () => {
    expect(decode('temperature value=21.5\nroom temp=1,hum=2\nroom,site=b,level=1 value=3,temp=4').keys).toEqual([
      'temperature',
      'room.temp',
      'room.hum',
      'room,level=1,site=b',
      'room,level=1,site=b.temp',
    ]);
  });

  it('at their own time, cut to the microsecond, or at that of receipt', () => {
    expect(readings(decode('m value=1 1700000000123456789\nm value=t'))).toEqual([
      ['m', 1_700_000_000_123_456, 1],
      ['m', NOW, true],
    ]);
    expect(readings(decode('m value="on" 1700000000', 's'))).toEqual([['m', 1_700_000_000_000_000, 'on']]);
  });

  it('and keys of different series and fields are never the same', () => {
    const name = fc
      .string({ unit: fc.constantFrom('a', '.', ',', '=', '\\', 'v'), minLength: 1, maxLength: 4 })
      .filter((text) => !text.endsWith('\\') && !/\\[,= ]/.test(text));
    const line = fc.record({
      m: name,
      tags: fc.uniqueArray(fc.tuple(name, name), { selector: ([key]) => key, maxLength: 2 }),
      f: fc.oneof(name, fc.constant('value')),
    });
    const escaped = (text: string) => text.replace(/[,= ]/g, '\\$&');
    const text = ({ m, tags, f }: { m: string; tags: [string, string][]; f: string }) =>
      `${[m.replace(/,/g, '\\,'), ...tags.map(([k, v]) => `${escaped(k)}=${escaped(v)}`)].join(',')} ${escaped(f)}=1`;
    const identity = ({ m, tags, f }: { m: string; tags: [string, string][]; f: string }) => JSON.stringify([m, [...tags].sort(), f]);
    fc.assert(
      fc.property(line, line, (a, b) => {
        expect(decode(`${text(a)}\n${text(b)}`).keys).toHaveLength(identity(a) === identity(b) ? 1 : 2);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('what cannot be kept is told', () => {
  it('a bad line refuses the whole body, with its place', () => {
    expect(decode('m value=1\nm value=2 x')).toMatchObject({
      failure: { code: 'malformed_line', line: 2, column: 11 },
      slot: [],
      errors: [],
    });
  });

  it('an integer beyond 2^53 refuses its value, at 2^53 − 1 it is kept', () => {
    const d = decode('m a=9007199254740993i,b=9007199254740991i,c=18446744073709551615u');
    expect(readings(d)).toEqual([['m.b', NOW, 9_007_199_254_740_991]]);
    expect(d.errors).toEqual([
      { code: 'integer_too_large', index: 0, key: 'm.a' },
      { code: 'integer_too_large', index: 0, key: 'm.c' },
    ]);
  });

  it('a time out of the margins refuses its line', () => {
    expect(decode('m value=1 -1\nm value=2 9223372036854775807\nm value=3\nm value=4 1700000000').errors).toEqual([
      { code: 'ts_past', index: 0 },
      { code: 'ts_future', index: 1 },
      { code: 'ts_past', index: 3 },
    ]);
  });

  it('keys that are too long and texts that cannot be stored refuse their values', () => {
    const d = decode(`${'x'.repeat(101)} value=1\nm value="${'x'.repeat(1001)}"\nm value="\0"`);
    expect(d.errors.map(({ code, index, key }) => `${code} ${index} ${key?.length}`)).toEqual([
      'bad_key 0 100',
      'text_too_long 1 1',
      'bad_text 2 1',
    ]);
  });

  it('more readings than a message may have refuse it, in many lines, in one line and in refused ones', () => {
    expect(decode('m value=1\n'.repeat(50_000)).slot).toHaveLength(50_000);
    expect(decode('m value=1\n'.repeat(50_001)).failure).toEqual({ code: 'too_many_readings' });
    expect(decode('m value=1 1\n'.repeat(50_001)).failure).toEqual({ code: 'too_many_readings' });
    expect(decode(`m ${Array.from({ length: 50_001 }, (_, i) => `f${i}=1`).join(',')}`).failure).toEqual({ code: 'too_many_readings' });
  });
});
