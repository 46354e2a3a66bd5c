import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { openSession } from '../src/lib/server/auth/sessions.ts';
import { dataloggersRepo } from '../src/lib/server/dataloggers/dataloggers.repo.ts';
import { createBus } from '../src/lib/server/events/bus.ts';
import { parseConfig } from '../src/lib/server/kernel/config.ts';
import type { Deps } from '../src/lib/server/kernel/context.ts';
import type { App } from '../src/lib/server/kernel/http.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { createKeyRing } from '../src/lib/server/kernel/keys.ts';
import { createMailer } from '../src/lib/server/mail/mailer.ts';
import { createApp } from '../src/lib/server/process/app.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { usersRepo } from '../src/lib/server/users/users.repo.ts';

/** An application in this process over a database of its own, with one signed-in owner. */
export interface BenchApp {
  deps: Deps;
  app: App;
  folder: string;
  organization: { id: string; no: number };
  workspaceId: string;
  /** `Authorization` of the owner. */
  authorization: string;
  stamps: { created_at: number; created_by: null; updated_at: number; updated_by: null; archived_at: null };
  close(): Promise<void>;
}

export async function openBenchApp(postgres?: { url: string; ownerUrl: string }): Promise<BenchApp> {
  const folder = mkdtempSync(join(tmpdir(), 'taktlog-bench-'));
  const config = parseConfig({ DATA_DIR: folder, DATABASE_URL: postgres?.url, DATABASE_OWNER_URL: postgres?.ownerUrl, HOST: '127.0.0.1' });
  const db = openDatabase(config, { clock: systemClock });
  await db.migrate();
  const keys = createKeyRing([{ secret: new Uint8Array(32).fill(1), from: 0, raw: false }], systemClock);
  const base = {
    config,
    db,
    clock: systemClock,
    ids: systemIds,
    bus: createBus({ clock: systemClock }),
    log: pino({ level: 'silent' }),
    keys,
  };
  const deps: Deps = { ...base, mail: createMailer(base) };
  const now = systemClock.now();
  const stamps = { created_at: now, created_by: null, updated_at: now, updated_by: null, archived_at: null };
  const id = systemIds.uuid();
  const userId = systemIds.uuid();
  const workspaceId = systemIds.uuid();
  const no = await db.write(id, async (tx) => {
    const organization = await tx
      .insertInto('organizations')
      .values({ ...stamps, id, name: 'Bench', slug: 'bench', locale: 'cs', time_zone: 'Europe/Prague', ingest_quota_per_minute: null })
      .returning('no')
      .executeTakeFirstOrThrow();
    await usersRepo({ db: tx }).insert({
      ...stamps,
      id: userId,
      email: 'bench@plant.example',
      name: 'Bench',
      locale: 'cs',
      password_hash: '',
      access_all_orgs: 0,
    });
    await tx
      .insertInto('workspaces')
      .values({ ...stamps, organization_id: id, id: workspaceId, name: 'Hall', code: null, time_zone: 'Europe/Prague' })
      .execute();
    await tx
      .insertInto('people')
      .values({ ...stamps, organization_id: id, id: userId })
      .execute();
    await tx
      .insertInto('memberships')
      .values({ ...stamps, organization_id: id, id: systemIds.uuid(), user_id: userId, workspace_id: null, role: 'owner' })
      .execute();
    return organization.no;
  });
  const { token } = await db.write(null, (tx) => openSession(deps, tx, userId, { address: 'local', userAgent: null }));
  return {
    deps,
    app: createApp(deps),
    folder,
    organization: { id, no },
    workspaceId,
    authorization: `Bearer ${token}`,
    stamps,
    async close() {
      await db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A logger with channels; answers the channels' ids in order. */
export async function logger(
  bench: BenchApp,
  name: string,
  channels: { no: number; key: string }[],
  last: { ts: number; num: number } | null,
): Promise<string[]> {
  const { deps, organization, workspaceId, stamps } = bench;
  const id = deps.ids.uuid();
  const ids = channels.map(() => deps.ids.uuid());
  await deps.db.write(organization.id, async (tx) => {
    await dataloggersRepo({ db: tx, organization_id: organization.id }).insert({
      ...stamps,
      id,
      workspace_id: workspaceId,
      name,
      code: `LOG-${name}`,
      kind: 'climate',
      place: 'Store',
      expected_interval_s: 60,
      auto_channels: 1,
      channel_limit: 64,
      paused_at: null,
      first_seen_at: last?.ts ?? null,
      last_seen_at: last?.ts ?? null,
    });
    for (const [position, { no, key }] of channels.entries())
      await tx
        .insertInto('channels')
        .values({
          ...stamps,
          organization_id: organization.id,
          id: ids[position]!,
          no,
          workspace_id: workspaceId,
          datalogger_id: id,
          key,
          name: key,
          unit: '°C',
          kind: 'gauge',
          decimals: 1,
          position,
          first_ts: last?.ts ?? null,
          last_ts: last?.ts ?? null,
          last_num: last?.num ?? null,
          last_text: null,
        })
        .execute();
  });
  return ids;
}

/**
 * Seconds of one call of each side. Rounds of both take turns, so that whatever else the machine does falls on both; the pair with the median
 * ratio counts.
 * @param seconds the clock, that of the wall unless given
 */
export async function compare(
  calls: number,
  ours: () => unknown,
  raw: () => unknown,
  seconds = () => performance.now() / 1_000,
): Promise<{ ours: number; raw: number }> {
  const pairs: { ours: number; raw: number }[] = [];
  const round = async (work: () => unknown): Promise<number> => {
    const started = seconds();
    for (let n = 0; n < calls; n += 1) await work();
    return (seconds() - started) / calls;
  };
  await round(ours);
  await round(raw);
  for (let turn = 0; turn < 9; turn += 1) pairs.push({ ours: await round(ours), raw: await round(raw) });
  return pairs.toSorted((a, b) => a.raw / a.ours - b.raw / b.ours)[Math.floor(pairs.length / 2)]!;
}

/** Seconds of processor time of this process: what others do beside it counts little. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
