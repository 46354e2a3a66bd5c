import * as z from 'zod/mini';
import { id, instant, rev } from './common.ts';
import { endpoint } from './endpoint.ts';
import { entitiesWith } from './entities.ts';

/** Rows that may have files. Each has its own scopes: see server/files/. */
export const FILE_ENTITIES = entitiesWith('files');

export const file = z.object({
  id,
  entity: z.enum(FILE_ENTITIES),
  entity_id: id,
  name: z.string(),
  /** Read from the bytes, never the sender's word. */
  media_type: z.string(),
  size: z.number(),
  /** Of pictures, pixels. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  /** Of a photo that was taken while capturing: when, and the entry that ran then. */
  taken_at: z.nullable(instant),
  entry_id: z.nullable(z.string()),
  rev: z.number(),
  created_at: instant,
  created_by: z.nullable(z.string()),
  archived_at: z.nullable(instant),
});
export type StoredFile = z.infer<typeof file>;

const fileName = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}/\\]*$/u));

export const listFiles = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/files',
  access: 'user',
  scope: 'org:read',
  query: z.object({ entity: z.enum(FILE_ENTITIES), entity_id: id }),
  response: z.object({ items: z.array(file) }),
  summary: 'Files of one row, newest first',
});

/** The body of the request is the file itself. */
export const createFile = endpoint({
  method: 'POST',
  path: '/v1/orgs/:organization_id/files',
  access: 'user',
  scope: 'org:read',
  query: z.object({
    entity: z.enum(FILE_ENTITIES),
    entity_id: id,
    name: fileName,
    /** Made by the device: sent again with the same one, the file is stored once. */
    id: z.optional(id),
    /** Of measurements only: the moment that it shows, and the entry of then. */
    taken_at: z.optional(instant),
    entry_id: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: file,
  status: 201,
  summary:
    'Store a file of a row: the body is the file (at most 20 MB); pictures are made anew, without EXIF. Whoever captures a measurement may add to it; repeated with the same id it answers as the first time',
});

export const updateFile = endpoint({
  method: 'PATCH',
  path: '/v1/orgs/:organization_id/files/:id',
  access: 'user',
  scope: 'org:read',
  body: z.object({ rev, name: z.optional(fileName), archived: z.optional(z.boolean()) }),
  response: file,
  summary: 'Rename a file, take it away or bring it back; a certificate that was there when a recording of its time was signed stays (409)',
});

export const FILE_SIZES = ['thumb', 'medium', 'original'] as const;

export const getFileContent = endpoint({
  method: 'GET',
  path: '/v1/orgs/:organization_id/files/:id/content',
  access: 'user',
  scope: 'org:read',
  // thumb 320 px, medium 1280 px (pictures only); download=1 makes the browser save it.
  query: z.object({ size: z.optional(z.enum(FILE_SIZES)), download: z.optional(z.literal('1')) }),
  response: z.unknown(),
  summary: 'The bytes of a file',
});
