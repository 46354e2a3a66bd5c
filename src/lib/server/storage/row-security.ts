import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/**
 * Row-level security on PostgreSQL, behind the repos: whoever forgets the organisation in a query gets no rows. The settings that the
 * policies read are made by each transaction for itself (`set_config(…, true)`), never for the session, which the pool would hand on.
 */

/** Tables that belong to no organisation. Everything else must have `organization_id` or `org_no`. */
export const GLOBAL_TABLES: readonly string[] = [
  'users',
  'sessions',
  'login_attempts',
  'settings',
  'credential_index',
  'invitation_index',
  'api_key_index',
  'recording_share_index',
  'embed_index',
  'password_resets',
  'mail_outbox',
  'push_subscriptions',
  'push_messages',
  'contact_messages',
  'task_queue',
  'kysely_migration',
  'kysely_migration_lock',
];
/** Tables to which rows are only ever added. */
const APPEND_ONLY: readonly string[] = ['audit_events', 'screen_versions', 'logger_type_versions', 'tap_events'];
const MIGRATIONS: readonly string[] = ['kysely_migration', 'kysely_migration_lock'];

const OWN = `organization_id = current_setting('app.organization_id', true)`;
const OWN_NO = `org_no = (select no from organizations where id = current_setting('app.organization_id', true))`;
const OF_PERSON = `(select m.organization_id from memberships m where m.user_id = current_setting('app.user_id', true) and m.archived_at is null)`;

/** What a person may read of organisations before he has chosen one, and the directory of all of them. */
const MORE_TO_READ: Record<string, string> = {
  organizations: `current_setting('app.directory', true) = 'on' or id in ${OF_PERSON}`,
  workspaces: `organization_id in ${OF_PERSON}`,
  memberships: `user_id = current_setting('app.user_id', true)`,
  people: `id = current_setting('app.user_id', true)`,
};

interface Table {
  name: string;
  columns: string[];
  forced: boolean;
  partition: boolean;
  /** Mark of the policies that it has, see {@link secureTables}. */
  mark: string | null;
}

async function tables(db: Kysely<unknown>): Promise<Table[]> {
  const { rows } = await sql<Table>`select c.relname as name, c.relforcerowsecurity as forced, c.relispartition as partition,
      (select obj_description(p.oid, 'pg_policy') from pg_policy p where p.polrelid = c.oid and p.polname = 'own') as mark,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') order by c.relname`.execute(db);
  return rows;
}

const ownPolicy = ({ name, columns }: Table): string | null => {
  if (name === 'organizations') return `id = current_setting('app.organization_id', true)`;
  if (GLOBAL_TABLES.includes(name)) return null;
  if (columns.includes('organization_id')) return OWN;
  if (columns.includes('org_no')) return OWN_NO;
  throw new Error(`${name} belongs to no organisation and is not among the global tables`);
};

/**
 * Puts every tenant table behind its policies, its owner too. What stands already is left alone, since a change locks the table; partitions
 * are reached through their parent only.
 */
export async function secureTables(db: Kysely<unknown>): Promise<void> {
  for (const table of await tables(db)) {
    const rule = ownPolicy(table);
    if (rule === null) continue;
    const name = sql.table(table.name);
    if (!table.forced) {
      await sql`alter table ${name} enable row level security`.execute(db);
      await sql`alter table ${name} force row level security`.execute(db);
    }
    if (table.partition) continue;
    const more = MORE_TO_READ[table.name];
    const mark = createHash('sha256')
      .update(`${rule} ${more ?? ''}`)
      .digest('hex');
    if (table.mark === mark) continue;
    await sql`drop policy if exists own on ${name}`.execute(db);
    await sql`drop policy if exists person on ${name}`.execute(db);
    await sql`create policy own on ${name} using (${sql.raw(rule)}) with check (${sql.raw(rule)})`.execute(db);
    if (more !== undefined) await sql`create policy person on ${name} for select using (${sql.raw(more)})`.execute(db);
    await sql`comment on policy own on ${name} is ${sql.lit(mark)}`.execute(db);
  }
}

/** Lets the owner see all rows while a migration moves them; {@link secureTables} closes the tables again. */
export async function openTables(db: Kysely<unknown>): Promise<void> {
  for (const { name, forced } of await tables(db))
    if (forced) await sql`alter table ${sql.table(name)} no force row level security`.execute(db);
}

/**
 * Gives the application's role what it needs and no more: made when it is missing, never an owner, rows of the trail can only be added.
 * @param password null for a role that signs in without one
 */
export async function prepareRole(db: Kysely<unknown>, role: string, password: string | null): Promise<void> {
  const id = sql.id(role);
  const { rows } = await sql`select 1 from pg_roles where rolname = ${role}`.execute(db);
  if (rows.length === 0) {
    const secret = password === null ? sql`` : sql` password ${sql.lit(password)}`;
    await sql`create role ${id} login nosuperuser nobypassrls nocreatedb nocreaterole${secret}`.execute(db);
  }
  const { rows: names } = await sql<{
    database: string;
    schema: string;
  }>`select current_database() as database, current_schema() as schema`.execute(db);
  await sql`grant connect on database ${sql.id(names[0]!.database)} to ${id}`.execute(db);
  await sql`grant usage on schema ${sql.id(names[0]!.schema)} to ${id}`.execute(db);
  for (const { name, partition } of await tables(db)) {
    if (partition) continue;
    const rights = MIGRATIONS.includes(name) ? 'select' : APPEND_ONLY.includes(name) ? 'select, insert' : 'select, insert, update, delete';
    await sql`grant ${sql.raw(rights)} on ${sql.table(name)} to ${id}`.execute(db);
  }
  await sql`grant usage on all sequences in schema ${sql.id(names[0]!.schema)} to ${id}`.execute(db);
}

/** Why a role can't be the application's: row-level security would not hold it. Null = it can. */
export async function roleProblem(db: Kysely<unknown>): Promise<string | null> {
  const { rows } = await sql<{ role: string; super: boolean; bypass: boolean; owned: string | null }>`
    select current_user as role, r.rolsuper as super, r.rolbypassrls as bypass,
      (select c.relname from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
        and pg_has_role(current_user, c.relowner, 'MEMBER') limit 1) as owned
    from pg_roles r where r.rolname = current_user`.execute(db);
  const [found] = rows;
  if (!found) return 'the role is not known to the server';
  if (found.super) return `the role "${found.role}" is a superuser`;
  if (found.bypass) return `the role "${found.role}" has BYPASSRLS`;
  if (found.owned !== null) return `the role "${found.role}" owns the table "${found.owned}", or may become its owner`;
  return null;
}
