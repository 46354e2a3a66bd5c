import { describe, expect, it } from 'vitest';
import { chartsHref } from '../chart/charts-href.ts';
import { readCharted, writeCharted } from './charted.ts';

const [A, B] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'] as const;

describe('the channels of a chart in its address', () => {
  it('are read as they were written, in their order and each once', () => {
    expect(writeCharted([B, A])).toEqual({ ch: `${B}.${A}`, logger: null, machine: null });
    expect(readCharted({ ch: `${B}.${A}.${B}` })).toEqual({ channels: [B, A], dataloggers: [], machine: null });
    expect(writeCharted([]).ch).toBeNull();
  });

  it('are what loggers or a machine lead to, and nothing of what is no id', () => {
    expect(chartsHref({ logger: [A, B] }, 'cs')).toBe(`/dlog/charts?logger=${A}.${B}`);
    expect(readCharted({ logger: `${A}.x.${B}`, machine: 'nobody' })).toEqual({ channels: [], dataloggers: [A, B], machine: null });
    expect(chartsHref({ machine: A }, 'en')).toBe(`/en/dlog/charts?machine=${A}`);
  });
});
