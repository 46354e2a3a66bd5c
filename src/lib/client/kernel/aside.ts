import { atom, type ReadableAtom } from 'nanostores';
import type { LiveEvent } from '../../contract/events.ts';
import { createLoader } from './loader.ts';
import type { StoreDeps, View } from './store-deps.ts';

export interface Aside<T> {
  $value: ReadableAtom<T>;
  start(): () => void;
}

/** Something that a screen can do without: it stays as it was when it can't be had, and nobody is told. */
export function createAside<T>(
  deps: Pick<StoreDeps, 'call' | 'live'>,
  first: T,
  options: {
    read: (call: View['call']) => Promise<T>;
    /** Needs a view that comes no reading? */
    isKnown: (value: T) => boolean;
    /** Is it to be read again? */
    renews: (event: LiveEvent) => boolean;
  },
): Aside<T> {
  const $value = atom(first);
  const { load, start } = createLoader(
    deps,
    { get: () => ({ status: 'ready' }), set: () => undefined },
    { read: options.read, take: (value) => $value.set(value), isShown: () => options.isKnown($value.get()) },
  );
  return { $value, start: () => start((event) => void (options.renews(event) && load())) };
}
