import { Worker } from 'node:worker_threads';
import { AppError } from '../../../contract/errors.ts';
import type { ReportDocument } from '../document.ts';

/**
 * PDF made in a thread of its own, one after another, so that nobody else waits for the laying out. A thread that takes too long or too much memory
 * is ended, and with it its report; the next one begins another.
 */

/** A report of a hundred pages takes about six seconds of one processor; others may have it too. */
const GIVE_UP_MS = 60_000;
const MOST_MB = 384;
/** Reports that wait for the thread; more are told to come again. */
const MOST_WAITING = 20;
/** Until a thread that has nothing to do ends, milliseconds. */
const REST_MS = 60_000;

interface Wanted {
  document: ReportDocument;
  resolve(bytes: Uint8Array): void;
  reject(error: AppError): void;
}

let worker: Worker | null = null;
let current: Wanted | null = null;
let timer: NodeJS.Timeout | null = null;
const waiting: Wanted[] = [];

function begin(): Worker {
  const begun = new Worker(new URL('./report-thread.ts', import.meta.url), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MOST_MB },
  });
  begun.on('message', (answer: { bytes: Uint8Array } | { failure: string }) => {
    const done = settle();
    if ('bytes' in answer) done?.resolve(answer.bytes);
    else done?.reject(new AppError('report_failed', { cause: answer.failure }));
    next();
  });
  begun.on('error', (error) => fail(begun, new AppError('report_failed', { cause: error })));
  begun.on('exit', () => fail(begun, new AppError('report_failed')));
  // It keeps no process alive.
  begun.unref();
  return begun;
}

/** Ends what the thread is at; null = it was at nothing. */
function settle(): Wanted | null {
  if (timer) clearTimeout(timer);
  timer = null;
  const done = current;
  current = null;
  return done;
}

function fail(failed: Worker, error: AppError): void {
  if (worker !== failed) return;
  worker = null;
  void failed.terminate();
  settle()?.reject(error);
  next();
}

function next(): void {
  if (current) return;
  const wanted = waiting.shift();
  if (!wanted) {
    timer = setTimeout(() => {
      const resting = worker;
      worker = null;
      void resting?.terminate();
    }, REST_MS);
    timer.unref();
    return;
  }
  if (timer) clearTimeout(timer);
  worker ??= begin();
  const asked = worker;
  current = wanted;
  timer = setTimeout(() => fail(asked, new AppError('report_failed', { cause: 'it took too long' })), GIVE_UP_MS);
  asked.postMessage({ document: wanted.document });
}

/** @throws AppError report_failed (it took too long or too much), storage_busy (too many wait) */
export function makePdf(document: ReportDocument): Promise<Uint8Array> {
  if (waiting.length >= MOST_WAITING) throw new AppError('storage_busy', { retryAfter: 10 });
  return new Promise((resolve, reject) => {
    waiting.push({ document, resolve, reject });
    next();
  });
}
