import type { IncomingMessage } from './reading-store.ts';
import { total, type Unit } from './reading-store-group.ts';

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

/** The row of a message with the counts that are true after its first slice. */
export function receivedRow(unit: Unit): (string | number | null | Uint8Array)[] {
  const { message: m, counts, to } = unit;
  const errors = m.errors.length === 0 ? null : JSON.stringify(m.errors.slice(0, MAX_STORED_ERRORS));
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
    m.status,
    m.errors.length,
    errors,
    to,
    counts.new,
    counts.duplicate,
    counts.replaced,
    m.body,
  ];
}

/** Counts of a message after a later slice: points, new, duplicate, replaced. */
export function laterCounts(unit: Unit): [number, number, number, number] {
  const counts = total(unit);
  return [unit.to, counts.new, counts.duplicate, counts.replaced];
}
