import { INGEST_SLICE } from '../../../constants.ts';
import { AppError } from '../../../contract/errors.ts';
import type { IngestError } from '../../../contract/received-data.ts';
import { messageId } from '../../kernel/message-ids.ts';
import type { AlarmChange, CommitResult, NewLast, ReadingStore, ReceivedMessage } from '../../kernel/reading-store.ts';

/** A group is bounded so that other writers get their turn: readings, bytes of raw bodies, messages. */
const GROUP_READINGS = 2 * INGEST_SLICE;
const GROUP_BYTES = 8 * 1_048_576;
const GROUP_MESSAGES = 512;
/** What may wait in memory before senders are told to come again. */
const WAITING_BYTES = 96 * 1_048_576;
export const BYTES_PER_READING = 100;

/** A message, or one slice of it, as one transaction stores it. The engine fills in what became of the readings. */
export interface MessageSlice {
  readonly message: ReceivedMessage;
  /** `received_data.no`: the engine gives it with the first slice. */
  no: number;
  /** `received_data_senders.no`: the engine finds it for the first slice. */
  senderNo: number;
  /** Readings `from` (inclusive) to `to` (exclusive) of the message. */
  readonly from: number;
  readonly to: number;
  /** Readings of earlier slices, already committed. */
  readonly before: Readonly<Counts>;
  readonly counts: Counts;
  /** What its readings make the database grow by, about; without those that were there. */
  bytes: number;
  /** Positions in the message of readings that were left out: of earlier slices, and of this one in no order. */
  readonly pastBefore: readonly number[];
  readonly past: number[];
  /** Channels whose newest reading changed, in the order of commits. */
  readonly lasts: NewLast[];
  /** What became of alarms with it. */
  readonly alarms: AlarmChange[];
}

export interface Counts {
  new: number;
  duplicate: number;
  replaced: number;
}

/** What the group needs of an engine. */
export interface GroupEngine {
  /** Messages of one queue are stored in turn, different queues may run side by side. */
  queueOf(message: ReceivedMessage): string;
  readonly parallel: number;
  /** Waits for the writer and then runs the task. */
  exclusively(task: () => Promise<void>): Promise<void>;
  /** Stores all slices in one transaction, or none. */
  store(slices: MessageSlice[]): void | Promise<void>;
  /** The error that a sender gets. */
  explain(error: unknown): unknown;
}

interface Waiting {
  readonly message: ReceivedMessage;
  readonly weight: number;
  readonly lasts: Map<number, NewLast>;
  readonly alarms: AlarmChange[];
  readonly resolve: (result: CommitResult) => void;
  readonly reject: (error: unknown) => void;
  no: number;
  stored: number;
  counts: Counts;
  bytes: number;
  past: readonly number[];
}

/**
 * Group commit: messages that arrive while a transaction runs share the next one. Long messages take part with one slice at a time.
 * When a transaction fails, its messages are tried one by one, so that only the guilty one fails.
 */
export class GroupCommit implements ReadingStore {
  readonly #engine: GroupEngine;
  readonly #queues = new Map<string, Waiting[]>();
  readonly #busy = new Set<string>();
  #scheduled = false;
  #weight = 0;
  #stopped: { promise: Promise<void>; done: () => void } | undefined;

  constructor(engine: GroupEngine) {
    this.#engine = engine;
  }

  commit(message: ReceivedMessage): Promise<CommitResult> {
    if (this.#stopped) return Promise.reject(new AppError('stopping', { retryAfter: 1 }));
    const weight = message.body.byteLength + message.readings.length * BYTES_PER_READING;
    if (this.#weight > 0 && this.#weight + weight > WAITING_BYTES) return Promise.reject(new AppError('storage_busy', { retryAfter: 1 }));
    this.#weight += weight;
    return new Promise((resolve, reject) => {
      this.#enqueue({
        message,
        weight,
        lasts: new Map(),
        alarms: [],
        resolve,
        reject,
        no: 0,
        stored: 0,
        counts: { new: 0, duplicate: 0, replaced: 0 },
        bytes: 0,
        past: [],
      });
      this.#schedule();
    });
  }

  /** Takes no more messages; resolves when those already taken are answered. */
  stop(): Promise<void> {
    if (this.#stopped === undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#stopped = { promise, done: resolve };
      this.#stopWhenEmpty();
    }
    return this.#stopped.promise;
  }

  #stopWhenEmpty(): void {
    if (this.#queues.size === 0 && this.#busy.size === 0) this.#stopped?.done();
  }

  #enqueue(waiting: Waiting): void {
    const queueName = this.#engine.queueOf(waiting.message);
    const queue = this.#queues.get(queueName);
    if (queue) queue.push(waiting);
    else this.#queues.set(queueName, [waiting]);
  }

  /** The next turn of the event loop, so that all messages of this turn come into one group. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      for (const queueName of this.#queues.keys()) {
        if (this.#busy.size >= this.#engine.parallel) break;
        if (!this.#busy.has(queueName)) void this.#run(queueName);
      }
    });
  }

  async #run(queueName: string): Promise<void> {
    this.#busy.add(queueName);
    await this.#engine.exclusively(() => this.#commitGroup(queueName));
    this.#busy.delete(queueName);
    if (this.#queues.size > 0) this.#schedule();
    this.#stopWhenEmpty();
  }

  async #commitGroup(queueName: string): Promise<void> {
    const group = this.#take(queueName);
    const slices = group.map(sliceOf);
    try {
      await this.#engine.store(slices);
      group.forEach((waiting, i) => {
        this.#stored(waiting, slices[i]!);
      });
    } catch (error) {
      const explained = this.#engine.explain(error);
      const storageFails = explained instanceof AppError && explained.code === 'storage_busy';
      if (group.length === 1 || storageFails) for (const waiting of group) this.#failed(waiting, explained);
      else for (const waiting of group) await this.#commitAlone(waiting);
    }
  }

  async #commitAlone(waiting: Waiting): Promise<void> {
    const slice = sliceOf(waiting);
    try {
      await this.#engine.store([slice]);
      this.#stored(waiting, slice);
    } catch (error) {
      this.#failed(waiting, this.#engine.explain(error));
    }
  }

  /** The oldest messages of a queue, within the bounds of a group and at least one. */
  #take(queueName: string): Waiting[] {
    const queue = this.#queues.get(queueName) ?? [];
    let count = 0;
    let readings = 0;
    let bytes = 0;
    for (const { message, stored } of queue) {
      readings += Math.min(message.readings.length - stored, INGEST_SLICE);
      bytes += stored === 0 ? message.body.byteLength : 0;
      if (count > 0 && (readings > GROUP_READINGS || bytes > GROUP_BYTES || count === GROUP_MESSAGES)) break;
      count += 1;
    }
    const group = queue.splice(0, count);
    // The queue goes behind the others, so that every organisation gets its turn.
    this.#queues.delete(queueName);
    if (queue.length > 0) this.#queues.set(queueName, queue);
    return group;
  }

  #stored(waiting: Waiting, slice: MessageSlice): void {
    for (const last of slice.lasts) waiting.lasts.set(last.channelNo, last);
    waiting.alarms.push(...slice.alarms);
    waiting.counts = total(slice);
    waiting.bytes += chargeOf(slice);
    waiting.past = pastOf(slice);
    waiting.no = slice.no;
    waiting.stored = slice.to;
    const { message, past, counts, bytes } = waiting;
    if (waiting.stored < message.readings.length) {
      this.#enqueue(waiting);
      return;
    }
    this.#weight -= waiting.weight;
    const result: CommitResult = {
      id: messageId({ given_id: message.id ?? null, received_at: message.receivedAt, no: waiting.no }),
      points: message.readings.length - past.length,
      ...counts,
      lasts: [...waiting.lasts.values()],
      bytes,
    };
    if (past.length > 0) result.past = pastErrors(message, past);
    if (waiting.alarms.length > 0) result.alarms = waiting.alarms;
    waiting.resolve(result);
  }

  #failed(waiting: Waiting, error: unknown): void {
    this.#weight -= waiting.weight;
    waiting.reject(error);
  }
}

function sliceOf({ message, no, stored, counts, past }: Waiting): MessageSlice {
  const to = Math.min(message.readings.length, stored + INGEST_SLICE);
  return {
    message,
    no,
    senderNo: 0,
    from: stored,
    to,
    before: counts,
    counts: { new: 0, duplicate: 0, replaced: 0 },
    bytes: 0,
    pastBefore: past,
    past: [],
    lasts: [],
    alarms: [],
  };
}

/** Gives numbers that go up to `last` to the messages that begin in these slices, in their order. */
export function number(slices: readonly MessageSlice[], last: number): void {
  let no = last - beginning(slices);
  for (const slice of slices) if (slice.from === 0) slice.no = ++no;
}

/** How many messages begin in these slices. */
export function beginning(slices: readonly MessageSlice[]): number {
  let count = 0;
  for (const { from } of slices) if (from === 0) count += 1;
  return count;
}

/** A row of received data without its body: numbers, index entries, what is said of the message. */
const MESSAGE_BYTES = 200;

/** What the slice makes the database grow by, about; the body counts with the first one. */
export function chargeOf({ message, from, bytes }: MessageSlice): number {
  return bytes + (from === 0 ? MESSAGE_BYTES + message.body.byteLength : 0);
}

/** Positions of the message's readings that were left out up to the end of the slice, in their order. */
export function pastOf({ pastBefore, past }: MessageSlice): readonly number[] {
  return past.length === 0 ? pastBefore : [...pastBefore, ...past.sort((a, b) => a - b)];
}

/** The errors of the readings at those positions: they are older than what their channels keep. */
export function pastErrors(message: ReceivedMessage, positions: readonly number[]): IngestError[] {
  return positions.map((position) => message.pastError?.(position) ?? { code: 'ts_past' });
}

/** Counts of the message after the slice. */
export function total({ before, counts }: MessageSlice): Counts {
  return {
    new: before.new + counts.new,
    duplicate: before.duplicate + counts.duplicate,
    replaced: before.replaced + counts.replaced,
  };
}
