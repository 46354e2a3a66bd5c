import { atom, type ReadableAtom } from 'nanostores';
import type { LiveEvent } from '../contract/events.ts';
import type { ApiErrorCode } from './api.ts';
import { Cancelled, currentRow, failureCode, type StoreDeps, type View, viewOf } from './store-deps.ts';

export type RowState<R> = { status: 'loading' } | { status: 'ready'; row: R } | { status: 'error'; code: ApiErrorCode };

/** `conflict` carries the row as somebody else has saved it meanwhile. */
export type RowSaved<R> = { status: 'saved'; row: R } | { status: 'conflict'; current: R } | { status: 'error'; error: unknown };

export interface RowStore<R, P> {
  $state: ReadableAtom<RowState<R>>;
  start(): () => void;
  load(): Promise<void>;
  /** Sends what the person changed of the row that he saw, which was at `rev`. */
  save(rev: number, patch: P): Promise<RowSaved<R>>;
  /** Takes a row that came in another way, unless it is older than the one that is here. */
  take(row: R): void;
}

/** One row of the server, kept fresh by the live stream; a form holds what is being changed. */
export function createRowStore<R extends { rev: number }, P>(
  deps: StoreDeps,
  options: {
    initial: R | null;
    read: (call: View['call']) => Promise<R>;
    /** @param seen the row at `rev`, when it was ever shown */
    write: (call: View['call'], rev: number, patch: P, seen: R | undefined) => Promise<R>;
    /** Does the event speak of the row? */
    concerns: (event: Extract<LiveEvent, { name: 'changed' }>['data']) => boolean;
  },
): RowStore<R, P> {
  const { initial, read, write, concerns } = options;
  const view = viewOf(deps);
  const $state = atom<RowState<R>>(initial ? { status: 'ready', row: initial } : { status: 'loading' });
  /** Every revision that somebody may have based a change on. */
  const seen = new Map<number, R>(initial ? [[initial.rev, initial]] : []);

  const take = (row: R) => {
    const state = $state.get();
    // An answer that was overtaken by a newer one; of the same revision the later is as good or better.
    if (state.status === 'ready' && state.row.rev > row.rev) return;
    seen.set(row.rev, row);
    $state.set({ status: 'ready', row });
  };

  async function load(): Promise<void> {
    try {
      take(await read(view.call));
    } catch (error) {
      if (error instanceof Cancelled) return;
      const code = failureCode(error);
      // A failed refresh leaves what is there; the live lamp tells that the line is down.
      if ($state.get().status !== 'ready' || code === 'not_found') $state.set({ status: 'error', code });
    }
  }

  return {
    $state,
    start: () =>
      view.start(
        (event) => {
          if (event.name === 'reset' || (event.name === 'changed' && concerns(event.data))) void load();
        },
        { isShown: () => $state.get().status === 'ready', load },
      ),
    load,
    take,
    async save(rev, patch) {
      try {
        const row = await write(view.call, rev, patch, seen.get(rev));
        take(row);
        return { status: 'saved', row };
      } catch (error) {
        const current = currentRow<R>(error);
        if (!current) return { status: 'error', error };
        take(current);
        return { status: 'conflict', current };
      }
    },
  };
}
