import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LineField, type LinePoint, type LinePrecision, LineProtocolError, LineReader, parseLines } from './line-protocol.ts';

const parse = (text: string, precision: LinePrecision = 'ns') => parseLines(Buffer.from(text), { precision });
const fields = (text: string) => parse(text)[0]?.fields.map(([key, { type, value }]) => [key, type, value]);

function refusal(text: string | Uint8Array, precision: LinePrecision = 'ns'): string {
  try {
    parseLines(typeof text === 'string' ? Buffer.from(text) : text, { precision });
  } catch (error) {
    if (error instanceof LineProtocolError) return `${error.line}:${error.column} ${error.message}`;
    throw error;
  }
  return 'taken';
}

describe('a point of line protocol is read as InfluxDB reads it', () => {
  it('with its measurement, its tags by name, its fields in order and its time', () => {
    expect(parse('weather,site=north,level=2 temp=21.5,count=3i 1700000000000000001')).toEqual([
      {
        measurement: 'weather',
        tags: [
          ['level', '2'],
          ['site', 'north'],
        ],
        fields: [
          ['temp', { type: 'float', value: 21.5 }],
          ['count', { type: 'integer', value: 3n }],
        ],
        ts: 1_700_000_000_000_000_001n,
      },
    ]);
    expect(parse('m f=1')[0]?.ts).toBeNull();
  });

  it('with every type of field and every word for true and false', () => {
    expect(fields('m a=1,b=-.5,c=5.,d=1e-3,e=-7i,f=7u,g="x",h=t,i=True,j=F,k=FALSE,l=-0')).toEqual([
      ['a', 'float', 1],
      ['b', 'float', -0.5],
      ['c', 'float', 5],
      ['d', 'float', 0.001],
      ['e', 'integer', -7n],
      ['f', 'unsigned', 7n],
      ['g', 'string', 'x'],
      ['h', 'boolean', true],
      ['i', 'boolean', true],
      ['j', 'boolean', false],
      ['k', 'boolean', false],
      ['l', 'float', 0],
    ]);
  });

  it('with 64-bit integers to their very edge and floats as near as a double comes', () => {
    expect(fields('m a=9223372036854775807i,b=-9223372036854775808i,c=18446744073709551615u,d=00000000000000000000000001i')).toEqual([
      ['a', 'integer', 2n ** 63n - 1n],
      ['b', 'integer', -(2n ** 63n)],
      ['c', 'unsigned', 2n ** 64n - 1n],
      ['d', 'integer', 1n],
    ]);
    expect(fields('m a=0.1234567890123456789,b=1.7976931348623157e308,c=123456789012345.6')).toEqual([
      ['a', 'float', 0.12345678901234568],
      ['b', 'float', Number.MAX_VALUE],
      ['c', 'float', 123456789012345.6],
    ]);
  });

  it('with commas, blanks and equals signs escaped in names, and backslashes kept elsewhere', () => {
    const [point] = parse(String.raw`my\ m\,x\=y,t\,a\=g=v\ 1\,\=,u=c:\d\\e f\ k\,\==1`);
    expect(point?.measurement).toBe(String.raw`my m,x\=y`);
    expect(point?.tags).toEqual([
      ['t,a=g', 'v 1,='],
      ['u', String.raw`c:\d\\e`],
    ]);
    expect(point?.fields[0]?.[0]).toBe('f k,=');
    // The first of two backslashes is itself, the second one escapes.
    expect(parse(String.raw`m,t=a\\,b f=1`)[0]?.tags).toEqual([['t', String.raw`a\,b`]]);
  });

  it('with quotes, backslashes and ends of lines escaped in a string, and line feeds in it as they are', () => {
    expect(fields(String.raw`m f="a \"b\" \\ \x, = '"`)).toEqual([['f', 'string', String.raw`a "b" \ \x, = '`]]);
    expect(fields(String.raw`m f="1\n2\r3\t4",g="c:\\new"`)).toEqual([
      ['f', 'string', '1\n2\r3\t4'],
      ['g', 'string', String.raw`c:\new`],
    ]);
    expect(fields(String.raw`m f="c:\\",g="\""`)).toEqual([
      ['f', 'string', 'c:\\'],
      ['g', 'string', '"'],
    ]);
    expect(parse('m f="one\ntwo",g=1 5\nm f=2 6').map((point) => point.ts)).toEqual([5n, 6n]);
  });

  it('with quotes that are no quotes in names and values of tags', () => {
    expect(parse('"m",t="v f=1')[0]).toMatchObject({ measurement: '"m"', tags: [['t', '"v']] });
  });

  it('among blank lines, comments, Windows line ends and blanks at both ends', () => {
    expect(parse('# made by hand\r\n\r\n  m f=1 5  \r\n   \n#\nm f=2   6\r\nm f=3\r').map((point) => point.ts)).toEqual([5n, 6n, null]);
    expect(parse('')).toEqual([]);
  });

  it('with the last of two fields that have the same key', () => {
    expect(fields('m a=1,b=2,a="x"')).toEqual([
      ['a', 'string', 'x'],
      ['b', 'float', 2],
    ]);
  });

  it.each<[LinePrecision, bigint]>([
    ['ns', 1n],
    ['n', 1n],
    ['us', 1_000n],
    ['u', 1_000n],
    ['µs', 1_000n],
    ['ms', 1_000_000n],
    ['s', 1_000_000_000n],
    ['m', 60_000_000_000n],
    ['h', 3_600_000_000_000n],
  ])('with its time in %s', (precision, unit) => {
    expect(parse('m f=1 -42', precision)[0]?.ts).toBe(-42n * unit);
    const largest = (2n ** 63n - 1n) / unit;
    expect(parse(`m f=1 ${largest}`, precision)[0]?.ts).toBe(largest * unit);
    expect(refusal(`m f=1 ${largest + 1n}`, precision)).toBe('1:7 timestamp out of range');
    expect(parse(`m f=1 ${-largest}`, precision)[0]?.ts).toBe(-largest * unit);
  });
});

describe('the first line that cannot be read is named and nothing is taken', () => {
  it.each([
    ['no measurement', ',t=1 f=1', '1:1 missing measurement'],
    ['no field', 'm', '1:2 missing fields'],
    ['no field after the tags', 'm,t=1', '1:6 missing fields'],
    ['nothing after the blank', 'm ', '1:3 missing field key'],
    ['a tag without a value', 'm f=1\nm,t= f=1', '2:5 missing tag value'],
    ['a tag without an equals sign', 'm,t f=1', '1:3 missing tag value'],
    ['a tag without a name', 'm,=1 f=1', '1:3 missing tag key'],
    ['a comma before the fields', 'm, f=1', '1:3 missing tag key'],
    ['two tags of one name', 'm,t=1,t=2 f=1', '1:1 duplicate tags'],
    ['an equals sign in the value of a tag', 'm,t=a=b f=1', '1:6 a field or a tag was expected'],
    ['a field without a name', 'm =1', '1:3 missing field key'],
    ['a field without a value', 'm f=,g=1', '1:5 missing field value'],
    ['a field without an equals sign', 'm f', '1:4 missing field value'],
    ['a comma after the last field', 'm f=1,', '1:7 missing field key'],
    ['a word', 'm f=hello', '1:5 invalid field value'],
    ['a half word', 'm f=tru', '1:5 invalid boolean'],
    ['NaN', 'm f=NaN', '1:5 invalid field value'],
    ['infinity', 'm f=-Inf', '1:5 invalid number'],
    ['two points', 'm f=1.1.1', '1:5 invalid number'],
    ['an exponent without digits', 'm f=1e', '1:5 invalid number'],
    ['a hexadecimal number', 'm f=0x1p2', '1:5 invalid number'],
    ['a float out of range', 'm f=1e400', '1:5 float out of range'],
    ['an integer with a fraction', 'm f=1.5i', '1:5 invalid number'],
    ['an integer out of range', 'm f=9223372036854775808i', '1:5 integer out of range'],
    ['an unsigned integer out of range', 'm f=18446744073709551616u', '1:5 integer out of range'],
    ['a negative unsigned integer', 'm f=-1u', '1:5 invalid number'],
    ['a plus sign', 'm f=+1', '1:5 invalid field value'],
    ['an open string', 'm f=1\nm f="a\nb', '2:5 unbalanced quotes'],
    ['text after a string', 'm f="a"b', '1:8 unexpected character after a field'],
    ['a time with a fraction', 'm f=1 1.5', '1:7 invalid timestamp'],
    ['a time that is a minus', 'm f=1 -', '1:7 invalid timestamp'],
    ['text after the time', 'm f=1 1 x', '1:9 unexpected text after the timestamp'],
    ['a carriage return inside', 'm f=1\rm f=2', '1:6 invalid timestamp'],
    ['a tab in the value of a tag', 'm,t=a\tb f=1', '1:6 a field or a tag was expected'],
    ['a tab before the measurement', '\tm f=1', '1:1 missing measurement'],
  ])('%s', (_, text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  it('with the column in characters, on the line where the trouble is', () => {
    expect(refusal('m f=1\n\nteplota,místo=půda f=x\nm f=3')).toBe('3:22 invalid field value');
  });

  it('bytes that are not UTF-8, but not when they are in a comment', () => {
    expect(refusal(Buffer.from('m,t=\xff f=1', 'latin1'))).toBe('1:5 invalid UTF-8');
    expect(refusal(Buffer.from('m f="\xed\xa0\x80"', 'latin1'))).toBe('1:6 invalid UTF-8');
    expect(refusal(Buffer.from('#\xff\nm f="ok"', 'latin1'))).toBe('taken');
  });
});

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => !/[\p{Cc}\\]/u.test(text) && !text.startsWith('#'));
const field: fc.Arbitrary<LineField> = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value): LineField => ({ type: 'float', value: value + 0 })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value): LineField => ({ type: 'integer', value })),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value): LineField => ({ type: 'unsigned', value })),
  fc.boolean().map((value): LineField => ({ type: 'boolean', value })),
  fc
    .string({ unit: 'binary' })
    .filter((text) => text.isWellFormed())
    .map((value): LineField => ({ type: 'string', value })),
);
const point: fc.Arbitrary<LinePoint> = fc.record({
  measurement: name,
  tags: fc.uniqueArray(fc.tuple(name, name), { selector: ([key]) => key, maxLength: 4 }),
  fields: fc.uniqueArray(fc.tuple(name, field), { selector: ([key]) => key, minLength: 1, maxLength: 4 }),
  ts: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
});

const escapeName = (text: string) => text.replace(/[ ,=]/g, '\\$&');
function written({ type, value }: LineField): string {
  if (type === 'string') return `"${String(value).replace(/["\\]/g, '\\$&')}"`;
  return `${value}${type === 'integer' ? 'i' : type === 'unsigned' ? 'u' : ''}`;
}
const lineOf = ({ measurement, tags, fields, ts }: LinePoint) =>
  `${[measurement.replace(/[ ,]/g, '\\$&'), ...tags.map(([key, value]) => `${escapeName(key)}=${escapeName(value)}`)].join(',')} ${fields
    .map(([key, value]) => `${escapeName(key)}=${written(value)}`)
    .join(',')}${ts === null ? '' : ` ${ts}`}`;

describe('the time of a point in microseconds', () => {
  it.each<[string, LinePrecision, number]>([
    ['1700000000123456789', 'ns', 1_700_000_000_123_456],
    ['999', 'ns', 0],
    ['-1', 'ns', -1],
    ['-1000', 'ns', -1],
    ['-1001', 'ns', -2],
    ['1700000000123456', 'us', 1_700_000_000_123_456],
    ['1700000000123', 'ms', 1_700_000_000_123_000],
    ['1700000000', 's', 1_700_000_000_000_000],
    ['-1', 'm', -60_000_000],
  ])('%s %s is cut, not rounded', (text, precision, us) => {
    const reader = new LineReader(Buffer.from(`m f=1 ${text}`), precision);
    reader.next();
    expect(reader.microseconds()).toBe(us);
  });
});

describe('whatever is written is read back', () => {
  it('points of any names, values and times, however often their series come again', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 6 }), (points) => {
        const twice = [...points, ...points];
        const sorted = twice.map((p) => ({ ...p, tags: [...p.tags].sort((a, b) => Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0]))) }));
        expect(parse(twice.map(lineOf).join('\n'))).toEqual(sorted);
      }),
    );
  });

  it('and any bytes are either read or refused with a place inside them', () => {
    const piece = fc.constantFrom('m', ',', ' ', '=', '"', '\\', '\n', '\r', '#', '1', 'i', 'u', '-', '.', 'e', 't', 'ř', '\t');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        try {
          parse(text);
        } catch (error) {
          if (!(error instanceof LineProtocolError)) throw error;
          expect(error.column).toBeLessThanOrEqual((text.split('\n')[error.line - 1]?.length ?? -1) + 1);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
