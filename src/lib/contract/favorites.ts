import * as z from 'zod/mini';
import { shownUnits, stateWords } from './channels.ts';
import { id, instant, readingValue } from './common.ts';
import { endpoint } from './endpoint.ts';
import { entitiesWith } from './entities.ts';

/** Rows that a person may mark for his dashboard. */
export const FAVORITE_ENTITIES = entitiesWith('favorite');
/** Of one person in one organisation. */
export const FAVORITES_LIMIT = 200;
export const favorite = z.object({ entity: z.enum(FAVORITE_ENTITIES), entity_id: id, created_at: instant });
export type Favorite = z.infer<typeof favorite>;

/** A favourite with its first channels, those with readings before those without; a channel has itself. */
export const favoriteReadings = z.object({
  ...favorite.shape,
  workspace_id: id,
  name: z.string(),
  /** Code of a logger or machine, key of a channel. */
  code: z.nullable(z.string()),
  /** Where it stands: place of a logger, line of a machine, logger of a channel. */
  place: z.nullable(z.string()),
  channels: z.array(
    z.object({
      id,
      datalogger_id: z.nullable(id),
      name: z.string(),
      ...shownUnits,
      state_words: z.nullable(stateWords),
      /** Of the logger that brings it: its own, else its type's. */
      expected_interval_s: z.nullable(z.number()),
      first_ts: z.nullable(instant),
      last: z.nullable(z.object({ ts: instant, value: readingValue })),
      /** As of a channel. */
      ahead_ts: z.nullable(instant),
      failing_ts: z.nullable(instant),
    }),
  ),
});
export type FavoriteReadings = z.infer<typeof favoriteReadings>;

export const listFavorites = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/favorites',
  access: 'user',
  scope: 'org:read',
  response: z.object({ items: z.array(favorite) }),
  summary: "One's own favourites in the organisation, oldest first, at most 200",
});

export const listFavoriteReadings = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/favorites/readings',
  access: 'user',
  scope: 'org:read',
  response: z.object({ items: z.array(favoriteReadings) }),
  summary: "What one's own favourites say now: the newest readings of up to three channels of each",
});

export const setFavorite = endpoint({
  method: 'PUT',
  path: '/v1/orgs/:organization_id/favorites',
  access: 'user',
  scope: 'org:read',
  body: z.object({ entity: z.enum(FAVORITE_ENTITIES), entity_id: id, marked: z.boolean() }),
  response: z.object({ items: z.array(favorite) }),
  summary: 'Mark or unmark a row; twice is the same as once',
});
