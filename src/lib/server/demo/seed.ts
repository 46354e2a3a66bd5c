import type { Locale } from '../../constants.ts';
import { localeOf } from '../auth/new-browser.ts';
import { credentialsRepo } from '../credentials/credentials.repo.ts';
import { newLoggerToken, TOKEN_BYTES, tokenHash, tokenHint } from '../credentials/logger-token.ts';
import { dataloggersRepo } from '../dataloggers/dataloggers.repo.ts';
import { storeTags } from '../dataloggers/logger-tags.ts';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { createUuidv7 } from '../kernel/ids.ts';
import type { ReceivedReading } from '../kernel/reading-store.ts';
import { StartError } from '../kernel/start-problem.ts';
import { packed } from '../kernel/unzip.ts';
import { copyCatalogue } from '../sensor-types/catalogue-rows.ts';
import { usersRepo } from '../users/users.repo.ts';
import { DEMO_LOGGERS, DEMO_ZONE, type DemoLogger, type DemoValue, historyMoments } from './model.ts';
import { acknowledgeHistory, seedRules, seedTypeRules } from './seed-alarms.ts';
import { seedCalibrations } from './seed-calibrations.ts';
import { seedGateway } from './seed-gateway.ts';
import { seedPlant } from './seed-plant.ts';
import { seedRecordings } from './seed-recordings.ts';
import { seedReports } from './seed-reports.ts';
import { seedTypes } from './seed-types.ts';
import { type DemoWords, demoWords } from './words.ts';

/** What the simulators need to go on; kept by the caller in a file that only its owner may read. */
export interface DemoPlant {
  email: string;
  /** The language that its machines speak as well. */
  locale: Locale;
  loggers: { code: string; token: string }[];
}

const EMAIL = 'demo@taktlog.example';
/** Loggers that the demo's person has marked for her dashboard. */
const FAVORITES: ReadonlySet<string> = new Set(['LOG-0003', 'LOG-0005', 'LOG-0009', 'LOG-0014']);
/** Readings in one message of the history. */
const MESSAGE = 2_000;

/** A plant that stands in the database, maybe without all of its history. */
interface SeededPlant {
  organization: { id: string; no: number; locale: string };
  userId: string;
  loggers: {
    logger: DemoLogger;
    id: string;
    no: number;
    workspaceId: string;
    channels: Map<string, number>;
    /** Seconds of its newest reading; null = none yet. */
    lastS: number | null;
  }[];
}

/**
 * Makes the demo organisation with 90 days of history. Where a start before was cut off, or what it kept beside the database is gone, it goes
 * on with the plant that stands there: its person gets the password, its loggers get new tokens, and what its history lacks is added.
 * @param passwordHash of the demo user, made by auth/passwords.ts
 * @param locale the language in which a new plant names its things
 * @throws StartError when a plant stands there that its visitors have changed beyond recognition
 */
export async function seedDemo(deps: Deps, passwordHash: string, locale: Locale): Promise<DemoPlant> {
  const isNew = !(await demoUser(deps));
  if (isNew) await makePlant(deps, passwordHash, locale);
  const plant = await seededPlantOf(deps);
  if (!plant)
    throw new StartError(
      `The database holds the demo's user ${EMAIL}, but not its plant: give the demo an empty database (DATABASE_URL) or folder (DATA_DIR).`,
    );
  const { organization, userId, loggers } = plant;
  await deps.db.write(null, (db) => db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute());
  const spoken = localeOf(organization);
  const word = demoWords(spoken);
  const given = new Map<string, { token: string; credentialId: string }>();
  await deps.db.write(organization.id, async (db) => {
    for (const { id } of loggers) given.set(id, await giveToken(deps, db, plant, id, word));
  });
  await fillHistory(deps, plant, word, (id) => given.get(id)!.credentialId);
  if (isNew) {
    await acknowledgeHistory(deps, { organization_id: organization.id, userId });
    const channelsOf = await channelIdsOf(deps, organization.id);
    await seedCalibrations(deps, { organization, userId }, channelsOf);
    await seedRecordings(deps, { organization, userId, word }, channelsOf);
    await seedReports(deps, { organization, userId, word, locale: spoken }, channelsOf);
  }
  return { email: EMAIL, locale: spoken, loggers: loggers.map(({ logger, id }) => ({ code: logger.code, token: given.get(id)!.token })) };
}

/** Ids of the channels of a logger, by their keys. */
async function channelIdsOf(deps: Pick<Deps, 'db'>, organizationId: string): Promise<(code: string) => ReadonlyMap<string, string>> {
  const rows = await deps.db.read(organizationId, (db) =>
    db
      .selectFrom('channels as c')
      .innerJoin('dataloggers as d', (join) =>
        join.onRef('d.id', '=', 'c.datalogger_id').onRef('d.organization_id', '=', 'c.organization_id'),
      )
      .select(['c.id', 'c.key', 'd.code'])
      .where('c.organization_id', '=', organizationId)
      .execute(),
  );
  return (code) => new Map(rows.filter((row) => row.code === code).map(({ key, id }) => [key, id]));
}

const demoUser = (deps: Pick<Deps, 'db'>) =>
  deps.db.read(null, (db) => db.selectFrom('users').select('id').where('email', '=', EMAIL).executeTakeFirst());

/** Does the plant of a file that was kept stand in this database? */
export const isDemoHere = async (deps: Pick<Deps, 'db'>): Promise<boolean> => (await seededPlantOf(deps)) !== null;

/** The organisation that the demo's user owns, and his id; null where there is no demo. */
export async function demoOrganization(deps: Pick<Deps, 'db'>): Promise<{ id: string; no: number; locale: string; userId: string } | null> {
  const user = await demoUser(deps);
  if (!user) return null;
  const organization = await deps.db.read({ user: user.id }, (db) =>
    db
      .selectFrom('memberships as m')
      .innerJoin('organizations as o', 'o.id', 'm.organization_id')
      .select(['o.id', 'o.no', 'o.locale'])
      .where('m.user_id', '=', user.id)
      .where('m.role', '=', 'owner')
      .orderBy('o.no')
      .executeTakeFirst(),
  );
  return organization ? { ...organization, userId: user.id } : null;
}

async function seededPlantOf(deps: Pick<Deps, 'db'>): Promise<SeededPlant | null> {
  const organization = await demoOrganization(deps);
  if (!organization) return null;
  const { userId } = organization;
  const [rows, channels] = await deps.db.read(organization.id, async (db) => [
    await db
      .selectFrom('dataloggers')
      .select(['id', 'no', 'code', 'workspace_id'])
      .where('organization_id', '=', organization.id)
      .where('archived_at', 'is', null)
      .execute(),
    await db
      .selectFrom('channels')
      .select(['datalogger_id', 'key', 'no', 'last_ts'])
      .where('organization_id', '=', organization.id)
      .execute(),
  ]);
  const loggers = DEMO_LOGGERS.flatMap((logger) => {
    const row = rows.find(({ code }) => code === logger.code);
    if (!row) return [];
    const own = channels.filter(({ datalogger_id }) => datalogger_id === row.id);
    const last = Math.max(...own.map(({ last_ts }) => last_ts ?? 0));
    const numbers = new Map(own.map(({ key, no }) => [key, no]));
    if (!logger.channels.every(({ key }) => numbers.has(key))) return [];
    return [
      { logger, id: row.id, no: row.no, workspaceId: row.workspace_id, channels: numbers, lastS: last > 0 ? Math.floor(last / 1e6) : null },
    ];
  });
  return loggers.length === 0 ? null : { organization, userId, loggers };
}

/** A token that the simulator knows, in place of those that nobody knows any more. */
async function giveToken(
  deps: Deps,
  db: Db,
  { organization, userId }: SeededPlant,
  dataloggerId: string,
  word: DemoWords,
): Promise<{ token: string; credentialId: string }> {
  const repo = credentialsRepo({ db, organization_id: organization.id });
  const now = deps.clock.now();
  const label = word('simulátor');
  for (const row of await repo.list(dataloggerId)) if (row.label === label && row.revoked_at === null) await repo.revoke(row, now, userId);
  const token = newLoggerToken(deps.ids.token(TOKEN_BYTES));
  const credentialId = deps.ids.uuid();
  await repo.insert({
    id: credentialId,
    datalogger_id: dataloggerId,
    label,
    token_hash: tokenHash(token),
    token_hint: tokenHint(token),
    created_at: now,
    created_by: userId,
    last_used_at: null,
    revoked_at: null,
    revoked_by: null,
  });
  return { token, credentialId };
}

/** Types of the catalogue that the plant's channels are of, by their unit, else by their kind. */
const TYPE_OF: Record<string, string> = {
  '°C': 'air_temperature',
  '% RH': 'relative_humidity',
  '%': 'battery',
  kW: 'power',
  kWh: 'energy',
  state: 'state',
  text: 'text',
};

/** Short words by which the plant puts its loggers together. */
const TAGS: Record<string, readonly string[]> = {
  'LOG-0003': ['HACCP'],
  'LOG-0004': ['HACCP', 'na baterie'],
  'LOG-0006': ['HACCP', 'chlazení'],
  'LOG-0007': ['HACCP', 'chlazení'],
  'LOG-0008': ['HACCP', 'chlazení'],
};

/** All of the plant but its tokens and its readings, in one transaction. */
async function makePlant(deps: Deps, passwordHash: string, locale: Locale): Promise<void> {
  const word = demoWords(locale);
  const now = deps.clock.now();
  const stamps = { created_at: now, created_by: null, updated_at: now, updated_by: null, archived_at: null };
  const organizationId = deps.ids.uuid();
  const userId = deps.ids.uuid();
  const workspaces = { hall: deps.ids.uuid(), store: deps.ids.uuid() };
  const made = DEMO_LOGGERS.map((logger) => ({ logger, id: deps.ids.uuid() }));

  await deps.db.write(organizationId, async (db) => {
    await db
      .insertInto('organizations')
      .values({
        ...stamps,
        id: organizationId,
        name: word('Ukázkový závod'),
        slug: word('ukazkovy-zavod'),
        locale,
        time_zone: DEMO_ZONE,
        ingest_quota_per_minute: null,
      })
      .execute();
    const types = await copyCatalogue({ db, organization_id: organizationId }, deps.ids, { at: now, by: null });
    await usersRepo({ db }).insert({
      ...stamps,
      id: userId,
      email: EMAIL,
      name: 'Tereza Ebenová',
      locale,
      password_hash: passwordHash,
      access_all_orgs: 0,
    });
    await db
      .insertInto('workspaces')
      .values([
        { ...stamps, organization_id: organizationId, id: workspaces.hall, name: word('Hala 2'), code: 'H2', time_zone: DEMO_ZONE },
        { ...stamps, organization_id: organizationId, id: workspaces.store, name: word('Sklady'), code: 'SK', time_zone: DEMO_ZONE },
      ])
      .execute();
    await db
      .insertInto('people')
      .values({ ...stamps, organization_id: organizationId, id: userId })
      .execute();
    await db
      .insertInto('memberships')
      .values([
        { ...stamps, organization_id: organizationId, id: deps.ids.uuid(), user_id: userId, workspace_id: null, role: 'owner' },
        ...Object.values(workspaces).map((workspace_id) => ({
          ...stamps,
          organization_id: organizationId,
          id: deps.ids.uuid(),
          user_id: userId,
          workspace_id,
          role: 'manager',
        })),
      ])
      .execute();
    const machineOf = await seedPlant(db, deps.ids, {
      organizationId,
      userId,
      workspaces,
      now,
      locale,
      domain: EMAIL.slice(EMAIL.indexOf('@') + 1),
    });
    const typeOf = await seedTypes({ db, organization_id: organizationId }, deps.ids, { sensors: types, word, now });
    const channelIds = new Map<string, string>();
    let next = 1;
    for (const { logger, id } of made) {
      const workspace_id = workspaces[logger.workspace];
      await dataloggersRepo({ db, organization_id: organizationId }).insert({
        ...stamps,
        id,
        workspace_id,
        name: word(logger.name),
        code: logger.code,
        kind: word(logger.kind),
        place: word(logger.place),
        tags: storeTags((TAGS[logger.code] ?? []).map(word)),
        expected_interval_s: logger.interval,
        auto_channels: 1,
        channel_limit: 64,
        paused_at: null,
        first_seen_at: null,
        last_seen_at: null,
        machine_id: machineOf.get(logger.code) ?? null,
        logger_type_id: typeOf.get(logger.kind) ?? null,
        logger_type_version: typeOf.has(logger.kind) ? 1 : null,
      });
      for (const [position, channel] of logger.channels.entries()) {
        const channelId = deps.ids.uuid();
        channelIds.set(`${logger.code} ${channel.key}`, channelId);
        await db
          .insertInto('channels')
          .values({
            ...stamps,
            organization_id: organizationId,
            id: channelId,
            no: next,
            workspace_id,
            datalogger_id: id,
            key: channel.key,
            name: word(channel.name),
            unit: channel.unit,
            kind: channel.kind,
            decimals: channel.decimals,
            sensor_type_id: types.get(TYPE_OF[channel.unit ?? channel.kind] ?? '') ?? null,
            state_words: channel.words ? JSON.stringify(channel.words) : null,
            position,
            first_ts: null,
            last_ts: null,
            last_num: null,
            last_text: null,
          })
          .execute();
        next += 1;
      }
    }
    const place = { organization_id: organizationId, userId, now, word };
    await seedRules(db, deps.ids, place, (code, key) => channelIds.get(`${code} ${key}`));
    await seedTypeRules(db, deps.ids, place, types);
    // A few marked ones, so that the dashboard has something to show: what the plant would watch, from both workspaces.
    await db
      .insertInto('favorites')
      .values(
        made
          .filter(({ logger }) => FAVORITES.has(logger.code))
          .map(({ id }) => ({
            organization_id: organizationId,
            user_id: userId,
            entity: 'dataloggers',
            entity_id: id,
            created_at: now,
          })),
      )
      .execute();
    await db.updateTable('organizations').set({ next_channel_no: next }).where('id', '=', organizationId).execute();
  });
  const { no } = await deps.db.read(organizationId, (db) =>
    db.selectFrom('organizations').select('no').where('id', '=', organizationId).executeTakeFirstOrThrow(),
  );
  await seedGateway(deps, { id: organizationId, no }, { workspaceId: workspaces.store, userId, word });
}

/** Adds the history after each logger's newest reading: oldest first, with ids of their own time, so that the list of messages reads like a real one. */
async function fillHistory(
  deps: Deps,
  { organization, loggers }: SeededPlant,
  word: DemoWords,
  credentialOf: (id: string) => string,
): Promise<void> {
  const nowS = Math.floor(deps.clock.now() / 1e6);
  const messages = loggers
    .flatMap((one) => slices(one.logger, nowS, one.lastS).map((moments) => ({ ...one, moments, at: moments.at(-1)! * 1e6 })))
    .sort((a, b) => a.at - b.at);
  let at = 0;
  const uuidThen = createUuidv7({ now: () => at });
  for (const { logger, id, no, workspaceId, channels, moments, at: receivedAt } of messages) {
    at = receivedAt;
    const readings: ReceivedReading[] = [];
    for (const s of moments)
      for (const channel of logger.channels) readings.push(demoReading(said(channel.at(s), word), channels.get(channel.key)!, s));
    const body = new TextEncoder().encode(JSON.stringify(demoRows(logger, moments, word)));
    await deps.db.readings.commit({
      id: uuidThen(),
      organizationId: organization.id,
      organizationNo: organization.no,
      workspaceId,
      dataloggerId: id,
      dataloggerNo: no,
      credentialId: credentialOf(id),
      door: 'json',
      decoder: 'json@1',
      contentType: 'application/json',
      contentEncoding: null,
      receivedAt,
      size: body.byteLength,
      ...(await packed(body, null)),
      status: 'stored',
      errors: [],
      readings,
    });
  }
}

/** The history of one logger in messages of at most {@link MESSAGE} readings. */
function slices(logger: DemoLogger, nowS: number, lastS: number | null): number[][] {
  const moments = historyMoments(logger, nowS).filter((s) => lastS === null || s > lastS);
  const size = Math.floor(MESSAGE / logger.channels.length);
  return Array.from({ length: Math.ceil(moments.length / size) }, (_, index) => moments.slice(index * size, (index + 1) * size));
}

function demoReading(value: DemoValue, channelNo: number, s: number): ReceivedReading {
  return typeof value === 'string'
    ? { channelNo, ts: s * 1e6, num: null, text: value }
    : { channelNo, ts: s * 1e6, num: Number(value), text: null };
}

const said = (value: DemoValue, word: DemoWords): DemoValue => (typeof value === 'string' ? word(value) : value);

/** The rows as the logger would have sent them. */
export function demoRows(
  logger: DemoLogger,
  moments: readonly number[],
  word: DemoWords,
): { ts: number; values: Record<string, DemoValue> }[] {
  return moments.map((s) => ({
    ts: s * 1_000,
    values: Object.fromEntries(logger.channels.map((channel) => [channel.key, said(channel.at(s), word)])),
  }));
}
