import type { ChannelKind } from '../../contract/channels.ts';
import type { ReadingValue } from '../../contract/common.ts';
import { isNoNumber, isSensorError } from '../../domain/quantities/sensor-error.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { SENSOR_ERROR } from '../kernel/reading-store.ts';
import type { Row } from '../kernel/schema.ts';

/** How values of messages become columns of readings, and the way back. */

interface Value {
  num: number | null;
  text: string | null;
}

/** The kind of a channel that a message creates by its first value. */
export function kindOf(value: ReadingValue): ChannelKind {
  if (typeof value === 'number' || (typeof value === 'string' && isNoNumber(value))) return 'gauge';
  return typeof value === 'boolean' ? 'state' : 'text';
}

/**
 * A value as a channel of that kind stores it, null when it can't. Text channels take anything in its JSON spelling; the others take
 * numbers as they are and booleans as 0/1, and no words, not even ones that look like numbers; those by which a sensor says that it can't
 * measure are stored as its error.
 * @param failed the value is no value but such an error
 */
export function toStored(kind: ChannelKind, value: ReadingValue, failed = false): (Value & { quality: number }) | null {
  if (kind === 'text') return { num: null, text: String(value), quality: 0 };
  if (failed || (typeof value === 'string' && isSensorError(value))) return { num: null, text: String(value), quality: SENSOR_ERROR };
  if (typeof value === 'number') return { num: value, text: null, quality: 0 };
  return typeof value === 'boolean' ? { num: value ? 1 : 0, text: null, quality: 0 } : null;
}

/** A stored value as the API gives it: 0 and 1 of a state are false and true, other numbers of a state stay numbers. */
export function fromStored(kind: ChannelKind, { num, text }: Value): ReadingValue {
  if (num === null) return text ?? '';
  if (kind !== 'state') return num;
  return num === 0 ? false : num === 1 ? true : num;
}

/** Moment of a channel's newest reading that doesn't count; null when a newer one that does came since. */
export function failingOf({ left_out_ts, last_ts }: Pick<Row<'channels'>, 'left_out_ts' | 'last_ts'>): string | null {
  return left_out_ts !== null && (last_ts === null || left_out_ts > last_ts) ? formatInstant(left_out_ts) : null;
}

/** Moment of a channel's newest reading where it was ahead of its receipt; null when a newer one came since, or the same one in its time. */
export function aheadOf({ ahead_ts, last_ts }: Pick<Row<'channels'>, 'ahead_ts' | 'last_ts'>): string | null {
  return ahead_ts !== null && (last_ts === null || ahead_ts > last_ts) ? formatInstant(ahead_ts) : null;
}
