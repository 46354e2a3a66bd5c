import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Locale } from '../../constants.ts';
import { daysUntil, dueStep } from '../../domain/readings/calibration.ts';
import { wallOf } from '../../domain/time/wall-clock.ts';
import { href } from '../../i18n/href.ts';
import { dayIn } from '../calibrations/calibrations.repo.ts';
import type { Deps, Job } from '../kernel/context.ts';
import { alarmNoticesRepo, type Recipient } from './alarm-notices.repo.ts';
import { calibrationMailsRepo, type DueChannel, placeOf } from './calibration-mails.repo.ts';
import { readers } from './who-may-read.ts';

const EVERY_MS = 3_600_000;
/** Nobody is told before so many hours of the sensor's day. */
const FIRST_HOUR = 7;
/** A mail that lay for so long tells of last week, microseconds. */
const STALE_US = 5 * 86_400e6;

type Organization = { id: string; name: string };
type DueNow = DueChannel & { step: NonNullable<ReturnType<typeof dueStep>>; days: number };

/**
 * Tells of calibrations that are due in 30 and in 7 days, and that are overdue, each step once: one mail a person and look. It goes to the people
 * whom alarms of the logger are told, and where there is none of them to the administrators. Harmless in several processes and after a start
 * anew: who writes a step down tells of it, in one transaction.
 */
export const calibrationMailsJob: Job = {
  name: 'calibrations.tell',
  everyMs: EVERY_MS,
  async run(deps) {
    const organizations = await deps.db.read({ directory: true }, (db) =>
      db.selectFrom('organizations').select(['id', 'name']).where('archived_at', 'is', null).execute(),
    );
    for (const organization of organizations) {
      if (deps.stopping?.()) return;
      await tell(deps, organization).catch((error: unknown) =>
        // One organisation's trouble must not keep the others waiting.
        deps.log.error({ err: error, organization: organization.id }, 'calibrations could not be told'),
      );
      // SQLite answers within one turn of the event loop: nobody else would get another before the last organisation.
      await nextTurn();
    }
  },
};

async function tell(deps: Deps, organization: Organization): Promise<void> {
  const now = deps.clock.now();
  const organization_id = organization.id;
  const due = await deps.db.read(organization_id, async (db) => {
    const repo = calibrationMailsRepo({ db, organization_id });
    const found = stepsOf(await repo.due(now, dayIn(now, 'UTC')), now);
    const told = await repo.told(found.map(({ calibration_id }) => calibration_id));
    return found.filter(({ calibration_id, step }) => !told.has(`${calibration_id} ${step}`));
  });
  if (due.length === 0) return;
  await deps.db.write(organization_id, async (db) => {
    const repo = calibrationMailsRepo({ db, organization_id });
    const taken = await repo.take(
      due.map(({ calibration_id, step }) => ({ calibration_id, step })),
      now,
    );
    const ours = due.filter(({ calibration_id }) => taken.has(calibration_id));
    if (ours.length === 0) return;
    const byPerson = new Map<string, { person: Recipient; channels: DueNow[] }>();
    const hear = await listeners(repo, alarmNoticesRepo({ db, organization_id }), ours);
    for (const channel of ours) {
      const people = hear(channel);
      await repo.count(channel.calibration_id, channel.step, people.length);
      for (const person of people) {
        const mail = byPerson.get(person.id) ?? { person, channels: [] };
        mail.channels.push(channel);
        byPerson.set(person.id, mail);
      }
    }
    for (const { person, channels } of byPerson.values()) await mailTo(deps, db, organization, person, channels);
  });
  deps.mail.kick();
}

/** What is to be told of each, by the calendar of its workspace and at an hour when people are up. */
function stepsOf(channels: readonly DueChannel[], now: number): DueNow[] {
  return channels.flatMap((channel) => {
    if (new Date(wallOf(Math.floor(now / 1_000), channel.time_zone)).getUTCHours() < FIRST_HOUR) return [];
    const today = dayIn(now, channel.time_zone);
    const step = dueStep(channel.due_on, today);
    return step === null ? [] : [{ ...channel, step, days: daysUntil(today, channel.due_on) }];
  });
}

/** Who is to be told of a channel: who may read it of those whom its alarms are told, else of the administrators. */
async function listeners(
  repo: ReturnType<typeof calibrationMailsRepo>,
  notices: ReturnType<typeof alarmNoticesRepo>,
  channels: readonly DueNow[],
): Promise<(channel: DueNow) => Recipient[]> {
  const byPlace = await repo.recipients(channels);
  const administrators = await repo.administrators();
  const roles = await notices.recipients([...new Set([...administrators, ...[...byPlace.values()].flatMap((people) => [...people])])]);
  const among = (people: Iterable<string>, workspaceId: string) => {
    const wanted = new Set(people);
    return readers(
      roles.filter(({ id }) => wanted.has(id)),
      workspaceId,
    );
  };
  return (channel) => {
    const told = among(byPlace.get(placeOf(channel)) ?? [], channel.workspace_id);
    return told.length > 0 ? told : among(administrators, channel.workspace_id);
  };
}

function mailTo(
  { mail, config, clock }: Deps,
  db: Parameters<Deps['mail']['put']>[0],
  organization: Organization,
  to: Recipient,
  channels: readonly DueNow[],
) {
  const locale = to.locale as Locale;
  const params = {
    organization: organization.name,
    channels: channels.map(({ name, datalogger_name, due_on, days }) => ({ channel: name, logger: datalogger_name, due_on, days })),
    url: new URL(href(`/dlog/calibrations?org=${organization.id}`, null, locale), config.siteUrl).href,
  };
  return mail.put(
    db,
    { to: to.email, locale, template: 'calibrations_due', until: clock.now() + STALE_US, params },
    { organizationId: organization.id },
  );
}
