import { AppError } from '../../contract/errors.ts';
import type { ImportSettings } from '../../contract/imports.ts';
import { isTableZone } from '../../domain/tables/local-time.ts';
import type { TableColumn, TableSpec } from '../../domain/tables/table-reader.ts';
import { folded } from '../../domain/text/folded.ts';
import { channelsRepo } from '../channels/channels.repo.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { invalid } from '../kernel/list.ts';
import type { Row } from '../kernel/schema.ts';
import { sensorTypesRepo } from '../sensor-types/sensor-types.repo.ts';
import { storedWords } from '../sensor-types/stored-words.ts';

/** A channel of the logger as an import needs it. */
export type LoggerChannel = Pick<Row<'channels'>, 'id' | 'no' | 'key' | 'name' | 'unit' | 'kind' | 'archived_at' | 'merged_into'> & {
  words: TableColumn['words'];
};

/** Channels of a logger, archived ones too, with the words that its states are called by. */
export async function channelsOf(ctx: Ctx, db: Db, dataloggerId: string): Promise<LoggerChannel[]> {
  const connection = { db, organization_id: ctx.organization.id };
  const rows = await channelsRepo(connection).list({ dataloggerId, workspaces: 'all', archived: true });
  // The key of a merged channel leads to the one that took it in.
  const targets = new Map((await channelsRepo(connection).keysOf(dataloggerId)).map((channel) => [channel.key, channel]));
  const types = rows.some(({ kind, sensor_type_id }) => kind === 'state' && sensor_type_id !== null)
    ? await sensorTypesRepo(connection).list(true)
    : [];
  return rows.map((row) => {
    const text = row.state_words ?? types.find(({ id }) => id === row.sensor_type_id)?.state_words ?? null;
    const words = row.kind === 'state' ? storedWords(text) : null;
    const byWord = words?.flatMap(({ value, cs, en, sk }) => [cs, en, sk].filter(Boolean).map((word) => [folded(word), value] as const));
    const { key, name, unit, kind, merged_into } = row;
    const { id, no, archived_at } = targets.get(key) ?? row;
    return { id, no, key, name, unit, kind, archived_at, merged_into, words: byWord && Object.fromEntries(byWord) };
  });
}

/** Settings as what reads the rows. A channel that is there keeps its kind, whatever they say. */
export function specOf({ separator, decimal, time, columns, key_column }: ImportSettings, channels: readonly LoggerChannel[]): TableSpec {
  const byKey = new Map(channels.map((channel) => [channel.key, channel]));
  return {
    separator,
    decimal,
    time: time.columns,
    format: time.format,
    local: { zone: time.zone, twice: time.twice, skipped: time.skipped, newest_first: time.newest_first },
    ...(key_column == null ? {} : { keyAt: key_column }),
    columns: columns.map(({ at, key, kind }) => {
      const known = byKey.get(key);
      return { at, key, kind: known?.kind ?? kind, ...(known?.words ? { words: known.words } : {}) };
    }),
  };
}

const tooMany = (maximum: number) =>
  new AppError('validation_failed', { errors: [{ path: 'settings.columns', code: 'too_big', params: { maximum } }] });

/** @throws AppError validation_failed: no such zone, a key or a column twice, more channels than the logger may have */
export function checkSettings(
  { time, columns, key_column }: ImportSettings,
  channels: readonly LoggerChannel[],
  channelLimit: number,
): void {
  if (!isTableZone(time.zone)) throw invalid('settings.time.zone');
  const keys = new Set(columns.map(({ key }) => key));
  const places = new Set([...columns.map(({ at }) => at), ...time.columns]);
  // Of rows that name their channel one column has all values.
  const wanted = key_column == null ? columns.length : 2;
  if (key_column != null) places.add(key_column);
  if (keys.size < columns.length || places.size !== wanted + time.columns.length) throw invalid('settings.columns');
  for (const { key } of channels) keys.delete(key);
  const inUse = channels.filter(({ archived_at }) => archived_at === null).length;
  if (keys.size > 0 && inUse + keys.size > channelLimit) throw tooMany(channelLimit);
}
