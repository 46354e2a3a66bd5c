import type { ImportColumn } from '../../contract/imports.ts';
import { channelsRepo } from '../channels/channels.repo.ts';
import type { Ctx, Mutation } from '../kernel/context.ts';
import { actorId, stamps } from '../kernel/rows.ts';
import { checkSensorType } from '../sensor-types/sensor-types.service.ts';
import { followRules } from '../storage/alarms/follow-rules.ts';
import type { ImportRow } from './imports.repo.ts';

/** Makes the channels of an import that its logger hasn't got. @throws AppError validation_failed for a type of another kind */
export async function makeChannels(ctx: Ctx, tx: Mutation, row: ImportRow, columns: readonly ImportColumn[]): Promise<void> {
  const repo = channelsRepo({ db: tx.db, organization_id: ctx.organization.id });
  await repo.lockNumbers();
  const known = new Set((await repo.keysOf(row.datalogger_id)).map(({ key }) => key));
  let position = known.size;
  const missing = columns.filter(({ key }) => !known.has(key));
  if (missing.length === 0) return;
  let no = await repo.takeNumbers(missing.length);
  const made: string[] = [];
  for (const { key, kind, unit, sensor_type_id } of missing) {
    if (sensor_type_id !== null) await checkSensorType(ctx, tx.db, sensor_type_id, kind);
    const id = ctx.ids.uuid();
    made.push(id);
    await repo.insert({
      id,
      no: no++,
      workspace_id: row.workspace_id,
      datalogger_id: row.datalogger_id,
      key,
      name: key,
      unit: sensor_type_id === null ? unit : null,
      kind,
      sensor_type_id,
      decimals: null,
      position: position++,
      first_ts: null,
      last_ts: null,
      last_num: null,
      last_text: null,
      ...stamps(ctx.clock.now(), actorId(ctx.actor)),
    });
    tx.audit(id, { verb: 'channels.create', workspaceId: row.workspace_id, after: { key, kind, datalogger_id: row.datalogger_id } });
    tx.publish({
      name: 'changed',
      data: { entity: 'channels', id, workspace_id: row.workspace_id, datalogger_id: row.datalogger_id },
    });
  }
  await followRules(ctx, tx, { channels: made });
}
