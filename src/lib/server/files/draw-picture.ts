import { readFile } from 'node:fs/promises';
import process from 'node:process';
import sharp, { type Sharp } from 'sharp';
import { decodeBmp, TooManyPixels } from './bmp.ts';
import type { Drawable } from './media-types.ts';
import type { Order, Outcome } from './pictures.ts';
import { isAbsurdDrawing } from './svg-limits.ts';

/**
 * The process that draws one picture and ends: `node draw-picture.ts ORDER BYTES`. Decoders of pictures are native code that can neither be
 * stopped nor bounded from within, so they run beside the server, which ends them when they take too long; for more memory than BYTES the
 * process ends itself.
 */

const MAX_PIXELS = 50_000_000;
/** Longest side of a drawing without pixels of its own. */
const SVG_SIDE = 2_048;
/** Drawings up to this many pixels stay exact; larger ones would be stored in megabytes. */
const EXACT_PIXELS = 4_000_000;
const SVG_DPI = 72;
/** The most that sharp takes. */
const MAX_DPI = 100_000;
/** How often the memory is looked at: in that time a drawing takes some 20 MB more. */
const WATCH_MS = 20;

const OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;

async function source(path: string, drawable: Drawable): Promise<Sharp> {
  // Bytes instead of the path: a drawing that is read from a path may bring in its neighbours.
  const bytes = await readFile(path);
  if (drawable === 'bmp') {
    const { data, width, height } = decodeBmp(bytes, MAX_PIXELS);
    return sharp(data, { ...OPTIONS, raw: { width, height, channels: 4 } });
  }
  if (drawable !== 'svg') return sharp(bytes, OPTIONS).autoOrient();
  if (isAbsurdDrawing(bytes)) throw new Error('more filters or groups than anybody draws');
  const { width = 1, height = 1 } = await sharp(bytes, OPTIONS).metadata();
  const density = Math.min(MAX_DPI, Math.max(1, (SVG_DPI * SVG_SIDE) / Math.max(width, height)));
  return sharp(bytes, { ...OPTIONS, density });
}

const inside = (side: number, picture: Sharp) => picture.resize(side, side, { fit: 'inside', withoutEnlargement: true });

async function draw({ input, output, drawable, purpose }: Order): Promise<{ width: number; height: number }> {
  const picture = await source(input, drawable);
  // Without a word about it sharp keeps no EXIF, place or profile.
  const write = (image: Sharp, name: string, exact: boolean) =>
    image.webp(exact ? { lossless: true } : { quality: 84, smartSubsample: true }).toFile(`${output}${name}`);
  if (purpose === 'avatar') return write(picture.resize(512, 512, { fit: 'cover' }), '', false);
  if (purpose === 'logo') return write(picture.resize(512, 256, { fit: 'inside' }), '', true);
  const { data, info } = await inside(4_096, picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const of = () => sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } });
  const exact = drawable !== 'photo' && info.width * info.height <= EXACT_PIXELS;
  await write(inside(320, of()), '.thumb', false);
  await write(inside(1_280, of()), '.medium', exact);
  return write(of(), '', exact);
}

async function outcomeOf(order: Order): Promise<Outcome> {
  try {
    const { width, height } = await draw(order);
    return { status: 'drawn', width, height };
  } catch (error) {
    const large = error instanceof TooManyPixels || (error instanceof Error && /pixel limit|too large for/i.test(error.message));
    return { status: large ? 'too_large' : 'unreadable' };
  }
}

/** Native code draws in threads of its own, so this one is free to look. A limit of the system won't do: V8 reserves 10 GB of addresses. */
function endBeyond(bytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGKILL');
  }, WATCH_MS).unref();
}

const [, , order = '', memory = ''] = process.argv;
process.stdout.write('\n');
sharp.concurrency(1);
sharp.cache(false);
endBeyond(Number(memory));
process.stdout.write(JSON.stringify(await outcomeOf(JSON.parse(order) as Order)));
