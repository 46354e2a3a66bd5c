import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { Locale, RollupResolution } from '../../constants.ts';
import type { ActivityKind } from '../../contract/activities.ts';
import type { NoticeState, NoticeWay } from '../../contract/alarm-notices.ts';
import type { AlarmRuleKind, AlarmSeverity } from '../../contract/alarm-rules.ts';
import type { WithdrawnCause } from '../../contract/alarms.ts';
import type { IdentityKind, IdentityState } from '../../contract/device-identities.ts';
import type { EmbedView } from '../../contract/embeds.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { MarkKind } from '../../contract/marks.ts';
import type { MeanKind } from '../../contract/means.ts';
import type { MeasurementState } from '../../contract/measurements.ts';
import type { PushLasts } from '../../contract/push.ts';
import type { ReceivedStatus } from '../../contract/received-status.ts';
import type { PlanTrigger } from '../../contract/recording-plans.ts';
import type { RecordingPurpose } from '../../contract/recordings.ts';
import type { ReportFormat, ReportPeriod } from '../../contract/reports.ts';
import type { Method } from '../../contract/screens.ts';
import type { Quantity, SensorKind } from '../../contract/sensor-types.ts';
import type { TaskState } from '../../contract/tasks.ts';
import type { Verdict } from '../../contract/verdicts.ts';
import type { DeliveryEvent, DeliveryFailure } from '../../contract/webhooks.ts';
import type { DueStep } from '../../domain/readings/calibration.ts';
import type { BodyEncoding } from './unzip.ts';

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
  /** SHA-256 of the picture's bytes, which name its file; null = none. */
  avatar_hash: Defaulted<string | null>;
  /** JSON: how dates and times are shown to the person. */
  formats: Defaulted<string>;
  /** JSON: which mails the person wants. */
  notifications: Defaulted<string>;
  /** Null = never yet: the first sign-in is no news. */
  first_signed_in_at: Defaulted<Micros | null>;
  /** As of a machine. */
  name_key: string;
  search: string;
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
  /** Megabytes a day that all loggers together may make the database grow by; null = what the installation allows. */
  ingest_mb_per_day: Defaulted<number | null>;
  /** ISO day on which a week begins: 1 Monday … 7 Sunday. */
  first_day: Defaulted<number>;
  duration_format: Defaulted<string>;
  /** ISO 4217. */
  currency: Defaulted<string>;
  pseudonymous_workers: Defaulted<Flag>;
  /** A standard is approved by somebody else than those whose work it is. */
  four_eyes: Defaulted<Flag>;
  /** JSON, `{ cs, en, sk }`: what is read to a person before he is observed; null = nothing. */
  consent_text: Defaulted<string | null>;
  /** Days that raw messages, readings and rollups are kept; null = for ever. */
  keep_received_days: Defaulted<number | null>;
  keep_readings_days: Defaulted<number | null>;
  keep_rollups_days: Defaulted<number | null>;
  logo_hash: Defaulted<string | null>;
}

/** Global: a signed-in browser. Tokens only as SHA-256 hex. */
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
  description: Defaulted<string>;
}

/** One row for each person of an organisation; `id` is the user's. Archived = deactivated. */
interface PeopleTable extends Stamps {
  organization_id: string;
  id: string;
}

interface InvitationsTable extends Stamps {
  organization_id: string;
  id: string;
  /** The one workspace that it is for; null = the organisation, or several workspaces. */
  workspace_id: string | null;
  email: string;
  name: string;
  locale: string;
  /** JSON: the roles that accepting brings, as the contract's `roleSet`. */
  roles: string;
  token_hash: string;
  sent_at: Micros | null;
  expires_at: Micros;
  accepted_at: Micros | null;
  accepted_by: string | null;
  revoked_at: Micros | null;
}

/** Global: hash of an invitation's token → where it lives. */
interface InvitationIndexTable {
  token_hash: string;
  organization_id: string;
  invitation_id: string;
}

/** Global: links that let a person choose a new password. */
interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  created_at: Micros;
  expires_at: Micros;
  used_at: Micros | null;
}

/** Global: mails on their way out; see mail/outbox.ts. */
interface MailOutboxTable {
  id: string;
  /** On whose behalf, for limits; null = nobody's but the recipient's. */
  organization_id: string | null;
  /** The row that the mail brings, of which it says later that it was sent. */
  entity_id: string | null;
  template: string;
  /** Hash of the address. */
  recipient: string;
  /** JSON; null once the mail is sent or given up, as it may hold a link that opens something. */
  message: string | null;
  tries: Defaulted<number>;
  /** When it is to be tried, null = never again. A mail that is being sent is put off by a lease. */
  next_at: Micros | null;
  give_up_at: Micros;
  created_at: Micros;
  sent_at: Micros | null;
  failed_at: Micros | null;
  /** A code, never the server's sentence, which may name the recipient. */
  last_error: string | null;
}

/** Global: browsers that are told of alarms. */
interface PushSubscriptionsTable {
  id: string;
  user_id: string;
  /** It ends with this one, or some days after this one was over by time. */
  session_id: string;
  lasts: PushLasts;
  /** Where the browser's push service takes messages. */
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Micros;
  last_sent_at: Micros | null;
  last_failed_at: Micros | null;
  last_failure: DeliveryFailure | null;
}

/** Global: messages on their way to browsers, one for each. What is settled is deleted. */
interface PushMessagesTable {
  id: string;
  /** What notices of alarms call it; that of all browsers of the person. */
  message_id: string;
  subscription_id: string;
  organization_id: string;
  /** JSON: workspaces of the alarms, all of which the person has to be allowed to read when it goes. */
  workspaces: string;
  /** What is about the same: a later message of it takes the place of an earlier one. */
  topic: string;
  urgent: Flag;
  /** JSON, sealed. */
  body: string;
  tries: Defaulted<number>;
  /** A message that is being sent is put off by a lease. */
  next_at: Micros;
  give_up_at: Micros;
}

/** Global: what visitors wrote to the operator. */
interface ContactMessagesTable {
  id: string;
  created_at: Micros;
  locale: string;
  name: string;
  email: string;
  topic: string;
  message: string;
}

/** A key of a service: acts in one organisation, or in one workspace of it. */
interface ApiKeysTable {
  organization_id: string;
  id: string;
  workspace_id: string | null;
  name: string;
  /** JSON array of scopes. */
  scopes: string;
  token_hash: string;
  token_hint: string;
  created_at: Micros;
  created_by: string | null;
  expires_at: Micros;
  last_used_at: Micros | null;
  revoked_at: Micros | null;
  revoked_by: string | null;
}

/** Global: hash of a service's key → where it lives. */
interface ApiKeyIndexTable {
  token_hash: string;
  organization_id: string;
  api_key_id: string;
}

/** At most one for a workspace. `shifts` and `exceptions` are JSON, as the contract says. */
interface ShiftCalendarsTable extends Stamps {
  organization_id: string;
  id: string;
  workspace_id: string;
  shifts: string;
  exceptions: string;
}

interface MachinesTable extends Stamps {
  organization_id: string;
  id: string;
  workspace_id: string;
  name: string;
  /** The name as lists sort it: without case and accents, numbers by size. */
  name_key: Defaulted<string>;
  /** Everything that a search looks through, without case and accents. */
  search: Defaulted<string>;
  code: string | null;
  kind: string | null;
  site: string | null;
  hall: string | null;
  line: string | null;
  status: 'in_operation' | 'standby' | 'maintenance' | 'out_of_service';
  manufacturer: string | null;
  model: string | null;
  serial_number: string | null;
  note: string | null;
  ideal_cycle_s: number | null;
  planned_stop_limit_s: number | null;
  micro_stop_limit_s: number | null;
  cost_per_hour: number | null;
  photo_file_id: string | null;
}

/** A file of a row; its bytes lie under DATA_DIR by their hash. */
interface FilesTable extends Stamps {
  organization_id: string;
  id: string;
  workspace_id: string | null;
  entity: string;
  entity_id: string;
  name: string;
  /** Of the bytes that are served, not what the sender said. */
  media_type: string;
  size: number;
  /** SHA-256 of the stored bytes, hex. */
  hash: string;
  width: number | null;
  height: number | null;
  /** Of a photo of a measurement. */
  taken_at: Micros | null;
  /** Id of the entry that ran then, as taps compute it: nothing refers to it. */
  entry_id: string | null;
}

interface FavoritesTable {
  organization_id: string;
  user_id: string;
  entity: string;
  entity_id: string;
  created_at: Micros;
}

/** Filters, order and columns of a list under a name; `columns` is JSON. */
interface SavedViewsTable extends Stamps {
  organization_id: string;
  id: string;
  /** Null = only its maker sees it. */
  workspace_id: string | null;
  list: string;
  name: string;
  query: string;
  columns: string;
}

/** Work that outlives a request and a process; see tasks/runner.ts. */
interface LoggerTypesTable extends Stamps {
  organization_id: string;
  id: string;
  /** Of the type that came with the product and that it began as. */
  key: string | null;
  name: string;
  maker: string | null;
  model: string | null;
  notes: string | null;
  manual_url: string | null;
  sampling_interval_s: number | null;
  sending_interval_s: number | null;
  sample: string | null;
  /** JSON of the contract's `typeSpec`; null = nothing differs from the newest version. */
  draft: string | null;
  /** The newest published one. */
  version: number | null;
  photo_file_id: Defaulted<string | null>;
  /** Expected intervals of silence after which its loggers are offline; null = as many as those without a type. */
  offline_after: Defaulted<number | null>;
  /** As of a machine. */
  name_key: string;
  search: string;
}

/** Rows are only added: what read a stored message must read it the same for ever. */
interface LoggerTypeVersionsTable {
  organization_id: string;
  logger_type_id: string;
  version: number;
  /** JSON of the contract's `typeSpec`. */
  spec: string;
  /** JSON: quantity and kind of the sensor types that the spec names, by their id. */
  sensors: string;
  published_at: Micros;
  published_by: string | null;
}

interface TasksTable {
  organization_id: string;
  id: string;
  /** Null = it is about the organisation. */
  workspace_id: string | null;
  kind: string;
  /** JSON, as its kind says. */
  params: string;
  state: TaskState;
  /** Its steps are those of its undoing. */
  undoing: Defaulted<Flag>;
  /** Its kind knows how to undo what was done. */
  undoable: Defaulted<Flag>;
  done: Defaulted<number>;
  /** Null = nobody knows how much there is. */
  total: Defaulted<number | null>;
  /** JSON: where the next slice begins; null = nothing was done yet. */
  cursor: Defaulted<string | null>;
  /** The shape of `cursor`. */
  cursor_version: Defaulted<number>;
  error: Defaulted<ErrorCode | null>;
  /** JSON: what its kind says about the whole of it. */
  result: Defaulted<string | null>;
  /** What it made; the bytes lie among the files of the organisation. */
  file_name: Defaulted<string | null>;
  file_hash: Defaulted<string | null>;
  file_size: Defaulted<number | null>;
  created_at: Micros;
  created_by: string;
  actor_kind: 'user' | 'key';
  started_at: Defaulted<Micros | null>;
  ended_at: Defaulted<Micros | null>;
  updated_at: Micros;
}

/** Global: a task that waits or runs, and the process that works on it. */
interface TaskQueueTable {
  task_id: string;
  organization_id: string;
  /** When it is to be gone on with; what waits longest is next. */
  due_at: Micros;
  /** A word that one claim of it has; whoever hasn't got it any more commits nothing. */
  lease_owner: string | null;
  lease_until: Defaulted<Micros>;
  /** Claims and failures since something of it was last committed. */
  attempts: Defaulted<number>;
}

/** A file of readings that somebody brought; the bytes lie among the files of the organisation. */
interface ImportsTable {
  organization_id: string;
  id: string;
  datalogger_id: string;
  name: string;
  /** SHA-256 of the bytes, hex. */
  hash: string;
  size: number;
  /** JSON: how it was to be read when it was checked last. */
  settings: Defaulted<string | null>;
  /** JSON: what that check found; null while it is under way. */
  checked: Defaulted<string | null>;
  /** When somebody had it stored last. */
  run_at: Defaulted<Micros | null>;
  created_at: Micros;
  created_by: string | null;
}

/** A logger that is silent now; `id` is the logger's. */
interface LoggerOutagesTable {
  organization_id: string;
  id: string;
  /** Its last message before the silence. */
  since: Micros;
  found_at: Micros;
}

/** An outage of which a person is still to be told. */
interface OutageNoticesTable {
  organization_id: string;
  user_id: string;
  datalogger_id: string;
}

/** When a person was last mailed about silent loggers of the organisation. */
interface OutageMailsTable {
  organization_id: string;
  user_id: string;
  sent_at: Micros;
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
  actor_kind: 'user' | 'key' | 'device' | 'system';
  actor_id: string | null;
  /** `<entity>.<verb>` */
  verb: string;
  entity_id: string | null;
  workspace_id: string | null;
  before: string | null;
  after: string | null;
  request_id: string | null;
  /** Done by somebody who sees all organisations. */
  all_orgs: Defaulted<Flag>;
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
  /** The newest message that wasn't refused; none of a logger of which no reading was ever stored. */
  last_seen_at: Micros | null;
  /** The newest message that was refused: nothing of it was stored but its body. */
  refused_at: Defaulted<Micros | null>;
  /** When a file brought readings last. */
  filed_at: Defaulted<Micros | null>;
  /** Megabytes a day that it may make the database grow by; null = as much as the organisation may. */
  mb_per_day: Defaulted<number | null>;
  /** The day (days since the epoch, UTC) of `used_bytes`, and what came in on it. */
  used_day: Defaulted<number>;
  used_bytes: Defaulted<number>;
  machine_id: Defaulted<string | null>;
  /** The version that its messages are read by; both null = by what they say themselves. */
  logger_type_id: Defaulted<string | null>;
  logger_type_version: Defaulted<number | null>;
  /** Each on a line of its own between two line feeds, see logger-tags.ts. */
  tags: Defaulted<string>;
  /** As of a machine. */
  name_key: string;
  search: string;
}

/** What a job found of a logger when it looked last; null = what came says nothing. */
interface LoggerHealthTable {
  organization_id: string;
  datalogger_id: string;
  looked_at: Micros;
  /** Part of the readings that its sampling interval makes, 0 to 1, of its fullest channel. */
  coverage_24h: number | null;
  coverage_7d: number | null;
  battery_channel_id: string | null;
  battery_trend: 'falling' | 'steady' | 'unknown' | null;
  /** Until a falling battery is empty. */
  battery_days: number | null;
  signal_channel_id: string | null;
  /** How long after their newest reading its messages come; below zero = its clock runs ahead. */
  skew_us: Micros | null;
  two_clocks: Flag;
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

interface GatewaysTable {
  organization_id: string;
  id: string;
  workspace_id: string;
  name: string;
  token_hash: string;
  token_hint: string;
  /** The tag of line protocol, and the level of a topic of MQTT, that name a device. */
  line_tag: Defaulted<string>;
  topic_level: Defaulted<number>;
  /** Days that messages wait in quarantine. */
  quarantine_days: Defaulted<number>;
  /** Messages of unknown devices for which the quarantine had no room. */
  refused_count: Defaulted<number>;
  created_at: Micros;
  created_by: string | null;
  /** To the minute. */
  last_used_at: Micros | null;
  revoked_at: Micros | null;
  revoked_by: string | null;
}

/** A device that sends through a gateway, by what its messages call it. */
interface DeviceIdentitiesTable extends Stamps {
  organization_id: string;
  id: string;
  workspace_id: string;
  gateway_id: string;
  kind: IdentityKind;
  identity: string;
  label: string | null;
  state: IdentityState;
  datalogger_id: string | null;
  /** Messages in quarantine and their stored bytes. */
  waiting: Defaulted<number>;
  waiting_bytes: Defaulted<number>;
  refused: Defaulted<number>;
  /** The newest of them. */
  newest_id: Defaulted<string | null>;
  first_seen_at: Micros;
  last_seen_at: Micros;
}

/** What a device sent of which nobody has said yet whose it is; becomes received data of its logger under the same id. */
interface QuarantinedMessagesTable {
  organization_id: string;
  id: string;
  identity_id: string;
  door: string;
  decoder: string;
  content_type: string | null;
  received_at: Micros;
  size: number;
  body: Uint8Array;
  body_encoding: Defaulted<BodyEncoding | null>;
  topic: Defaulted<string | null>;
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
  /** The newest reading that was ahead of its receipt, which `last_ts` passes over; null = there is none. */
  ahead_ts: Defaulted<Micros | null>;
  /** The newest reading that is the sensor's error, where it is newer than `last_ts`; an older or null one says nothing. */
  left_out_ts: Defaulted<Micros | null>;
  /** The same of those that people exclude. */
  excluded_ts: Defaulted<Micros | null>;
  /** Readings before it were deleted by retention, their rollups stand for them; a whole hour, null = none were. */
  pruned_to: Defaulted<number | null>;
  /** Five-minute rollups from before are gone while those of hours are there. */
  pruned_5m_to: Defaulted<number | null>;
  /** Up to here readings may lie in chunks and rollups in blocks, none after it; null = none ever did. */
  sealed_to: Defaulted<Micros | null>;
  /** Null = the machine of its logger. */
  machine_id: Defaulted<string | null>;
  /** JSON of the contract's `stateWords`, null = without. */
  state_words: Defaulted<string | null>;
  /** Null = nobody said what it measures. */
  sensor_type_id: Defaulted<string | null>;
  /** The channel that takes what messages say under this one's key; null = itself. Merged ones are archived. */
  merged_into: Defaulted<string | null>;
  /** Grows with each change of the rules that watch it; null = none ever did. */
  alarm_rev: Defaulted<number | null>;
  /** 0 = none of its alarms is pending or active, 1 = some are, 2 = some of its readings are still to be gone through. */
  alarm_open: Defaulted<number>;
  /** Grows with each change of the marks and calibrations that correct its readings; null = there never was one. */
  mark_rev: Defaulted<number | null>;
}

/** What people say of a channel's readings with from_ts ≤ ts < to_ts; the readings stay as they came. */
interface MarksTable {
  organization_id: string;
  id: string;
  channel_id: string;
  kind: MarkKind;
  from_ts: Micros;
  to_ts: Micros;
  /** What is added, in the unit of the readings: of `offset` everywhere, of `drift` at `from_ts`; else null. */
  value_from: number | null;
  /** What `drift` adds at `to_ts`; else null. */
  value_to: number | null;
  reason: string;
  created_at: Micros;
  created_by: string | null;
  updated_at: Micros;
  updated_by: string | null;
  rev: Defaulted<number>;
  revoked_at: Defaulted<Micros | null>;
  revoked_by: Defaulted<string | null>;
}

/** A step before or after the day on which a calibration is due that somebody was told of. */
interface CalibrationNoticesTable {
  organization_id: string;
  calibration_id: string;
  step: DueStep;
  told_at: Micros;
  /** How many people; 0 = there was nobody. */
  recipients: Defaulted<number>;
}

/** Holds from `from_ts` until the next one of its channel that wasn't taken back. */
interface CalibrationsTable {
  organization_id: string;
  id: string;
  channel_id: string;
  from_ts: Micros;
  /** JSON: what it makes of a value, in the unit of the readings, see `src/lib/domain/readings/calibration.ts`. */
  curve: string;
  laboratory: string;
  certificate: string | null;
  /** YYYY-MM-DD. */
  calibrated_on: string | null;
  due_on: string | null;
  uncertainty: string | null;
  note: string | null;
  created_at: Micros;
  created_by: string | null;
  updated_at: Micros;
  updated_by: string | null;
  rev: Defaulted<number>;
  revoked_at: Defaulted<Micros | null>;
  revoked_by: Defaulted<string | null>;
}

/** Rollups that still wait to be folded again after marks or calibrations changed; a channel's, whole hours. */
interface MarkBacklogsTable {
  organization_id: string;
  channel_id: string;
  from_ts: Micros;
  to_ts: Micros;
}

/** What it watches: a channel, or everything that is of all that it names. */
interface AlarmRulesTable extends Stamps {
  organization_id: string;
  id: string;
  channel_id: string | null;
  sensor_type_id: Defaulted<string | null>;
  logger_type_id: Defaulted<string | null>;
  machine_id: Defaulted<string | null>;
  /** Null = in the whole organisation, and where it names a channel. */
  workspace_id: Defaulted<string | null>;
  name: string;
  severity: AlarmSeverity;
  /** JSON: people who are told. */
  recipients: Defaulted<string>;
  /** JSON of the contract's `alarmEscalation`. */
  escalation: Defaulted<string>;
  /** The newest of its versions. */
  version: number;
}

interface AlarmRuleVersionsTable {
  organization_id: string;
  rule_id: string;
  version: number;
  /** By the time of readings; it ends where the next one begins. */
  valid_from: Micros;
  kind: AlarmRuleKind;
  low: number | null;
  high: number | null;
  /** JSON: the values that raise an alarm, of a rule of states. */
  states: Defaulted<string>;
  hysteresis: number;
  on_delay_s: number;
  off_delay_s: number;
  /** With what a value is compared by a rule of changes: that of so many seconds before. */
  window_s: Defaulted<number>;
  /** Its alarms are active until somebody acknowledges them. */
  latch: Defaulted<Flag>;
  /** A breach within so many seconds after an alarm goes on with that one. */
  cool_down_s: Defaulted<number>;
  /** JSON of the contract's `alarmSchedule`; null = always. */
  schedule: Defaulted<string | null>;
  created_by: string | null;
}

/** Which channels a rule watches, and since which moment of readings. */
interface AlarmWatchesTable {
  organization_id: string;
  channel_id: string;
  rule_id: string;
  since: Micros;
}

/** What the readings of a channel made of a rule; always what folding them again would give, see src/lib/domain/alarms. */
interface AlarmsTable {
  organization_id: string;
  id: string;
  rule_id: string;
  version: number;
  channel_id: string;
  /** The first reading beyond the limit. */
  since: Micros;
  /** The reading after which the delay was over; null = pending. */
  active_at: Micros | null;
  /** Since when all readings of an alarm that isn't over are back. */
  back_at: Micros | null;
  over_at: Micros | null;
  /** The value farthest beyond the limit. */
  peak: number;
  peak_at: Micros;
  found_at: Micros;
  /** What made it came long after it was measured. */
  late: Defaulted<Flag>;
  /** Nobody is to be told of it any more. */
  told: Defaulted<Flag>;
  withdrawn_at: Defaulted<Micros | null>;
  withdrawn_cause: Defaulted<WithdrawnCause | null>;
  acknowledged_at: Defaulted<Micros | null>;
  acknowledged_by: Defaulted<string | null>;
  note: Defaulted<string | null>;
  /** As its version says: it is active until it is acknowledged. */
  latch: Defaulted<Flag>;
  /** Where it stands in the list, see `placeOf`. */
  place: number;
}

/** Readings that are still to be gone through for a rule, from `from_ts` on. */
interface AlarmBacklogsTable {
  organization_id: string;
  rule_id: string;
  channel_id: string;
  from_ts: Micros;
  to_ts: Micros;
  /** JSON: what the fold had come to before `from_ts`; null = it begins at a normal point before. */
  state: string | null;
  cause: WithdrawnCause;
}

/** One message to one recipient that tells of an alarm. */
interface AlarmNoticesTable {
  organization_id: string;
  id: string;
  alarm_id: string;
  way: NoticeWay;
  /** The person, or the webhook. */
  recipient: string;
  /** Of the mail in the outbox, or of the delivery; null = it wasn't made yet. */
  message_id: Defaulted<string | null>;
  /** 0 = when the alarm began; then that of its escalation. */
  step: Defaulted<number>;
  state: NoticeState;
  made_at: Micros;
  /** Of one that is held: until when. */
  due_at: Defaulted<Micros | null>;
  settled_at: Defaulted<Micros | null>;
  /** A browser was told that the alarm began, and not yet that it is over. */
  end_untold: Defaulted<Flag>;
}

/** The step of an alarm's escalation that waits, until when. */
interface AlarmEscalationsTable {
  organization_id: string;
  alarm_id: string;
  step: number;
  /** When the first ones were told. */
  told_at: Micros;
  due_at: Micros;
}

/** Where an organisation's alarms are sent. */
interface WebhooksTable extends Stamps {
  organization_id: string;
  id: string;
  name: string;
  url: string;
  /** Sealed. */
  secret: string;
  /** JSON: those of alarms that are sent. */
  severities: string;
  active: Defaulted<Flag>;
  /** Since when no message was taken; null = the newest one was. */
  failing_since: Defaulted<Micros | null>;
  /** When it was switched off because it failed for so long. */
  switched_off_at: Defaulted<Micros | null>;
}

/** One message to a webhook. */
interface WebhookDeliveriesTable {
  organization_id: string;
  id: string;
  webhook_id: string;
  event: DeliveryEvent;
  /** What is sent, until that is settled. */
  body: string | null;
  made_at: Micros;
  /** When it is tried next; null = no more. */
  next_at: Micros | null;
  tries: Defaulted<number>;
  /** What was answered last. */
  status: number | null;
  failure: DeliveryFailure | null;
  tried_at: Micros | null;
  settled_at: Micros | null;
}

/** A named time of some channels. Its state follows from its columns and the clock, see `stateOf` in src/lib/server/recordings. */
interface RecordingsTable extends Stamps {
  organization_id: string;
  id: string;
  workspace_id: string;
  name: string;
  /** The name as lists sort it: without case and accents, numbers by size. */
  name_key: Defaulted<string>;
  /** Everything that a search looks through, without case and accents. */
  search: Defaulted<string>;
  purpose: RecordingPurpose;
  note: string | null;
  /** Null = it was never started. */
  from_ts: Micros | null;
  /** Null = until somebody stops it. */
  to_ts: Micros | null;
  /** When it begins, else when it was made: what lists sort by. */
  sort_ts: Micros;
  /** As it was when it was last judged. */
  verdict: Defaulted<Verdict | null>;
  judged_at: Defaulted<Micros | null>;
  /** The newest of its revisions; 0 = it was never signed. */
  revision: Defaulted<number>;
  approved_at: Defaulted<Micros | null>;
  approved_by: Defaulted<string | null>;
  /** The newest revision isn't signed. */
  changed: Defaulted<Flag>;
}

interface RecordingChannelsTable {
  organization_id: string;
  recording_id: string;
  channel_id: string;
  position: number;
  /** JSON of the contract's `recordingLimits`; null = it isn't judged. */
  limits: string | null;
  /** JSON of the contract's `recordedChannel` without its limits. */
  snapshot: string;
}

interface RecordingNotesTable {
  organization_id: string;
  id: string;
  recording_id: string;
  at: Micros;
  text: string;
  created_at: Micros;
  created_by: string | null;
}

/** What a recording was when it was signed, or when its data had changed after that. Never changes but by a signature. */
interface RecordingRevisionsTable {
  organization_id: string;
  recording_id: string;
  revision: number;
  hash: string;
  verdict: Verdict;
  /** JSON: of each channel the contract's `channelEvidence` and hashes of its parts, by which later ones are compared. */
  evidence: string;
  made_at: Micros;
  signed_at: Micros | null;
  signed_by: string | null;
  statement: string | null;
  /** Version of the lines that the hash is over, decisions 0028 and 0030. */
  hash_version: Defaulted<number>;
}

/** The import of which a recording was made; a recording that came another way has none. */
interface RecordingImportsTable {
  organization_id: string;
  recording_id: string;
  import_id: string;
  /** The task that stored the readings and made the recording. */
  task_id: string;
  undone_at: Defaulted<Micros | null>;
}

/** A report that is made by the clock of its workspace. */
interface ReportSchedulesTable extends Stamps {
  organization_id: string;
  id: string;
  workspace_id: string;
  name: string;
  /** Its first channels of numbers; null = `channels`. */
  datalogger_id: string | null;
  /** JSON: ids; null = those of the logger. */
  channels: string | null;
  period: ReportPeriod;
  hour: number;
  format: ReportFormat;
  locale: Locale;
  /** JSON: ids of people. */
  recipients: string;
  active: Flag;
  /** Null = it is off. Without a period it is only looked whether there is one. */
  next_at: Micros | null;
  next_from: Micros | null;
  next_to: Micros | null;
  /** Claims since the last one that was made. */
  attempts: Defaulted<number>;
  lease_owner: Defaulted<string | null>;
  lease_until: Defaulted<Micros>;
}

/** What was made for one period. */
interface ReportRunsTable {
  organization_id: string;
  id: string;
  schedule_id: string;
  from_ts: Micros;
  to_ts: Micros;
  made_at: Micros;
  /** A code of the contract's errors; null = it was made. */
  failure: ErrorCode | null;
  name: string | null;
  media_type: string | null;
  hash: string | null;
  size: number | null;
  /** Null = it was never there, or was kept long enough. */
  data: Uint8Array | null;
  mailed: number;
}

/** A link by which anybody may read one recording. */
interface RecordingSharesTable {
  organization_id: string;
  id: string;
  recording_id: string;
  label: string | null;
  token_hash: string;
  token_hint: string;
  password_hash: string | null;
  expires_at: Micros;
  opened: number;
  last_opened_at: Micros | null;
  created_at: Micros;
  created_by: string | null;
  revoked_at: Micros | null;
  revoked_by: string | null;
}

interface RecordingPlansTable extends Stamps {
  organization_id: string;
  id: string;
  workspace_id: string;
  name: string;
  purpose: RecordingPurpose;
  note: string | null;
  /** JSON of the contract's `recordedChannels`. */
  channels: string;
  trigger_kind: PlanTrigger;
  /** JSON, lists. */
  days: string;
  starts: string;
  length_min: number | null;
  rule_id: string | null;
  before_min: number;
  after_min: number;
  locale: Locale;
  active: Flag;
  /** Alarms that became active before it begin nothing; null = it is off. */
  since_ts: Micros | null;
  /** Null = it is off, or of an alarm. Without a time it is only looked whether there is one. */
  next_at: Micros | null;
  next_from: Micros | null;
  next_to: Micros | null;
  next_shift: string | null;
  /** Beginnings that nobody made up for. */
  skipped: Defaulted<number>;
  failure: Defaulted<ErrorCode | null>;
  failed_at: Defaulted<Micros | null>;
}

/** What a plan began: a time of its clock, or an alarm. */
interface RecordingPlanRunsTable {
  organization_id: string;
  plan_id: string;
  /** `time …` with its beginning, or the alarm's id. */
  what: string;
  /** Null = it could not be begun. */
  recording_id: string | null;
  at: Micros;
  /** Nothing is left to be done with it. */
  over: Flag;
}

interface EmbedsTable {
  organization_id: string;
  id: string;
  workspace_id: string;
  name: string;
  view: EmbedView;
  /** JSON, a list. */
  origins: string;
  token_hash: string;
  token_hint: string;
  expires_at: Micros;
  opened: number;
  last_opened_at: Micros | null;
  created_at: Micros;
  created_by: string | null;
  revoked_at: Micros | null;
  revoked_by: string | null;
  rev: number;
}

interface EmbedChannelsTable {
  organization_id: string;
  embed_id: string;
  channel_id: string;
  position: number;
}

/** Global: which organisation an embed is of. */
interface EmbedIndexTable {
  token_hash: string;
  organization_id: string;
  embed_id: string;
}

/** Global: which organisation a link is of. */
interface RecordingShareIndexTable {
  token_hash: string;
  organization_id: string;
  share_id: string;
}

interface SensorTypesTable extends Stamps {
  organization_id: string;
  id: string;
  /** Of those that came with the product. */
  key: string | null;
  /** JSON, `{ cs, en, sk }`. */
  names: string;
  quantity: Quantity;
  kind: SensorKind;
  /** UCUM. */
  display_unit: string;
  decimals: number | null;
  /** In the canonical unit. */
  range_min: number | null;
  range_max: number | null;
  mean: MeanKind;
  color: number | null;
  /** JSON of the contract's `stateWords`. */
  state_words: string | null;
  /** Days that readings and summaries of its channels are kept; null = as the organisation says, 0 = for ever. */
  keep_readings_days: Defaulted<number | null>;
  keep_5m_days: Defaulted<number | null>;
  keep_1h_days: Defaulted<number | null>;
  /** Its names in all languages, folded. */
  search: string;
}

interface ReceivedDataTable {
  /** Grows over the whole database and is never given twice; below zero = kept before messages had one. */
  no: number;
  /** `organizations.no` and `dataloggers.no`, a tenth as wide as their UUIDs. */
  org_no: number;
  datalogger_no: number;
  /** Of `received_data_senders`. */
  sender_no: number;
  /** The id that it had before it was stored; null = it follows from its number and its receipt, see `messageId`. */
  given_id: Defaulted<string | null>;
  door: string;
  /** As `decoderOf` names it; null = kept before messages had this. */
  decoder: string | null;
  content_type: string | null;
  content_encoding: string | null;
  received_at: Micros;
  /** Bytes as they came over the wire. */
  size: number;
  /** As it came over the wire, or compressed by us where that is shorter; empty where it lies in a group. */
  body: Uint8Array;
  /** How `body` is to be unzipped; null = it isn't compressed, or nobody could tell how. */
  body_encoding: Defaulted<BodyEncoding | null>;
  status: ReceivedStatus;
  points: number;
  new: number;
  duplicate: number;
  replaced: number;
  error_count: number;
  /** JSON array of ingest errors, at most 100. */
  errors: string | null;
  /** What was taken, but not as it was written; JSON as of errors. */
  warning_count: Defaulted<number>;
  warnings: Defaulted<string | null>;
  /** Under which it was published, without a token; null = not over MQTT, or kept before messages had this. */
  topic: Defaulted<string | null>;
  /** Times of the oldest and the newest reading that was understood in it; null = there was none. */
  min_ts: Defaulted<Micros | null>;
  max_ts: Defaulted<Micros | null>;
  /** When somebody took back what it gave; null = nobody did. */
  withdrawn_at: Defaulted<Micros | null>;
  /** `body_groups.id`, where its body lies with those of its neighbours; null = it is its own. */
  body_group: Defaulted<number | null>;
}

/** Bodies of older messages of one logger, packed together: docs/chunk-format.md. An id is never used again. */
interface BodyGroupsTable {
  id: Generated<number>;
  org_no: number;
  datalogger_no: number;
  /** Receipt of the first and of the last of its messages. */
  first_at: Micros;
  last_at: Micros;
  /** How many bodies are in it. */
  n: number;
  data: Uint8Array;
}

/** By whose token messages came, and in which workspace their logger was: few rows that many messages share. */
interface ReceivedDataSendersTable {
  no: Generated<number>;
  org_no: number;
  workspace_id: string;
  /** Of a credential or a gateway; empty = by none. */
  credential_id: string;
}

/** What a message was before a task read it again or took it back, and what it was then; JSON of columns of its row. */
interface ReceivedDataChangesTable {
  organization_id: string;
  task_id: string;
  received_data_id: string;
  before: string;
  after: string;
}

/** `num` for numbers and booleans (0/1), `text` for words, also those of a sensor in error: exactly one of them is not null. */
interface ReadingsTable {
  org_no: number;
  channel_no: number;
  ts: Micros;
  num: number | null;
  text: string | null;
  /** Bits, see `reading-store.ts`; 0 = good. */
  quality: Defaulted<number>;
  /** `received_data.no` of the message that it came from, also when a later one said the same; 0 = nobody knows, older than everything. */
  src: Defaulted<number>;
}

/** Readings at rest, see `chunks.ts`: no others of the channel lie between `first_ts` and `last_ts`. */
interface ReadingChunksTable {
  /** Never used again when the row is gone. */
  id: Generated<number>;
  org_no: number;
  channel_no: number;
  first_ts: Micros;
  last_ts: Micros;
  n: number;
  data: Uint8Array;
}

/** Old rollups: buckets from `first_ts` to `last_ts` as bytes; none of the channel lies between them but what is in it. */
interface RollupBlocksTable {
  /** Never used again when the row is gone. */
  id: Generated<number>;
  org_no: number;
  channel_no: number;
  resolution: RollupResolution;
  /** Beginnings of the first bucket and of the last. */
  first_ts: Micros;
  last_ts: Micros;
  n: number;
  data: Uint8Array;
}

/** Moments of readings whose `quality` says that they were ahead of their receipt; like rollups they outlive the readings. */
interface ReadingsAheadTable {
  org_no: number;
  channel_no: number;
  ts: Micros;
}

/** What other messages than that of `readings.src` say of the same moment. */
interface ReadingRevisionsTable {
  org_no: number;
  channel_no: number;
  ts: Micros;
  replaced_at: Micros;
  id: string;
  num: number | null;
  text: string | null;
  quality: Defaulted<number>;
  /** As `readings.src`. */
  src: Defaulted<number>;
}

/** Rollup of the numeric readings of one bucket, see `rollups.ts`; `ts` is the bucket's start. */
interface RollupTable {
  org_no: number;
  channel_no: number;
  ts: Micros;
  /** Readings that count; of a bucket with none only `left_out` says anything. */
  n: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  last: number;
  first_ts: Micros;
  last_ts: Micros;
  area: Defaulted<number>;
  resets: Defaulted<number>;
  left_out: Defaulted<number>;
}

interface TaxonomiesTable extends Stamps {
  organization_id: string;
  id: string;
  /** Of those that come with the product: their row exists once somebody changed them. */
  key: string | null;
  /** JSON, `{ cs, en, sk }`. */
  names: string;
  /** JSON array of categories. */
  categories: string;
  to_check: number;
}

interface ActivitiesTable extends Stamps {
  organization_id: string;
  id: string;
  workspace_id: string;
  name: string;
  /** The name as lists sort it: without case and accents, numbers by size. */
  name_key: Defaulted<string>;
  /** Everything that a search looks through, without case and accents. */
  search: Defaulted<string>;
  short: string | null;
  icon: string | null;
  color: number;
  kind: ActivityKind;
  loss: number;
  element: number;
  ends_cycle: number;
  /** JSON, id of a taxonomy → code of a category. */
  categories: string;
}

interface ScreensTable extends Stamps {
  organization_id: string;
  id: string;
  workspace_id: string;
  name: string;
  /** The name as lists sort it: without case and accents, numbers by size. */
  name_key: Defaulted<string>;
  /** Everything that a search looks through, without case and accents. */
  search: Defaulted<string>;
  method: Method;
  machine_id: string | null;
  /** JSON of a definition. */
  draft: string;
  version: number | null;
  published_at: Micros | null;
}

/** Never changes once it is there. */
interface ScreenVersionsTable {
  organization_id: string;
  screen_id: string;
  version: number;
  name: string;
  method: Method;
  definition: string;
  /** JSON array of the activities as they were. */
  activities: string;
  published_at: Micros;
  published_by: string | null;
}

/** A piece of work whose standard time is measured. */
interface OperationsTable extends Stamps {
  organization_id: string;
  id: string;
  workspace_id: string;
  code: string;
  code_key: Defaulted<string>;
  name: string;
  name_key: Defaulted<string>;
  search: Defaulted<string>;
  product: string | null;
  machine_id: string | null;
  unit: string;
  pieces_per_cycle: number;
  setup_s: number;
  batch: number;
  shift_h: number;
  allowance_set_id: string | null;
  /** JSON array of the contract's `elementSettings`. */
  elements: string;
  note: string | null;
}

interface AllowanceSetsTable extends Stamps {
  organization_id: string;
  id: string;
  name: string;
  name_key: Defaulted<string>;
  search: Defaulted<string>;
  basis: 'job' | 'workday';
  /** JSON of the contract's `allowanceShares`. */
  shares: string;
  /** JSON of the table of points and of what it was asked for; null = shares are given. */
  points: Defaulted<string | null>;
  to_confirm: Flag;
  version: number;
}

/** Never changes. */
interface AllowanceSetVersionsTable {
  organization_id: string;
  set_id: string;
  version: number;
  basis: 'job' | 'workday';
  shares: string;
  /** JSON of the table of points and of what it was asked for; null = shares are given. */
  points: Defaulted<string | null>;
  made_at: Micros;
  made_by: string | null;
}

/** A standard from its review on; once approved nothing of it changes but the moment when the next one took its place. */
interface StandardVersionsTable {
  organization_id: string;
  operation_id: string;
  version: number;
  hash: string;
  formula: string;
  /** Seconds for one piece: `standard` of the card. */
  standard: number;
  /** JSON of the contract's `standardCard`, `standardParameters` and sources. */
  card: string;
  parameters: string;
  sources: string;
  reviewed_at: Micros;
  reviewed_by: string | null;
  review_note: string | null;
  approved_at: Micros | null;
  approved_by: string | null;
  statement: string | null;
  superseded_at: Micros | null;
}

interface MeasurementsTable extends Stamps {
  organization_id: string;
  id: string;
  workspace_id: string;
  name: string;
  /** The name as lists sort it: without case and accents, numbers by size. */
  name_key: Defaulted<string>;
  /** Everything that a search looks through, without case and accents. */
  search: Defaulted<string>;
  screen_id: string;
  screen_version: number;
  method: Method;
  machine_id: string | null;
  operation_id: Defaulted<string | null>;
  /** JSON array of who is observed on which lane, names included. */
  lanes: string;
  state: MeasurementState;
  /** Milliseconds since the epoch, UTC, like everything about taps. */
  started_ms: number | null;
  ended_ms: number | null;
  /** When the server came to know of the end, and after which tap; null while it runs. */
  finished_at: Defaulted<Micros | null>;
  finished_seq: Defaulted<number | null>;
  /** JSON of how activities were sorted when somebody kept it; null = as they are today. */
  categories: Defaulted<string | null>;
  day: string;
  /** JSON `{ name, from, to }`. */
  shift: string | null;
  observer_id: string | null;
  consent_at: Micros | null;
  note: string | null;
  tap_count: Defaulted<number>;
  entry_count: Defaulted<number>;
  conflict_count: Defaulted<number>;
}

/** Who opened, joined or tapped a measurement while it ran: late taps of theirs are taken. */
interface MeasurementParticipantsTable {
  organization_id: string;
  measurement_id: string;
  /** A person or a service's key. */
  actor_id: string;
  joined_at: Micros;
}

/** The truth of a measurement; rows are only ever added. */
interface TapEventsTable {
  organization_id: string;
  measurement_id: string;
  id: string;
  seq: number;
  /** JSON of the tap, as it came. */
  body: string;
  received_at: Micros;
  user_id: string | null;
}

/** Computed from the taps, see src/lib/domain/taps; always equal to a recomputation. */
interface EntriesTable {
  organization_id: string;
  measurement_id: string;
  id: string;
  lane: string;
  kind: 'state' | 'pause' | 'unassigned';
  activity_id: string | null;
  from_ms: number;
  to_ms: number | null;
  interrupts: number;
  rating: number | null;
  note: string | null;
  /** Why figures leave it out. */
  excluded: string | null;
  order_name: string | null;
  product_name: string | null;
  batch_name: string | null;
  cycle: number;
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
  logger_health: LoggerHealthTable;
  credentials: CredentialsTable;
  gateways: GatewaysTable;
  device_identities: DeviceIdentitiesTable;
  quarantined_messages: QuarantinedMessagesTable;
  channels: ChannelsTable;
  alarm_rules: AlarmRulesTable;
  alarm_rule_versions: AlarmRuleVersionsTable;
  alarm_watches: AlarmWatchesTable;
  alarms: AlarmsTable;
  alarm_backlogs: AlarmBacklogsTable;
  alarm_notices: AlarmNoticesTable;
  alarm_escalations: AlarmEscalationsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  recordings: RecordingsTable;
  recording_channels: RecordingChannelsTable;
  recording_notes: RecordingNotesTable;
  recording_revisions: RecordingRevisionsTable;
  recording_imports: RecordingImportsTable;
  report_schedules: ReportSchedulesTable;
  report_runs: ReportRunsTable;
  recording_shares: RecordingSharesTable;
  recording_share_index: RecordingShareIndexTable;
  recording_plans: RecordingPlansTable;
  recording_plan_runs: RecordingPlanRunsTable;
  embeds: EmbedsTable;
  embed_channels: EmbedChannelsTable;
  embed_index: EmbedIndexTable;
  body_groups: BodyGroupsTable;
  marks: MarksTable;
  calibrations: CalibrationsTable;
  calibration_notices: CalibrationNoticesTable;
  mark_backlogs: MarkBacklogsTable;
  received_data: ReceivedDataTable;
  received_data_changes: ReceivedDataChangesTable;
  received_data_senders: ReceivedDataSendersTable;
  people: PeopleTable;
  invitations: InvitationsTable;
  invitation_index: InvitationIndexTable;
  password_resets: PasswordResetsTable;
  mail_outbox: MailOutboxTable;
  push_subscriptions: PushSubscriptionsTable;
  push_messages: PushMessagesTable;
  contact_messages: ContactMessagesTable;
  api_keys: ApiKeysTable;
  api_key_index: ApiKeyIndexTable;
  shift_calendars: ShiftCalendarsTable;
  machines: MachinesTable;
  files: FilesTable;
  favorites: FavoritesTable;
  saved_views: SavedViewsTable;
  sensor_types: SensorTypesTable;
  logger_types: LoggerTypesTable;
  logger_type_versions: LoggerTypeVersionsTable;
  tasks: TasksTable;
  task_queue: TaskQueueTable;
  imports: ImportsTable;
  logger_outages: LoggerOutagesTable;
  outage_notices: OutageNoticesTable;
  outage_mails: OutageMailsTable;
  taxonomies: TaxonomiesTable;
  activities: ActivitiesTable;
  screens: ScreensTable;
  screen_versions: ScreenVersionsTable;
  operations: OperationsTable;
  allowance_sets: AllowanceSetsTable;
  allowance_set_versions: AllowanceSetVersionsTable;
  standard_versions: StandardVersionsTable;
  measurements: MeasurementsTable;
  measurement_participants: MeasurementParticipantsTable;
  tap_events: TapEventsTable;
  entries: EntriesTable;
  readings: ReadingsTable;
  reading_chunks: ReadingChunksTable;
  reading_revisions: ReadingRevisionsTable;
  readings_ahead: ReadingsAheadTable;
  rollup_blocks: RollupBlocksTable;
  readings_5m: RollupTable;
  readings_1h: RollupTable;
}

export type Row<T extends keyof Schema> = Selectable<Schema[T]>;
export type NewRow<T extends keyof Schema> = Insertable<Schema[T]>;
