import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';

/**
 * The one schema type for both engines. Instants are whole microseconds since the epoch, UTC (a safe integer until 2255);
 * booleans are 0/1; JSON is text. Every tenant table has `organization_id` first in its key.
 */

type Micros = number;
/** 0 or 1. */
type Flag = number;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface Stamps {
  created_at: Micros;
  created_by: string | null;
  updated_at: Micros;
  updated_by: string | null;
  rev: Defaulted<number>;
  archived_at: Micros | null;
}

/** Global: people. */
interface UsersTable extends Stamps {
  id: string;
  email: string;
  name: string;
  locale: string;
  password_hash: string;
  access_all_orgs: Flag;
}

/** Global: tenants. `no` is the small integer that keys readings. */
interface OrganizationsTable extends Stamps {
  id: string;
  no: Generated<number>;
  name: string;
  slug: string;
  locale: string;
  time_zone: string;
  /** Next number of a channel, counted in the transaction that creates one. */
  next_channel_no: Defaulted<number>;
  next_datalogger_no: Defaulted<number>;
  /** Readings a minute that all loggers together may send; null = no limit. */
  ingest_quota_per_minute: number | null;
}

/** Global: a signed-in device. Tokens only as SHA-256 hex. */
interface SessionsTable {
  id: string;
  user_id: string;
  /** How many times the refresh token was rotated; the token of each generation is derived, see auth/tokens.ts. */
  generation: Defaulted<number>;
  refresh_hash: string;
  previous_hash: string | null;
  rotated_at: Micros | null;
  created_at: Micros;
  expires_at: Micros;
  revoked_at: Micros | null;
  ip: string | null;
  user_agent: string | null;
}

/** Global: throttling of log-ins; `key` is a hash of an account or an address. */
interface LoginAttemptsTable {
  key: string;
  failures: number;
  first_at: Micros;
  last_at: Micros;
}

/** Global: token hash → where the credential lives, asked before the organisation is known. */
interface CredentialIndexTable {
  token_hash: string;
  organization_id: string;
  credential_id: string;
}

/** Global: facts about the installation (signing key, hash of the set-up link). */
interface SettingsTable {
  key: string;
  value: string;
}

interface WorkspacesTable extends Stamps {
  organization_id: string;
  id: string;
  name: string;
  code: string | null;
  time_zone: string;
}

/** One role of one person; `workspace_id` null = a role of the organisation. */
interface MembershipsTable extends Stamps {
  organization_id: string;
  id: string;
  user_id: string;
  workspace_id: string | null;
  role: string;
}

interface AuditEventsTable {
  organization_id: string;
  id: string;
  at: Micros;
  actor_kind: 'user' | 'device' | 'system';
  actor_id: string | null;
  /** `<entity>.<verb>` */
  verb: string;
  entity_id: string | null;
  workspace_id: string | null;
  before: string | null;
  after: string | null;
  request_id: string | null;
}

interface DataloggersTable extends Stamps {
  organization_id: string;
  id: string;
  /** Small integer, unique in the organisation: what received data is found by. */
  no: number;
  workspace_id: string;
  name: string;
  code: string | null;
  kind: string | null;
  place: string | null;
  expected_interval_s: number | null;
  auto_channels: Flag;
  channel_limit: number;
  paused_at: Micros | null;
  first_seen_at: Micros | null;
  last_seen_at: Micros | null;
}

interface CredentialsTable {
  organization_id: string;
  id: string;
  datalogger_id: string;
  label: string | null;
  token_hash: string;
  token_hint: string;
  created_at: Micros;
  created_by: string | null;
  last_used_at: Micros | null;
  revoked_at: Micros | null;
  revoked_by: string | null;
}

interface ChannelsTable extends Stamps {
  organization_id: string;
  id: string;
  /** Small integer, unique in the organisation: the key of readings. */
  no: number;
  workspace_id: string;
  datalogger_id: string | null;
  key: string;
  name: string;
  unit: string | null;
  kind: 'gauge' | 'counter' | 'state' | 'text';
  decimals: number | null;
  position: number;
  first_ts: Micros | null;
  last_ts: Micros | null;
  last_num: number | null;
  last_text: string | null;
}

interface ReceivedDataTable {
  organization_id: string;
  id: string;
  /** `organizations.no` and `dataloggers.no`, for an index a fifth as wide as one of UUIDs. */
  org_no: number;
  datalogger_no: number;
  workspace_id: string;
  datalogger_id: string;
  credential_id: string | null;
  door: string;
  content_type: string | null;
  content_encoding: string | null;
  received_at: Micros;
  /** Bytes as they came over the wire. */
  size: number;
  /** The body after unzipping when it could be unzipped, else the bytes as they came. */
  body: Uint8Array;
  status: 'stored' | 'partial' | 'unparsed';
  points: number;
  new: number;
  duplicate: number;
  replaced: number;
  error_count: number;
  /** JSON array of ingest errors, at most 100. */
  errors: string | null;
}

/** `num` for numbers and booleans (0/1), `text` for words: exactly one of them is not null. */
interface ReadingsTable {
  org_no: number;
  channel_no: number;
  ts: Micros;
  num: number | null;
  text: string | null;
  /** 0 good, 1 suspect. */
  quality: Defaulted<number>;
}

/** What a reading was before another value came for the same moment. */
interface ReadingRevisionsTable {
  org_no: number;
  channel_no: number;
  ts: Micros;
  replaced_at: Micros;
  id: string;
  num: number | null;
  text: string | null;
}

/** Rollup of the numeric readings of one bucket; `ts` is the bucket's start. */
interface RollupTable {
  org_no: number;
  channel_no: number;
  ts: Micros;
  n: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  last: number;
  first_ts: Micros;
  last_ts: Micros;
}

export interface Schema {
  users: UsersTable;
  organizations: OrganizationsTable;
  sessions: SessionsTable;
  login_attempts: LoginAttemptsTable;
  credential_index: CredentialIndexTable;
  settings: SettingsTable;
  workspaces: WorkspacesTable;
  memberships: MembershipsTable;
  audit_events: AuditEventsTable;
  dataloggers: DataloggersTable;
  credentials: CredentialsTable;
  channels: ChannelsTable;
  received_data: ReceivedDataTable;
  readings: ReadingsTable;
  reading_revisions: ReadingRevisionsTable;
  readings_5m: RollupTable;
  readings_1h: RollupTable;
}

export type Row<T extends keyof Schema> = Selectable<Schema[T]>;
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>;
