import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Locale } from '../../constants.ts';
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import { MOST_ATTACHED_BYTES, REPORTS_KEPT_DAYS } from '../../contract/report-schedules.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { href } from '../../i18n/href.ts';
import type { Ctx, Deps, Job } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { Row } from '../kernel/schema.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { alarmNoticesRepo } from '../notifications/alarm-notices.repo.ts';
import { tellMaker } from '../notifications/tell-maker.ts';
import { readers } from '../notifications/who-may-read.ts';
import { channelsOfLogger, type MadeFile, periodReport } from '../reports/reports.service.ts';
import { reportSchedulesRepo } from './report-schedules.repo.ts';
import { nextOf } from './report-schedules.service.ts';

/**
 * Makes what is due. A claim has a lease, so one process makes a report and another one goes on where it died; the file, its mails and the time of
 * the next one are one transaction, so every period is made and sent once.
 */

const EVERY_MS = 30_000;
/** Whoever hasn't finished in so long has lost it, microseconds: a report takes a minute at most. */
const LEASE_US = 5 * 60e6;
/** Failures of one period after which it is told as failed. */
const MOST_ATTEMPTS = 5;
/** They pass. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['storage_busy', 'stopping', 'over_read_budget', 'read_too_long', 'request_ended']);
/** Larger files aren't kept. */
const MOST_BYTES = 20_000_000;
const DAY_US = 86_400e6;
/** A mail that lay for so long tells of yesterday. */
const STALE_US = 2 * DAY_US;

type Organization = { id: string; no: number; name: string };
type Claimed = Row<'report_schedules'>;

export const runSchedules: Job = {
  name: 'reports.run',
  everyMs: EVERY_MS,
  async run(deps) {
    const organizations = await deps.db.read({ directory: true }, (db) =>
      db.selectFrom('organizations').select(['id', 'no', 'name']).where('archived_at', 'is', null).orderBy('no').execute(),
    );
    for (const organization of organizations) {
      // Whatever was missed while nothing ran is made one after another.
      while (!deps.stopping?.() && (await turn(deps, organization)));
      await nextTurn();
    }
  },
};

/** Files that were kept long enough. */
export const forgetReports: Job = {
  name: 'reports.forget',
  everyMs: 6 * 3_600_000,
  async run({ db, clock }) {
    const organizations = await db.read({ directory: true }, (tx) => tx.selectFrom('organizations').select('id').execute());
    for (const { id } of organizations)
      await db.write(id, (tx) => reportSchedulesRepo({ db: tx, organization_id: id }).forget(clock.now() - REPORTS_KEPT_DAYS * DAY_US));
  },
};

/** Makes one that is due; false when none is. */
async function turn(deps: Deps, organization: Organization): Promise<boolean> {
  const { db, clock, ids, log } = deps;
  const now = clock.now();
  const repoOf = (tx: Db) => reportSchedulesRepo({ db: tx, organization_id: organization.id });
  const owner = ids.token(9);
  for (const { id } of await db.read(organization.id, (tx) => repoOf(tx).due(now))) {
    const row = await db.write(organization.id, (tx) => repoOf(tx).claim(id, { owner, now, until: now + LEASE_US }));
    if (!row) continue;
    try {
      await make(deps, organization, row, owner);
      return true;
    } catch (error) {
      log.error({ organization_id: organization.id, schedule: id, err: error }, 'report not made');
      // The lease lasts: the others have their turn first, and this one comes again later.
    }
  }
  return false;
}

async function make(deps: Deps, organization: Organization, row: Claimed, owner: string): Promise<void> {
  const { db } = deps;
  const organization_id = organization.id;
  const repoOf = (tx: Db) => reportSchedulesRepo({ db: tx, organization_id });
  const { next_from: from, next_to: to } = row;
  const isMade = from === null || to === null || (await db.read(organization_id, (tx) => repoOf(tx).hasRun(row.id, from, to)));
  const made = isMade ? null : await fileOf(deps, organization, row, { from: from!, to: to! });
  const now = deps.clock.now();
  const after = row.next_at!;
  const mailed = await db.write(organization_id, async (tx) => {
    const repo = repoOf(tx);
    const next = await nextOf(tx, organization_id, row, from === null ? now : after);
    if (!(await repo.settle(row, owner, { ...next, attempts: 0 }))) {
      // Somebody changed it meanwhile, or another process took it over.
      await repo.release(row.id, owner);
      return null;
    }
    if (made === null) return 0;
    const runId = deps.ids.uuid();
    const run = { id: runId, schedule_id: row.id, from_ts: from!, to_ts: to!, made_at: now };
    if ('failure' in made) {
      const isFirst = await repo.wentWell(row.id);
      await repo.putRun({ ...run, failure: made.failure, name: null, media_type: null, hash: null, size: null, data: null, mailed: 0 });
      if (!isFirst) return 0;
      const facts = await factsOf(deps, tx, organization, row, run);
      const isTold = await tellMaker(deps, tx, row, runId, (locale) => ({ template: 'report_failed', params: facts(locale) }));
      return isTold ? 1 : 0;
    }
    const { bytes, mediaType, name, hash } = made;
    const people = await recipientsOf(tx, organization_id, row);
    const count = deps.mail.leaves ? people.length : 0;
    const data = Buffer.from(bytes);
    await repo.putRun({ ...run, failure: null, name, media_type: mediaType, hash, size: bytes.byteLength, data, mailed: count });
    if (deps.mail.leaves)
      for (const one of people)
        await deps.mail.put(tx, await mailOf(deps, tx, organization, row, run, made, one), {
          organizationId: organization_id,
          entityId: runId,
        });
    return count;
  });
  if (mailed === null) return;
  if (mailed > 0) deps.mail.kick();
  deps.bus.publish(organization_id, { name: 'changed', data: { entity: 'report-schedules', id: row.id, workspace_id: row.workspace_id } });
}

/** The report of one period, with the rights of its workspace and no more; a code where it can't be made. */
async function fileOf(
  deps: Deps,
  organization: Organization,
  row: Claimed,
  window: { from: number; to: number },
): Promise<MadeFile | { failure: ErrorCode }> {
  const ctx: Ctx = {
    ...deps,
    actor: { kind: 'system' },
    organization,
    rights: { organization: new Set(), workspaces: new Map([[row.workspace_id, new Set(['dlog:read'])]]) },
    allOrgs: false,
    requestId: `report-${row.id}`,
  };
  try {
    const channels = row.channels === null ? await channelsOfLogger(ctx, row.datalogger_id!) : (JSON.parse(row.channels) as string[]);
    const { period, format, locale } = row;
    const made = await periodReport(ctx, { channels, window, period, title: row.name, format, locale: locale as Locale });
    return made.bytes.byteLength > MOST_BYTES ? { failure: 'report_failed' } : made;
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal';
    if (PASSING.has(code) && row.attempts < MOST_ATTEMPTS) throw error;
    deps.log.error({ organization_id: organization.id, schedule: row.id, err: error }, 'report given up');
    return { failure: code };
  }
}

async function recipientsOf(db: Db, organization_id: string, { recipients, workspace_id }: Claimed) {
  return readers(await alarmNoticesRepo({ db, organization_id }).recipients(JSON.parse(recipients) as string[]), workspace_id);
}

interface Window {
  from_ts: number;
  to_ts: number;
}

/** What every mail about a report of that time says. */
async function factsOf({ config }: Deps, db: Db, organization: Organization, row: Claimed, { from_ts, to_ts }: Window) {
  const { time_zone } = await tenantDb({ db, organization_id: organization.id })
    .selectFrom('workspaces')
    .select('time_zone')
    .where('id', '=', row.workspace_id)
    .executeTakeFirstOrThrow();
  return (locale: Locale) => ({
    organization: organization.name,
    report: row.name,
    from: formatInstant(from_ts),
    to: formatInstant(to_ts),
    time_zone,
    url: new URL(href(`/dlog/reports?org=${organization.id}`, null, locale), config.siteUrl).href,
  });
}

async function mailOf(
  deps: Deps,
  db: Db,
  organization: Organization,
  row: Claimed,
  run: Window & { id: string },
  { bytes, name, mediaType }: MadeFile,
  to: { email: string; locale: string },
) {
  const locale = to.locale as Locale;
  const facts = (await factsOf(deps, db, organization, row, run))(locale);
  return {
    to: to.email,
    locale,
    template: 'report' as const,
    until: deps.clock.now() + STALE_US,
    params: { ...facts, attached: bytes.byteLength <= MOST_ATTACHED_BYTES ? { run_id: run.id, name, media_type: mediaType } : null },
  };
}
