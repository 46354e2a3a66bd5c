import type { Notifications } from '../../contract/account.ts';
import type { AlarmSeverity } from '../../contract/alarm-rules.ts';
import { scopesOf } from '../../contract/scopes.ts';
import { storedNotifications } from '../users/settings.ts';
import type { Role } from './outages.repo.ts';

/** Somebody who wants to be told of silent loggers. */
export interface Reader {
  id: string;
  email: string;
  locale: string;
  wants: Exclude<Notifications['silent_loggers'], 'none'>;
  /** Those of alarms of which he wants mails. */
  severities: readonly AlarmSeverity[];
  /** He has a role in the organisation; who only sees all organisations is told of his favourites alone. */
  member: boolean;
  mayRead(workspaceId: string): boolean;
}

/** What a person chose, `none` unless he said otherwise. */
export function silentLoggersChoice(notifications: string): Notifications['silent_loggers'] {
  const { silent_loggers } = JSON.parse(notifications) as Partial<Notifications>;
  return silent_loggers === 'favorites' || silent_loggers === 'all' ? silent_loggers : 'none';
}

const readsLoggers = (organization: string[], workspace: string[]) => scopesOf(organization, workspace).includes('dlog:read');

/** Those of the people who want mails, with the workspaces whose loggers they may read. */
export function readersOf(rows: readonly Role[]): Reader[] {
  const people = Map.groupBy(rows, (row) => row.id);
  return [...people.values()].flatMap((roles) => {
    const { id, email, locale, notifications, access_all_orgs } = roles[0]!;
    const wants = silentLoggersChoice(notifications);
    if (wants === 'none') return [];
    const memberRoles = roles.filter(({ role }) => role !== null);
    const everywhere =
      access_all_orgs === 1 ||
      readsLoggers(
        memberRoles.filter(({ workspace_id }) => workspace_id === null).map(({ role }) => role ?? ''),
        [],
      );
    const somewhere = new Set(
      memberRoles
        .filter(({ role, workspace_id }) => workspace_id !== null && readsLoggers([], [role ?? '']))
        .map(({ workspace_id }) => workspace_id),
    );
    return [
      {
        ...{ id, email, locale, wants, severities: storedNotifications(notifications).alarm_severities },
        member: memberRoles.length > 0,
        mayRead: (workspace: string) => everywhere || somewhere.has(workspace),
      },
    ];
  });
}
