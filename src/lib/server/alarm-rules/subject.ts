import type { ChannelKind } from '../../contract/channels.ts';
import type { SensorKind } from '../../contract/sensor-types.ts';
import { type Ctx, can } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import { alarmRulesRepo, type SubjectColumns } from './alarm-rules.repo.ts';

export type Asked = { [K in keyof SubjectColumns]?: string | null | undefined };

interface Subject {
  columns: SubjectColumns;
  /** In which the right to watch is needed; null = in the organisation. */
  place: string | null;
  /** Of the values; null = of whatever kinds. */
  kind: ChannelKind | SensorKind | null;
  isArchived: boolean;
}

/**
 * What a rule is to watch.
 * @throws AppError validation_failed: nothing or both a channel and something else is named, or there is no such
 */
export async function subjectOf(ctx: Ctx, db: Db, asked: Asked): Promise<Subject> {
  const { channel_id = null, sensor_type_id = null, logger_type_id = null, machine_id = null, workspace_id = null } = asked;
  const repo = alarmRulesRepo({ db, organization_id: ctx.organization.id });
  const hasMore = sensor_type_id !== null || logger_type_id !== null || machine_id !== null;
  if (hasMore === (channel_id !== null)) throw invalid('channel_id');
  if (channel_id !== null) {
    const channel = await repo.channel(channel_id);
    if (!channel || !can(ctx, 'dlog:read', channel.workspace_id)) throw invalid('channel_id');
    const columns = { channel_id, sensor_type_id, logger_type_id, machine_id, workspace_id: null };
    return { columns, place: channel.workspace_id, kind: channel.kind, isArchived: channel.archived_at !== null };
  }
  const type = sensor_type_id === null ? null : await repo.sensorType(sensor_type_id);
  if (type === undefined || (type && type.archived_at !== null)) throw invalid('sensor_type_id');
  if (logger_type_id !== null && !(await repo.hasLoggerType(logger_type_id))) throw invalid('logger_type_id');
  const machine = machine_id === null ? null : await repo.machine(machine_id);
  if (machine === undefined || (machine && !can(ctx, 'dlog:read', machine.workspace_id))) throw invalid('machine_id');
  if (workspace_id !== null && !(machine ? machine.workspace_id === workspace_id : await repo.hasWorkspace(workspace_id)))
    throw invalid('workspace_id');
  const place = machine?.workspace_id ?? workspace_id;
  const columns = { channel_id, sensor_type_id, logger_type_id, machine_id, workspace_id: place };
  return { columns, place, kind: type?.kind ?? null, isArchived: false };
}
