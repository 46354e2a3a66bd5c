import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TypeChannel, TypeSpec } from '../../../contract/logger-types.ts';
import { parseInstant } from '../../../domain/time/instant.ts';
import { decodeSenml } from '../decode-senml.ts';
import { compile, type Trace } from './compile.ts';
import type { SensorFacts } from './convert.ts';

const NOW = parseInstant('2026-11-20T12:00:00Z');
const SENSORS = new Map<string, SensorFacts>([
  ['temperature', { quantity: 'temperature', kind: 'gauge' }],
  ['pressure', { quantity: 'pressure', kind: 'gauge' }],
  ['energy', { quantity: 'energy', kind: 'counter' }],
  ['state', { quantity: 'state', kind: 'state' }],
  ['text', { quantity: 'text', kind: 'text' }],
]);
const channel = (path: string, over: Partial<TypeChannel> = {}): TypeChannel => ({
  path,
  key: path,
  label: path,
  sensor_type_id: null,
  unit: null,
  scale: 1,
  offset: 0,
  input_min: null,
  input_max: null,
  states: null,
  ...over,
});
const spec = (channels: TypeChannel[], over: Partial<TypeSpec> = {}): TypeSpec => ({
  decoder: 'mapping',
  script: null,
  rows: null,
  time: null,
  clock: { kind: 'utc', offset_min: 0, zone: null, twice: 'refuse', skipped: 'refuse' },
  channels,
  ...over,
});
const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const read = (made: TypeSpec, message: unknown) => {
  const decoded = compile(made, SENSORS).json(bytes(message), NOW);
  return {
    ...decoded,
    rows: decoded.slot.map((slot, i) => [decoded.keys[slot], decoded.value[i], (decoded.ts[i]! - NOW) / 1e6]),
  };
};

describe('a mapping', () => {
  it('finds values by nested paths, places in arrays and odd names, and leaves what is not there alone', () => {
    const { rows, errors } = read(
      spec([
        channel('sys.vbat', { key: 'battery' }),
        channel('ai[1].mA', { key: 'level' }),
        channel('["a.b"]["c d"]', { key: 'odd' }),
        channel('switch:0.apower', { key: 'power' }),
        channel('not.there'),
        channel('__proto__.constructor'),
        channel('sys.nothing'),
      ]),
      { sys: { vbat: 3.61, nothing: null }, ai: [{ mA: 15 }, { mA: 3.4 }], 'a.b': { 'c d': 7 }, 'switch:0': { apower: 12 } },
    );
    expect(errors).toEqual([]);
    expect(rows).toEqual([
      ['battery', 3.61, 0],
      ['level', 3.4, 0],
      ['odd', 7, 0],
      ['power', 12, 0],
    ]);
  });

  it('gives each element that a star finds a key and a name with its place', () => {
    const made = spec([channel('ai[*].mA', { key: 'ai.*', label: 'Vstup *' }), channel('t[*]', { key: 't', label: 'Teplota' })]);
    const { rows, named } = read(made, { ai: [{ mA: 4 }, { mA: 20 }], t: [1] });
    expect(rows).toEqual([
      ['ai.0', 4, 0],
      ['ai.1', 20, 0],
      ['t.0', 1, 0],
    ]);
    expect(named?.map((one) => one?.name)).toEqual(['Vstup 0', 'Vstup 1', 'Teplota 0']);
  });

  it('takes scale and offset in the unit of the device and stores the canonical one', () => {
    const { rows, named } = read(
      spec([
        channel('x10', { sensor_type_id: 'temperature', unit: 'Cel', scale: 0.1 }),
        channel('f', { sensor_type_id: 'temperature', unit: '[degF]' }),
        channel('mA', { key: 'p', sensor_type_id: 'pressure', unit: 'bar', scale: 0.625, offset: -2.5 }),
        channel('wh', { sensor_type_id: 'energy', unit: 'W.h' }),
      ]),
      { x10: 248, f: 212, mA: 15.39, wh: 1234 },
    );
    expect(rows).toEqual([
      ['x10', 24.8, 0],
      ['f', 100, 0],
      ['p', 711_875, 0],
      ['wh', 1.234, 0],
    ]);
    expect(named?.map((one) => [one?.kind, one?.unit])).toEqual([
      ['gauge', null],
      ['gauge', null],
      ['gauge', null],
      ['counter', null],
    ]);
  });

  it('reads numbers that came as text where the sensor type is a number, with a decimal comma as a warning, and guesses nothing', () => {
    const number = (path: string) => channel(path, { sensor_type_id: 'temperature', unit: 'Cel' });
    const { rows, errors, warnings, failed } = read(
      spec([
        number('a'),
        number('b'),
        number('c'),
        number('d'),
        number('e'),
        number('g'),
        channel('free'),
        channel('words', { sensor_type_id: 'text' }),
      ]),
      { a: '21.5', b: ' −21,5 ', c: '1,234.5', d: '---', e: 'NaN', g: { nested: 1 }, free: '21,5', words: 7 },
    );
    expect(rows).toEqual([
      ['a', 21.5, 0],
      ['b', -21.5, 0],
      ['d', '---', 0],
      ['e', 'NaN', 0],
      ['free', '21,5', 0],
      ['words', '7', 0],
    ]);
    expect([...(failed ?? [])]).toEqual([2, 3]);
    expect(warnings).toEqual([
      { code: 'decimal_comma', index: 0, key: 'b', path: 'b' },
      { code: 'sensor_error', index: 0, key: 'd', path: 'd' },
      { code: 'sensor_error', index: 0, key: 'e', path: 'e' },
    ]);
    expect(errors).toEqual([
      { code: 'bad_number', index: 0, key: 'c', path: 'c' },
      { code: 'bad_value', index: 0, key: 'g', path: 'g' },
    ]);
  });

  it('knows words of states, refuses those it was not told, and takes what the sensor can’t say for its error', () => {
    const states = [
      { text: 'ON', value: 1 },
      { text: 'fault', value: -1 },
    ];
    const { rows, errors, warnings, failed } = read(
      spec([
        channel('a', { sensor_type_id: 'state', states }),
        channel('b', { sensor_type_id: 'state', states }),
        channel('c', { sensor_type_id: 'state', states }),
        channel('d', { sensor_type_id: 'state' }),
        channel('mA', { input_min: 3.6, input_max: 21 }),
      ]),
      { a: 'ON', b: 'fault', c: 'off', d: true, mA: 3.4 },
    );
    expect(rows).toEqual([
      ['a', 1, 0],
      ['b', -1, 0],
      ['d', true, 0],
      ['mA', '3.4', 0],
    ]);
    expect([[...(failed ?? [])], warnings]).toEqual([[3], [{ code: 'sensor_error', index: 0, key: 'mA', path: 'mA' }]]);
    expect(errors).toEqual([{ code: 'unknown_state', index: 0, key: 'c', path: 'c' }]);
  });

  it('takes the time where the type says it is, in every unit', () => {
    const at = (unit: NonNullable<TypeSpec['time']>['unit'], t: unknown) =>
      read(spec([channel('v')], { time: { path: 'h.t', unit } }), { h: { t }, v: 1 }).rows[0]?.[2];
    const s = NOW / 1e6 - 60;
    expect(at('s', s)).toBe(-60);
    expect(at('s', String(s))).toBe(-60);
    expect(at('ms', s * 1e3)).toBe(-60);
    expect(at('us', s * 1e6)).toBe(-60);
    expect(at('ns', s * 1e9)).toBe(-60);
    expect(at('ns', `${s}000000000`)).toBe(-60);
    expect(at('iso', '2026-11-20T12:59:00+01:00')).toBe(-60);
    expect(at('local', '2026-11-20 11:59:00')).toBe(-60);
    expect(at('local', '20. 11. 2026 11:59')).toBe(-60);
    expect(read(spec([channel('v')], { time: { path: 't', unit: 's' } }), { t: 'yesterday', v: 1 }).errors).toEqual([
      { code: 'bad_ts', index: 0 },
    ]);
    // Milliseconds declared as seconds lie in another age.
    expect(read(spec([channel('v')], { time: { path: 't', unit: 's' } }), { t: s * 1e3, v: 1 }).errors).toEqual([
      { code: 'ts_future', index: 0 },
    ]);
  });

  it('decides a local hour that comes twice or never by the clock policy, and says so', () => {
    const zone = (over: Partial<TypeSpec['clock']>) =>
      spec([channel('v')], {
        time: { path: 't', unit: 'local' },
        clock: { kind: 'zone', offset_min: 0, zone: 'Europe/Prague', twice: 'refuse', skipped: 'refuse', ...over },
      });
    const at = (made: TypeSpec, t: string) => {
      const { ts, errors, warnings } = read(made, { t, v: 1 });
      return [ts[0] === undefined ? null : new Date(ts[0] / 1e3).toISOString(), (errors[0] ?? warnings?.[0])?.code ?? null];
    };
    expect(at(zone({}), '2026-07-01T12:00:00')).toEqual(['2026-07-01T10:00:00.000Z', null]);
    expect(at(zone({}), '2026-10-25T02:30:00')).toEqual([null, 'ts_twice']);
    expect(at(zone({ twice: 'earlier' }), '2026-10-25T02:30:00')).toEqual(['2026-10-25T00:30:00.000Z', 'ts_twice']);
    expect(at(zone({ twice: 'later' }), '2026-10-25T02:30:00')).toEqual(['2026-10-25T01:30:00.000Z', 'ts_twice']);
    expect(at(zone({}), '2026-03-29T02:30:00')).toEqual([null, 'ts_skipped']);
    expect(at(zone({ skipped: 'shift' }), '2026-03-29T02:30:00')).toEqual(['2026-03-29T01:30:00.000Z', 'ts_skipped']);
    expect(at(zone({ kind: 'offset', offset_min: 120 }), '2026-10-25T02:30:00')).toEqual(['2026-10-25T00:30:00.000Z', null]);
    // A text with an offset needs nobody's decision.
    expect(at(zone({}), '2026-10-25T02:30:00+02:00')).toEqual(['2026-10-25T00:30:00.000Z', null]);
  });

  it('reads rows out of an array inside the message, with what stands beside it', () => {
    const made = spec([channel('v'), channel('$.dev', { key: 'device' })], { rows: 'data[*]', time: { path: 't', unit: 's' } });
    const t = NOW / 1e6;
    const { rows, errors } = read(made, { dev: 5, data: [{ t: t - 20, v: 1 }, { t: t - 10, v: 2 }, { v: 3 }, { v: 4 }] });
    expect(rows).toEqual([
      ['v', 1, -20],
      ['device', 5, -20],
      ['v', 2, -10],
      ['device', 5, -10],
      ['v', 4, 0],
      ['device', 5, 0],
    ]);
    expect(errors).toEqual([{ code: 'ts_missing', index: 2 }]);
  });

  it('traces each reading to the place in the message that it came from', () => {
    const traces: Trace[] = [];
    compile(spec([channel('ai[*].mA', { scale: 2 })]), SENSORS).json(bytes([{ ai: [{ mA: 4 }, { mA: null }, { mA: 9 }] }]), NOW, traces);
    expect(traces).toEqual([
      { channel: 0, path: '[0].ai[0].mA', raw: 4 },
      { channel: 0, path: '[0].ai[2].mA', raw: 9 },
    ]);
  });

  it('names values of other decoders by their keys and leaves what it doesn’t know', () => {
    const pack = [
      { bn: 'hall/', n: 't', u: 'Cel', v: 21.5 },
      { n: 'x', u: 'V', v: 3 },
    ];
    const decoded = compile(spec([channel('hall/t', { key: 'temperature', sensor_type_id: 'temperature', unit: 'Cel' })]), SENSORS).keyed(
      decodeSenml(bytes(pack), NOW),
    );
    expect([decoded.keys, decoded.units, decoded.value]).toEqual([
      ['temperature', 'hall/x'],
      [undefined, 'V'],
      [21.5, 3],
    ]);
  });

  it('never throws and is bounded, whatever comes', () => {
    const made = compile(
      spec([channel('a[*].b[*]', { sensor_type_id: 'temperature' }), channel('c.d'), channel('$')], {
        rows: 'r[*]',
        time: { path: 't', unit: 'local' },
      }),
      SENSORS,
    );
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const { failure, slot, value } = made.json(bytes(text), NOW);
        expect(failure === null ? slot.length : 0).toBe(value.length);
      }),
    );
    const many = { r: [{ a: Array.from({ length: 300 }, () => ({ b: Array.from({ length: 300 }, () => 1) })) }] };
    expect(made.json(bytes(many), NOW).failure).toEqual({ code: 'too_many_readings' });
  });
});
