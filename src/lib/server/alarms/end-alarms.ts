import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { AlarmChange } from '../kernel/reading-store.ts';
import type { Row } from '../kernel/schema.ts';
import { alarmRowsRepo } from '../storage/alarms/alarm-rows.repo.ts';

/** Ends what runs of a rule that isn't in force any more. The channel is held. */
export async function endAlarmsOfRule(
  ctx: Ctx,
  db: Db,
  { rule_id, id, workspace_id, datalogger_id }: { rule_id: string } & Pick<Row<'channels'>, 'id' | 'workspace_id' | 'datalogger_id'>,
  now: number,
): Promise<AlarmChange[]> {
  const repo = alarmRowsRepo({ db, organization_id: ctx.organization.id });
  const open = (await repo.open(id)).filter((alarm) => alarm.rule_id === rule_id);
  for (const alarm of open) {
    if (alarm.active_at === null) await repo.remove(alarm.id);
    else await repo.withdraw(alarm, now, 'rule');
  }
  await repo.dropBacklog(rule_id);
  await repo.setOpen(id, await repo.openness(id));
  return open.map((alarm) => ({ id: alarm.id, workspace_id, datalogger_id }));
}
