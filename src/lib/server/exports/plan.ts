import type { Locale } from '../../constants.ts';
import type { StateWords } from '../../contract/channels.ts';
import { AppError } from '../../contract/errors.ts';
import { type ExportFormat, type ExportLayout, type ExportUnits, LONG_FORMATS } from '../../contract/exports.ts';
import type { Range } from '../../domain/quantities/outside.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import type { Conversion } from '../../domain/quantities/shown.ts';
import { channelsRepo } from '../channels/channels.repo.ts';
import { typesOf } from '../channels/channels.service.ts';
import type { Ctx } from '../kernel/context.ts';
import { invalid, readableWorkspaces } from '../kernel/list.ts';
import type { Row } from '../kernel/schema.ts';
import { rangeOf } from '../readings/quality.ts';
import { windowOf } from '../readings/readings.service.ts';
import { storedWords } from '../sensor-types/stored-words.ts';
import { exportsRepo } from './exports.repo.ts';

/** What is exported and how it is written, worked out of what somebody asked for. */

/** A channel as a file tells of it. */
export interface Source {
  channel: Row<'channels'>;
  /** Null = it belongs to none any more. */
  logger: string | null;
  /** Of what is written. */
  unit: string | null;
  /** From what is stored. */
  conversion: Conversion | null;
  words: StateWords | null;
  /** What is plausible, in the unit that is stored. */
  range: Range | null;
}

export interface Plan {
  /** In the order of loggers by name and of channels in them. */
  sources: readonly Source[];
  /** From ≤ ts < to, microseconds UTC. */
  window: { from: number; to: number };
  format: ExportFormat;
  layout: ExportLayout;
  locale: Locale;
  zone: string;
}

export interface Asked {
  channels: readonly string[];
  from?: string | undefined;
  to?: string | undefined;
  format: ExportFormat;
  layout?: ExportLayout | undefined;
  units?: ExportUnits | undefined;
  locale: Locale;
}

/** @throws AppError not_found for a channel that the actor may not read */
export async function sourcesOf(ctx: Ctx, ids: readonly string[], units: ExportUnits): Promise<Source[]> {
  const wanted = [...new Set(ids)];
  const connection = { organization_id: ctx.organization.id };
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = channelsRepo({ db, ...connection });
    const found = await repo.choices({ ids: wanted, workspaces: readableWorkspaces(ctx) }, wanted.length);
    if (found.length < wanted.length) throw new AppError('not_found');
    const rows = new Map((await repo.byIds(wanted)).map((row) => [row.id, row]));
    const types = await typesOf(ctx, db, [...rows.values()]);
    return found.map(({ id, datalogger }): Source => {
      const channel = rows.get(id)!;
      const type = types.get(channel.sensor_type_id ?? '') ?? null;
      const { unit, display_unit, conversion } = shownAs(channel, type);
      const shows = units === 'display';
      return {
        channel,
        logger: datalogger,
        unit: shows ? display_unit : unit,
        conversion: shows ? conversion : null,
        words: channel.kind === 'state' ? storedWords(channel.state_words ?? type?.state_words ?? null) : null,
        range: rangeOf(channel, type),
      };
    });
  });
}

/**
 * @param until readings of later moments belong to no file that is begun now, microseconds
 * @throws AppError not_found, validation_failed (an empty window, or a layout that the format doesn't know)
 */
export async function planOf(ctx: Ctx, asked: Asked, until = Number.MAX_SAFE_INTEGER): Promise<Plan> {
  const { from, to } = windowOf(asked);
  const { format, layout = 'long', locale } = asked;
  if (layout === 'wide' && LONG_FORMATS.includes(format)) throw invalid('layout');
  const sources = await sourcesOf(ctx, asked.channels, asked.units ?? 'display');
  const zone = await ctx.db.read(ctx.organization.id, (db) =>
    exportsRepo({ db, organization_id: ctx.organization.id }).zone(sources.map(({ channel }) => channel.workspace_id)),
  );
  return { sources, window: { from, to: Math.max(from, Math.min(to, until)) }, format, layout, locale, zone };
}
