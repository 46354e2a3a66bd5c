import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino, { type Logger } from 'pino';
import { afterAll, inject } from 'vitest';
import { databaseUrl, onServer } from '../../../../scripts/test-postgres.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { dataloggersRepo } from '../dataloggers/dataloggers.repo.ts';
import { createBus } from '../events/bus.ts';
import { type Config, parseConfig } from '../kernel/config.ts';
import type { Bus, Clock, Deps, Ids } from '../kernel/context.ts';
import type { Database } from '../kernel/database.ts';
import { createUuidv7 } from '../kernel/ids.ts';
import { createKeyRing, type KeyRing } from '../kernel/keys.ts';
import type { MailMessage } from '../kernel/mail-messages.ts';
import type { Mailer } from '../kernel/mailer.ts';
import { nameKey, searchKeys } from '../kernel/name-keys.ts';
import type { ReceivedMessage, ReceivedReading } from '../kernel/reading-store.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { searchText } from '../machines/machine-keys.ts';
import { createMailer } from '../mail/mailer.ts';
import { openDatabase } from '../storage/open.ts';

/** Ground of the tests: real databases, a clock that is set, and factories. Each test makes its own organisation. */

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** 2026-03-02T08:00:00Z, a Monday. */
export const TEST_NOW = Date.UTC(2026, 2, 2, 8) * 1000;

const cleanups: (() => Promise<void>)[] = [];
const shared = new Map<Engine, Promise<Database>>();

afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

/** A clock that moves only when told. */
export interface TestClock extends Clock {
  /** Microseconds since the epoch. */
  set(us: number): void;
  advance(us: number): void;
}
export function testClock(now = TEST_NOW): TestClock {
  return {
    now: () => now,
    set: (us) => {
      now = us;
    },
    advance: (us) => {
      now += us;
    },
  };
}

/** Keys of roots that never change, the first of which signs. */
export const testKeys = (...secrets: Uint8Array[]): KeyRing =>
  createKeyRing(
    secrets.map((secret) => ({ secret, from: 0, raw: false })),
    testClock(),
  );

/** Where a database lives: what `openDatabase` takes. */
export type DatabaseLocation = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>;

/** Where a test may keep a database of its own, removed at the end of the test file; unless `empty`, PostgreSQL's is migrated already. */
export async function testLocation(engine: Engine, { empty = false } = {}): Promise<DatabaseLocation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'taktlog-test-'));
  cleanups.push(async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  if (engine === 'sqlite') return { dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined };
  const server = inject('postgresUrl');
  const name = `taktlog_test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name} template ${empty ? 'template1' : inject('postgresTemplate')}`);
  cleanups.push(() => onServer(server, `drop database if exists ${name} with (force)`));
  return { dataDir, databaseUrl: databaseUrl(server, name, inject('postgresRole')), databaseOwnerUrl: databaseUrl(server, name) };
}

/** A migrated database of its own, closed and removed at the end of the test file. */
export async function freshDatabase(engine: Engine, clock: Clock = testClock()): Promise<{ db: Database; location: DatabaseLocation }> {
  const location = await testLocation(engine);
  const db = openDatabase(location, { clock });
  cleanups.push(() => db.close());
  await db.migrate();
  return { db, location };
}

/** The migrated database that all tests of the file share. */
export function testDatabase(engine: Engine): Promise<Database> {
  let database = shared.get(engine);
  if (database === undefined) {
    database = freshDatabase(engine).then(({ db }) => db);
    shared.set(engine, database);
  }
  return database;
}

/** The real bus, which also keeps what was published. */
interface RecordingBus extends Bus {
  readonly published: { organizationId: string; event: LiveEvent }[];
}
function recordingBus(clock: Clock): RecordingBus {
  const published: RecordingBus['published'] = [];
  const bus = createBus({ clock });
  bus.follow((organizationId, event) => published.push({ organizationId, event }));
  return { ...bus, published };
}

/** UUIDv7 of the test's clock; tokens count up, so that they are the same in every run. */
let tokens = 0;
function testIds(clock: Clock): Ids {
  return {
    uuid: createUuidv7(clock),
    token: (bytes) => createHash('sha512').update(`token ${++tokens}`).digest().subarray(0, bytes).toString('base64url'),
  };
}

/** The real outbox, whose mails nobody takes away; `sent` keeps what was put into it for somebody. */
interface TestMailbox extends Mailer {
  readonly sent: MailMessage[];
}
function testMailbox(deps: Omit<Deps, 'mail'>): TestMailbox {
  const sent: MailMessage[] = [];
  const transport = { leaves: true, deliver: async () => ({}), close: () => undefined };
  const mailer = createMailer(deps, transport);
  const put: Mailer['put'] = (db, message, cause) => {
    if (!message.nobody) sent.push(message);
    return mailer.put(db, message, cause);
  };
  const send: Mailer['send'] = async (message, cause) => {
    await deps.db.write(null, (db) => put(db, message, cause));
  };
  return { ...mailer, put, send, kick: () => undefined, sent };
}

export interface TestDeps extends Deps {
  clock: TestClock;
  bus: RecordingBus;
  mail: TestMailbox;
  /** Lines that were logged, parsed. */
  lines: Record<string, unknown>[];
}

let folder: string | undefined;
/** One folder for the uploads and mails of the test file. */
function dataFolder(): string {
  if (folder !== undefined) return folder;
  const made = mkdtempSync(join(tmpdir(), 'taktlog-data-'));
  cleanups.push(async () => rmSync(made, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  folder = made;
  return made;
}

/** Everything a service needs, over the database that the test file shares. */
export async function testDeps(engine: Engine, over: Partial<TestDeps> = {}): Promise<TestDeps> {
  const clock = over.clock ?? testClock();
  const lines: Record<string, unknown>[] = [];
  const log: Logger = pino({ level: 'trace', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const base = {
    config: parseConfig({ HOST: '127.0.0.1', DATA_DIR: dataFolder() }),
    db: over.db ?? (await testDatabase(engine)),
    clock,
    ids: testIds(clock),
    bus: recordingBus(clock),
    log,
    keys: testKeys(new Uint8Array(32).fill(7)),
    lines,
    ...over,
  };
  return { ...base, mail: over.mail ?? testMailbox(base) };
}

type Base = Pick<Deps, 'db' | 'clock'>;
const uuid = createUuidv7({ now: () => Date.now() * 1000 });
const unique = () => randomBytes(5).toString('hex');

function stamps({ clock }: Base) {
  const now = clock.now();
  return { created_at: now, created_by: null, updated_at: now, updated_by: null, archived_at: null };
}

export async function makeOrganization(deps: Base, over: Partial<NewRow<'organizations'>> = {}): Promise<Row<'organizations'>> {
  const row = {
    id: uuid(),
    name: 'Kovárna Dolní Lhota',
    slug: `org-${unique()}`,
    locale: 'cs',
    time_zone: 'Europe/Prague',
    ingest_quota_per_minute: null,
    ...stamps(deps),
    ...over,
  };
  return deps.db.write(row.id, (db) => db.insertInto('organizations').values(row).returningAll().executeTakeFirstOrThrow());
}

type Tenant = Pick<Row<'organizations'>, 'id'>;

export async function makeWorkspace(
  deps: Base,
  organization: Tenant,
  over: Partial<NewRow<'workspaces'>> = {},
): Promise<Row<'workspaces'>> {
  const row = {
    organization_id: organization.id,
    id: uuid(),
    name: 'Hala 1',
    code: null,
    time_zone: 'Europe/Prague',
    ...stamps(deps),
    ...over,
  };
  return deps.db.write(organization.id, (db) => db.insertInto('workspaces').values(row).returningAll().executeTakeFirstOrThrow());
}

/** A person who can't sign in unless the test gives a `password_hash`. */
export async function makeUser(deps: Base, over: Partial<NewRow<'users'>> = {}): Promise<Row<'users'>> {
  const row = {
    id: uuid(),
    email: `${unique()}@example.com`,
    name: 'Jana Nováková',
    locale: 'cs',
    password_hash: '',
    access_all_orgs: 0,
    ...stamps(deps),
    ...over,
  };
  const keyed = { ...row, ...searchKeys(row.name) };
  return deps.db.write(null, (db) => db.insertInto('users').values(keyed).returningAll().executeTakeFirstOrThrow());
}

/** A role of a person in the organisation, or with `workspace_id` in one workspace. */
export async function makeMembership(
  deps: Base,
  organization: Tenant,
  user: Pick<Row<'users'>, 'id'>,
  role: string,
  over: Partial<NewRow<'memberships'>> = {},
): Promise<Row<'memberships'>> {
  const row = { organization_id: organization.id, id: uuid(), user_id: user.id, workspace_id: null, role, ...stamps(deps), ...over };
  return deps.db.write(organization.id, async (db) => {
    await db
      .insertInto('people')
      .values({ organization_id: organization.id, id: user.id, ...stamps(deps) })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doNothing())
      .execute();
    return db.insertInto('memberships').values(row).returningAll().executeTakeFirstOrThrow();
  });
}

export async function makeDatalogger(
  deps: Base,
  workspace: Pick<Row<'workspaces'>, 'organization_id' | 'id'>,
  over: Partial<Omit<NewRow<'dataloggers'>, 'no'>> = {},
): Promise<Row<'dataloggers'>> {
  const row = {
    organization_id: workspace.organization_id,
    id: uuid(),
    workspace_id: workspace.id,
    name: `Pec ${unique()}`,
    code: null,
    kind: null,
    place: null,
    expected_interval_s: 60,
    auto_channels: 1,
    channel_limit: 64,
    paused_at: null,
    first_seen_at: null,
    last_seen_at: null,
    ...stamps(deps),
    ...over,
  };
  const { organization_id, ...rest } = row;
  return deps.db.write(organization_id, (db) => dataloggersRepo({ db, organization_id }).insert(rest));
}

export async function makeMachine(
  deps: Base,
  workspace: Pick<Row<'workspaces'>, 'organization_id' | 'id'>,
  over: Partial<Omit<NewRow<'machines'>, 'name_key' | 'search'>> = {},
): Promise<Row<'machines'>> {
  const row = {
    organization_id: workspace.organization_id,
    id: uuid(),
    workspace_id: workspace.id,
    name: `Lis ${unique()}`,
    code: null,
    kind: null,
    site: null,
    hall: null,
    line: null,
    status: 'in_operation' as const,
    manufacturer: null,
    model: null,
    serial_number: null,
    note: null,
    ideal_cycle_s: null,
    planned_stop_limit_s: null,
    micro_stop_limit_s: null,
    cost_per_hour: null,
    photo_file_id: null,
    ...stamps(deps),
    ...over,
  };
  const keyed = { ...row, name_key: nameKey(row.name), search: searchText(row as Row<'machines'>) };
  return deps.db.write(row.organization_id, (db) => db.insertInto('machines').values(keyed).returningAll().executeTakeFirstOrThrow());
}

/** A logger's credential and the token that opens it. */
export async function makeCredential(
  deps: Base,
  datalogger: Pick<Row<'dataloggers'>, 'organization_id' | 'id'>,
  over: Partial<NewRow<'credentials'>> = {},
): Promise<{ credential: Row<'credentials'>; token: string }> {
  const token = `tk_${randomBytes(32).toString('base64url')}`;
  const row = {
    organization_id: datalogger.organization_id,
    id: uuid(),
    datalogger_id: datalogger.id,
    label: null,
    token_hash: createHash('sha256').update(token).digest('hex'),
    token_hint: token.slice(0, 7),
    created_at: deps.clock.now(),
    created_by: null,
    last_used_at: null,
    revoked_at: null,
    revoked_by: null,
    ...over,
  };
  const credential = await deps.db.write(row.organization_id, async (db) => {
    await db
      .insertInto('credential_index')
      .values({ token_hash: row.token_hash, organization_id: row.organization_id, credential_id: row.id })
      .execute();
    return db.insertInto('credentials').values(row).returningAll().executeTakeFirstOrThrow();
  });
  return { credential, token };
}

export async function makeChannel(
  deps: Base,
  datalogger: Pick<Row<'dataloggers'>, 'organization_id' | 'id' | 'workspace_id'>,
  over: Partial<NewRow<'channels'>> = {},
): Promise<Row<'channels'>> {
  return deps.db.write(datalogger.organization_id, async (db) => {
    const { next } = await db
      .updateTable('organizations')
      .set((eb) => ({ next_channel_no: eb('next_channel_no', '+', 1) }))
      .where('id', '=', datalogger.organization_id)
      .returning((eb) => eb('next_channel_no', '-', 1).as('next'))
      .executeTakeFirstOrThrow();
    const key = over.key ?? `channel_${next}`;
    const row = {
      organization_id: datalogger.organization_id,
      id: uuid(),
      no: next,
      workspace_id: datalogger.workspace_id,
      datalogger_id: datalogger.id,
      key,
      name: key,
      unit: null,
      kind: 'gauge' as const,
      decimals: null,
      position: next,
      first_ts: null,
      last_ts: null,
      last_num: null,
      last_text: null,
      ...stamps(deps),
      ...over,
    };
    return db.insertInto('channels').values(row).returningAll().executeTakeFirstOrThrow();
  });
}

/** A message of a logger as the pipeline hands it to the reading store. */
export function makeMessage(
  deps: Pick<Deps, 'clock'>,
  organization: Pick<Row<'organizations'>, 'id' | 'no'>,
  datalogger: Pick<Row<'dataloggers'>, 'id' | 'no' | 'workspace_id'>,
  readings: ReceivedReading[],
  over: Partial<ReceivedMessage> = {},
): ReceivedMessage & { id: string } {
  const body = over.body ?? new TextEncoder().encode('{"temperature":21.5}');
  return {
    organizationId: organization.id,
    organizationNo: organization.no,
    workspaceId: datalogger.workspace_id,
    dataloggerId: datalogger.id,
    dataloggerNo: datalogger.no,
    credentialId: null,
    door: 'json',
    decoder: 'json@1',
    contentType: 'application/json',
    contentEncoding: null,
    receivedAt: deps.clock.now(),
    size: body.byteLength,
    body,
    bodyEncoding: null,
    status: 'stored',
    errors: [],
    readings,
    ...over,
    id: over.id ?? uuid(),
  };
}
