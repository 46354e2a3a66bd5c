import type { IncomingMessage } from './reading-store.ts';
import { pastErrors, pastOf, total, type Unit } from './reading-store-group.ts';

/** What both engines write for a message beside its readings. */

const STAMP_EVERY_US = 60_000_000;
const REMEMBERED = 50_000;
const MAX_STORED_ERRORS = 100;

/** Says which credentials are to be stamped: each at most once a minute, so that the stamp isn't a write with every message. */
export class CredentialStamps {
  readonly #stamped = new Map<string, number>();

  /** Credentials of the units whose stamp is due, with the moment of their newest message. */
  due(units: readonly Unit[]): Map<string, IncomingMessage> {
    const due = new Map<string, IncomingMessage>();
    for (const { message } of units) {
      if (message.credentialId === null) continue;
      const newest = due.get(message.credentialId)?.receivedAt ?? this.#stamped.get(message.credentialId);
      if (newest === undefined || message.receivedAt >= newest + STAMP_EVERY_US) due.set(message.credentialId, message);
    }
    return due;
  }

  /** Remembers what was committed. */
  done(due: Map<string, IncomingMessage>): void {
    if (this.#stamped.size > REMEMBERED) this.#stamped.clear();
    for (const [id, { receivedAt }] of due) this.#stamped.set(id, receivedAt);
  }
}

/** Oldest and newest message of each logger in the units. */
export function seen(units: readonly Unit[]): Map<string, { dataloggerId: string; from: number; to: number }> {
  const loggers = new Map<string, { dataloggerId: string; from: number; to: number }>();
  for (const { message, from } of units) {
    if (from > 0) continue;
    const { dataloggerId, receivedAt } = message;
    const known = loggers.get(dataloggerId);
    if (known === undefined) loggers.set(dataloggerId, { dataloggerId, from: receivedAt, to: receivedAt });
    else {
      known.from = Math.min(known.from, receivedAt);
      known.to = Math.max(known.to, receivedAt);
    }
  }
  return loggers;
}

/** Columns of a `received_data` row in the order of `receivedRow`. */
export const RECEIVED_COLUMNS =
  'organization_id, id, org_no, datalogger_no, workspace_id, datalogger_id, credential_id, door, content_type, content_encoding, received_at, size, status, error_count, errors, points, "new", duplicate, replaced, body';

/** `status`, `error_count` and `errors` of a message as they are after the unit. */
function verdict({ message }: Unit, past: readonly number[]): [status: string, count: number, errors: string | null] {
  const count = message.errors.length + past.length;
  const stored = message.errors.slice(0, MAX_STORED_ERRORS);
  stored.push(...pastErrors(message, past.slice(0, MAX_STORED_ERRORS - stored.length)));
  const status = past.length > 0 ? 'partial' : message.status;
  return [status, count, count === 0 ? null : JSON.stringify(stored)];
}

/** The row of a message with what is true after its first slice. */
export function receivedRow(unit: Unit): (string | number | null | Uint8Array)[] {
  const { message: m, counts, to } = unit;
  const past = pastOf(unit);
  return [
    m.organizationId,
    m.id,
    m.organizationNo,
    m.dataloggerNo,
    m.workspaceId,
    m.dataloggerId,
    m.credentialId,
    m.door,
    m.contentType,
    m.contentEncoding,
    m.receivedAt,
    m.size,
    ...verdict(unit, past),
    to - past.length,
    counts.new,
    counts.duplicate,
    counts.replaced,
    m.body,
  ];
}

/** What a later slice changes in the row: points, new, duplicate, replaced, status, error_count, errors. */
export function laterColumns(unit: Unit): (string | number | null)[] {
  const counts = total(unit);
  const past = pastOf(unit);
  return [unit.to - past.length, counts.new, counts.duplicate, counts.replaced, ...verdict(unit, past)];
}
