import { expect, it } from 'vitest';
import { quietUntil } from './quiet-hours.ts';

const PRAGUE = 'Europe/Prague';
const NIGHT = { from: 22 * 60, to: 6 * 60 };
const at = (text: string) => Date.parse(text) * 1_000;
const until = (hours: typeof NIGHT, text: string, zone = PRAGUE) => {
  const end = quietUntil(hours, zone, at(text));
  return end === null ? null : new Date(end / 1_000).toISOString();
};

it('ends in the morning, whether it began before midnight or after', () => {
  expect(until(NIGHT, '2026-03-02T21:30:00Z')).toBe('2026-03-03T05:00:00.000Z');
  expect(until(NIGHT, '2026-03-03T01:00:00Z')).toBe('2026-03-03T05:00:00.000Z');
  expect(until(NIGHT, '2026-03-03T05:00:00Z')).toBeNull();
  expect(until(NIGHT, '2026-03-02T20:59:59Z')).toBeNull();
});

it('may lie within a day, and is off where it has no length', () => {
  expect(until({ from: 12 * 60, to: 13 * 60 }, '2026-03-02T11:30:00Z')).toBe('2026-03-02T12:00:00.000Z');
  expect(until({ from: 12 * 60, to: 13 * 60 }, '2026-03-02T12:30:00Z')).toBeNull();
  expect(until({ from: 600, to: 600 }, '2026-03-02T09:00:00Z')).toBeNull();
});

it('goes by the clock of the zone in the nights in which that is changed', () => {
  // At 2:00 it is 3:00: the night is an hour shorter.
  expect(until(NIGHT, '2026-03-28T23:00:00Z')).toBe('2026-03-29T04:00:00.000Z');
  expect(until(NIGHT, '2026-10-24T23:00:00Z')).toBe('2026-10-25T05:00:00.000Z');
  expect(until(NIGHT, '2026-03-02T23:00:00Z', 'UTC')).toBe('2026-03-03T06:00:00.000Z');
});

it('ends ahead of now where its end comes twice', () => {
  const hours = { from: 22 * 60, to: 150 };
  expect(until(hours, '2026-10-25T00:10:00Z')).toBe('2026-10-25T00:30:00.000Z');
  expect(until(hours, '2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30:00.000Z');
});
