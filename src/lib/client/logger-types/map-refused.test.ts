import { describe, expect, it } from 'vitest';
import { createLoggerType, moveLoggers, publishLoggerType } from '../../contract/logger-types.ts';
import { reparseReceivedData } from '../../contract/tasks.ts';
import { world } from '../kernel/store-testing.ts';
import { mapRefused, specOfRefused } from './map-refused.ts';

describe('a mapping out of a refused message', () => {
  it('reads what the door reads, under the same keys, and the time as it was written', () => {
    const spec = specOfRefused(
      '[{"ts":1764000000,"air":{"t":21.5}},{"ts":1764000060,"air":{"t":22,"wet":true},"none":null}]',
      'Europe/Prague',
    );
    expect(spec).toMatchObject({ decoder: 'mapping', rows: null, time: { path: 'ts', unit: 's' }, clock: { kind: 'utc', zone: null } });
    expect(spec?.channels.map(({ path, key }) => [path, key])).toEqual([
      ['air.t', 'air.t'],
      ['air.wet', 'air.wet'],
    ]);
    expect(specOfRefused('{"ts":1764000000,"values":{"t":1}}', 'UTC')?.channels).toMatchObject([{ path: 'values.t', key: 't' }]);
  });

  it('takes a time without an offset by the clock of the place', () => {
    expect(specOfRefused('{"ts":"2026-11-24 10:00:00","t":1}', 'Europe/Prague')).toMatchObject({
      time: { unit: 'local' },
      clock: { kind: 'zone', zone: 'Europe/Prague', twice: 'refuse' },
    });
  });

  it('is none without values and without a time that is known', () => {
    expect(specOfRefused('{"ts":1764000000}', 'UTC')).toBeNull();
    expect(specOfRefused('{"ts":"soon","t":1}', 'UTC')).toBeNull();
  });

  it('becomes a type, its version is what the logger is read by, and what was refused is read again', async () => {
    const it = world();
    const asked: unknown[] = [];
    const answer =
      <T>(value: T) =>
      (input: { body: unknown }) => {
        asked.push(input.body);
        return value as never;
      };
    it.answer(createLoggerType, answer({ id: 'type', rev: 1 }));
    it.answer(publishLoggerType, answer({ id: 'type', rev: 2, version: 1 }));
    it.answer(moveLoggers, answer({ moved: 1, unchanged: 0 }));
    it.answer(reparseReceivedData, answer({ id: 'task' }));
    const place = { datalogger: 'a', zone: 'UTC', name: 'Shed' };
    // Of a message without values nothing is asked, and nobody is told that something was made.
    expect(await mapRefused(it.deps, { ...place, body: '{"ts":1764000000}' })).toBe(false);
    expect(asked).toEqual([]);
    expect(await mapRefused(it.deps, { ...place, body: '{"ts":1764000000,"t":1}' })).toBe(true);
    expect(asked).toMatchObject([
      { portable: { name: 'Shed', sample: '{"ts":1764000000,"t":1}' } },
      { rev: 1 },
      { version: 1, datalogger_ids: ['a'] },
      { datalogger_id: 'a', status: 'rejected' },
    ]);
  });
});
