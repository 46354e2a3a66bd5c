import { catchUpAlarms } from '../alarms/catch-up.ts';
import { silenceJob } from '../alarms/silence.ts';
import { RELOAD_MS } from '../auth/root-secrets.ts';
import { forgetContactMessages } from '../contact-messages/contact-messages.service.ts';
import { healthJob } from '../dataloggers/logger-health.ts';
import { forgetQuarantined } from '../device-identities/device-identities.jobs.ts';
import { forgetFiles } from '../files/files.jobs.ts';
import { forgetImports } from '../imports/imports.service.ts';
import type { Deps, Job } from '../kernel/context.ts';
import { systemTimers, type Timers } from '../kernel/timers.ts';
import { forgetMails } from '../mail/outbox.ts';
import { catchUpMarks } from '../marks/catch-up.ts';
import { alarmMailsJob } from '../notifications/alarm-mails.ts';
import { calibrationMailsJob } from '../notifications/calibration-mails.ts';
import { diskFullJob } from '../notifications/disk-full.ts';
import { forgetPush, pushJob } from '../notifications/push-delivery.ts';
import { silentLoggersJob } from '../notifications/silent-loggers.ts';
import { retention } from '../organizations/retention.ts';
import { sealJob } from '../readings/seal.ts';
import { groupBodiesJob } from '../received-data/group-bodies.ts';
import { beginRecordings } from '../recording-plans/begin-recordings.ts';
import { judgeRecordings } from '../recordings/judge.ts';
import { forgetReports, runSchedules } from '../report-schedules/run-schedules.ts';
import { TaskRunner } from '../tasks/runner.ts';
import { forgetTasks } from '../tasks/tasks.service.ts';
import { forgetDeliveries, webhooksJob } from '../webhooks/deliver.ts';
import { TASKS } from './tasks.ts';

const HOUR_MS = 3_600_000;
const TASKS_MS = 1_000;
const MAIL_MS = 30_000;
const DAY_US = 86_400e6;

export const JOBS: readonly Job[] = [
  {
    // Deleted a day after the session ended: a late refresh is still told that its session is over, not that it never existed.
    name: 'sessions.forget',
    everyMs: HOUR_MS,
    run: (deps) =>
      deps.db.write(null, async (db) => {
        const over = deps.clock.now() - DAY_US;
        await db
          .deleteFrom('sessions')
          .where('expires_at', '<', over)
          .where('id', 'not in', (eb) => eb.selectFrom('push_subscriptions').select('session_id'))
          .execute();
        // What is left is there for browsers that are told of alarms beyond their session, for which nobody's address is of use.
        await db.updateTable('sessions').set({ ip: null }).where('expires_at', '<', over).where('ip', 'is not', null).execute();
      }),
  },
  {
    name: 'login_attempts.forget',
    everyMs: HOUR_MS,
    run: (deps) =>
      deps.db.write(null, async (db) => {
        await db
          .deleteFrom('login_attempts')
          .where('last_at', '<', deps.clock.now() - DAY_US)
          .execute();
      }),
  },
  {
    name: 'password_resets.forget',
    everyMs: HOUR_MS,
    run: (deps) =>
      deps.db.write(null, async (db) => {
        await db
          .deleteFrom('password_resets')
          .where('expires_at', '<', deps.clock.now() - DAY_US)
          .execute();
      }),
  },
  { name: 'keys.reload', everyMs: RELOAD_MS, run: (deps) => deps.keys.reload() },
  { name: 'mail.deliver', everyMs: MAIL_MS, run: (deps) => deps.mail.deliverDue() },
  { name: 'mail.forget', everyMs: HOUR_MS, run: forgetMails },
  { name: 'contact_messages.forget', everyMs: HOUR_MS, run: forgetContactMessages },
  { name: 'quarantine.forget', everyMs: HOUR_MS, run: forgetQuarantined },
  silentLoggersJob(),
  silenceJob(),
  diskFullJob,
  { name: 'tasks.run', everyMs: TASKS_MS, run: (deps) => new TaskRunner(deps, TASKS).run() },
  { name: 'tasks.forget', everyMs: HOUR_MS, run: forgetTasks },
  { name: 'imports.forget', everyMs: HOUR_MS, run: forgetImports },
  { name: 'files.forget', everyMs: 6 * HOUR_MS, run: forgetFiles },
  retention,
  healthJob(),
  sealJob(),
  groupBodiesJob(),
  catchUpAlarms,
  judgeRecordings,
  beginRecordings,
  catchUpMarks,
  alarmMailsJob,
  calibrationMailsJob,
  webhooksJob,
  pushJob,
  { name: 'push.forget', everyMs: HOUR_MS, run: forgetPush },
  { name: 'webhooks.forget', everyMs: HOUR_MS, run: forgetDeliveries },
  runSchedules,
  forgetReports,
];

/** Starts the jobs' timers. A failed run is logged and the next one comes as planned; a job never runs beside itself. */
export function startJobs(jobs: readonly Job[], deps: Deps, timers: Timers = systemTimers): { stop(): Promise<void> } {
  const running = new Map<Job, Promise<void>>();
  const run = async (job: Job): Promise<void> => {
    try {
      await job.run(deps);
      deps.log.debug({ job: job.name }, 'job done');
    } catch (error) {
      deps.log.error({ job: job.name, err: error }, 'job failed');
    } finally {
      running.delete(job);
    }
  };
  const started = jobs.map((job) =>
    timers.setInterval(() => {
      if (!running.has(job)) running.set(job, run(job));
    }, job.everyMs),
  );
  return {
    async stop() {
      for (const timer of started) timers.clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
