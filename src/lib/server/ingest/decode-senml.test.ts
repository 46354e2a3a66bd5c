import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { decodeSenml } from './decode-senml.ts';

const NOW = Date.UTC(2026, 2, 1, 8) * 1000;
const decode = (pack: unknown) => decodeSenml(Buffer.from(JSON.stringify(pack)), NOW);

describe('a SenML pack becomes readings', () => {
  it('with channels by resolved name, their units and times to the microsecond', () => {
    const d = decode([
      { bn: 'dev:1:', bt: 1_700_000_000.123456, n: 'temp', u: 'Cel', v: 21.5 },
      { n: 'open', vb: false, t: 1 },
      { n: 'state', vs: 'eco', t: 2 },
    ]);
    expect(d).toEqual({
      failure: null,
      keys: ['dev:1:temp', 'dev:1:open', 'dev:1:state'],
      units: ['Cel', undefined, undefined],
      slot: [0, 1, 2],
      row: [0, 1, 2],
      ts: [1_700_000_000_123_456, 1_700_000_001_123_456, 1_700_000_002_123_456],
      value: [21.5, false, 'eco'],
      errors: [],
    });
  });

  it('at exactly the moment of receipt when it has no time', () => {
    expect(decodeSenml(Buffer.from('[{"n":"a","v":1}]'), NOW + 123_457).ts).toEqual([NOW + 123_457]);
  });

  it('with a sum as a reading of its own, whose unit is another', () => {
    const d = decode([{ n: 'power', u: 'W', v: 5, s: 3600 }]);
    expect(d.keys).toEqual(['power', 'power.sum']);
    expect(d.units).toEqual(['W', undefined]);
    expect(d.value).toEqual([5, 3600]);
  });

  it('but for bytes, times out of the margins and a second unit, each told by its record', () => {
    const d = decode([
      { n: 'a', u: 'V', v: 1 },
      { n: 'a', vd: 'AAEC' },
      { n: 'a', u: 'V', v: 2, t: 400_000_000 },
      { n: 'a', u: 'mV', v: 3 },
      { n: 'a', u: 'V', v: 4, t: 100_000 },
      { n: '?', v: 5 },
    ]);
    expect(d.value).toEqual([1]);
    expect(d.errors.map(({ code, index }) => `${code} ${index}`)).toEqual([
      'bad_value 1',
      'ts_past 2',
      'unit_mismatch 3',
      'ts_future 4',
      'bad_key 5',
    ]);
  });

  it('or none, when the pack cannot be read', () => {
    expect(decode([{ n: 'a', v: 1, new_: 1 }])).toMatchObject({ failure: { code: 'unknown_field', index: 0, key: 'new_' }, slot: [] });
  });
});
