import { describe, expect, it } from 'vitest';
import type { TypeChannel, TypeSpec } from '../../contract/logger-types.ts';
import { diffSpecs } from './diff.ts';

const channel = (key: string, over: Partial<TypeChannel> = {}): TypeChannel => ({
  path: key,
  key,
  label: key,
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

describe('two versions', () => {
  it('differ by channels that are new, changed and gone, and by the type as a whole', () => {
    const from = spec([channel('a'), channel('b', { scale: 0.6 }), channel('c')]);
    const to = spec([channel('c'), channel('b', { scale: 0.625, unit: 'bar' }), channel('d')], { time: { path: 't', unit: 's' } });
    const [a, b] = from.channels;
    const [c, b2, d] = to.channels;
    expect(diffSpecs(from, to)).toEqual([
      {
        key: null,
        change: 'changed',
        before: null,
        after: null,
        fields: [{ field: 'time', before: null, after: { path: 't', unit: 's' } }],
      },
      { key: 'c', change: 'unchanged', before: c, after: c, fields: [] },
      {
        key: 'b',
        change: 'changed',
        before: b,
        after: b2,
        fields: [
          { field: 'unit', before: null, after: 'bar' },
          { field: 'scale', before: 0.6, after: 0.625 },
        ],
      },
      { key: 'd', change: 'new', before: null, after: d, fields: [] },
      { key: 'a', change: 'gone', before: a, after: null, fields: [] },
    ]);
    expect(diffSpecs(to, to).every(({ change }) => change === 'unchanged')).toBe(true);
  });
});
