import { compilePattern } from './pattern.ts';
import { isEmpty, numberOf, textOf } from './values.ts';

/** A file as rules see it: the browser's File, or a description with the size of the picture. */
export interface FileLike {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Pixels. */
  width?: number;
  height?: number;
}
export interface PictureSize {
  width: number;
  height: number;
}
/** Pixels of the picture in a file, null when it doesn't load. */
export type LoadPicture = (file: unknown) => Promise<PictureSize | null>;

const IMAGES = ['jpg', 'svg', 'jpeg', 'png', 'bmp', 'gif', 'webp'];
const MEASURED_IMAGES = IMAGES.filter((extension) => extension !== 'webp');

function property(file: unknown, name: keyof FileLike): unknown {
  return typeof file === 'object' && file !== null ? (file as Partial<FileLike>)[name] : undefined;
}

/** The ending of the file's name is one of the extensions, in any case. */
export function hasExtension(file: unknown, extensions: readonly unknown[]): boolean {
  const name = textOf(property(file, 'name')).toLowerCase();
  return extensions.some((extension) => name.endsWith(`.${textOf(extension).toLowerCase()}`));
}

export const isImage = (file: unknown): boolean => hasExtension(file, IMAGES);

/** The file's type is one of the patterns: `*` is any text, a suffix like `+xml` may be missing on either side, parameters don't count. */
export function hasType(file: unknown, patterns: readonly unknown[]): boolean {
  const type = property(file, 'type');
  return typeof type === 'string' && patterns.some((pattern) => typePattern(textOf(pattern))(type.toLowerCase()));
}

function typePattern(pattern: string): (type: string) => boolean {
  const [, base = '', suffix] = /^([^+]*)(\+.*)?$/s.exec(pattern.toLowerCase()) ?? [];
  const written = (text: string) => text.replace(/[\\^$.+?()[\]{}|]/g, '\\$&').replaceAll('*', '.+');
  return compilePattern(`^${written(base)}(${suffix ? written(suffix) : '\\+[^;]+'})?(;.*)?$`);
}

export function isAtMost(file: unknown, kilobytes: unknown): boolean {
  return numberOf(property(file, 'size')) <= numberOf(kilobytes) * 1_024;
}

/** Every file is a picture that loads and has exactly this size. */
export async function haveDimensions(
  files: readonly unknown[],
  [width, height]: readonly unknown[],
  load: LoadPicture = loadPicture,
): Promise<boolean> {
  const present = files.filter((file) => !isEmpty(file));
  if (!present.every((file) => hasExtension(file, MEASURED_IMAGES))) return false;
  const sizes = await Promise.all(present.map((file) => sizeOf(file, load)));
  return sizes.every((size) => size?.width === numberOf(width) && size.height === numberOf(height));
}

async function sizeOf(file: unknown, load: LoadPicture): Promise<PictureSize | null> {
  const [width, height] = [property(file, 'width'), property(file, 'height')];
  if (typeof width === 'number' && typeof height === 'number') return { width, height };
  try {
    return await load(file);
  } catch {
    return null;
  }
}

/** Loads a File into an image element that stays outside the document. Nothing loads where there are no images, as on the server. */
const loadPicture: LoadPicture = async (file) => {
  if (typeof Image === 'undefined' || typeof Blob === 'undefined' || !(file instanceof Blob)) return null;
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    return await new Promise((resolve) => {
      image.onload = () => resolve({ width: image.width, height: image.height });
      image.onerror = () => resolve(null);
      image.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
};
