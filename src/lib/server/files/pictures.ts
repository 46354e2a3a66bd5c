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

/** @param by whose work it is: nobody's pictures wait for more than one of somebody else's at a time */
export type DrawPicture = (order: Order, by: string) => Promise<{ width: number; height: number }>;

const AT_ONCE = 2;
const MOST_WAITING = 40;
const MOST_WAITING_OF_ONE = 8;
/** The largest photo that is accepted takes a few seconds. */
const LIMIT_MS = 20_000;
/** A drawing that takes longer, counted from when the drawing begins, was made to. */
const SVG_LIMIT_MS = 3_000;
/** How long the server draws for one person in an hour: hundreds of photos. */
const WORK_MS = 600_000;
const HOUR_MS = 3_600_000;
/** The dearest photo that is accepted, 50 million pixels of AVIF with 12 bits, takes 1.3 GB. */
const LIMIT_BYTES = 1_536 * 1_048_576;
const PROGRAM = fileURLToPath(new URL('./draw-picture.ts', import.meta.url));

/**
 * Draws pictures in processes of their own, two at once and never two of one person; `limitMs` is how long one may take, `svgLimitMs` a drawing
 * of vectors, `limitBytes` how much memory, `workMs` how long all of one person in an hour. The drawing rejects with AppError image_too_large,
 * image_unreadable, storage_busy (too many wait), over_quota.
 */
export function createPictures({
  limitMs = LIMIT_MS,
  svgLimitMs = SVG_LIMIT_MS,
  limitBytes = LIMIT_BYTES,
  atOnce = AT_ONCE,
  mostWaiting = MOST_WAITING,
  mostWaitingOfOne = MOST_WAITING_OF_ONE,
  workMs = WORK_MS,
  now = () => performance.now(),
} = {}): DrawPicture {
  /** Whose pictures are being drawn. */
  const running = new Set<string>();
  const waiting: { by: string; start: () => void }[] = [];
  /** What was drawn for whom since a moment. */
  const work = new Map<string, { since: number; ms: number }>();

  function workOf(by: string): { since: number; ms: number } {
    const known = work.get(by);
    if (known && now() - known.since < HOUR_MS) return known;
    for (const [one, { since }] of work) if (now() - since >= HOUR_MS) work.delete(one);
    const fresh = { since: now(), ms: 0 };
    work.set(by, fresh);
    return fresh;
  }

  async function turn(by: string): Promise<void> {
    const { since, ms } = workOf(by);
    if (ms >= workMs) throw new AppError('over_quota', { retryAfter: Math.ceil((since + HOUR_MS - now()) / 1_000) });
    if (running.size < atOnce && !running.has(by)) {
      running.add(by);
      return;
    }
    const own = waiting.filter((one) => one.by === by).length;
    if (waiting.length >= mostWaiting || own >= mostWaitingOfOne) throw new AppError('storage_busy', { retryAfter: 10 });
    await new Promise<void>((start) => waiting.push({ by, start }));
  }
  function done(by: string): void {
    running.delete(by);
    const next = waiting.findIndex((one) => !running.has(one.by));
    for (const one of next < 0 ? [] : waiting.splice(next, 1)) {
      running.add(one.by);
      one.start();
    }
  }

  return async (order, by) => {
    await turn(by);
    const started = now();
    try {
      const outcome = await drawn(order, limitMs, order.drawable === 'svg' ? svgLimitMs : limitMs, limitBytes);
      if (outcome.status === 'drawn') return { width: outcome.width, height: outcome.height };
      throw new AppError(outcome.status === 'too_large' ? 'image_too_large' : 'image_unreadable');
    } finally {
      workOf(by).ms += now() - started;
      done(by);
    }
  };
}

/** Never rejects for what a picture does: a process that is ended, or ends by itself, could not read it. */
function drawn(order: Order, limitMs: number, drawMs: number, limitBytes: number): Promise<Outcome> {
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
    let end: NodeJS.Timeout | undefined;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      // Its first word says that it is at work: a busy machine may have taken seconds to start it.
      end ??= setTimeout(() => child.kill('SIGKILL'), drawMs);
      said += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(end);
      resolve(code === 0 && said.trim() !== '' ? (JSON.parse(said) as Outcome) : { status: 'unreadable' });
    });
  });
}

let shared: DrawPicture | undefined;
/** The process's own, so that the limits hold over all requests. */
export const drawPicture: DrawPicture = (order, by) => {
  shared ??= createPictures();
  return shared(order, by);
};
