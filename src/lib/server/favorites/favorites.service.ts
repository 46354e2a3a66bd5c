import type { BodyOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Favorite, FavoriteReadings, setFavorite as setEndpoint } from '../../contract/favorites.ts';
import { FAVORITES_LIMIT } from '../../contract/favorites.ts';
import { shownAs } from '../../domain/quantities/quantities.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { aheadOf, failingOf, fromStored } from '../channels/channel-values.ts';
import { type Ctx, renewRights, workspacesWith } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { shownBy } from '../sensor-types/shown-by.ts';
import { storedWords } from '../sensor-types/stored-words.ts';
import { favoritesRepo, type Readable, type ReadingRow } from './favorites.repo.ts';

/** Null for a service's key, which has no dashboard. */
const personOf = (ctx: Ctx): string | null => (ctx.actor.kind === 'user' ? ctx.actor.id : null);
const repoOf = (ctx: Ctx, db: Db, user_id: string) => favoritesRepo({ db, organization_id: ctx.organization.id, user_id });

function readableBy(ctx: Ctx): Readable {
  const loggers = workspacesWith(ctx, 'dlog:read');
  return { channels: loggers, dataloggers: loggers, machines: workspacesWith(ctx, 'machines:read') };
}

async function listIn(ctx: Ctx, db: Db, user: string): Promise<{ items: Favorite[] }> {
  const rows = await repoOf(ctx, db, user).list(readableBy(ctx));
  return {
    items: rows.map(({ entity, entity_id, created_at }) => ({
      entity: entity as Favorite['entity'],
      entity_id,
      created_at: formatInstant(created_at),
    })),
  };
}

export async function listFavorites(ctx: Ctx): Promise<{ items: Favorite[] }> {
  const user = personOf(ctx);
  if (user === null) return { items: [] };
  return ctx.db.read(ctx.organization.id, (db) => listIn(ctx, db, user));
}

/** What each favourite says now. */
export async function listFavoriteReadings(ctx: Ctx): Promise<{ items: FavoriteReadings[] }> {
  const user = personOf(ctx);
  if (user === null) return { items: [] };
  const rows = await ctx.db.read(ctx.organization.id, (db) => repoOf(ctx, db, user).readings(readableBy(ctx)));
  const byRow = new Map<string, FavoriteReadings>();
  for (const row of rows) {
    const key = `${row.entity} ${row.entity_id}`;
    const favorite = byRow.get(key) ?? toFavorite(row);
    byRow.set(key, favorite);
    const channel = toChannel(row);
    if (channel) favorite.channels.push(channel);
  }
  return { items: [...byRow.values()] };
}

const toFavorite = ({ entity, entity_id, created_at, workspace_id, name, code, place }: ReadingRow): FavoriteReadings => ({
  entity,
  entity_id,
  created_at: formatInstant(created_at),
  workspace_id,
  name,
  code,
  place,
  channels: [],
});

function toChannel(row: ReadingRow): FavoriteReadings['channels'][number] | null {
  if (row.channel_id === null || row.channel_name === null || row.kind === null) return null;
  return {
    id: row.channel_id,
    datalogger_id: row.datalogger_id,
    name: row.channel_name,
    ...shownAs(row, shownBy(row)),
    state_words: storedWords(row.state_words),
    expected_interval_s: row.expected_interval_s,
    first_ts: formatInstant(row.first_ts),
    last:
      row.last_ts === null
        ? null
        : { ts: formatInstant(row.last_ts), value: fromStored(row.kind, { num: row.last_num, text: row.last_text }) },
    ahead_ts: aheadOf(row),
    failing_ts: failingOf(row),
  };
}

/**
 * Marks or unmarks a row. Unmarking asks for nothing: it tells only what the person did himself.
 * @throws AppError not_found, forbidden for a service's key, conflict when there are {@link FAVORITES_LIMIT} of them
 */
export async function setFavorite(ctx: Ctx, { entity, entity_id, marked }: BodyOf<typeof setEndpoint>): Promise<{ items: Favorite[] }> {
  const user = personOf(ctx);
  if (user === null) throw new AppError('forbidden');
  // A personal mark and no change of the organisation's data: no right is asked for beyond reading the row, and no audit row is left.
  return ctx.db.write(ctx.organization.id, async (db) => {
    await renewRights(ctx, db);
    const readable = readableBy(ctx);
    const repo = repoOf(ctx, db, user);
    if (!marked) await repo.remove(entity, entity_id);
    else {
      if (!(await repo.isReadable(entity, entity_id, readable[entity]))) throw new AppError('not_found');
      if (!(await repo.has(entity, entity_id))) {
        if ((await repo.count()) >= FAVORITES_LIMIT) await repo.prune(readable);
        if ((await repo.count()) >= FAVORITES_LIMIT) throw new AppError('conflict');
        await repo.add(entity, entity_id, ctx.clock.now());
      }
    }
    return listIn(ctx, db, user);
  });
}
