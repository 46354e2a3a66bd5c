import { Buffer } from 'node:buffer';
import type { Logger } from 'pino';
import type { LiveEvent } from '../../contract/events.ts';
import type { Bus, Clock } from '../kernel/context.ts';
import type { ProcessMessages } from '../kernel/database.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import { MAX_MESSAGE_BYTES } from '../storage/postgres-messages.ts';

/** Events wait this long for others that go to the other processes with them, milliseconds. */
const GATHER_MS = 50;
/** How often a process says which organisations are watched at it, and after how long its word is no longer believed. */
const SAY_MS = 20_000;
const BELIEVE_US = 65_000_000;
/** Events that wait for the line; when there are more, the others are told to load again. */
const MAX_WAITING = 2_000;

type Item = readonly [organizationId: string, event: LiveEvent];
interface Message {
  /** The sender. */
  p: string;
  /** Organisations that are watched at it; `'all'` when they are too many to name. */
  w?: string[] | 'all';
  e?: Item[];
  /** Sessions that were revoked. */
  s?: string[];
}

/**
 * The bus of a process that shares its database with others: what happens in one is seen in all. Changes of rows always travel, since other
 * processes remember some of them; values and messages only when the organisation is watched elsewhere.
 */
export function relayed(
  bus: Bus & { watched(): string[]; onWatch(changed: () => void): void },
  {
    processMessages,
    clock,
    name,
    log,
    timers = systemTimers,
  }: { processMessages: ProcessMessages; clock: Clock; name: string; log: Logger; timers?: Timers },
): Bus & { stop(): Promise<void> } {
  const others = new Map<string, { watched: ReadonlySet<string> | 'all'; at: number }>();
  let waiting: Item[] = [];
  let gathering: unknown = null;
  let soon: unknown = null;
  let sending: Promise<void> = Promise.resolve();

  const send = (message: Omit<Message, 'p'>): void => {
    const text = JSON.stringify({ p: name, ...message } satisfies Message);
    sending = sending
      .then(() => processMessages.send(text))
      .catch((error: unknown) => log.warn({ err: error }, 'other processes could not be told of an event'));
  };
  const watchedElsewhere = (organizationId: string): boolean => {
    const now = clock.now();
    for (const [process, { watched, at }] of others)
      if (now - at > BELIEVE_US) others.delete(process);
      else if (watched === 'all' || watched.has(organizationId)) return true;
    return false;
  };
  const say = (): void => {
    timers.clearTimeout(soon);
    soon = null;
    const watched = bus.watched();
    send({ w: watched.length > MAX_IDS ? 'all' : watched });
  };

  function flush(): void {
    gathering = null;
    const items = waiting.length > MAX_WAITING ? resets(waiting) : waiting;
    waiting = [];
    for (const part of inParts(items.flatMap(fitting))) send({ e: part });
  }

  function heard(text: string): void {
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch {
      return;
    }
    if (message.p === name) return;
    if (message.w) {
      const isNew = !others.has(message.p);
      others.set(message.p, { watched: message.w === 'all' ? 'all' : new Set(message.w), at: clock.now() });
      // Who has just come doesn't know yet what is watched here.
      if (isNew) say();
    }
    bus.endSessions(message.s ?? []);
    for (const [organizationId, event] of message.e ?? []) bus.publish(organizationId, event);
  }

  const hang = processMessages.listen({
    heard,
    missed() {
      say();
      for (const organizationId of bus.watched()) bus.publish(organizationId, { name: 'reset', data: {} });
    },
  });
  // After a restart many browsers come back at once.
  bus.onWatch(() => {
    soon ??= timers.setTimeout(say, GATHER_MS);
  });
  const saying = timers.setInterval(say, SAY_MS);
  say();

  return {
    ...bus,
    mark(organizationId) {
      // What others do is sent here only once they know that it is watched.
      const isKnown = bus.isWatched(organizationId);
      const position = bus.mark(organizationId);
      return isKnown ? position : null;
    },
    isWatched: (organizationId) => bus.isWatched(organizationId) || watchedElsewhere(organizationId),
    publish(organizationId, event) {
      bus.publish(organizationId, event);
      if (event.name !== 'changed' && !watchedElsewhere(organizationId)) return;
      waiting.push([organizationId, event]);
      gathering ??= timers.setTimeout(flush, GATHER_MS);
    },
    endSessions(ids) {
      bus.endSessions(ids);
      for (let at = 0; at < ids.length; at += MAX_IDS) send({ s: ids.slice(at, at + MAX_IDS) });
    },
    async stop() {
      timers.clearInterval(saying);
      timers.clearTimeout(gathering);
      timers.clearTimeout(soon);
      flush();
      await sending;
      await hang();
    },
  };
}

/** UUIDs of 39 bytes each with their quotes fit into one message. */
const MAX_IDS = 180;

const sizeOf = (items: readonly Item[]): number => Buffer.byteLength(JSON.stringify(items)) + 100;

/** An event that fits into a message: values of many channels in parts, anything else that is too large as a `reset`. */
function fitting(item: Item): Item[] {
  if (sizeOf([item]) <= MAX_MESSAGE_BYTES) return [item];
  const [organizationId, event] = item;
  if (event.name !== 'values' || event.data.channels.length < 2) return [[organizationId, { name: 'reset', data: {} }]];
  const { channels } = event.data;
  const half = Math.ceil(channels.length / 2);
  return [channels.slice(0, half), channels.slice(half)].flatMap((part) =>
    fitting([organizationId, { name: 'values', data: { ...event.data, channels: part } }]),
  );
}

function inParts(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const more = sizeOf([item]);
    if (size + more > MAX_MESSAGE_BYTES) {
      parts.push([]);
      size = 100;
    }
    parts.at(-1)?.push(item);
    size += more;
  }
  return parts;
}

const resets = (items: readonly Item[]): Item[] =>
  [...new Set(items.map(([organizationId]) => organizationId))].map((organizationId) => [organizationId, { name: 'reset', data: {} }]);
