import * as z from 'zod/mini';
import { id, queryInt } from './common.ts';
import { endpoint } from './endpoint.ts';
import { type Entity, entitiesWith } from './entities.ts';

/** What one search over the organisation looks for: what has a page to open. */
export const SEARCHED_ENTITIES = entitiesWith('searched');
export type SearchedEntity = (typeof SEARCHED_ENTITIES)[number] & Entity;

/** A row that was found, as much of it as one line says. */
export const searchHit = z.object({
  entity: z.enum(SEARCHED_ENTITIES),
  id,
  /** Null for people and types, which belong to the organisation. */
  workspace_id: z.nullable(id),
  name: z.string(),
  /** Of what has a name in each language; `name` is one of them. */
  names: z.nullable(z.object({ cs: z.string(), en: z.string(), sk: z.string() })),
  /** What else it is told by: code and place of a logger, code and line of a machine, code and product of an operation, maker and model of a logger type, machine of a screen or
   *  measurement, e-mail of a person. */
  details: z.array(z.string()),
  /** `YYYY-MM-DD` of a measurement, in its workspace's zone. */
  day: z.nullable(z.string()),
});
export type SearchHit = z.infer<typeof searchHit>;

export const search = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/search',
  access: 'user',
  scope: 'org:read',
  query: z.object({
    q: z.string().check(z.minLength(1), z.maxLength(200)),
    // Of each entity.
    limit: z.optional(queryInt(1, 20)),
  }),
  response: z.object({ items: z.array(searchHit) }),
  summary:
    'Loggers, recordings, machines, types of sensors and loggers, screens, operations, measurements and people by any part of their texts; names that begin with it first',
});
