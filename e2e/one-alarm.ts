import type { FirstOrganization } from '../scripts/lib/first-organization.ts';
import { uuidv7 } from '../src/lib/client/kernel/uuid.ts';
import { systemClock } from '../src/lib/server/kernel/ids.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';

/** An alarm of a logger that is closed, of a rule that watches no more: no journey has to do with it. */
export async function oneAlarm(
  { organizationId, call }: FirstOrganization,
  dataDir: string,
  dataloggerId: string,
  now: number,
): Promise<string> {
  const root = `/v1/orgs/${organizationId}`;
  const { items } = await call<{ items: { id: string; key: string }[] }>('GET', `${root}/channels?datalogger_id=${dataloggerId}`);
  const channel_id = (items.find(({ key }) => key === 'air') ?? items[0]!).id;
  const limits = { kind: 'above', low: null, high: 4.5, states: [], hysteresis: 0.2, on_delay_s: 0, off_delay_s: 0 };
  const rule = { channel_id, name: 'High temperature', severity: 'critical', recipients: [], ...limits };
  const { id: rule_id, rev } = await call<{ id: string; rev: number }>('POST', `${root}/alarm-rules`, rule);
  await call('PATCH', `${root}/alarm-rules/${rule_id}`, { rev, archived: true });
  const id = uuidv7(now);
  const [since, over_at] = [now - 3 * 3_600_000, now - 2.5 * 3_600_000].map((ms) => ms * 1_000) as [number, number];
  const spans = { since, active_at: since, back_at: null, over_at, peak: 4.8, peak_at: since + 600e6, found_at: since };
  const seen = {
    acknowledged_at: over_at + 60e6,
    acknowledged_by: null,
    note: 'The door was open',
    place: 4e14 - Math.floor(since / 1_000),
  };
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  await db.write(organizationId, (writer) =>
    writer
      .insertInto('alarms')
      .values({ organization_id: organizationId, id, rule_id, version: 1, channel_id, told: 1, ...spans, ...seen })
      .execute(),
  );
  await db.close();
  return id;
}
