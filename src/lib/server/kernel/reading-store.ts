import type { IngestError } from '../../contract/received-data.ts';
import type { ReceivedStatus } from '../../contract/received-status.ts';
import type { BodyEncoding } from './unzip.ts';

/** One decoded reading of one message: `value` is number | string (booleans arrive as 0/1 with kind `state`). */
export interface ReceivedReading {
  channelNo: number;
  /** Microseconds UTC. */
  ts: number;
  num: number | null;
  text: string | null;
  /** As `readings.quality`, 0 when missing. */
  quality?: number;
}

/**
 * Bits of `readings.quality`; 0 = good. That a value lies outside the plausible range of its sensor type is no bit: it follows from the value
 * and from the range as it is now.
 */
/** Its moment had not come when it was received. */
export const AHEAD = 2;
/** The sensor said that it can't measure; `num` is null and `text` is what it said. */
export const SENSOR_ERROR = 4;
/** People don't count it; it keeps its value. */
export const EXCLUDED = 8;
/** Readings that count in no rollup but as left out. */
export const LEFT_OUT = SENSOR_ERROR | EXCLUDED;
/** Readings that never become their channel's newest value. */
export const NEVER_LAST = AHEAD | LEFT_OUT;

/** A message as the pipeline hands it to the store: its raw body and the readings that were understood in it. */
export interface ReceivedMessage {
  /** Where it had one before it is stored; else the store gives it one. */
  id?: string | undefined;
  organizationId: string;
  organizationNo: number;
  workspaceId: string;
  dataloggerId: string;
  dataloggerNo: number;
  credentialId: string | null;
  door: string;
  /** Name of what read the body, see `decoderOf`. */
  decoder: string;
  contentType: string | null;
  contentEncoding: string | null;
  receivedAt: number;
  /** Bytes as they came over the wire. */
  size: number;
  /** What is stored, see `packed`. */
  body: Uint8Array;
  bodyEncoding: BodyEncoding | null;
  status: ReceivedStatus;
  errors: IngestError[];
  /** What was taken, but not as it was written. */
  warnings?: readonly IngestError[] | undefined;
  /** Under which it was published, without a token. */
  topic?: string | undefined;
  readings: ReceivedReading[];
  /** Somebody else brought it: it says nothing of whether its logger works. */
  isHistory?: true;
  /** What is said of the reading at that position when it is from before what the channel keeps; the bare code unless given. */
  pastError?(position: number): IngestError;
}

/** A channel whose newest reading changed with the commit. */
export interface NewLast {
  channelNo: number;
  ts: number;
  num: number | null;
  text: string | null;
}

/** An alarm that began, ended or changed otherwise. */
export interface AlarmChange {
  id: string;
  workspace_id: string;
  datalogger_id: string | null;
}

export interface CommitResult {
  /** Under which the message is kept. */
  id: string;
  /** Readings that were taken: new + duplicate + replaced. */
  points: number;
  new: number;
  duplicate: number;
  replaced: number;
  lasts: NewLast[];
  /** What the message made the database grow by, about. */
  bytes: number;
  /** What became of alarms; missing when nothing did. */
  alarms?: AlarmChange[];
  /** One for each reading that was left out, as it is from before what its channel keeps; missing when there is none. */
  past?: IngestError[];
}

/** Durable storage of messages and readings. A resolved promise means fsynced. */
export interface ReadingStore {
  /**
   * Stores a message and its readings; concurrent calls share a commit. Messages of more than 2,000 readings are stored in slices.
   * @throws AppError storage_busy, stopping
   */
  commit(message: ReceivedMessage): Promise<CommitResult>;
}
