import process from 'node:process';

/** How often an orphan is looked for, milliseconds. */
const WATCH_MS = 500;

/**
 * Calls `stop` once when the process is asked to end: by a signal, or, under npm, by the end of whoever started it — npm passes a
 * signal to its shell, and the shell passes it to nobody.
 */
export function onStopRequest(stop: () => void): void {
  let asked = false;
  const ask = () => {
    if (!asked) stop();
    asked = true;
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, ask);
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) ask();
  }, WATCH_MS).unref();
}
