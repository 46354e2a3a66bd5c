import { CHANNEL_CHOICES, type ChannelChoice, type listChannelChoices as listEndpoint } from '../../contract/channels.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import { finder } from '../../domain/text/folded.ts';
import { type Ctx, can } from '../kernel/context.ts';
import { readableWorkspaces } from '../kernel/list.ts';
import { type ChoiceRow, channelsRepo } from './channels.repo.ts';
import { toChannel, typesOf } from './channels.service.ts';

/** Channels whose names one search looks at. */
const MOST_SEARCHED = 20_000;

/** @throws AppError not_found for a workspace that the reader may not see */
export async function listChannelChoices(
  ctx: Ctx,
  query: QueryOf<typeof listEndpoint>,
): Promise<{ items: ChannelChoice[]; more: boolean }> {
  const workspaces = readableWorkspaces(ctx, query.workspace_id);
  const looksFor = (query.q ?? '').trim() !== '';
  const finds = finder(query.q ?? '');
  const seesMachine = ({ workspace_id }: ChoiceRow) => can(ctx, 'machines:read', workspace_id);
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = channelsRepo({ db, organization_id: ctx.organization.id });
    const filter = {
      ids: query.ids?.split(','),
      dataloggerIds: query.datalogger_ids?.split(','),
      machineId: query.machine_id,
      workspaces,
    };
    const rows = await repo.choices(filter, looksFor ? MOST_SEARCHED : CHANNEL_CHOICES + 1);
    const found = looksFor
      ? rows.filter((row) => finds(row.name, row.key, row.datalogger, row.code, row.place, seesMachine(row) ? row.machine : null))
      : rows;
    const shown = found.slice(0, CHANNEL_CHOICES);
    if (shown.length === 0) return { items: [], more: false };
    const channels = await repo.byIds(shown.map(({ id }) => id));
    const types = await typesOf(ctx, db, channels);
    const byId = new Map(channels.map((row) => [row.id, row]));
    const items = shown.flatMap((row): ChannelChoice[] => {
      const channel = byId.get(row.id);
      if (!channel) return [];
      return [
        {
          channel: toChannel(channel, types),
          datalogger: row.datalogger_id === null ? null : { id: row.datalogger_id, name: row.datalogger! },
          machine: row.machine_id === null || !seesMachine(row) ? null : { id: row.machine_id, name: row.machine! },
          interval_s: row.interval_s,
          ...(channel.mark_rev === null ? {} : { marked: true as const }),
        },
      ];
    });
    return { items, more: found.length > CHANNEL_CHOICES };
  });
}
