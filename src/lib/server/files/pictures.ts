import { spawn } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../contract/errors.ts';
import type { Drawable } from './media-types.ts';

/** One picture to be drawn anew. `output` is the beginning of the paths to be written; see draw-picture.ts for the sizes. */
export interface Order {
  input: string;
  output: string;
  drawable: Drawable;
  /** A photo in three sizes, a square of 512 px, or a logo within 512 × 256 px. */
  purpose: 'photo' | 'avatar' | 'logo';
}
export type Outcome = { status: 'drawn'; width: number; height: number } | { status: 'too_large' | 'unreadable' };

export type DrawPicture = (order: Order) => Promise<{ width: number; height: number }>;

const AT_ONCE = 2;
const MOST_WAITING = 40;
/** The largest photo that is accepted takes a few seconds. */
const LIMIT_MS = 20_000;
/** The dearest photo that is accepted, 50 million pixels of AVIF with 12 bits, takes 1.3 GB. */
const LIMIT_BYTES = 1_536 * 1_048_576;
const PROGRAM = fileURLToPath(new URL('./draw-picture.ts', import.meta.url));

/**
 * Draws pictures in processes of their own, two at once; `limitMs` is how long one may take, `limitBytes` how much memory. The drawing
 * rejects with AppError image_too_large, image_unreadable, storage_busy (too many wait).
 */
export function createPictures({
  limitMs = LIMIT_MS,
  limitBytes = LIMIT_BYTES,
  atOnce = AT_ONCE,
  mostWaiting = MOST_WAITING,
} = {}): DrawPicture {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function turn(): Promise<void> {
    if (running < atOnce) running++;
    else if (waiting.length >= mostWaiting) throw new AppError('storage_busy', { retryAfter: 10 });
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
  function done(): void {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  return async (order) => {
    await turn();
    try {
      const outcome = await drawn(order, limitMs, limitBytes);
      if (outcome.status === 'drawn') return { width: outcome.width, height: outcome.height };
      throw new AppError(outcome.status === 'too_large' ? 'image_too_large' : 'image_unreadable');
    } finally {
      done();
    }
  };
}

/** Never rejects for what a picture does: a process that is ended, or ends by itself, could not read it. */
function drawn(order: Order, limitMs: number, limitBytes: number): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // Nothing of the server's environment: it holds secrets.
    const program = ['--max-old-space-size=512', '--no-warnings', PROGRAM, JSON.stringify(order), String(limitBytes)];
    const child = spawn(process.execPath, program, {
      env: {},
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      resolve(code === 0 && said !== '' ? (JSON.parse(said) as Outcome) : { status: 'unreadable' });
    });
  });
}

let shared: DrawPicture | undefined;
/** The process's own, so that the limit holds over all requests. */
export const drawPicture: DrawPicture = (order) => {
  shared ??= createPictures();
  return shared(order);
};
