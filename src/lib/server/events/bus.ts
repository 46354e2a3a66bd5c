import type { LiveEvent } from '../../contract/events.ts';
import { parseInstant } from '../../domain/time/instant.ts';
import type { Bus, Clock, SentEvent, Subscriber } from '../kernel/context.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';

/** Events of an organisation that are remembered for those who connect again. */
const REMEMBERED = 1_000;
/** An organisation that nobody watches is forgotten after this long, milliseconds. */
const FORGET_MS = 60_000;
/** Values and messages are sent at most this often, milliseconds; a busy logger's events join. */
const JOIN_MS = 100;
/** Stored messages sent in one go; of more only the newest are shown. */
const RECEIVED_AT_ONCE = 50;

type Event<N extends LiveEvent['name']> = Extract<LiveEvent, { name: N }>;

/** What one organisation's watchers have seen and wait for. */
class Topic {
  readonly subscribers = new Set<Subscriber>();
  readonly events: SentEvent[] = [];
  readonly values = new Map<string, Event<'values'>>();
  received: Event<'received'>[] = [];
  /** Serial number of the newest event that is no longer remembered. */
  forgotten: number;
  flushing: unknown = null;
  forgetting: unknown = null;

  constructor(forgotten: number) {
    this.forgotten = forgotten;
  }
}

export interface LocalBus extends Bus {
  /** Organisations that somebody watches now, or did a minute ago. */
  watched(): string[];
  /** Calls when an organisation begins to be watched. */
  onWatch(changed: () => void): void;
}

/**
 * Live events inside one process. Ids are `<process>-<serial>`; serials grow over all organisations. A client that comes back with an
 * id of another process, or one too old, gets `reset`.
 */
export function createBus({ clock, timers = systemTimers }: { clock: Clock; timers?: Timers }): LocalBus {
  const process = clock.now().toString(36);
  const topics = new Map<string, Topic>();
  const followers = new Set<(organizationId: string, event: LiveEvent) => void>();
  const onWatch = new Set<() => void>();
  const onEnded = new Set<(ids: readonly string[]) => void>();
  let serial = 0;

  function send(topic: Topic, event: LiveEvent): void {
    serial += 1;
    const sent: SentEvent = { id: `${process}-${serial}`, event, json: JSON.stringify(event.data) };
    topic.events.push(sent);
    if (topic.events.length > REMEMBERED) topic.forgotten = serialOf(topic.events.shift()?.id ?? '') ?? serial;
    for (const subscriber of topic.subscribers) subscriber.send(sent);
  }

  function flush(topic: Topic): void {
    topic.flushing = null;
    const values = [...topic.values.values()];
    const received = topic.received.slice(-RECEIVED_AT_ONCE);
    topic.values.clear();
    topic.received = [];
    for (const event of received) send(topic, event);
    for (const event of values) send(topic, event);
  }

  function serialOf(id: string): number | null {
    return id.startsWith(`${process}-`) ? Number(id.slice(process.length + 1)) : null;
  }

  function catchUp(topic: Topic, subscriber: Subscriber, afterId: string): void {
    const after = serialOf(afterId);
    if (after === null || !(after >= topic.forgotten && after <= serial)) {
      subscriber.send({ id: `${process}-${serial}`, event: { name: 'reset', data: {} }, json: '{}' });
      return;
    }
    for (const sent of topic.events) if ((serialOf(sent.id) ?? 0) > after) subscriber.send(sent);
  }

  /** The organisation's topic, remembered from now on; it is forgotten a while after its last subscriber went. */
  function watchedTopic(organizationId: string): Topic {
    const known = topics.get(organizationId);
    const topic = known ?? new Topic(serial);
    topics.set(organizationId, topic);
    if (!known) for (const changed of onWatch) changed();
    timers.clearTimeout(topic.forgetting);
    topic.forgetting = null;
    return topic;
  }

  function forgetLater(organizationId: string, topic: Topic): void {
    if (topic.subscribers.size === 0) topic.forgetting = timers.setTimeout(() => topics.delete(organizationId), FORGET_MS);
  }

  return {
    publish(organizationId, event) {
      for (const follower of followers) follower(organizationId, event);
      const topic = topics.get(organizationId);
      if (!topic) {
        // Counted, so that whoever watched before learns that something is missing.
        serial += 1;
        return;
      }
      if (event.name === 'values') topic.values.set(event.data.datalogger_id, joined(topic.values.get(event.data.datalogger_id), event));
      else if (event.name === 'received') {
        if (topic.received.push(event) >= 2 * RECEIVED_AT_ONCE) topic.received.splice(0, RECEIVED_AT_ONCE);
      } else {
        send(topic, event);
        return;
      }
      topic.flushing ??= timers.setTimeout(() => flush(topic), JOIN_MS);
    },
    position: () => `${process}-${serial}`,
    mark(organizationId) {
      forgetLater(organizationId, watchedTopic(organizationId));
      return `${process}-${serial}`;
    },
    isWatched: (organizationId) => topics.has(organizationId),
    watched: () => [...topics.keys()],
    onWatch: (changed) => void onWatch.add(changed),
    follow(follower) {
      followers.add(follower);
      return () => followers.delete(follower);
    },
    subscribe(organizationId, subscriber, afterId) {
      const topic = watchedTopic(organizationId);
      if (afterId !== undefined) catchUp(topic, subscriber, afterId);
      topic.subscribers.add(subscriber);
      return () => {
        if (topic.subscribers.delete(subscriber)) forgetLater(organizationId, topic);
      };
    },
    endSessions(ids) {
      if (ids.length > 0) for (const hear of [...onEnded]) hear(ids);
    },
    onSessionsEnded(hear) {
      onEnded.add(hear);
      return () => onEnded.delete(hear);
    },
    close() {
      for (const topic of topics.values()) {
        for (const subscriber of [...topic.subscribers]) subscriber.end();
        timers.clearTimeout(topic.flushing);
        timers.clearTimeout(topic.forgetting);
      }
      topics.clear();
    },
  };
}

/** Two messages of one logger as one event: each channel's newest value, the span of both. */
function joined(earlier: Event<'values'> | undefined, later: Event<'values'>): Event<'values'> {
  if (!earlier) return later;
  const channels = new Map(earlier.data.channels.map((channel) => [channel.id, channel]));
  for (const channel of later.data.channels) channels.set(channel.id, channel);
  const leftOut = new Map([...(earlier.data.left_out ?? []), ...(later.data.left_out ?? [])].map((one) => [one.id, one]));
  return {
    name: 'values',
    data: {
      ...later.data,
      channels: [...channels.values()],
      from: parseInstant(earlier.data.from) < parseInstant(later.data.from) ? earlier.data.from : later.data.from,
      to: parseInstant(earlier.data.to) > parseInstant(later.data.to) ? earlier.data.to : later.data.to,
      ...(leftOut.size > 0 ? { left_out: [...leftOut.values()] } : {}),
    },
  };
}
