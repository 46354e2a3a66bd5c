import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Decoded, decodeJson, FUTURE_MARGIN_US, OLDEST_TS } from './decode-json.ts';
import { jsonErrorOffset, lineAndColumn } from './json-scan.ts';

const NOW = Date.UTC(2026, 2, 1, 8) * 1000;
const decode = (body: unknown) => decodeJson(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), NOW);
const readings = (d: Decoded) => d.slot.map((slot, i) => [d.keys[slot], d.ts[i], d.value[i]]);

describe('what is accepted', () => {
  it('takes a flat object at the time of receipt', () => {
    expect(readings(decode({ temperature: 21.5, door: true, mode: 'eco' }))).toEqual([
      ['temperature', NOW, 21.5],
      ['door', NOW, true],
      ['mode', NOW, 'eco'],
    ]);
  });

  it('takes ts with values, a flat object with ts, and arrays of all forms', () => {
    const ts = NOW / 1000 - 60_000;
    expect(readings(decode({ ts, values: { t: 1 } }))).toEqual([['t', ts * 1000, 1]]);
    expect(readings(decode([{ ts, t: 1 }, { t: 2 }, { ts: '2026-03-01T08:59:00.123456+01:00', values: { t: 3, u: 4 } }]))).toEqual([
      ['t', ts * 1000, 1],
      ['t', NOW, 2],
      ['t', Date.UTC(2026, 2, 1, 7, 59) * 1000 + 123_456, 3],
      ['u', Date.UTC(2026, 2, 1, 7, 59) * 1000 + 123_456, 4],
    ]);
  });

  it('keeps fractions of a millisecond to the microsecond', () => {
    expect(decode({ ts: 1_700_000_000_000.123, values: { t: 1 } }).ts).toEqual([1_700_000_000_000_123]);
  });

  it('skips null, which says that nothing was measured', () => {
    const d = decode({ t: null, u: 1 });
    expect(readings(d)).toEqual([['u', NOW, 1]]);
    expect(d.errors).toEqual([]);
  });

  it('takes a byte order mark, trims keys and turns minus zero into zero', () => {
    const d = decode('\uFEFF{" t ":-0,"t":1}');
    expect(d.keys).toEqual(['t']);
    expect(Object.is(d.value[0], 0)).toBe(true);
  });

  it('takes __proto__, constructor and values as ordinary keys', () => {
    const d = decode('{"__proto__":1,"constructor":2,"toString":3,"values":4}');
    expect(readings(d)).toEqual([
      ['__proto__', NOW, 1],
      ['constructor', NOW, 2],
      ['toString', NOW, 3],
      ['values', NOW, 4],
    ]);
    expect(({} as Record<string, unknown>).t).toBeUndefined();
  });
});

describe('one bad reading is refused and the rest of the message is kept', () => {
  it.each([
    ['seconds instead of milliseconds', 1_700_000_000, 'ts_past'],
    ['microseconds', 1_700_000_000_000_000, 'ts_future'],
    ['nanoseconds', 1_700_000_000_000_000_000, 'ts_future'],
    ['a far future', '2126-01-01T00:00:00Z', 'ts_future'],
    ['the year 9999', '9999-12-31T23:59:59Z', 'ts_future'],
    ['the far past', '1989-12-31T23:59:59Z', 'ts_past'],
    ['a time without a zone', '2026-03-01T08:00:00', 'bad_ts'],
    ['a date that does not exist', '2026-02-30T08:00:00Z', 'bad_ts'],
    ['null', null, 'bad_ts'],
    ['a boolean', true, 'bad_ts'],
  ])('when its ts is %s', (_, ts, code) => {
    const d = decode([{ ts, values: { t: 1 } }, { t: 2 }]);
    expect(readings(d)).toEqual([['t', NOW, 2]]);
    expect(d.errors).toEqual([{ code, index: 0 }]);
  });

  it('when its time is outside the margins, but not at their very edge', () => {
    expect(decode({ ts: (NOW + FUTURE_MARGIN_US) / 1000, t: 1 }).errors).toEqual([]);
    expect(decode({ ts: (NOW + FUTURE_MARGIN_US) / 1000 + 1, t: 1 }).errors).toHaveLength(1);
    expect(decode({ ts: OLDEST_TS / 1000, t: 1 }).errors).toEqual([]);
    expect(decode({ ts: OLDEST_TS / 1000 - 1, t: 1 }).errors).toHaveLength(1);
  });

  it.each([
    ['1e400', 'not_finite'],
    ['-1e400', 'not_finite'],
    ['{"x":1}', 'bad_value'],
    ['[1]', 'bad_value'],
    ['"a\\u0000b"', 'bad_text'],
    ['"\\ud800"', 'bad_text'],
    ['"\\udc00x"', 'bad_text'],
    [JSON.stringify('x'.repeat(1001)), 'text_too_long'],
  ])('when its value is %.20s', (value, code) => {
    const d = decode(`{"good":1,"bad":${value}}`);
    expect(readings(d)).toEqual([['good', NOW, 1]]);
    expect(d.errors).toEqual([{ code, index: 0, key: 'bad' }]);
  });

  it.each(['""', '"  "', '"a\\u0000b"', '"a\\nb"', '"\\ud800"', JSON.stringify('k'.repeat(101))])('when its key is %.20s', (key) => {
    const d = decode(`{"good":1,${key}:2}`);
    expect(readings(d)).toEqual([['good', NOW, 1]]);
    expect(d.errors).toMatchObject([{ code: 'bad_key', index: 0 }]);
    expect(d.errors[0]?.key?.isWellFormed()).toBe(true);
  });

  it('when its row is no object, or has members beside ts and values', () => {
    const d = decode([1, null, 'x', [], { ts: '2026-03-01T08:00:00Z', values: { t: 1 }, extra: 2 }]);
    expect(readings(d)).toEqual([['t', NOW, 1]]);
    expect(d.errors).toEqual([
      { code: 'shape', index: 0 },
      { code: 'shape', index: 1 },
      { code: 'shape', index: 2 },
      { code: 'shape', index: 3 },
      { code: 'shape', index: 4, key: 'extra' },
    ]);
  });
});

describe('a message is refused whole', () => {
  it.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['{"t":1,}', 1, 8],
    ['{"t":21.}', 1, 9],
    ['{\n  "t": 1,\r\n  "u": tru\n}', 3, 11],
    ['{"t":NaN}', 1, 6],
    ["{'t':1}", 1, 2],
    ['{"t":01}', 1, 7],
    ['{"t":1} x', 1, 9],
    ['{"t":"a\nb"}', 1, 8],
    ['{"t":"\\x"}', 1, 8],
    ['{"t":"\\u12', 1, 11],
    ['[{"t":1},', 1, 10],
  ])('when it is the broken JSON %j: the error is at line %i, column %i', (text, line, column) => {
    expect(decode(text).failure).toEqual({ code: 'malformed_json', line, column });
  });

  it('when its bytes are not UTF-8', () => {
    expect(decodeJson(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), NOW).failure).toEqual({ code: 'not_utf8' });
  });

  it('when it is nested deeper than 32, brackets in texts not counted', () => {
    expect(decode(`${'['.repeat(32)}${']'.repeat(32)}`).failure).toBeNull();
    expect(decode(`${'['.repeat(33)}${']'.repeat(33)}`).failure).toEqual({ code: 'too_deep' });
    expect(decode('{"a":'.repeat(100_000)).failure).toEqual({ code: 'too_deep' });
    expect(decode({ t: '['.repeat(100), u: `"\\"${'{'.repeat(50)}` }).failure).toBeNull();
  });

  it('when it is a bare number, word or null', () => {
    for (const text of ['1', '"x"', 'null', 'true']) expect(decode(text).failure).toEqual({ code: 'shape' });
  });

  it('when it has more than 50,000 readings, in many rows or in one', () => {
    expect(decode(Array.from({ length: 50_000 }, (_, i) => ({ ts: NOW / 1000 - i, t: 1 }))).slot).toHaveLength(50_000);
    expect(decode(Array.from({ length: 50_001 }, () => ({ t: 1 }))).failure).toEqual({ code: 'too_many_readings' });
    expect(decode(Object.fromEntries(Array.from({ length: 50_001 }, (_, i) => [`k${i}`, 1]))).failure).toEqual({
      code: 'too_many_readings',
    });
    expect(decode(Array.from({ length: 50_001 }, () => 1)).failure).toEqual({ code: 'too_many_readings' });
  });
});

describe('rows without a time', () => {
  const told = (body: unknown) => {
    const { slot, keys, value, errors } = decode(body);
    return { values: slot.map((one, i) => [keys[one], value[i]]), errors };
  };
  const missing = (...rows: number[]) => rows.map((index) => ({ code: 'ts_missing', index }));

  it('that name one key would be one reading: the last of them is taken, the others are not', () => {
    expect(told([{ v: 1 }, { v: 2 }])).toEqual({ values: [['v', 2]], errors: missing(0) });
    expect(told([{ v: 1 }, { w: 5 }, { values: { ' v': 2, u: 3 } }])).toEqual({
      values: [
        ['w', 5],
        ['v', 2],
        ['u', 3],
      ],
      errors: missing(0),
    });
    expect(told([{ v: 1 }, { ts: NOW / 1000, v: 2 }, { v: 1 }])).toEqual({
      values: [
        ['v', 2],
        ['v', 1],
      ],
      errors: missing(0),
    });
    expect(told([{ v: 1, w: 1 }, { w: 2 }, { v: null }])).toEqual({ values: [['w', 2]], errors: missing(0) });
    expect(told([{ v: 1 }, { v: 2, w: 1 }, { w: 2 }])).toEqual({ values: [['w', 2]], errors: missing(0, 1) });
  });

  it('are of the time of receipt when each key is named once', () => {
    expect(told({ v: 1 })).toEqual({ values: [['v', 1]], errors: [] });
    expect(told([{ v: 1 }])).toEqual({ values: [['v', 1]], errors: [] });
    const parts = [
      { a: 1, b: null },
      { b: 2, a: null },
      { ts: NOW / 1000 - 1, a: 0 },
    ];
    expect(told(parts)).toEqual({
      values: [
        ['a', 1],
        ['b', 2],
        ['a', 0],
      ],
      errors: [],
    });
  });
});

const value = fc.oneof(
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constant({ deep: 1 }),
  fc.constant([1]),
);
const key = fc.oneof(fc.constantFrom('t', 'u', ' t', '__proto__', 'constructor', ''), fc.string({ unit: 'binary', maxLength: 6 }));

describe('whatever comes', () => {
  it('never throws for any bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => decodeJson(bytes, NOW).slot.length >= 0));
  });

  it('never throws for any damaged JSON, and says where it is damaged exactly when JSON.parse refuses it', () => {
    const damaged = fc.tuple(fc.json({ depthSize: 'small' }), fc.nat(), fc.string({ maxLength: 2 })).map(([text, at, junk]) => {
      const cut = at % (text.length + 1);
      return text.slice(0, cut) + junk + text.slice(cut + (at % 3));
    });
    fc.assert(
      fc.property(fc.oneof(fc.json(), damaged, fc.string({ maxLength: 12 })), (text) => {
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const offset = jsonErrorOffset(text);
        expect(offset === -1).toBe(valid);
        if (valid) return;
        expect(offset).toBeLessThanOrEqual(text.length);
        const { line, column } = lineAndColumn(text, offset);
        expect(line).toBeGreaterThanOrEqual(1);
        expect(column).toBeGreaterThanOrEqual(1);
        decode(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('accounts for every value and lets only finite numbers, booleans and clean texts through', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.tuple(key, value), { maxLength: 6 }), { maxLength: 6 }), (rows) => {
        const members = rows.map((row) => [...new Map(row)]);
        const body = `[${members.map((row) => `{${[['ts', NOW / 1000], ...row].map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(',')}}`).join(',')}]`;
        const d = decode(body);
        expect(d.failure).toBeNull();
        const nulls = members.flat().filter(([, v]) => JSON.parse(JSON.stringify(v)) === null).length;
        expect(d.slot.length + d.errors.length + nulls).toBe(members.flat().length);
        for (const [k, ts, v] of readings(d)) {
          expect(k === String(k).trim() && String(k).length >= 1 && String(k).length <= 100 && !/\p{Cc}/u.test(String(k))).toBe(true);
          expect(Number.isSafeInteger(ts)).toBe(true);
          if (typeof v === 'number') expect(Number.isFinite(v)).toBe(true);
          if (typeof v === 'string') expect(v.isWellFormed() && !v.includes('\0') && v.length <= 1000).toBe(true);
        }
      }),
    );
  });
});
