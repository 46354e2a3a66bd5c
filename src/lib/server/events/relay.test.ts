import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LiveEvent } from '../../contract/events.ts';
import type { SentEvent } from '../kernel/context.ts';
import type { ProcessMessages } from '../kernel/database.ts';
import { MAX_MESSAGE_BYTES } from '../storage/postgres-messages.ts';
import { testClock, testDatabase } from '../testing/testing.ts';
import { testTimers } from '../testing/timers.ts';
import { createBus } from './bus.ts';
import { relayed } from './relay.ts';

const ORG = '019d0000-0000-7000-8000-00000000000a';
const ID = '019d0000-0000-7000-8000-000000000001';
const GATHER_MS = 50;
const JOIN_MS = 100;
const SAY_MS = 20_000;

const changed: LiveEvent = { name: 'changed', data: { entity: 'machines', id: ID, workspace_id: ID } };
const values = (channels: number): LiveEvent => ({
  name: 'values',
  data: {
    datalogger_id: ID,
    workspace_id: ID,
    state: 'online',
    last_seen_at: '2026-03-02T08:00:00Z',
    channels: Array.from({ length: channels }, (_, i) => ({ id: ID, key: `channel_${i}`, ts: '2026-03-02T08:00:00Z', value: i })),
    from: '2026-03-02T08:00:00Z',
    to: '2026-03-02T08:00:00Z',
  },
});

/** A line between processes of one test. */
function line() {
  const listeners = new Set<{ heard(text: string): void; missed(): void }>();
  const texts: string[] = [];
  const channel: ProcessMessages = {
    async send(text) {
      texts.push(text);
      for (const { heard } of listeners) heard(text);
    },
    listen(listener) {
      listeners.add(listener);
      return async () => void listeners.delete(listener);
    },
  };
  return { channel, texts, drop: () => [...listeners].map(({ missed }) => missed()) };
}

function processOf(channel: ProcessMessages, name: string) {
  const { timers, ring } = testTimers();
  const clock = testClock();
  const inner = createBus({ clock, timers });
  const bus = relayed(inner, { processMessages: channel, clock, name, log: pino({ level: 'silent' }), timers });
  const seen: SentEvent[] = [];
  const watch = () => bus.subscribe(ORG, { send: (event) => void seen.push(event), end: () => undefined });
  /** Lets everything that waits go out and come in. */
  const letArrive = async () => {
    ring(GATHER_MS);
    for (let i = 0; i < 20; i++) await Promise.resolve();
    ring(JOIN_MS);
  };
  return { bus, clock, ring, seen, watch, settle: letArrive, names: () => seen.map(({ event }) => event.name) };
}

async function two() {
  const { channel, texts, drop } = line();
  const a = processOf(channel, 'a');
  const b = processOf(channel, 'b');
  const letArrive = async () => {
    await a.settle();
    await b.settle();
    await a.settle();
    await b.settle();
  };
  await letArrive();
  return { a, b, texts, drop, settle: letArrive };
}

describe('live events between processes', () => {
  it('a change of a row is seen in the other process, once, and not twice in its own', async () => {
    const { a, b, settle: letArrive } = await two();
    a.watch();
    b.watch();
    await letArrive();
    a.bus.publish(ORG, changed);
    await letArrive();
    expect(a.names()).toEqual(['changed']);
    expect(b.names()).toEqual(['changed']);
  });

  it('a change reaches who follows in the other process even when nobody watches there', async () => {
    const { a, b, settle: letArrive } = await two();
    const followed: string[] = [];
    b.bus.follow((organizationId, { name }) => void followed.push(`${organizationId} ${name}`));
    a.bus.publish(ORG, changed);
    await letArrive();
    expect(followed).toEqual([`${ORG} changed`]);
  });

  it('values travel only while somebody watches the organisation elsewhere', async () => {
    const { a, b, texts, settle: letArrive } = await two();
    expect(a.bus.isWatched(ORG)).toBe(false);
    a.bus.publish(ORG, values(1));
    await letArrive();
    expect(texts.filter((text) => text.includes('"e"'))).toEqual([]);
    b.watch();
    await letArrive();
    expect(a.bus.isWatched(ORG)).toBe(true);
    a.bus.publish(ORG, values(1));
    await letArrive();
    expect(b.names()).toEqual(['values']);
  });

  it('a page goes on from its mark only where the others knew before that it would', async () => {
    const { a, b, settle: letArrive } = await two();
    expect(b.bus.mark(ORG)).toBeNull();
    await letArrive();
    expect(a.bus.isWatched(ORG)).toBe(true);
    const mark = b.bus.mark(ORG);
    expect(mark).not.toBeNull();
    a.bus.publish(ORG, values(1));
    await letArrive();
    const brought: string[] = [];
    b.bus.subscribe(ORG, { send: ({ event }) => void brought.push(event.name), end: () => undefined }, mark ?? undefined);
    expect(brought).toEqual(['values']);
  });

  it('a process that watches more organisations than a message can name is sent everything', async () => {
    const { a, b, texts, settle: letArrive } = await two();
    for (let i = 0; i < 400; i++)
      b.bus.subscribe(`019d0000-0000-7000-8000-${String(i).padStart(12, '0')}`, { send: () => undefined, end: () => undefined });
    b.watch();
    await letArrive();
    for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    expect(a.bus.isWatched(ORG)).toBe(true);
    a.bus.publish(ORG, values(1));
    await letArrive();
    expect(b.names()).toEqual(['values']);
  });

  it('a process that says nothing any more is forgotten', async () => {
    const { a, b, settle: letArrive } = await two();
    b.watch();
    await letArrive();
    a.clock.advance(60e6);
    expect(a.bus.isWatched(ORG)).toBe(true);
    b.ring(SAY_MS);
    await letArrive();
    a.clock.advance(60e6);
    expect(a.bus.isWatched(ORG)).toBe(true);
    a.clock.advance(10e6);
    expect(a.bus.isWatched(ORG)).toBe(false);
  });

  it('what is too long for one message travels in parts, and all of it arrives', async () => {
    const { a, b, texts, settle: letArrive } = await two();
    b.watch();
    await letArrive();
    a.bus.publish(ORG, values(500));
    for (let i = 0; i < 300; i++) a.bus.publish(ORG, changed);
    await letArrive();
    for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    expect(b.names().filter((name) => name === 'changed')).toHaveLength(300);
    const keys = b.seen.flatMap(({ event }) => (event.name === 'values' ? event.data.channels.map(({ key }) => key) : []));
    expect(new Set(keys).size).toBeGreaterThan(0);
  });

  it('more than the line carries becomes one word: load again', async () => {
    const { a, b, settle: letArrive } = await two();
    b.watch();
    await letArrive();
    for (let i = 0; i < 2_001; i++) a.bus.publish(ORG, changed);
    await letArrive();
    expect(b.names()).toEqual(['reset']);
  });

  it('after the line was down those who watch load again', async () => {
    const { a, drop } = await two();
    a.watch();
    drop();
    expect(a.names()).toEqual(['reset']);
  });
});

describe('live events over PostgreSQL', () => {
  it('go from one connection to another, and on after the listening one was cut', async () => {
    const db = await testDatabase('postgres');
    const heard: string[] = [];
    let missed = 0;
    const next = () => new Promise<string>((resolve) => waiting.push(resolve));
    const waiting: ((text: string) => void)[] = [];
    const stop = db.processMessages!.listen({
      heard: (text) => (waiting.shift() ?? ((late) => void heard.push(late)))(text),
      missed: () => {
        missed++;
        waiting.shift()?.('missed');
      },
    });
    onTestFinished(stop);
    const until = async (wanted: string, act: () => Promise<unknown>) => {
      for (;;) {
        const arrived = next();
        await act();
        if ((await arrived) === wanted) return;
      }
    };
    // LISTEN may begin a moment after the first message: it is sent until it is heard.
    const repeat = setInterval(() => void db.processMessages!.send('hello'), 20);
    onTestFinished(() => clearInterval(repeat));
    await until('hello', async () => undefined);
    await until('missed', () => cutListeners(db));
    expect(missed).toBe(1);
    await until('hello', async () => undefined);
  });
});

/** Ends the connections that listen: those whose last statement is `listen`. */
async function cutListeners(db: Awaited<ReturnType<typeof testDatabase>>): Promise<void> {
  await db.read(null, (reader) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`.execute(reader),
  );
}
