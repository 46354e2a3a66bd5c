import type { Logger } from 'pino';
import { AppError } from '../../contract/errors.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { Scope } from '../../contract/scopes.ts';
import { keyIn } from './authenticate-key.ts';
import type { Config } from './config.ts';
import { type Database, type Db, isTaken } from './database.ts';
import type { FreeSpace } from './free-space.ts';
import type { KeyRing } from './keys.ts';
import type { Mailer } from './mailer.ts';
import type { Quota } from './quota.ts';
import { standingIn } from './rights.ts';
import { tenantDb } from './tenant-db.ts';
import { VERBS, type Verb } from './verbs.ts';

/** Time, ids and randomness come from here: tests never sleep. */
export interface Clock {
  /** Microseconds since the epoch, UTC. */
  now(): number;
}
export interface Ids {
  /** A UUIDv7 for the clock's moment. */
  uuid(): string;
  /** Random bytes as base64url. */
  token(bytes: number): string;
}
/** Live events of one organisation, delivered after the commit; see events/bus.ts. */
export interface Bus {
  publish(organizationId: string, event: LiveEvent): void;
  /** Id of the newest event, from which a subscription can go on. */
  position(): string;
  /**
   * Remembers from now on what happens in the organisation, for a page that is about to be read from the database: the id from which its
   * stream goes on. Null where something could be missed, so that the page has to read again.
   */
  mark(organizationId: string): string | null;
  /** Would anybody of the organisation see an event now? Events that cost something to build are left out when not. */
  isWatched(organizationId: string): boolean;
  /** Calls `follower` with each event of every organisation, before `publish` returns; gives the way to stop it. */
  follow(follower: (organizationId: string, event: LiveEvent) => void): () => void;
  /**
   * Sends the events after `afterId` that are still remembered (a `reset` when that isn't everything) and then each new one.
   * Gives the way to stop it.
   */
  subscribe(organizationId: string, subscriber: Subscriber, afterId?: string): () => void;
  /** Sessions were revoked: their streams end, here and in other processes. */
  endSessions(ids: readonly string[]): void;
  /** Calls `hear` with each of them; gives the way to stop it. */
  onSessionsEnded(hear: (ids: readonly string[]) => void): () => void;
  /** Ends every subscription. */
  close(): void;
}
export interface Subscriber {
  send(event: SentEvent): void;
  /** The process stops: nothing more will come. */
  end(): void;
}
export interface SentEvent {
  id: string;
  event: LiveEvent;
  /** `event.data` as JSON, made once for all subscribers. */
  json: string;
}

/** What the process is made of; the same shape in tests, development and production. */
export interface Deps {
  config: Config;
  db: Database;
  clock: Clock;
  ids: Ids;
  bus: Bus;
  mail: Mailer;
  log: Logger;
  /** What is signed, sealed and hashed with, a key for each purpose. */
  keys: KeyRing;
  /** Room for what loggers send; missing = nobody looks. */
  space?: FreeSpace;
  /** What long reads may cost, in milliseconds a minute; the API makes its own. */
  readQuota?: Quota;
  /** Writes down who visits an organisation that isn't his; the API makes its own. */
  visits?: { note(ctx: Ctx): Promise<void> };
  /** True while the process ends: requests that come now are refused. */
  stopping?: () => boolean;
  /** How the process stands with MQTT; missing = it has none. */
  mqtt?: () => MqttState;
}

/** Of the own port and of the broker elsewhere; off = not wanted. */
export interface MqttState {
  mqtt: 'off' | 'listening' | 'not_listening';
  mqtt_url: 'off' | 'connected' | 'not_connected';
}

export type Actor =
  | { kind: 'user'; id: string; sessionId: string }
  /** A service with a key of the organisation; `id` is the key's, `makerId` the person without whose rights it has none. */
  | { kind: 'key'; id: string; makerId: string }
  | { kind: 'device'; id: string }
  | { kind: 'system' };

/** One person's rights in one organisation. */
export interface Rights {
  /** Scopes in every workspace. */
  organization: ReadonlySet<Scope>;
  /** More scopes in single workspaces. */
  workspaces: ReadonlyMap<string, ReadonlySet<Scope>>;
}

/** One request of one actor in one organisation; no two requests share the object. */
export interface Ctx extends Deps {
  actor: Actor;
  organization: { id: string; no: number };
  rights: Rights;
  /** The actor sees all organisations: each of his writes is marked in the audit trail. */
  allOrgs: boolean;
  requestId: string;
  /** Aborted when whoever asked has gone. */
  signal?: () => AbortSignal;
}

/** May the actor do it, in that workspace or (without one) in at least one? */
export function can(ctx: Ctx, scope: Scope, workspaceId?: string): boolean {
  if (ctx.rights.organization.has(scope)) return true;
  if (workspaceId !== undefined) return ctx.rights.workspaces.get(workspaceId)?.has(scope) ?? false;
  for (const scopes of ctx.rights.workspaces.values()) if (scopes.has(scope)) return true;
  return false;
}

/** Workspaces in which the actor has the scope: `'all'`, or a list for the query. */
export function workspacesWith(ctx: Ctx, scope: Scope): 'all' | string[] {
  if (ctx.rights.organization.has(scope)) return 'all';
  return [...ctx.rights.workspaces].filter(([, scopes]) => scopes.has(scope)).map(([id]) => id);
}

/** What changed of one row; `verb` where it isn't the mutation's own, because the change of one row brought that of another. */
export interface AuditedChange {
  verb?: Verb;
  workspaceId?: string | null;
  before?: unknown;
  after?: unknown;
}

/** The transaction of a write verb. */
export interface Mutation {
  db: Db;
  /** Refuses when the actor lacks the verb's scope in that workspace: call it as soon as the workspace is known. */
  allow(workspaceId: string | null): void;
  /** Leaves the audit row; a mutation without one is a defect and rolls back. */
  audit(entityId: string, rows: AuditedChange): void;
  /** Sends a live event after the commit. */
  publish(event: LiveEvent): void;
  /** Nothing changed, so nothing is to be audited (an idempotent repeat). */
  unchanged(): void;
}

/**
 * Puts the rights of this moment into `ctx`, for a write: those of a person or of a key may have ended while the body of the request came.
 * @throws AppError session_revoked, not_found (he belongs to the organisation no more), key_unknown
 */
export async function renewRights(ctx: Ctx, db: Db): Promise<void> {
  const { actor, organization } = ctx;
  if (actor.kind === 'user') {
    // A task that he began goes on without a session of his.
    const standing = await standingIn(db, actor.id, organization.id, actor.sessionId || undefined);
    if (!standing) throw new AppError('not_found');
    ctx.rights = standing.rights;
    ctx.allOrgs = standing.allOrgs;
  } else if (actor.kind === 'key') {
    const key = await keyIn(db, organization.id, actor.id, ctx.clock.now());
    if (!key) throw new AppError('key_unknown');
    ctx.rights = key.standing.rights;
  }
}

/** Audit rows of one statement: engines take only so many parameters. */
const AUDIT_PART = 500;

/**
 * The only way to write: permission, transaction and audit row in one. Rights are those of the transaction, so what follows from them is
 * asked inside `work`, where nothing but database calls may be awaited. It is run once more when somebody else took a value that must be
 * unique while it ran.
 * @param lock what has to wait for other writes; rights are read after it, since those writes may change them
 * @throws AppError forbidden, session_revoked, not_found, key_unknown, conflict (the value is taken)
 */
export async function mutate<T>(ctx: Ctx, verb: Verb, work: (tx: Mutation) => Promise<T>, lock?: (db: Db) => Promise<void>): Promise<T> {
  const scope = VERBS[verb];
  const events: LiveEvent[] = [];
  const run = async (db: Db): Promise<T> => {
    events.length = 0;
    await lock?.(db);
    await renewRights(ctx, db);
    if (!can(ctx, scope)) throw new AppError('forbidden');
    const rows: ({ entityId: string } & AuditedChange)[] = [];
    let unchanged = false;
    let allowed = false;
    const value = await work({
      db,
      allow(workspaceId) {
        if (!can(ctx, scope, workspaceId ?? '')) throw new AppError('forbidden');
        allowed = true;
      },
      audit(entityId, more) {
        rows.push({ entityId, ...more });
      },
      publish(event) {
        events.push(event);
      },
      unchanged() {
        unchanged = true;
      },
    });
    if (!allowed) throw new Error(`${verb} never said for which workspace it asks`);
    if (rows.length === 0 && !unchanged) throw new Error(`${verb} left no audit row`);
    const written = rows.map((row) => ({
      id: ctx.ids.uuid(),
      at: ctx.clock.now(),
      actor_kind: ctx.actor.kind,
      actor_id: ctx.actor.kind === 'system' ? null : ctx.actor.id,
      verb: row.verb ?? verb,
      entity_id: row.entityId,
      workspace_id: row.workspaceId ?? null,
      before: row.before === undefined ? null : JSON.stringify(row.before),
      after: row.after === undefined ? null : JSON.stringify(row.after),
      request_id: ctx.requestId,
      all_orgs: ctx.allOrgs ? 1 : 0,
    }));
    for (let at = 0; at < written.length; at += AUDIT_PART)
      await tenantDb({ db, organization_id: ctx.organization.id })
        .insertInto('audit_events')
        .values(written.slice(at, at + AUDIT_PART))
        .execute();
    return value;
  };
  const attempt = () => ctx.db.write(ctx.organization.id, run);
  const result = await attempt()
    .catch((error: unknown) => {
      if (!isTaken(error)) throw error;
      // The second run sees the row that took the value: a repeated creation finds its first one.
      return attempt();
    })
    .catch((error: unknown) => {
      throw isTaken(error) ? new AppError('conflict', { cause: error }) : error;
    });
  for (const event of events) ctx.bus.publish(ctx.organization.id, event);
  return result;
}

/** Work that nobody asks for. It runs in every process, so it has to be harmless when two run it together. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(deps: Deps): Promise<void>;
}
