import type { AuditEvent, ChangedField } from '../../lib/contract/audit-events.ts';
import { ENTITIES, ENTITY_NAMES, type Entity, type EntityWith } from '../../lib/contract/entities.ts';
import { MACHINE_STATUSES, type MachineStatus } from '../../lib/contract/machines.ts';
import type { RoleSet } from '../../lib/contract/people.ts';
import type { Format } from '../../lib/i18n/format.ts';
import type { Key, T } from '../../lib/i18n/index.ts';
import { scopeWord } from '../api-keys/scope-words.ts';

/** Names of what stands in the trail. What has none yet is shown as it is stored. */

export const isEntity = (text: string | null | undefined): text is Entity => ENTITY_NAMES.some((one) => one === text);
/** These too leave rows, once when the organisation is made. */
const NAMED = [...ENTITY_NAMES, 'users', 'memberships'] as const;
type Named = (typeof NAMED)[number];
const isNamed = (text: string | undefined): text is Named => NAMED.some((one) => one === text);

/** What an entity is called: as the page of one row of it, where it has one. */
export function entityName(t: T, entity: Named): string {
  if (!hasPage(entity)) return t(`audit-events:entity.${entity}`);
  return t(`routes:${ENTITIES[entity].page}_${entity.replaceAll('-', '_')}_id.name` as Key);
}
const hasPage = (entity: Named): entity is EntityWith<'page'> => entity in ENTITIES && 'page' in ENTITIES[entity as Entity];

const ACTIONS = [
  'create',
  'update',
  'set',
  'revoke',
  'resend',
  'accept',
  'publish',
  'capture',
  'visit',
  'import',
  'remove',
  'move',
  'take_off',
  'merge',
  'unmerge',
  'acknowledge',
  'cancel',
  'undo',
  'reparse',
  'check',
  'run',
  'test',
] as const;
const isAction = (text: string | undefined): text is (typeof ACTIONS)[number] => ACTIONS.some((one) => one === text);

const FIELDS = [
  'name',
  'slug',
  'locale',
  'logo',
  'time_zone',
  'first_day',
  'duration_format',
  'currency',
  'keep_received_days',
  'keep_readings_days',
  'keep_rollups_days',
  'keep_5m_days',
  'keep_1h_days',
  'ingest_quota_per_minute',
  'ingest_mb_per_day',
  'pseudonymous_workers',
  'four_eyes',
  'created_at',
  'created_by',
  'archived_at',
  'laboratory',
  'certificate',
  'calibrated_on',
  'due_on',
  'uncertainty',
  'code',
  'description',
  'workspace_id',
  'datalogger_count',
  'machine_count',
  'member_count',
  'shifts',
  'exceptions',
  'email',
  'avatar',
  'roles',
  'role',
  'user_id',
  'state',
  'sent_at',
  'expires_at',
  'accepted_at',
  'last_active_at',
  'deactivated_at',
  'scopes',
  'token_hint',
  'last_used_at',
  'revoked_at',
  'kind',
  'place',
  'site',
  'hall',
  'line',
  'status',
  'manufacturer',
  'model',
  'serial_number',
  'note',
  'ideal_cycle_s',
  'planned_stop_limit_s',
  'micro_stop_limit_s',
  'cost_per_hour',
  'photo_file_id',
  'machine_id',
  'datalogger_id',
  'expected_interval_s',
  'logger_type_id',
  'logger_type_version',
  'sensor_type_id',
  'maker',
  'notes',
  'manual_url',
  'sampling_interval_s',
  'sending_interval_s',
  'offline_after',
  'auto_channels',
  'channel_limit',
  'channel_count',
  'paused_at',
  'first_seen_at',
  'last_seen_at',
  'refused_at',
  'mb_per_day',
  'bytes_today',
  'key',
  'unit',
  'decimals',
  'state_words',
  'position',
  'label',
  'media_type',
  'size',
  'width',
  'height',
  'method',
  'version',
  'published_at',
  'draft',
  'short',
  'icon',
  'color',
  'loss',
  'element',
  'ends_cycle',
  'categories',
  'names',
  'lanes',
  'tags',
  'day',
  'shift',
  'consent_at',
  'consent_text',
  'url',
  'severities',
  'active',
  'switched_off_at',
  'recipients',
  'escalation',
] as const;
type Field = (typeof FIELDS)[number];
const isField = (text: string): text is Field => FIELDS.some((one) => one === text);

export const fieldName = (t: T, field: string): string => (isField(field) ? t(`audit-events:field.${field}`) : field);

/** `Logger, change`. */
export function verbName(t: T, verb: string): string {
  const [entity, action] = verb.split('.');
  if (!isNamed(entity) || !isAction(action)) return verb;
  return t('audit-events:verb', { entity: entityName(t, entity), action: t(`audit-events:action.${action}`) });
}

/** How the changed row is called: by the name it has now, or had. Null when it has none. */
export function subjectOf({ before, after }: Pick<AuditEvent, 'before' | 'after'>): string | null {
  for (const row of [after, before])
    for (const field of ['name', 'label', 'email', 'key', 'token_hint']) {
      const text = row?.[field];
      if (typeof text === 'string' && text !== '') return text;
    }
  return null;
}

export interface ValueWords {
  t: T;
  format: Format;
  names: Names;
}
/** Names of workspaces and people by id, null where they aren't known. */
export interface Names {
  workspace: (id: string) => string | null;
  person: (id: string) => string | null;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/** A hash or a long text would push everything else out of sight. */
const LONGEST = 400;

/** A value for the eye. */
export function written({ field }: Pick<ChangedField, 'field'>, value: unknown, words: ValueWords): string {
  const { t, format, names } = words;
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return t('audit-events:empty_value');
  if (typeof value === 'boolean') return t(value ? 'audit-events:yes' : 'audit-events:no');
  if (typeof value === 'number') return format.number(value);
  if (field === 'roles' && isRoleSet(value)) return roleLines(value, words) || t('audit-events:empty_value');
  if (field === 'scopes' && Array.isArray(value)) return format.list(value.map((scope) => scopeWord(t, String(scope))));
  if (field === 'status' && isStatus(value)) return t(`machines:status.${value}`);
  if (field === 'workspace_id' && typeof value === 'string') return names.workspace(value) ?? value;
  if ((field === 'created_by' || field === 'user_id') && typeof value === 'string') return names.person(value) ?? value;
  if (typeof value === 'string') return INSTANT.test(value) ? breakable(format.dateTime(value, 'second')) : shortened(value);
  return shortened(JSON.stringify(value, null, 1));
}

/** In a narrow column the clock goes below the day. */
const breakable = (moment: string) => moment.replace(/\u00a0(?=\d\d?[.:]\d\d)/, ' ');
const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const isStatus = (value: unknown): value is MachineStatus => MACHINE_STATUSES.some((one) => one === value);

const isRoleSet = (value: unknown): value is RoleSet =>
  typeof value === 'object' && value !== null && 'organization' in value && 'workspaces' in value;

function roleLines({ organization, workspaces }: RoleSet, { t, format, names }: ValueWords): string {
  const list = (roles: readonly (RoleSet['organization'][number] | RoleSet['workspaces'][number]['roles'][number])[]) =>
    format.list(roles.map((role) => t(`people:role.${role}`)));
  return [
    ...(organization.length > 0 ? [list(organization)] : []),
    ...workspaces.map((one) => `${names.workspace(one.workspace_id) ?? one.workspace_id}: ${list(one.roles)}`),
  ].join('\n');
}
