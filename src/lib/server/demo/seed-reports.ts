import type { Locale } from '../../constants.ts';
import { SCOPES } from '../../contract/scopes.ts';
import { lastPeriod } from '../../domain/shifts/report-periods.ts';
import { parseInstant } from '../../domain/time/instant.ts';
import type { Ctx, Deps } from '../kernel/context.ts';
import { tenantDb } from '../kernel/tenant-db.ts';
import { createSchedule } from '../report-schedules/report-schedules.service.ts';
import type { DemoWords } from './words.ts';

/** A daily report of a proofer, whose yesterday is made as soon as the server runs. */
export async function seedReports(
  deps: Deps,
  { organization, userId, word, locale }: { organization: { id: string; no: number }; userId: string; word: DemoWords; locale: Locale },
  channelsOf: (code: string) => ReadonlyMap<string, string>,
): Promise<void> {
  const ctx: Ctx = {
    ...deps,
    actor: { kind: 'user', id: userId, sessionId: '' },
    organization,
    rights: { organization: new Set(SCOPES), workspaces: new Map() },
    allOrgs: false,
    requestId: 'demo',
  };
  const ids = channelsOf('LOG-0005');
  const channels = [...ids.values()].slice(0, 4);
  if (channels.length === 0) return;
  const made = await createSchedule(ctx, {
    name: word('Kynárna A, denně'),
    ...{ datalogger_id: null, channels, period: 'day', hour: 6, format: 'pdf', locale, recipients: [userId], active: true },
  });
  const last = lastPeriod({ period: 'day', zone: made.time_zone, calendar: { shifts: [], exceptions: [] } }, deps.clock.now());
  if (last === null || made.next_from === null || parseInstant(made.next_from) <= last.from) return;
  await deps.db.write(organization.id, (db) =>
    tenantDb({ db, organization_id: organization.id })
      .updateTable('report_schedules')
      .set({ next_from: last.from, next_to: last.to, next_at: last.to })
      .where('id', '=', made.id)
      .execute(),
  );
}
