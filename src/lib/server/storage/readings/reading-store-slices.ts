import { isRefused, type ReceivedStatus } from '../../../contract/received-status.ts';
import type { ReceivedMessage } from '../../kernel/reading-store.ts';
import { chargeOf, type MessageSlice, pastErrors, pastOf, total } from './reading-store-group.ts';

/** What both engines write for a message beside its readings. */

const STAMP_EVERY_US = 60_000_000;
const REMEMBERED = 50_000;
const MAX_STORED_ERRORS = 100;

/** Says which credentials are to be stamped: each at most once a minute, so that the stamp isn't a write with every message. */
export class CredentialStamps {
  readonly #stamped = new Map<string, number>();

  /** Credentials of the slices whose stamp is due, with the moment of their newest message. */
  due(slices: readonly MessageSlice[]): Map<string, ReceivedMessage> {
    const due = new Map<string, ReceivedMessage>();
    for (const { message } of slices) {
      if (message.credentialId === null) continue;
      const newest = due.get(message.credentialId)?.receivedAt ?? this.#stamped.get(message.credentialId);
      if (newest === undefined || message.receivedAt >= newest + STAMP_EVERY_US) due.set(message.credentialId, message);
    }
    return due;
  }

  /** Remembers what was committed. */
  done(due: Map<string, ReceivedMessage>): void {
    if (this.#stamped.size > REMEMBERED) this.#stamped.clear();
    for (const [id, { receivedAt }] of due) this.#stamped.set(id, receivedAt);
  }
}

/** Numbers of senders that are in the database for sure, so that few messages ask for theirs. */
export class KnownSenders {
  readonly #known = new Map<string, number>();

  noOf(message: Sender): number | undefined {
    return this.#known.get(senderKey(message));
  }

  /** Remembers what was committed. */
  done(slices: readonly MessageSlice[]): void {
    if (this.#known.size > REMEMBERED) this.#known.clear();
    for (const { from, message, senderNo } of slices) if (from === 0) this.#known.set(senderKey(message), senderNo);
  }
}

type Sender = Pick<ReceivedMessage, 'organizationNo' | 'workspaceId' | 'credentialId'>;
const senderKey = ({ organizationNo, workspaceId, credentialId }: Sender): string =>
  `${organizationNo} ${workspaceId} ${credentialId ?? ''}`;

/** What the messages of a transaction say of their logger; instants in microseconds, null = nothing new. */
export interface Sighting {
  readonly dataloggerId: string;
  /** The oldest message of which readings were stored: the sign that the logger works. */
  first: number | null;
  /** The newest message that wasn't refused. */
  last: number | null;
  /** The newest message that was refused. */
  refused: number | null;
  /** Day of the charge, and what it is. */
  day: number;
  bytes: number;
}

export const DAY_US = 86_400e6;
/** The day on which a message is charged: days since the epoch, UTC. */
export const dayOf = (receivedAt: number): number => Math.floor(receivedAt / DAY_US);

/** The loggers of the slices, once it is decided what becomes of the readings. */
export function sightings(slices: readonly MessageSlice[]): Sighting[] {
  const loggers = new Map<string, Sighting>();
  for (const slice of slices) {
    const { dataloggerId, receivedAt, isHistory } = slice.message;
    let sighting = loggers.get(dataloggerId);
    if (sighting === undefined) {
      sighting = { dataloggerId, first: null, last: null, refused: null, day: dayOf(receivedAt), bytes: 0 };
      loggers.set(dataloggerId, sighting);
    }
    const past = pastOf(slice);
    const refused = isRefused(statusOf(slice, past));
    if (refused && !isHistory) sighting.refused = Math.max(sighting.refused ?? receivedAt, receivedAt);
    else if (!isHistory) {
      if (slice.to > past.length) sighting.first = Math.min(sighting.first ?? receivedAt, receivedAt);
      sighting.last = Math.max(sighting.last ?? receivedAt, receivedAt);
    }
    // A group of the last and the first moment of two days counts with the later one.
    sighting.day = Math.max(sighting.day, dayOf(receivedAt));
    sighting.bytes += chargeOf(slice);
  }
  return [...loggers.values()];
}

/** Status of a message as it is after the slice. */
function statusOf({ message, to }: MessageSlice, past: readonly number[]): ReceivedStatus {
  if (past.length === 0) return message.status;
  return to > past.length ? 'partial' : 'rejected';
}

/** Columns of a `received_data` row in the order of `receivedRow`. */
export const RECEIVED_COLUMNS =
  'no, given_id, org_no, datalogger_no, sender_no, door, content_type, content_encoding, received_at, size, status, error_count, errors, points, "new", duplicate, replaced, body, body_encoding, decoder, min_ts, max_ts, topic, warning_count, warnings';

/** `status`, `error_count` and `errors` of a message as they are after the slice. */
function verdict(slice: MessageSlice, past: readonly number[]): [status: string, count: number, errors: string | null] {
  const { message } = slice;
  const count = message.errors.length + past.length;
  const stored = message.errors.slice(0, MAX_STORED_ERRORS);
  stored.push(...pastErrors(message, past.slice(0, MAX_STORED_ERRORS - stored.length)));
  return [statusOf(slice, past), count, count === 0 ? null : JSON.stringify(stored)];
}

/** The row of a message with what is true after its first slice. */
export function receivedRow(slice: MessageSlice): (string | number | null | Uint8Array)[] {
  const { message: m, counts, to } = slice;
  const past = pastOf(slice);
  return [
    slice.no,
    m.id ?? null,
    m.organizationNo,
    m.dataloggerNo,
    slice.senderNo,
    m.door,
    m.contentType,
    m.contentEncoding,
    m.receivedAt,
    m.size,
    ...verdict(slice, past),
    to - past.length,
    counts.new,
    counts.duplicate,
    counts.replaced,
    m.body,
    m.bodyEncoding,
    m.decoder,
    ...spanOf(m.readings),
    m.topic ?? null,
    ...warned(m),
  ];
}

/** `warning_count` and `warnings`. */
function warned({ warnings = [] }: Pick<ReceivedMessage, 'warnings'>): [count: number, warnings: string | null] {
  return [warnings.length, warnings.length === 0 ? null : JSON.stringify(warnings.slice(0, MAX_STORED_ERRORS))];
}

/** Times of the oldest and the newest reading. */
function spanOf(readings: readonly { ts: number }[]): [min: number | null, max: number | null] {
  if (readings.length === 0) return [null, null];
  let min = readings[0]!.ts;
  let max = min;
  for (const { ts } of readings) {
    if (ts < min) min = ts;
    if (ts > max) max = ts;
  }
  return [min, max];
}

/** What a later slice changes in the row: points, new, duplicate, replaced, status, error_count, errors. */
export function laterColumns(slice: MessageSlice): (string | number | null)[] {
  const counts = total(slice);
  const past = pastOf(slice);
  return [slice.to - past.length, counts.new, counts.duplicate, counts.replaced, ...verdict(slice, past)];
}
