import * as z from 'zod/mini';
import { id } from './common.ts';
import { endpoint } from './endpoint.ts';

/** What has links to others, and can be linked to. */
export const LINKED_ENTITIES = ['machines', 'dataloggers', 'recordings', 'screens', 'measurements', 'people'] as const;
export type LinkedEntity = (typeof LINKED_ENTITIES)[number];
/** What has a page on which its links stand. */
export const LINKING_ENTITIES = ['machines', 'dataloggers', 'screens', 'measurements'] as const;
export type LinkingEntity = (typeof LINKING_ENTITIES)[number];

/** Something that a row belongs together with, and that the reader may open. */
export const link = z.object({
  entity: z.enum(LINKED_ENTITIES),
  id,
  name: z.string(),
});
export type Link = z.infer<typeof link>;

export const listLinks = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/links',
  access: 'user',
  scope: 'org:read',
  query: z.object({ entity: z.enum(LINKING_ENTITIES), id }),
  response: z.object({
    items: z.array(link),
    /** Of these there are more than are named. */
    more: z.array(z.enum(LINKED_ENTITIES)),
  }),
  summary: 'What a row is linked with',
});
export type Links = z.infer<(typeof listLinks)['response']>;
