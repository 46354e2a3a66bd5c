import { describe, expect, it } from 'vitest';
import { guessTime } from './guess-time.ts';

describe('the time of a message that was refused', () => {
  it.each([
    ['{"ts":1764000000,"t":1}', 'ts', 's'],
    ['[{"ts":1764000000.5,"t":1},{"ts":1764000060,"t":2},{"t":3}]', 'ts', 's'],
    ['{"ts":1764000000000000,"t":1}', 'ts', 'us'],
    ['{"ts":1764000000000000000,"t":1}', 'ts', 'ns'],
    ['{"ts":"1764000000","t":1}', 'ts', 's'],
    ['{"ts":"1764000000000","t":1}', 'ts', 'ms'],
    ['{"ts":"2026-11-24 10:00:00","t":1}', 'ts', 'local'],
    ['{"ts":"24.11.2026 10:00","t":1}', 'ts', 'local'],
    ['{"time":1764000000,"a":{"b":1}}', 'time', 's'],
    ['{"timestamp":1764000000000,"a":{"b":1}}', 'timestamp', 'ms'],
    ['{"t":1764000000,"x":1}', 't', 's'],
    ['{"Time":"2026-11-24T10:00:00","AM2301":{"Temperature":1}}', 'Time', 'local'],
    ['{"time":"2026-11-24T10:00:00Z","a":{"b":1}}', 'time', 'iso'],
    ['{"sys":{"unixtime":1764000000},"switch:0":{"apower":1}}', 'sys.unixtime', 's'],
    ['{"a":{"time":1764000000},"timestamp":1764000000}', 'timestamp', 's'],
    // A temperature is no time, whatever it is called.
    ['{"t":21.5,"device_time":"1764000000"}', 'device_time', 's'],
  ])('is told from its name, its size or its form: %s', (body, path, unit) => {
    expect(guessTime(body)).toEqual({ path, unit });
  });
  it.each([
    '{"t":1}',
    '{"ts":1764000000000,"t":1}',
    '{"ts":5}',
    '{"ts":"soon"}',
    '{"ts":true}',
    '[{"ts":1764000000},{"ts":"soon"}]',
    '{"ts":"2026-11-24T10:00:00Z","t":1}',
    // The door reads this time; the other one is a value beside it.
    '{"ts":1764000000000,"time":1764000000}',
    '{"uptime":1764000000}',
    `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`,
    '{',
    '7',
    'null',
  ])('is nothing that could be mapped: %s', (body) => {
    expect(guessTime(body)).toBeNull();
  });
});
