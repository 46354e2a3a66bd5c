import { createHash } from 'node:crypto';
import type { Locale } from '../../constants.ts';
import type { Deps } from '../context.ts';
import { dataloggersRepo } from '../dataloggers/dataloggers.repo.ts';
import { createUuidv7 } from '../ids.ts';
import type { IncomingReading } from '../readings/reading-store.ts';
import { DEMO_LOGGERS, DEMO_ZONE, type DemoLogger, type DemoValue, historyMoments } from './model.ts';
import { seedPlant } from './seed-plant.ts';
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

/**
 * Makes the demo organisation with 90 days of history.
 * @param passwordHash of the demo user, made by auth/passwords.ts
 * @param locale the language in which the plant names its things
 */
export async function seedDemo(deps: Deps, passwordHash: string, locale: Locale): Promise<DemoPlant> {
  const word = demoWords(locale);
  const now = deps.clock.now();
  const stamps = { created_at: now, created_by: null, updated_at: now, updated_by: null, archived_at: null };
  const organizationId = deps.ids.uuid();
  const userId = deps.ids.uuid();
  const workspaces = { hall: deps.ids.uuid(), store: deps.ids.uuid() };
  const made = DEMO_LOGGERS.map((logger) => ({
    logger,
    id: deps.ids.uuid(),
    credentialId: deps.ids.uuid(),
    token: `tk_${deps.ids.token(32)}`,
  }));
  let no = 0;
  const channelNo = new Map<string, number>();
  const loggerNo = new Map<string, number>();

  await deps.db.write(organizationId, async (db) => {
    const organization = await db
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
      .returning('no')
      .executeTakeFirstOrThrow();
    no = organization.no;
    await db
      .insertInto('users')
      .values({
        ...stamps,
        id: userId,
        email: EMAIL,
        name: 'Tereza Ebenová',
        locale,
        password_hash: passwordHash,
        access_all_orgs: 0,
      })
      .execute();
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
    let next = 1;
    for (const { logger, id, credentialId, token } of made) {
      const workspace_id = workspaces[logger.workspace];
      const row = await dataloggersRepo({ db, organization_id: organizationId }).insert({
        ...stamps,
        id,
        workspace_id,
        name: word(logger.name),
        code: logger.code,
        kind: word(logger.kind),
        place: word(logger.place),
        expected_interval_s: logger.interval,
        auto_channels: 1,
        channel_limit: 64,
        paused_at: null,
        first_seen_at: null,
        last_seen_at: null,
        machine_id: machineOf.get(logger.code) ?? null,
      });
      loggerNo.set(id, row.no);
      const token_hash = createHash('sha256').update(token).digest('hex');
      await db
        .insertInto('credentials')
        .values({
          organization_id: organizationId,
          id: credentialId,
          datalogger_id: id,
          label: word('simulátor'),
          token_hash,
          token_hint: token.slice(0, 7),
          created_at: now,
          created_by: userId,
          last_used_at: null,
          revoked_at: null,
          revoked_by: null,
        })
        .execute();
      await db
        .insertInto('credential_index')
        .values({ token_hash, organization_id: organizationId, credential_id: credentialId })
        .execute();
      for (const [position, channel] of logger.channels.entries()) {
        channelNo.set(`${logger.code}/${channel.key}`, next);
        await db
          .insertInto('channels')
          .values({
            ...stamps,
            organization_id: organizationId,
            id: deps.ids.uuid(),
            no: next,
            workspace_id,
            datalogger_id: id,
            key: channel.key,
            name: word(channel.name),
            unit: channel.unit,
            kind: channel.kind,
            decimals: channel.decimals,
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

  // Oldest first, with ids of their own time, so that the list of messages reads like a real one.
  const messages = made
    .flatMap(({ logger, id, credentialId }) =>
      slices(logger, Math.floor(now / 1e6)).map((moments) => ({ logger, id, credentialId, moments, at: moments.at(-1)! * 1e6 })),
    )
    .sort((a, b) => a.at - b.at);
  let at = 0;
  const uuidThen = createUuidv7({ now: () => at });
  for (const { logger, id, credentialId, moments, at: receivedAt } of messages) {
    at = receivedAt;
    const readings: IncomingReading[] = [];
    for (const s of moments)
      for (const channel of logger.channels)
        readings.push(demoReading(said(channel.at(s), word), channelNo.get(`${logger.code}/${channel.key}`)!, s));
    const body = new TextEncoder().encode(JSON.stringify(demoRows(logger, moments, word)));
    await deps.db.readings.commit({
      id: uuidThen(),
      organizationId,
      organizationNo: no,
      workspaceId: workspaces[logger.workspace],
      dataloggerId: id,
      dataloggerNo: loggerNo.get(id)!,
      credentialId,
      door: 'json',
      contentType: 'application/json',
      contentEncoding: null,
      receivedAt,
      size: body.byteLength,
      body,
      bodyEncoding: null,
      status: 'stored',
      errors: [],
      readings,
    });
  }
  return { email: EMAIL, locale, loggers: made.map(({ logger, token }) => ({ code: logger.code, token })) };
}

/** The history of one device in messages of at most {@link MESSAGE} readings. */
function slices(logger: DemoLogger, nowS: number): number[][] {
  const moments = historyMoments(logger, nowS);
  const size = Math.floor(MESSAGE / logger.channels.length);
  return Array.from({ length: Math.ceil(moments.length / size) }, (_, index) => moments.slice(index * size, (index + 1) * size));
}

function demoReading(value: DemoValue, channelNo: number, s: number): IncomingReading {
  return typeof value === 'string'
    ? { channelNo, ts: s * 1e6, num: null, text: value }
    : { channelNo, ts: s * 1e6, num: Number(value), text: null };
}

const said = (value: DemoValue, word: DemoWords): DemoValue => (typeof value === 'string' ? word(value) : value);

/** The rows as the device would have sent them. */
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
