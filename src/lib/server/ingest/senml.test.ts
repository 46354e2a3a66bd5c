import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSenml, resolveSenml, SenmlError, type SenmlRecord } from './senml.ts';

/** Seconds and, for the parser, microseconds. */
const NOW_S = 1_772_352_000;
const NOW = NOW_S * 1e6;
const bytes = (pack: unknown) => Buffer.from(typeof pack === 'string' ? pack : JSON.stringify(pack));
const resolve = (pack: unknown) => resolveSenml(bytes(pack), NOW);

function refusal(pack: unknown): string {
  try {
    resolve(pack);
  } catch (error) {
    if (error instanceof SenmlError) return error.index === undefined ? error.code : `${error.code} in ${error.index}`;
    throw error;
  }
  return 'taken';
}

describe('the examples of RFC 8428 are resolved', () => {
  const dev = 'urn:dev:ow:10e2073a01080063';

  it('5.1.1: one reading now', () => {
    expect(resolve([{ n: dev, u: 'Cel', v: 23.1 }])).toEqual([{ n: dev, u: 'Cel', v: 23.1, t: NOW_S }]);
  });

  it('5.1.2: several readings of one device, and times before the base time', () => {
    expect(
      resolve([
        { bn: `${dev}:`, n: 'voltage', u: 'V', v: 120.1 },
        { n: 'current', u: 'A', v: 1.2 },
      ]),
    ).toEqual([
      { n: `${dev}:voltage`, u: 'V', v: 120.1, t: NOW_S },
      { n: `${dev}:current`, u: 'A', v: 1.2, t: NOW_S },
    ]);
    const bn = 'urn:dev:ow:10e2073a0108006:';
    const bt = 1.276020076001e9;
    expect(
      resolve([
        { bn, bt, bu: 'A', bver: 5, n: 'voltage', u: 'V', v: 120.1 },
        ...[1.2, 1.3, 1.4, 1.5, 1.6].map((v, i) => ({ n: 'current', t: i - 5, v })),
        { n: 'current', v: 1.7 },
      ]),
    ).toEqual([
      { n: `${bn}voltage`, u: 'V', v: 120.1, t: bt },
      ...[1.2, 1.3, 1.4, 1.5, 1.6, 1.7].map((v, i) => ({ n: `${bn}current`, u: 'A', v, t: bt + i - 5 })),
    ]);
  });

  it('5.1.3 and 5.1.4: measurements on the way and the same pack resolved', () => {
    const resolved = resolve([
      { bn: dev, bt: 1.320067464e9, bu: '%RH', v: 20 },
      { u: 'lon', v: 24.30621 },
      { u: 'lat', v: 60.07965 },
      { t: 60, v: 20.3 },
      { u: 'lon', t: 60, v: 24.30622 },
      { u: 'lat', t: 60, v: 60.07965 },
      { t: 120, v: 20.7 },
      { u: 'lon', t: 120, v: 24.30623 },
      { u: 'lat', t: 120, v: 60.07966 },
      { u: '%EL', t: 150, v: 98 },
      { t: 180, v: 21.2 },
      { u: 'lon', t: 180, v: 24.30628 },
      { u: 'lat', t: 180, v: 60.07967 },
    ]);
    const rows: [u: string, t: number, v: number][] = [
      ['%RH', 1_320_067_464, 20],
      ['lon', 1_320_067_464, 24.30621],
      ['lat', 1_320_067_464, 60.07965],
      ['%RH', 1_320_067_524, 20.3],
      ['lon', 1_320_067_524, 24.30622],
      ['lat', 1_320_067_524, 60.07965],
      ['%RH', 1_320_067_584, 20.7],
      ['lon', 1_320_067_584, 24.30623],
      ['lat', 1_320_067_584, 60.07966],
      ['%EL', 1_320_067_614, 98],
      ['%RH', 1_320_067_644, 21.2],
      ['lon', 1_320_067_644, 24.30628],
      ['lat', 1_320_067_644, 60.07967],
    ];
    expect(resolved).toEqual(rows.map(([u, t, v]) => ({ n: dev, u, t, v })));
    expect(resolve(resolved)).toEqual(resolved);
  });

  it('5.1.5: texts, booleans and bytes', () => {
    expect(
      resolve([
        { bn: `${dev}:`, n: 'temp', u: 'Cel', v: 23.1 },
        { n: 'label', vs: 'Machine Room' },
        { n: 'open', vb: false },
        { n: 'nfc-reader', vd: 'aGkgCg' },
      ]),
    ).toEqual([
      { n: `${dev}:temp`, u: 'Cel', v: 23.1, t: NOW_S },
      { n: `${dev}:label`, vs: 'Machine Room', t: NOW_S },
      { n: `${dev}:open`, vb: false, t: NOW_S },
      { n: `${dev}:nfc-reader`, vd: 'aGkgCg', t: NOW_S },
    ]);
  });

  it('5.1.6: resources of two hosts, the last one with the base name of the third record and the base time of the first', () => {
    const t = 1_320_078_429;
    expect(
      resolve([
        { bn: '2001:db8::2/', bt: 1.320078429e9, n: 'temperature', u: 'Cel', v: 25.2 },
        { n: 'humidity', u: '%RH', v: 30 },
        { bn: '2001:db8::1/', n: 'temperature', u: 'Cel', v: 12.3 },
        { n: 'humidity', u: '%RH', v: 67 },
      ]),
    ).toEqual([
      { n: '2001:db8::2/temperature', u: 'Cel', v: 25.2, t },
      { n: '2001:db8::2/humidity', u: '%RH', v: 30, t },
      { n: '2001:db8::1/temperature', u: 'Cel', v: 12.3, t },
      { n: '2001:db8::1/humidity', u: '%RH', v: 67, t },
    ]);
  });

  it('5.1.7: a record of base fields alone, then values to set, at once and a little later', () => {
    expect(resolve([{ bn: `${dev}:` }, { n: 'temp', u: 'Cel', v: 23.1 }, { n: 'heat', u: '/', v: 1 }, { n: 'fan', u: '/', v: 0 }])).toEqual(
      [
        { n: `${dev}:temp`, u: 'Cel', v: 23.1, t: NOW_S },
        { n: `${dev}:heat`, u: '/', v: 1, t: NOW_S },
        { n: `${dev}:fan`, u: '/', v: 0, t: NOW_S },
      ],
    );
    const t = 1_320_078_429;
    expect(
      resolve([
        { bt: 1.320078429e9, bu: '/', n: '2001:db8::3', v: 0.5 },
        { n: '2001:db8::4', v: 0.5 },
        { n: '2001:db8::3', t: 0.1, v: 0 },
        { n: '2001:db8::4', t: 0.1, v: 0 },
      ]),
    ).toEqual([
      { n: '2001:db8::3', u: '/', v: 0.5, t },
      { n: '2001:db8::4', u: '/', v: 0.5, t },
      { n: '2001:db8::3', u: '/', v: 0, t: t + 0.1 },
      { n: '2001:db8::4', u: '/', v: 0, t: t + 0.1 },
    ]);
  });
});

describe('base fields and records are added up', () => {
  it('values and sums, each from where it stands', () => {
    expect(resolve([{ bn: 'm', bv: 20, bs: 100, v: 1, s: 5 }, { v: 2 }, { bv: 0, vs: 'x' }]).map(({ v, vs, s }) => [v, vs, s])).toEqual([
      [21, undefined, 105],
      [22, undefined, 100],
      [undefined, 'x', 100],
    ]);
  });

  it('a sum needs no value', () => {
    expect(resolve([{ n: 'energy', u: 'W', s: 3600, ut: 60 }])).toEqual([{ n: 'energy', u: 'W', s: 3600, ut: 60, t: NOW_S }]);
  });

  it('times below 2^28 count from now, also in the future, and others from 1970', () => {
    const times = (t: number, bt = 0) => resolve([{ n: 'a', v: 1, t, bt }])[0]?.t;
    expect(times(-60)).toBe(NOW_S - 60);
    expect(times(60)).toBe(NOW_S + 60);
    expect(times(2 ** 28 - 1)).toBe(NOW_S + 2 ** 28 - 1);
    expect(times(2 ** 28)).toBe(2 ** 28);
    expect(times(-10, 1_700_000_000)).toBe(1_699_999_990);
    expect(times(-10, -20)).toBe(NOW_S - 30);
  });

  it('a base field that comes later counts from there on', () => {
    expect(
      resolve([
        { n: 'a', v: 1 },
        { bu: 'V', n: 'b', v: 1 },
        { n: 'c', v: 1 },
      ]).map(({ u }) => u),
    ).toEqual([undefined, 'V', 'V']);
  });

  it('unknown fields are passed over', () => {
    expect(resolve([{ n: 'a', v: 1, extra: { x: [1] }, __proto: 2 }])).toEqual([{ n: 'a', v: 1, t: NOW_S }]);
  });

  it('an empty pack says nothing', () => {
    expect(resolve([])).toEqual([]);
  });
});

describe('a pack that would be misread is refused', () => {
  it.each([
    [
      'a field that must be understood',
      [
        { n: 'a', v: 1 },
        { n: 'b', v: 1, new_: 1 },
      ],
      'unknown_field in 1',
    ],
    ['a newer version', [{ bver: 11, n: 'a', v: 1 }], 'unsupported_version in 0'],
    ['no version', [{ bver: 0, n: 'a', v: 1 }], 'unsupported_version in 0'],
    ['half a version', [{ bver: 9.5, n: 'a', v: 1 }], 'unsupported_version in 0'],
    [
      'two versions',
      [
        { bver: 10, n: 'a', v: 1 },
        { bver: 9, n: 'a', v: 1 },
      ],
      'unsupported_version in 1',
    ],
    ['a base name that is a number', [{ bn: 1, n: 'a', v: 1 }], 'bad_base_field in 0'],
    ['a base time that is text', [{ bt: '1', n: 'a', v: 1 }], 'bad_base_field in 0'],
    ['a base value out of range', '[{"bv":1e400,"n":"a","v":1}]', 'not_finite in 0'],
    ['a base field written twice', '[{"bn":"a","bn":"b","v":1}]', 'duplicate_field in 0'],
    ['an object', { n: 'a', v: 1 }, 'shape'],
    ['no JSON', '[{"n":"a","v":NaN}]', 'malformed_json'],
    ['too deep', `${'['.repeat(40)}${']'.repeat(40)}`, 'too_deep'],
  ])('for %s', (_, pack, reason) => {
    expect(refusal(pack)).toBe(reason);
    expect(readSenml(bytes(pack), NOW).records).toEqual([]);
  });

  it('for more records than a message may have', () => {
    expect(refusal(`[${'{},'.repeat(50_000)}{}]`)).toBe('too_many_readings');
  });
});

describe('a bad record is refused and the others are kept', () => {
  it.each([
    ['no name', { v: 1 }, 'bad_key'],
    ['a name that begins with a sign', { n: '-a', v: 1 }, 'bad_key'],
    ['a name of a thousand and one characters', { n: 'a'.repeat(1001), v: 1 }, 'bad_key'],
    ['a blank in its name', { n: 'a b', v: 1 }, 'bad_key'],
    ['an accent in its name', { n: 'teplotá', v: 1 }, 'bad_key'],
    ['two values', { n: 'a', v: 1, vs: 'x' }, 'bad_value'],
    ['no value', { n: 'a', u: 'V' }, 'bad_value'],
    ['text for a number', { n: 'a', v: '1' }, 'bad_value'],
    ['a number for a boolean', { n: 'a', vb: 1 }, 'bad_value'],
    ['a number for a unit', { n: 'a', u: 1, v: 1 }, 'bad_value'],
    ['text for a time', { n: 'a', v: 1, t: 'now' }, 'bad_ts'],
    ['no object', 5, 'shape'],
  ])('when it has %s', (_, record, code) => {
    const pack = readSenml(bytes([record, { n: 'ok', v: 2 }]), NOW);
    expect(pack.failure).toBeNull();
    expect(pack.errors).toMatchObject([{ code, index: 0 }]);
    expect(pack.records).toEqual([{ index: 1, record: { n: 'ok', v: 2, t: NOW_S } }]);
    expect(refusal([record, { n: 'ok', v: 2 }])).toBe(`${code} in 0`);
  });

  it('when it names a field twice, whatever stands in texts and inside of it', () => {
    const text = '[7,{"n":"a","v":1,"v":2},[{"x":1}],{"n":"ok","v":2,"note":"\\":{","in":{"v":1,"w":2}}]';
    const pack = readSenml(bytes(text), NOW);
    expect(pack.errors.map(({ code, index }) => `${code} ${index}`)).toEqual(['shape 0', 'duplicate_field 1', 'shape 2']);
    expect(pack.records.map(({ index }) => index)).toEqual([3]);
  });

  it('when its number or a sum is out of range', () => {
    const pack = readSenml(bytes('[{"bn":"a","v":1e400},{"bv":1.7e308,"v":1},{"v":1.7e308},{"bv":0,"v":3}]'), NOW);
    expect(pack.errors.map(({ code, index }) => `${code} ${index}`)).toEqual(['not_finite 0', 'not_finite 2']);
    expect(pack.records.map(({ record }) => record.v)).toEqual([1.7e308, 3]);
  });
});

describe('whatever is written is read back', () => {
  const part = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9\-:./_]{0,8}$/);
  const number = fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((value) => value + 0);
  const record: fc.Arbitrary<SenmlRecord> = fc.record(
    { n: part, u: fc.string(), v: number, s: number, t: fc.integer({ min: 2 ** 28, max: 2 ** 40 }), ut: number },
    { requiredKeys: ['n', 'v', 't'] },
  );

  it('resolved records resolve to themselves', () => {
    fc.assert(
      fc.property(fc.array(record), (records) => {
        expect(resolve(records)).toEqual(records);
      }),
    );
  });

  it('and a prefix of names taken out as base name changes nothing', () => {
    fc.assert(
      fc.property(part, fc.array(record, { minLength: 1 }), (bn, records) => {
        expect(resolve([{ bn }, ...records])).toEqual(records.map((r) => ({ ...r, n: bn + r.n })));
      }),
    );
  });

  it('and no JSON makes it throw anything else', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.dictionary(fc.constantFrom('bn', 'bt', 'bv', 'bs', 'bver', 'n', 'v', 'vs', 'vb', 'vd', 's', 't', '__proto__'), fc.jsonValue()),
        ),
        (pack) => {
          const read = readSenml(bytes(pack), NOW);
          expect(read.failure !== null || read.records.length + read.errors.length <= pack.length).toBe(true);
        },
      ),
    );
  });
});
