import { batteryTrend, type Coverage, clockSkew, coverageOf, coveredWindow, twoClocks } from '../../domain/logger-health.ts';
import { besideOthers } from '../kernel/beside.ts';
import type { Deps, Job } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { rollupReader } from '../storage/readings/rollup-reader.ts';
import { type DueLogger, loggerHealthRepo } from './logger-health.repo.ts';

const MINUTE_MS = 60_000;
/** What is told is of hours and days: it need not be newer. */
const EVERY_US = 30 * 60e6;
const DAY_US = 86_400e6;
/** Loggers of an organisation that one run looks at. */
const AT_ONCE = 40;
/** They say little of how much came. */
const ASIDE: readonly string[] = ['battery', 'signal'];

type Organization = { id: string; no: number };

/** Looks at loggers that send, each once in half an hour, beside everybody else; what it finds is a row of each. */
export const healthJob = ({ pause = besideOthers }: { pause?: typeof besideOthers } = {}): Job => ({
  name: 'dataloggers.health',
  everyMs: MINUTE_MS,
  async run(deps) {
    const organizations = await deps.db.read({ directory: true }, (db) =>
      db.selectFrom('organizations').select(['id', 'no']).where('archived_at', 'is', null).orderBy('no').execute(),
    );
    for (const organization of organizations) {
      const before = deps.clock.now() - EVERY_US;
      const due = await deps.db.read(organization.id, (db) =>
        loggerHealthRepo({ db, organization_id: organization.id }).due(before, AT_ONCE),
      );
      for (const logger of due) {
        if (deps.stopping?.()) return;
        const began = performance.now();
        try {
          await look(deps, organization, logger);
        } catch (error) {
          // The others are not to wait for one that can't be looked at.
          deps.log.error({ organization_id: organization.id, datalogger_id: logger.id, err: error }, 'logger not looked at');
        }
        await pause(performance.now() - began, deps.stopping);
      }
    }
  },
});

async function look(deps: Deps, organization: Organization, logger: DueLogger): Promise<void> {
  const now = deps.clock.now();
  const found = await deps.db.read(organization.id, (db) => healthOf(db, organization, logger, now));
  await deps.db.write(organization.id, (db) =>
    loggerHealthRepo({ db, organization_id: organization.id }).put({ datalogger_id: logger.id, looked_at: now, ...found }),
  );
}

/** What the logger's rollups and newest messages tell of it at `now`. */
async function healthOf(db: Db, { id, no }: Organization, logger: DueLogger, now: number) {
  const repo = loggerHealthRepo({ db, organization_id: id });
  const rollups = rollupReader({ db, organization_no: no });
  const channels = await repo.channels(logger.id);
  const [battery, signal] = ASIDE.map((quantity) => channels.find((channel) => channel.quantity === quantity));

  const covered = { h24: null as Coverage | null, d7: null as Coverage | null };
  const { interval_s, first_seen_at } = logger;
  // Of one that is paused nothing is expected.
  if (interval_s !== null && first_seen_at !== null && logger.paused_at === null) {
    const [day, week] = [coveredWindow(now, 24, first_seen_at), coveredWindow(now, 7 * 24, first_seen_at)];
    for (const channel of channels.filter(({ quantity }) => !ASIDE.includes(quantity ?? ''))) {
      const hours = await rollups.range('1h', channel.no, week);
      covered.h24 = fuller(covered.h24, coverageOf(hours, day, interval_s));
      covered.d7 = fuller(covered.d7, coverageOf(hours, week, interval_s));
    }
  }
  const charge = battery && (await rollups.range('1h', battery.no, { from: now - 30 * DAY_US, to: now }));
  const trend = charge && batteryTrend(charge.filter(({ n }) => n > 0).map(({ ts, sum, n }) => ({ ts, value: sum / n })));
  const messages = await repo.messages(logger.no);
  const newest = messages.at(-1);
  // Two devices with one token are one sender.
  const ofSender = messages.filter(({ sender_no }) => sender_no === newest?.sender_no);
  return {
    coverage_24h: shareOf(covered.h24),
    coverage_7d: shareOf(covered.d7),
    battery_channel_id: battery?.id ?? null,
    battery_trend: trend?.kind ?? null,
    battery_days: trend?.kind === 'falling' ? trend.daysLeft : null,
    signal_channel_id: signal?.id ?? null,
    skew_us: rounded(clockSkew(ofSender)),
    two_clocks: twoClocks(ofSender) ? (1 as const) : (0 as const),
  };
}

/** Channels that send only what changes have fewer readings: the fullest tells whether the logger was there. */
const fuller = (one: Coverage | null, other: Coverage | null): Coverage | null =>
  one === null || (other !== null && other.received > one.received) ? other : one;
const shareOf = (coverage: Coverage | null): number | null => coverage && coverage.received / coverage.expected;
const rounded = (us: number | null): number | null => (us === null ? null : Math.round(us));
