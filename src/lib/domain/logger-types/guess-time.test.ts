import { describe, expect, it } from 'vitest';
import { guessTime } from './guess-time.ts';

describe('the time of a message that was refused', () => {
  it.each([
    ['{"ts":1764000000,"t":1}', 's'],
    ['[{"ts":1764000000.5,"t":1},{"ts":1764000060,"t":2},{"t":3}]', 's'],
    ['{"ts":1764000000000000,"t":1}', 'us'],
    ['{"ts":1764000000000000000,"t":1}', 'ns'],
    ['{"ts":"1764000000","t":1}', 's'],
    ['{"ts":"1764000000000","t":1}', 'ms'],
    ['{"ts":"2026-11-24 10:00:00","t":1}', 'local'],
    ['{"ts":"24.11.2026 10:00","t":1}', 'local'],
  ])('is told from its size or its form: %s', (body, unit) => {
    expect(guessTime(body)).toBe(unit);
  });
  it.each([
    '{"t":1}',
    '{"ts":1764000000000,"t":1}',
    '{"ts":5}',
    '{"ts":"soon"}',
    '{"ts":true}',
    '[{"ts":1764000000},{"ts":"soon"}]',
    '{',
    '7',
    'null',
  ])('is nothing that could be mapped: %s', (body) => {
    expect(guessTime(body)).toBeNull();
  });
});
