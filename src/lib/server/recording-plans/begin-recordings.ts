import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, type ErrorCode } from '../../contract/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { formatter } from '../../i18n/format.ts';
import { href } from '../../i18n/href.ts';
import type { Ctx, Deps, Job } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { derivedId } from '../kernel/ids.ts';
import { tellMaker } from '../notifications/tell-maker.ts';
import { createRecording, updateRecording } from '../recordings/recordings.service.ts';
import { type OpenRun, type PlanRow, recordingPlansRepo } from './recording-plans.repo.ts';
import { nextOf, placeOf, plannedChannels } from './recording-plans.service.ts';

/**
 * Begins recordings whose time has come or whose alarm became active, and ends those of alarms that are over. The id of a recording follows from its plan
 * and from what began it, so that whoever begins it again, in another process or after a crash, gets the one that is there. What was missed while
 * nothing ran is made up for: the readings came, or will come, whenever that is.
 */

const EVERY_MS = 20_000;
const MINUTE_US = 60e6;
/** Longer ago nothing is made up for, microseconds. */
const MADE_UP_US = 31 * 86_400e6;
/** They pass: the next look tries it again. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['storage_busy', 'stopping', 'over_read_budget', 'request_ended', 'stale_rev']);

type Organization = { id: string; no: number; name: string };

export const beginRecordings: Job = {
  name: 'recordings.begin',
  everyMs: EVERY_MS,
  async run(deps) {
    const organizations = await deps.db.read({ directory: true }, (db) =>
      db.selectFrom('organizations').select(['id', 'no', 'name']).where('archived_at', 'is', null).orderBy('no').execute(),
    );
    for (const organization of organizations) {
      if (deps.stopping?.()) return;
      try {
        // Whatever was missed is begun one after another.
        while (!deps.stopping?.() && (await byClock(deps, organization)));
        await byAlarms(deps, organization);
        await endOfAlarms(deps, organization);
      } catch (error) {
        deps.log.error({ organization_id: organization.id, err: error }, 'recordings not begun');
      }
      await nextTurn();
    }
  },
};

const repoOf = (organization: Organization, db: Db) => recordingPlansRepo({ db, organization_id: organization.id });

/** The plan acts with the rights of its workspace and no more. */
const actingFor = (deps: Deps, organization: Organization, workspace_id: string, requestId: string): Ctx => ({
  ...deps,
  actor: { kind: 'system' },
  organization,
  rights: { organization: new Set(), workspaces: new Map([[workspace_id, new Set(['dlog:read', 'dlog:write'])]]) },
  allOrgs: false,
  requestId: `plan-${requestId}`,
});

/** The id of what a plan begins. */
export const idOf = (plan: string, what: string): string => derivedId(`recording-plan ${plan} ${what}`);

const timesOf = (row: PlanRow) => ({
  trigger: row.trigger_kind,
  days: JSON.parse(row.days) as number[],
  starts: JSON.parse(row.starts) as string[],
  length_min: row.length_min,
});

/** What a recording is called: by its plan and its day, with the time where a day may have several. */
export function nameOf(row: Pick<PlanRow, 'name' | 'locale' | 'trigger_kind' | 'time_zone' | 'next_shift'>, from: number): string {
  const format = formatter(row.locale, row.time_zone);
  const at = from / 1_000;
  const day = row.trigger_kind === 'times' || row.trigger_kind === 'alarm' ? format.dateTime(at, 'minute') : format.date(at);
  return [row.name, day, ...(row.trigger_kind === 'shift' && row.next_shift !== null ? [row.next_shift] : [])].join(' ').slice(0, 200);
}

/** Makes a recording, or finds the one that was made before. Null = it can't be made, and why. */
async function begin(
  deps: Deps,
  organization: Organization,
  row: PlanRow,
  { what, from, to }: { what: string; from: number; to: number | null },
): Promise<{ id: string } | { failure: ErrorCode }> {
  const ctx = actingFor(deps, organization, row.workspace_id, row.id);
  const id = idOf(row.id, what);
  try {
    const { name, purpose, note } = { name: nameOf(row, from), purpose: row.purpose, note: row.note };
    const channels = plannedChannels(row);
    await createRecording(ctx, { id, name, purpose, note, channels, from: formatInstant(from), to: formatInstant(to) });
    return { id };
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal';
    // It is there, under the name that its plan had before.
    if (code === 'conflict') return { id };
    if (PASSING.has(code)) throw error;
    deps.log.error({ organization_id: organization.id, plan: row.id, err: error }, 'recording not begun');
    return { failure: code };
  }
}

/** Begins what is due of each plan once; false when nothing is. */
async function byClock(deps: Deps, organization: Organization): Promise<boolean> {
  const { db, clock } = deps;
  const now = clock.now();
  const due = await db.read(organization.id, (tx) => repoOf(organization, tx).due(now));
  let isAny = false;
  for (const row of due) {
    if (deps.stopping?.()) return false;
    const { next_from: from, next_to: to } = row;
    const place = await db.read(organization.id, (tx) => placeOf(tx, organization.id, row.workspace_id));
    const times = timesOf(row);
    if (from === null || to === null) {
      await db.write(organization.id, (tx) => repoOf(organization, tx).settle(row, nextOf(times, place, now)));
      continue;
    }
    isAny = true;
    if (from < now - MADE_UP_US) {
      let next = nextOf(times, place, from);
      let skipped = row.skipped + 1;
      for (; next.next_from !== null && next.next_from < now - MADE_UP_US; skipped++) next = nextOf(times, place, next.next_from);
      await db.write(organization.id, (tx) => repoOf(organization, tx).settle(row, { ...next, skipped }));
      tell(deps, organization, row);
      continue;
    }
    const what = `time ${from}`;
    const begun = await begin(deps, organization, row, { what, from, to });
    await db.write(organization.id, async (tx) => {
      const repo = repoOf(organization, tx);
      const failure = 'failure' in begun ? { failure: begun.failure, failed_at: from } : { failure: null, failed_at: null };
      // Of several processes one settles it.
      const isSettled = await repo.settle(row, { ...nextOf(times, place, from), ...failure });
      await repo.putRun({ plan_id: row.id, what, recording_id: 'id' in begun ? begun.id : null, at: from, over: 1 });
      if (isSettled && 'failure' in begun && row.failure === null) await tellOfFailure(deps, tx, organization, row, from);
    });
    if ('failure' in begun) deps.mail.kick();
    tell(deps, organization, row);
    await nextTurn();
  }
  return isAny;
}

const tell = (deps: Deps, organization: Organization, { id, workspace_id }: Pick<PlanRow, 'id' | 'workspace_id'>) =>
  deps.bus.publish(organization.id, { name: 'changed', data: { entity: 'recording-plans', id, workspace_id } });

/** Told of failures in a row only of the first one. */
const tellOfFailure = (
  deps: Deps,
  db: Db,
  organization: Organization,
  { id, name, workspace_id, time_zone, created_by }: PlanRow,
  from: number,
) =>
  tellMaker(deps, db, { organization_id: organization.id, workspace_id, created_by }, id, (locale) => ({
    template: 'plan_failed',
    params: {
      organization: organization.name,
      plan: name,
      from: formatInstant(from),
      time_zone,
      url: new URL(href(`/dlog/recording-plans?org=${organization.id}`, null, locale), deps.config.siteUrl).href,
    },
  }));

type AlarmFacts = Pick<OpenRun, 'over_at' | 'latch' | 'acknowledged_at' | 'withdrawn_at'>;

/** When an alarm was cleared; null = it isn't. One that is latched waits for somebody to acknowledge it. */
export function clearedAt({ over_at, latch, acknowledged_at, withdrawn_at }: AlarmFacts): number | null {
  if (withdrawn_at !== null) return withdrawn_at;
  if (over_at === null) return null;
  if (latch !== 1) return over_at;
  return acknowledged_at === null ? null : Math.max(over_at, acknowledged_at);
}

async function byAlarms(deps: Deps, organization: Organization): Promise<void> {
  const { db } = deps;
  for (const row of await db.read(organization.id, (tx) => repoOf(organization, tx).ofAlarms())) {
    const alarms = await db.read(organization.id, (tx) => repoOf(organization, tx).newAlarms(row));
    for (const alarm of alarms) {
      if (deps.stopping?.()) return;
      const open = (await db.read(organization.id, (tx) => repoOf(organization, tx).open(row.id))).find(isRunning);
      const from = alarm.since - row.before_min * MINUTE_US;
      // While one of its alarms lasts the next one belongs to the same recording.
      const begun = open ? { id: open.recording_id } : await begin(deps, organization, row, { what: alarm.id, from, to: null });
      await db.write(organization.id, async (tx) => {
        const repo = repoOf(organization, tx);
        const recording_id = 'id' in begun ? begun.id : null;
        await repo.putRun({ plan_id: row.id, what: alarm.id, recording_id, at: alarm.since, over: recording_id === null ? 1 : 0 });
        const isFirst = await repo.setFailure(
          row.id,
          'failure' in begun ? { failure: begun.failure, failed_at: alarm.since } : { failure: null, failed_at: null },
        );
        if (isFirst) await tellOfFailure(deps, tx, organization, row, alarm.since);
      });
      if ('failure' in begun) deps.mail.kick();
      tell(deps, organization, row);
      await nextTurn();
    }
  }
}

const isRunning = ({ to_ts, approved_at, archived_at }: OpenRun): boolean => to_ts === null && approved_at === null && archived_at === null;

/** Ends recordings all of whose alarms were cleared long enough ago. */
async function endOfAlarms(deps: Deps, organization: Organization): Promise<void> {
  const { db, clock } = deps;
  const open = await db.read(organization.id, (tx) => repoOf(organization, tx).open());
  for (const runs of Map.groupBy(open, ({ recording_id }) => recording_id).values()) {
    const [first] = runs as [OpenRun, ...OpenRun[]];
    // Who ended it himself, signed it or put it away has decided.
    if (isRunning(first)) {
      const after = first.after_min * MINUTE_US;
      // Of an alarm that is there no more nobody knows when it was over: its recording ends now.
      const cleared = runs.map((run) => (run.alarm_id === null ? clock.now() - after : clearedAt(run)));
      if (cleared.includes(null)) continue;
      const to = Math.max(...(cleared as number[])) + after;
      if (to > clock.now()) continue;
      const ctx = actingFor(deps, organization, first.workspace_id, first.plan_id);
      const end = Math.max(to, (first.from_ts ?? 0) + MINUTE_US);
      try {
        await updateRecording(ctx, first.recording_id, { rev: first.rev, to: formatInstant(end) });
      } catch (error) {
        // The next look tries it again, and others end all the same.
        deps.log.error({ organization_id: organization.id, recording: first.recording_id, err: error }, 'recording not ended');
        continue;
      }
    }
    await db.write(organization.id, async (tx) => {
      for (const { plan_id, what } of runs) await repoOf(organization, tx).end(plan_id, [what]);
    });
    tell(deps, organization, { id: first.plan_id, workspace_id: first.workspace_id });
    await nextTurn();
  }
}
