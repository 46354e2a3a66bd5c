import { describe, expect, it } from 'vitest';
import { createLoggerType, getLoggerType, listLoggerTypes, moveLoggers, publishLoggerType } from '../../contract/logger-types.ts';
import { reparseReceivedData } from '../../contract/tasks.ts';
import { world } from '../kernel/store-testing.ts';
import { mapRefused, specOfMessage } from './map-refused.ts';

describe('a mapping out of a refused message', () => {
  it('reads what the door reads, under the same keys, and the time as it was written', () => {
    const spec = specOfMessage(
      '[{"ts":1764000000,"air":{"t":21.5}},{"ts":1764000060,"air":{"t":22,"wet":true},"none":null}]',
      'Europe/Prague',
    );
    expect(spec).toMatchObject({ decoder: 'mapping', rows: null, time: { path: 'ts', unit: 's' }, clock: { kind: 'utc', zone: null } });
    expect(spec?.channels.map(({ path, key }) => [path, key])).toEqual([
      ['air.t', 'air.t'],
      ['air.wet', 'air.wet'],
    ]);
    expect(specOfMessage('{"ts":1764000000,"values":{"t":1}}', 'UTC')?.channels).toMatchObject([{ path: 'values.t', key: 't' }]);
  });

  it('takes a time without an offset by the clock of the place', () => {
    expect(specOfMessage('{"ts":"2026-11-24 10:00:00","t":1}', 'Europe/Prague')).toMatchObject({
      time: { unit: 'local' },
      clock: { kind: 'zone', zone: 'Europe/Prague', twice: 'refuse' },
    });
  });

  it('takes it for UTC where nobody names a clock', () => {
    expect(specOfMessage('{"time":"2026-11-24 10:00:00","t":1}', null)).toMatchObject({
      time: { path: 'time', unit: 'local' },
      clock: { kind: 'utc' },
    });
  });

  it('names the time that the door reads by itself, so that it stays the time of the values', () => {
    const time = (body: string) => specOfMessage(body, 'UTC')?.time;
    expect(time('{"ts":1764000000000,"a":{"t":1}}')).toEqual({ path: 'ts', unit: 'ms' });
    expect(time('{"ts":"2026-11-24T10:00:00Z","a":{"t":1}}')).toEqual({ path: 'ts', unit: 'iso' });
    expect(time('{"a":{"t":1}}')).toBeNull();
  });

  it('finds the time under its other names, and does not make a value of it', () => {
    const spec = specOfMessage('{"time":1764000000,"data":{"t":21.5}}', 'UTC');
    expect(spec).toMatchObject({ time: { path: 'time', unit: 's' }, channels: [{ path: 'data.t', key: 'data.t' }] });
    expect(spec?.channels).toHaveLength(1);
  });

  it('is none without values', () => {
    expect(specOfMessage('{"ts":1764000000}', 'UTC')).toBeNull();
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
    it.answer(listLoggerTypes, () => ({ items: [] }) as never);
    it.answer(createLoggerType, answer({ id: 'type', rev: 1, version: null, has_draft: true }));
    it.answer(publishLoggerType, answer({ id: 'type', rev: 2, version: 1 }));
    it.answer(moveLoggers, answer({ moved: 1, unchanged: 0 }));
    it.answer(reparseReceivedData, answer({ id: 'task' }));
    const place = { datalogger: 'a', zone: 'UTC', name: 'Shed', status: 'rejected' as const };
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

  it('goes on where an earlier press failed: the type that it made is taken, published once, and there is no second one', async () => {
    const it = world();
    const body = '{"ts":1764000000,"t":1}';
    const types: {
      id: string;
      name: string;
      rev: number;
      version: number | null;
      has_draft: boolean;
      draft: unknown;
      published: unknown;
    }[] = [];
    const counts = { made: 0, published: 0 };
    let isBroken = true;
    it.answer(listLoggerTypes, () => ({ items: types }) as never);
    it.answer(getLoggerType, () => types[0] as never);
    it.answer(createLoggerType, (() => {
      counts.made++;
      types.push({ id: 'type', name: 'Shed', rev: 1, version: null, has_draft: true, draft: specOfMessage(body, 'UTC'), published: null });
      return types[0];
    }) as never);
    it.answer(publishLoggerType, (() => {
      counts.published++;
      return Object.assign(types[0]!, { rev: 2, version: 1, has_draft: false, published: types[0]!.draft, draft: null });
    }) as never);
    it.answer(moveLoggers, (() => {
      if (isBroken) throw new Error('the line broke');
      return { moved: 1, unchanged: 0 };
    }) as never);
    it.answer(reparseReceivedData, (() => ({ id: 'task' })) as never);
    const press = () => mapRefused(it.deps, { datalogger: 'a', zone: 'UTC', name: 'Shed', status: null, body });
    await expect(press()).rejects.toThrow();
    isBroken = false;
    expect(await press()).toBe(true);
    expect(counts).toEqual({ made: 1, published: 1 });
  });
});
