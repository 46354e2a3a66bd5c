import { describe, expect, it } from 'vitest';
import { dataloggerState, troubleOf } from './datalogger-state.ts';

const NOW = Date.parse('2026-11-20T14:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();
const NO_TYPE = { type_interval_s: null, offline_after: null };
const state = (expected: number | null, silence: number) =>
  dataloggerState(
    { ...NO_TYPE, expected_interval_s: expected, paused_at: null, last_seen_at: ago(silence), refused_at: null, filed_at: null },
    NOW,
  );

describe('state of a data logger', () => {
  it('follows the interval of its type where it has none itself, and the silence that the type allows', () => {
    const of = (silence: number, over: object) =>
      dataloggerState(
        {
          expected_interval_s: null,
          type_interval_s: 600,
          offline_after: 3,
          paused_at: null,
          last_seen_at: ago(silence),
          refused_at: null,
          filed_at: null,
          ...over,
        },
        NOW,
      );
    expect(of(1_200, {})).toBe('online');
    expect(of(1_800, {})).toBe('late');
    expect(of(1_801, {})).toBe('offline');
    expect(of(1_801, { offline_after: null })).toBe('late');
    expect(of(181, { expected_interval_s: 60 })).toBe('offline');
  });

  it.each([
    [60, 120, 'online'],
    [60, 120.001, 'late'],
    [60, 300, 'late'],
    [60, 300.001, 'offline'],
    [600, 1200, 'online'],
    [600, 3000, 'late'],
    [600, 3001, 'offline'],
  ])('with a message expected every %i s and %d s of silence it is %s', (interval, silence, expected) => {
    expect(state(interval, silence)).toBe(expected);
  });

  it('a fast logger is not called late for the ordinary hiccups of a network', () => {
    expect(state(1, 30)).toBe('online');
    expect(state(1, 30.5)).toBe('late');
    expect(state(1, 90)).toBe('late');
    expect(state(1, 90.5)).toBe('offline');
  });

  it('without an expected interval a quarter of an hour is late and an hour offline', () => {
    expect(state(null, 900)).toBe('online');
    expect(state(null, 901)).toBe('late');
    expect(state(null, 3600)).toBe('late');
    expect(state(null, 3601)).toBe('offline');
  });

  it('a logger that has sent nothing yet waits for its first message', () => {
    expect(
      dataloggerState({ ...NO_TYPE, expected_interval_s: 60, paused_at: null, last_seen_at: null, refused_at: null, filed_at: null }, NOW),
    ).toBe('never');
  });

  it('a logger that has readings of a file only waits for nothing, until a message of it is refused or stored', () => {
    const filed = { ...NO_TYPE, expected_interval_s: 60, paused_at: null, last_seen_at: null, refused_at: null, filed_at: ago(90_000) };
    expect(dataloggerState(filed, NOW)).toBe('file');
    expect(troubleOf({ ...filed, ahead_ts: null, failing: 0, archived_at: null }, NOW)).toBeNull();
    expect(dataloggerState({ ...filed, refused_at: ago(1) }, NOW)).toBe('refused');
    expect(dataloggerState({ ...filed, last_seen_at: ago(1) }, NOW)).toBe('online');
    expect(dataloggerState({ ...filed, paused_at: ago(1) }, NOW)).toBe('paused');
  });

  it('a paused logger is paused whatever it sent', () => {
    expect(
      dataloggerState(
        { ...NO_TYPE, expected_interval_s: 60, paused_at: ago(5), last_seen_at: null, refused_at: null, filed_at: null },
        NOW,
      ),
    ).toBe('paused');
    expect(
      dataloggerState(
        { ...NO_TYPE, expected_interval_s: 60, paused_at: ago(5), last_seen_at: ago(1), refused_at: null, filed_at: null },
        NOW,
      ),
    ).toBe('paused');
  });

  it('a clock that runs ahead does not make a logger late', () => {
    expect(state(60, -500)).toBe('online');
  });
});
