import { preloadChunk } from '../../lib/client/kernel/chunk-errors.ts';

/** A part of the page whose script comes only when somebody is about to need it. */
export interface Late<M> {
  /** Null until it is here. */
  now(): M | null;
  /** Asks early; a failure says nothing, and is asked again when the part is needed. */
  preload(): void;
  /** Asks, also again after a failure. Nobody who needs the part may swallow the rejection: that is how a page learns that its build is gone. */
  load(): Promise<M>;
  /** The last asking, failed or not: what a render may wait for without asking for ever. */
  last(): Promise<M>;
}

/** Parts that could not be had; {@link askAgain} forgets the failures. */
const failed = new Set<() => void>();

/** Lets everything that failed to load be asked for once more. */
export function askAgain(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** @param ask one import, alone in its function: otherwise Vite doesn't hear of its failure */
export function late<M>(ask: () => Promise<M>): Late<M> {
  let here: M | null = null;
  let asked: Promise<M> | null = null;
  const forget = () => {
    asked = null;
  };
  function last(): Promise<M> {
    asked ??= ask().then(
      (found) => {
        here = found;
        return found;
      },
      (error) => {
        failed.add(forget);
        throw error;
      },
    );
    return asked;
  }
  function load(): Promise<M> {
    if (failed.delete(forget)) forget();
    return last();
  }
  async function preload(): Promise<void> {
    // What was only wanted early and didn't come is asked for anew by whoever needs it.
    if ((await preloadChunk(load)) === null && failed.delete(forget)) forget();
  }
  return { now: () => here, last, load, preload: () => void preload() };
}
