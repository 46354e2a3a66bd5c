import { open } from 'node:fs/promises';
import { textType } from './text-type.ts';

/** What a file is, by its bytes alone: never by its name or by what the sender says. */

/** Kinds that are kept as they come, with the endings of their names; the first one is given to a name without any of them. */
const DOCUMENTS: Record<string, readonly [string, ...string[]]> = {
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'text/csv': ['csv', 'tsv', 'txt'],
  'text/plain': ['txt', 'csv', 'log', 'md', 'json', 'ini', 'cfg', 'nc', 'gcode'],
};
/** Kinds of files that are made here and never taken in. */
const MADE: Record<string, readonly [string, ...string[]]> = {
  'application/x-ndjson': ['jsonl'],
  'application/vnd.apache.parquet': ['parquet'],
  'application/vnd.influxdata.lineprotocol': ['lp'],
};
/** Kinds that are drawn anew; what is stored is WebP. HEIC is left out: its decoder is encumbered and not built in. */
const PICTURES: Record<string, Drawable> = {
  'image/jpeg': 'photo',
  'image/webp': 'photo',
  'image/avif': 'photo',
  'image/tiff': 'photo',
  'image/png': 'drawing',
  'image/gif': 'drawing',
  'image/bmp': 'bmp',
  'image/svg+xml': 'svg',
};
export const STORED_PICTURE = 'image/webp';
const PICTURE_ENDINGS = ['webp', 'jpg', 'jpeg', 'png', 'gif', 'bmp', 'svg', 'tif', 'tiff', 'avif'];

/** How a picture is read: `drawing` keeps its sharp edges, `bmp` and `svg` are first turned into pixels in their own way. */
export type Drawable = 'photo' | 'drawing' | 'bmp' | 'svg';
export type MediaType = { kind: 'picture'; drawable: Drawable } | { kind: 'document'; mediaType: string };

const HEAD_BYTES = 65_536;

/** What the stored bytes of a path are; null for everything that is not accepted. Never throws for bad bytes. */
export async function mediaTypeOf(path: string): Promise<MediaType | null> {
  // Dear to load, and most processes are never given a file.
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const text = found === undefined || found.mime === 'application/xml' ? textType(await headOf(path)) : null;
  const type = text ?? found?.mime;
  if (type === undefined) return null;
  if (Object.hasOwn(PICTURES, type)) return { kind: 'picture', drawable: PICTURES[type]! };
  return Object.hasOwn(DOCUMENTS, type) ? { kind: 'document', mediaType: type } : null;
}

async function headOf(path: string): Promise<{ bytes: Uint8Array; whole: boolean }> {
  const file = await open(path);
  try {
    const buffer = new Uint8Array(HEAD_BYTES);
    const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, 0);
    return { bytes: buffer.subarray(0, bytesRead), whole: bytesRead < HEAD_BYTES };
  } finally {
    await file.close();
  }
}

/** A name whose ending says what the bytes are: a picture that was drawn anew is a `.webp`, a program's ending never stays the last one. */
export function downloadName(name: string, mediaType: string): string {
  const endings = mediaType === STORED_PICTURE ? PICTURE_ENDINGS : (DOCUMENTS[mediaType] ?? MADE[mediaType] ?? ['bin']);
  const [, stem = name, ending = ''] = /^(.+)\.([^.]+)$/s.exec(name) ?? [];
  const known = endings.includes(ending.toLowerCase());
  if (mediaType === STORED_PICTURE) return `${known ? stem : name}.webp`;
  return known ? name : `${name}.${endings[0]}`;
}

/** What a file that was made here is, by its name. */
export function mediaTypeOfName(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const [type = 'application/octet-stream'] =
    [...Object.entries(MADE), ...Object.entries(DOCUMENTS)].find(([, endings]) => endings.includes(ending)) ?? [];
  return type.startsWith('application/vnd.openxml') || type.endsWith('parquet') ? type : `${type}; charset=utf-8`;
}
