import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../contract/events.ts';
import type { SentEvent } from '../kernel/context.ts';
import { testClock } from '../testing/testing.ts';
import { testTimers } from '../testing/timers.ts';
import { createBus } from './bus.ts';

const ORG = '019d0000-0000-7000-8000-00000000000a';
const ID = '019d0000-0000-7000-8000-000000000001';

const changed = (id = ID): LiveEvent => ({ name: 'changed', data: { entity: 'dataloggers', id, workspace_id: ID } });
const values = (logger: string, value: number, at: string, channel = 'a'): LiveEvent => ({
  name: 'values',
  data: {
    datalogger_id: logger,
    workspace_id: ID,
    state: 'online',
    last_seen_at: at,
    channels: [{ id: channel, key: channel, ts: at, value }],
    from: at,
    to: at,
  },
});
const received = (id: string) => ({ name: 'received', data: { id } }) as LiveEvent;

function watched() {
  const { timers, ring, waiting } = testTimers();
  const clock = testClock();
  const bus = createBus({ clock, timers });
  const sent: SentEvent[] = [];
  let ended = 0;
  const watch = (afterId?: string, into = sent) =>
    bus.subscribe(ORG, { send: (event) => void into.push(event), end: () => void ended++ }, afterId);
  return { bus, clock, timers, ring, waiting, sent, watch, ended: () => ended };
}

describe('live events', () => {
  it('reach those who watch the organisation and nobody else', () => {
    const { bus, sent, watch } = watched();
    watch();
    bus.publish(ORG, changed());
    bus.publish('another', changed());
    expect(sent.map(({ event }) => event)).toEqual([changed()]);
    expect(JSON.parse(sent[0]!.json)).toEqual(changed().data);
  });

  it('have growing ids', () => {
    const { bus, sent, watch } = watched();
    watch();
    for (let i = 0; i < 12; i++) bus.publish(ORG, changed());
    const serials = sent.map(({ id }) => Number(id.split('-')[1]));
    expect(serials).toEqual(serials.toSorted((a, b) => a - b));
    expect(new Set(serials).size).toBe(12);
    expect(bus.position()).toBe(sent.at(-1)?.id);
  });

  it('of one logger join: the newest value of each channel over the whole span', () => {
    const { bus, sent, watch, ring } = watched();
    watch();
    bus.publish(ORG, values(ID, 1, '2026-03-01T08:00:00.5Z'));
    bus.publish(ORG, values(ID, 2, '2026-03-01T08:00:01Z', 'b'));
    bus.publish(ORG, values(ID, 3, '2026-03-01T08:00:00Z'));
    bus.publish(ORG, values('other', 4, '2026-03-01T08:00:00Z'));
    expect(sent).toEqual([]);
    ring(100);
    expect(sent.map(({ event }) => event.data)).toMatchObject([
      {
        datalogger_id: ID,
        from: '2026-03-01T08:00:00Z',
        to: '2026-03-01T08:00:01Z',
        channels: [
          { id: 'a', value: 3 },
          { id: 'b', value: 2 },
        ],
      },
      { datalogger_id: 'other' },
    ]);
  });

  it('of very many messages show only the newest', () => {
    const { bus, sent, watch, ring } = watched();
    watch();
    for (let i = 0; i < 5_000; i++) bus.publish(ORG, received(String(i)));
    ring(100);
    expect(sent).toHaveLength(50);
    expect(sent.at(-1)?.event.data).toEqual({ id: '4999' });
  });

  it('are brought again to whoever comes back in time', () => {
    const { bus, sent, watch, ring } = watched();
    const stop = watch();
    bus.publish(ORG, changed('1'));
    bus.publish(ORG, changed('2'));
    stop();
    bus.publish(ORG, changed('3'));
    bus.publish(ORG, values(ID, 1, '2026-03-01T08:00:00Z'));
    ring(100);
    const again: SentEvent[] = [];
    watch(sent[0]?.id, again);
    expect(again.map(({ event }) => event.name)).toEqual(['changed', 'changed', 'values']);
    expect(again.slice(0, 2).map(({ event }) => (event.data as { id: string }).id)).toEqual(['2', '3']);
    const nothing: SentEvent[] = [];
    watch(bus.position(), nothing);
    expect(nothing).toEqual([]);
  });

  it('are brought to a page that was made a moment ago, though nobody watched then', () => {
    const { bus, watch, ring } = watched();
    const mark = bus.mark(ORG);
    expect(bus.isWatched(ORG)).toBe(true);
    bus.publish('another', changed());
    bus.publish(ORG, changed('1'));
    const brought: SentEvent[] = [];
    const stop = watch(mark ?? undefined, brought);
    expect(brought.map(({ event }) => event)).toEqual([changed('1')]);
    // Another page of somebody who watches lets nobody be forgotten.
    bus.mark(ORG);
    ring(60_000);
    bus.publish(ORG, changed('2'));
    expect(brought).toHaveLength(2);
    stop();
    bus.mark(ORG);
    ring(60_000);
    expect(bus.isWatched(ORG)).toBe(false);
  });

  it('are reset for whoever comes back too late, from another process, or with nonsense', () => {
    const { bus, sent, watch, ring } = watched();
    const stop = watch();
    bus.publish(ORG, changed());
    const old = sent[0]!.id;
    for (let i = 0; i < 1_001; i++) bus.publish(ORG, changed());
    for (const id of [old, 'process-1', '', `${old}9999`, `${old.split('-')[0]}-x`]) {
      const again: SentEvent[] = [];
      watch(id, again);
      expect([id, again.map(({ event }) => event.name)]).toEqual([id, ['reset']]);
    }
    stop();
    ring(60_000);
  });

  it('are reset for whoever comes back after nobody watched for a minute and something happened', () => {
    const { bus, watch, ring } = watched();
    watch()();
    bus.publish(ORG, changed());
    const position = bus.position();
    ring(60_000);
    const before: SentEvent[] = [];
    watch(position, before)();
    expect(before).toEqual([]);
    ring(60_000);
    bus.publish(ORG, changed());
    const again: SentEvent[] = [];
    watch(position, again);
    expect(again.map(({ event }) => event.name)).toEqual(['reset']);
  });

  it('are not even built when nobody has watched for a minute', () => {
    const { bus, watch, ring, waiting } = watched();
    expect(bus.isWatched(ORG)).toBe(false);
    const stop = watch();
    expect(bus.isWatched(ORG)).toBe(true);
    stop();
    stop();
    expect(bus.isWatched(ORG)).toBe(true);
    ring(60_000);
    expect(bus.isWatched(ORG)).toBe(false);
    expect(waiting.size).toBe(0);
  });

  it('go on when a watcher comes back within the minute', () => {
    const { bus, watch, ring, sent } = watched();
    watch()();
    watch();
    ring(60_000);
    bus.publish(ORG, changed());
    expect(sent).toHaveLength(1);
  });

  it('reach followers of every organisation before publish returns', () => {
    const { bus } = watched();
    const seen: string[] = [];
    const stop = bus.follow((organizationId, { name }) => void seen.push(`${organizationId} ${name}`));
    bus.publish('x', changed());
    stop();
    bus.publish('y', changed());
    expect(seen).toEqual(['x changed']);
  });

  it('end for everybody when the process stops, and leave no timer', () => {
    const { bus, watch, ended, waiting } = watched();
    watch();
    watch();
    bus.publish(ORG, values(ID, 1, '2026-03-01T08:00:00Z'));
    bus.close();
    expect(ended()).toBe(2);
    expect(waiting.size).toBe(0);
    expect(bus.isWatched(ORG)).toBe(false);
  });
});
