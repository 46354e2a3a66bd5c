import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Locale } from '../../constants.ts';
import { scopesOf } from '../../contract/scopes.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { shownNumber } from '../../domain/quantities/shown.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { href } from '../../i18n/href.ts';
import type { Deps, Job } from '../kernel/context.ts';
import { type BegunAlarm, type Recipient, untoldAlarmsRepo } from './untold-alarms.repo.ts';

const EVERY_MS = 20_000;
/** A mail that lay for so long tells of yesterday, microseconds. */
const STALE_US = 12 * 3_600e6;

type Organization = { id: string; name: string };

/**
 * Tells chosen people of alarms that began: one mail for each rule and look, whatever came in it. Harmless in several processes: who marks an alarm
 * as told queues its mail, in one transaction.
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
  const any = await deps.db.read(organization_id, (db) => untoldAlarmsRepo({ db, organization_id }).any());
  if (!any) return;
  const queued = await deps.db.write(organization_id, async (db) => {
    const repo = untoldAlarmsRepo({ db, organization_id });
    const begun = await repo.take();
    let count = 0;
    for (const alarms of Map.groupBy(begun, ({ rule_id }) => rule_id).values()) {
      // What came late is in the list; a mail of it alone would tell of what is long over.
      if (alarms.every(({ late, active_at }) => late === 1 || deps.clock.now() - active_at > STALE_US)) continue;
      const wanted = JSON.parse(alarms[0]!.recipients) as string[];
      for (const one of readers(await repo.recipients(wanted), alarms[0]!.workspace_id)) {
        const message_id = await deps.mail.put(db, mailOf(deps, organization, one, alarms), { organizationId: organization_id });
        await repo.note(
          alarms.map(({ id }) => ({
            ...{ id: deps.ids.uuid(), alarm_id: id, way: 'mail' as const, recipient: one.id, message_id },
            ...{ state: 'waiting' as const, made_at: deps.clock.now() },
          })),
        );
        count += 1;
      }
    }
    return count;
  });
  if (queued > 0) deps.mail.kick();
}

/** Those of the people who may read alarms of the workspace at that moment, each once. */
export function readers(rows: readonly Recipient[], workspaceId: string): Recipient[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((roles) => {
    const of = (where: string | null) => roles.filter(({ workspace_id }) => workspace_id === where).map(({ role }) => role ?? '');
    const mayRead = roles[0]!.access_all_orgs === 1 || scopesOf(of(null), of(workspaceId)).includes('dlog:read');
    return mayRead ? [roles[0]!] : [];
  });
}

function mailOf({ config, clock }: Deps, organization: Organization, to: Recipient, alarms: readonly BegunAlarm[]) {
  const locale = to.locale as Locale;
  const { id, rule_id, rule_name } = alarms[0]!;
  return {
    to: to.email,
    locale,
    template: 'alarms' as const,
    until: clock.now() + STALE_US,
    params: {
      organization: organization.name,
      rule: rule_name,
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
      url: new URL(
        alarms.length === 1
          ? `${href('/dlog/alarms/{id}', { id }, locale)}?org=${organization.id}`
          : href(`/dlog/alarms?rule=${rule_id}&org=${organization.id}`, null, locale),
        config.siteUrl,
      ).href,
    },
  };
}
