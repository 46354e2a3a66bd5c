import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Locale } from '../../constants.ts';
import type { Notifications } from '../../contract/account.ts';
import type { AlarmEscalation, AlarmSeverity } from '../../contract/alarm-rules.ts';
import { quietUntil } from '../../domain/alarms/quiet-hours.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { shownNumber } from '../../domain/quantities/shown.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { href } from '../../i18n/href.ts';
import type { Deps, Job } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { pushOutbox } from '../push/outbox.ts';
import { storedNotifications } from '../users/settings.ts';
import { webhooksRepo } from '../webhooks/webhooks.repo.ts';
import { alarmNoticesRepo, type BegunAlarm, type Recipient } from './alarm-notices.repo.ts';
import { pushTo } from './alarm-pushes.ts';
import { mayRead, people } from './who-may-read.ts';

const EVERY_MS = 20_000;
/** A mail that lay for so long tells of yesterday, microseconds. */
const STALE_US = 12 * 3_600e6;
const MINUTE_US = 60e6;

type Organization = { id: string; name: string };
/** Where one look at an organisation writes. */
type Look = Pick<Deps, 'config' | 'clock' | 'ids' | 'mail' | 'keys'> & {
  db: Db;
  organization: Organization;
  repo: ReturnType<typeof alarmNoticesRepo>;
};
/** What is told at once: alarms of one rule, of a step of its escalation. */
interface Told {
  alarms: readonly BegunAlarm[];
  /** 0 = they began. */
  step: number;
}

/**
 * Tells chosen people of alarms that began, that waited for the end of their quiet hours, or that nobody acknowledged: one message for each rule and
 * look, whatever came in it. Harmless in several processes: who marks an alarm as told queues its messages, in one transaction. The commit of
 * readings does nothing for it.
 */
export const alarmMailsJob: Job = {
  name: 'alarms.tell',
  everyMs: EVERY_MS,
  async run(deps) {
    const organizations = await deps.db.read({ directory: true }, (db) =>
      db.selectFrom('organizations').select(['id', 'name']).where('archived_at', 'is', null).execute(),
    );
    for (const organization of organizations) {
      if (deps.stopping?.()) return;
      await tell(deps, organization).catch((error: unknown) =>
        // One organisation's trouble must not keep the others waiting.
        deps.log.error({ err: error, organization: organization.id }, 'alarms could not be told'),
      );
      // SQLite answers within one turn of the event loop: nobody else would get another before the last organisation.
      await nextTurn();
    }
  },
};

async function tell(deps: Deps, organization: Organization): Promise<void> {
  const organization_id = organization.id;
  const any = await deps.db.read(organization_id, (db) => alarmNoticesRepo({ db, organization_id }).any(deps.clock.now()));
  if (!any) return;
  await deps.db.write(organization_id, async (db) => {
    const { config, clock, ids, mail, keys } = deps;
    const look: Look = { config, clock, ids, mail, keys, db, organization, repo: alarmNoticesRepo({ db, organization_id }) };
    await tellBegun(look);
    await tellHeld(look);
    await escalate(look);
    await tellEnds(look);
  });
  deps.mail.kick();
}

async function tellBegun(look: Look): Promise<void> {
  const { repo, clock } = look;
  for (const alarms of byRule(await repo.take())) {
    // What came late is in the list; a message of it alone would tell of what is long over.
    if (alarms.every(({ late, active_at }) => late === 1 || clock.now() - active_at > STALE_US)) continue;
    await tellPeople(look, { alarms, step: 0 }, JSON.parse(alarms[0]!.recipients) as string[]);
    await tellWebhooks(look, alarms);
    await waitForStep(look, { alarms, step: 1 }, clock.now());
  }
}

const byRule = (alarms: readonly BegunAlarm[]): BegunAlarm[][] => [...Map.groupBy(alarms, ({ rule_id }) => rule_id).values()];

/** One that is latched is active until it is acknowledged. */
const isActive = ({ over_at, latch, acknowledged_at }: BegunAlarm): boolean =>
  over_at === null || (latch === 1 && acknowledged_at === null);

/** Is it still something that somebody has to do with? */
const stands = (alarm: BegunAlarm): boolean => alarm.acknowledged_at === null && isActive(alarm) && alarm.rule_archived_at === null;

async function tellPeople(look: Look, { alarms, step }: Told, wanted: readonly string[]): Promise<void> {
  const { repo, clock, ids } = look;
  const now = clock.now();
  const roles = await repo.recipients(wanted);
  for (const person of people(roles)) {
    const { quiet, ...wishes } = storedNotifications(person.notifications);
    const { severity } = alarms[0]!;
    // A rule may watch several workspaces, of which one may read some.
    const readable = alarms.filter(({ workspace_id }) => mayRead(roles, person.id, workspace_id));
    const quietEnd = ({ time_zone }: BegunAlarm) => (isQuietFor(quiet, severity) ? quietUntil(quiet, time_zone, now) : null);
    const loud = readable.filter((alarm) => quietEnd(alarm) === null);
    for (const way of await waysTo(look, person, wishes, severity)) {
      const message_id = loud.length > 0 ? await WAYS[way](look, person, { alarms: loud, step }) : null;
      await repo.note(
        readable.map((alarm) => {
          const due_at = quietEnd(alarm);
          const of = { id: ids.uuid(), alarm_id: alarm.id, way, recipient: person.id, step, made_at: now, due_at };
          if (due_at !== null) return { ...of, state: 'held' as const, message_id: null };
          return { ...of, state: 'waiting' as const, message_id, end_untold: way === 'push' && isActive(alarm) ? 1 : 0 };
        }),
      );
    }
  }
}

const isQuietFor = (quiet: Required<Notifications>['quiet'], severity: AlarmSeverity): quiet is NonNullable<typeof quiet> =>
  quiet !== null && !(quiet.critical && severity === 'critical');

type Way = 'mail' | 'push';
const WAYS: Record<Way, (look: Look, to: Recipient, told: Told) => Promise<string | null>> = {
  mail: mailTo,
  push: (look, to, { alarms, step }) => pushTo(look, to, { alarms, over: false, unacknowledged_min: waitedMin(alarms[0]!, step) }),
};

/** Ways in which a person wants to be told of alarms of a severity, and can be. */
async function waysTo(
  { db, clock }: Look,
  { id }: Recipient,
  { alarm_severities, push_severities }: Pick<Required<Notifications>, 'alarm_severities' | 'push_severities'>,
  severity: AlarmSeverity,
): Promise<Way[]> {
  const isPushed = push_severities.includes(severity) && (await pushOutbox({ db }).list(id, clock.now())).length > 0;
  return [...(alarm_severities.includes(severity) ? (['mail'] as const) : []), ...(isPushed ? (['push'] as const) : [])];
}

/** What waited for the end of quiet hours: of what doesn't stand any more nobody is told. */
async function tellHeld(look: Look): Promise<void> {
  const { repo, clock } = look;
  const held = await repo.takeHeld(clock.now());
  const alarms = new Map((await repo.alarms([...new Set(held.map(({ alarm_id }) => alarm_id))])).map((alarm) => [alarm.id, alarm]));
  const standing = held.filter(({ alarm_id }) => {
    const alarm = alarms.get(alarm_id);
    return alarm !== undefined && stands(alarm);
  });
  const of = ({ alarm_id, way, recipient, step }: (typeof standing)[number]) =>
    `${way} ${recipient} ${step} ${alarms.get(alarm_id)!.rule_id}`;
  for (const notices of Map.groupBy(standing, of).values()) {
    const { way, recipient, step } = notices[0]!;
    const roles = await repo.recipients([recipient]);
    const [person] = people(roles);
    const readable = notices.filter(({ alarm_id }) => mayRead(roles, recipient, alarms.get(alarm_id)!.workspace_id));
    if (!person || readable.length === 0) continue;
    const message_id = await WAYS[way](look, person, { alarms: readable.map(({ alarm_id }) => alarms.get(alarm_id)!), step });
    // No browser of his is told any more: it stays dropped.
    if (message_id === null) continue;
    await repo.onTheWay(
      readable.map(({ id }) => id),
      { message_id, end_untold: way === 'push' ? 1 : 0 },
    );
  }
}

/** Browsers that show an alarm as active show then that it is over, without a sound; mails are left as they came. */
async function tellEnds(look: Look): Promise<void> {
  const { repo, clock } = look;
  const untold = await repo.endsUntold();
  const alarms = new Map((await repo.alarms([...new Set(untold.map(({ alarm_id }) => alarm_id))], true)).map((alarm) => [alarm.id, alarm]));
  const of = ({ alarm_id, recipient }: (typeof untold)[number]) => `${recipient} ${alarms.get(alarm_id)?.rule_id}`;
  for (const notices of Map.groupBy(untold, of).values()) {
    const { recipient } = notices[0]!;
    const over = [...new Set(notices.map(({ alarm_id }) => alarm_id))].flatMap((id) => alarms.get(id) ?? []);
    const roles = await repo.recipients([recipient]);
    const [person] = people(roles);
    const quiet = person ? storedNotifications(person.notifications).quiet : null;
    // Nothing comes in quiet hours: it is told after them.
    const waits = over.some(({ severity, time_zone }) => isQuietFor(quiet, severity) && quietUntil(quiet, time_zone, clock.now()) !== null);
    if (waits) continue;
    const taken = await repo.takeEnds(notices.map(({ id }) => id));
    const readable = over.filter(({ workspace_id }) => mayRead(roles, recipient, workspace_id));
    if (!person || taken === 0 || readable.length === 0) continue;
    // The browser shows one notification for a rule, which still tells of another alarm of it.
    if (await repo.isShownAsActive(recipient, readable[0]!.rule_id)) continue;
    await pushTo(look, person, { alarms: readable, over: true, unacknowledged_min: null });
  }
}

const stepsOf = ({ escalation }: BegunAlarm): AlarmEscalation => JSON.parse(escalation) as AlarmEscalation;

/** Next recipients of alarms that nobody acknowledged in time. */
async function escalate(look: Look): Promise<void> {
  const { repo, clock } = look;
  const due = await repo.takeEscalations(clock.now());
  const byAlarm = new Map(due.map((one) => [one.alarm_id, one]));
  const standing = (await repo.alarms([...byAlarm.keys()])).filter(stands);
  const of = ({ id, rule_id }: BegunAlarm) => `${rule_id} ${byAlarm.get(id)!.step}`;
  for (const alarms of Map.groupBy(standing, of).values()) {
    const { step } = byAlarm.get(alarms[0]!.id)!;
    const wanted = stepsOf(alarms[0]!)[step - 1];
    if (!wanted) continue;
    await tellPeople(look, { alarms, step }, wanted.recipients);
    for (const alarm of alarms) await waitForStep(look, { alarms: [alarm], step: step + 1 }, byAlarm.get(alarm.id)!.told_at);
  }
}

/** @param toldAt when the first ones were told, from which the minutes of every step count */
async function waitForStep({ repo }: Look, { alarms, step }: Told, toldAt: number): Promise<void> {
  const next = stepsOf(alarms[0]!)[step - 1];
  if (!next) return;
  const due_at = toldAt + next.after_min * MINUTE_US;
  await repo.escalate(alarms.map(({ id }) => ({ alarm_id: id, step, told_at: toldAt, due_at })));
}

/** Queues what webhooks are sent; they are called by a job of their own. */
async function tellWebhooks(look: Look, alarms: readonly BegunAlarm[]): Promise<void> {
  const { repo, clock, ids, db, organization, config } = look;
  const { severity, rule_id, rule_name } = alarms[0]!;
  const now = clock.now();
  for (const { id: webhook_id, severities } of await repo.webhooks()) {
    if (!(JSON.parse(severities) as string[]).includes(severity)) continue;
    const id = ids.uuid();
    const body = JSON.stringify({
      event: 'alarms',
      delivery: id,
      sent_at: formatInstant(now),
      organization: { id: organization.id, name: organization.name },
      rule: { id: rule_id, name: rule_name, severity },
      alarms: alarms.map((alarm) => ({
        id: alarm.id,
        channel: alarm.channel_name,
        datalogger: alarm.datalogger_name,
        datalogger_id: alarm.datalogger_id,
        workspace_id: alarm.workspace_id,
        since: formatInstant(alarm.since),
        active_at: formatInstant(alarm.active_at),
        over_at: formatInstant(alarm.over_at),
        peak: alarm.peak,
        unit: alarm.unit,
        late: alarm.late === 1,
        url: new URL(`${href('/dlog/alarms/{id}', { id: alarm.id }, 'en')}?org=${organization.id}`, config.siteUrl).href,
      })),
    });
    const waiting = { status: null, failure: null, tried_at: null, settled_at: null };
    const webhooks = webhooksRepo({ db, organization_id: organization.id });
    await webhooks.put({ id, webhook_id, event: 'alarms', body, made_at: now, next_at: now, tries: 0, ...waiting });
    await repo.note(
      alarms.map((alarm) => ({
        ...{ id: ids.uuid(), alarm_id: alarm.id, way: 'webhook' as const, recipient: webhook_id, message_id: id },
        ...{ state: 'waiting' as const, made_at: now },
      })),
    );
  }
}

/** Minutes for which nobody acknowledged it when a step of its escalation comes; null = it just began. */
function waitedMin(alarm: BegunAlarm, step: number): number | null {
  return step === 0 ? null : (stepsOf(alarm)[step - 1]?.after_min ?? null);
}

/** @returns the mail's id */
function mailTo({ mail, db, config, clock, organization }: Look, to: Recipient, { alarms, step }: Told): Promise<string> {
  const locale = to.locale as Locale;
  const { id, rule_id, rule_name } = alarms[0]!;
  const only = alarms.length === 1;
  const address = only
    ? `${href('/dlog/alarms/{id}', { id }, locale)}?org=${organization.id}`
    : href(`/dlog/alarms?rule=${rule_id}&org=${organization.id}`, null, locale);
  const params = {
    organization: organization.name,
    rule: rule_name,
    unacknowledged_min: waitedMin(alarms[0]!, step),
    alarms: alarms.map((alarm) => {
      const { unit, conversion, display_unit, decimals } = shownAs(alarm, alarm.type);
      return {
        channel: alarm.channel_name,
        logger: alarm.datalogger_name,
        since: formatInstant(alarm.since),
        time_zone: alarm.time_zone,
        peak: shownNumber(alarm.peak, conversion),
        unit: display_unit ?? unit,
        decimals,
      };
    }),
    url: new URL(address, config.siteUrl).href,
  };
  return mail.put(
    db,
    { to: to.email, locale, template: 'alarms', until: clock.now() + STALE_US, params },
    { organizationId: organization.id },
  );
}
