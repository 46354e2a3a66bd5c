import { atom, type ReadableAtom } from 'nanostores';
import type { LiveEvent } from '../../contract/events.ts';
import type { ApiErrorCode } from './api.ts';
import { createLoader } from './loader.ts';
import { createPending, type RowSaved, rowSaved } from './server-rows.ts';
import { type StoreDeps, type View, viewOf } from './store-deps.ts';

export type RowState<R> = { status: 'loading' } | { status: 'ready'; row: R } | { status: 'error'; code: ApiErrorCode };

export interface RowStore<R, P> {
  $state: ReadableAtom<RowState<R>>;
  start(): () => void;
  load(): Promise<void>;
  /** Sends what the person changed of the row that he saw, which was at `rev`. */
  save(rev: number, patch: P): Promise<RowSaved<R>>;
  /** Takes a row that came in another way, unless it is older than the one that is here. */
  take(row: R): void;
}

type Live<K extends LiveEvent['name']> = Extract<LiveEvent, { name: K }>['data'];

/** One row of the server, kept fresh by the live stream. */
export function createRowStore<R extends { rev: number }, P>(
  deps: StoreDeps,
  options: {
    initial: R | null;
    read: (call: View['call']) => Promise<R>;
    /** @param seen the row at `rev`, when it was ever shown */
    write: (call: View['call'], rev: number, patch: P, seen: R | undefined) => Promise<R>;
    /** Does the event speak of the row? */
    concerns: (event: Live<'changed'>) => boolean;
    /** Shows a change before its answer: what it makes of the row. Without it a form holds what is being changed. */
    preview?: (patch: P) => (row: R) => R;
    /** What a message makes of the row; the same row when it doesn't speak of it. */
    live?: (row: R, values: Live<'values'>) => R;
    /** What a received message makes of the row, as `live`. */
    received?: (row: R, message: Live<'received'>) => R;
    /** A row that was read, with what messages have said since. */
    fresh?: (read: R, shown: R) => R;
    /** Of a store that reads more than the row. */
    view?: View;
  },
): RowStore<R, P> {
  const { initial, read, write, concerns, preview, live, received, fresh, view = viewOf(deps) } = options;
  const $state = atom<RowState<R>>(initial ? { status: 'ready', row: initial } : { status: 'loading' });
  /** The newest row that came from the server; null before the first, and when the row is gone. */
  let serverRow = initial;
  /** Every revision that somebody may have based a change on. */
  const seen = new Map<number, R>(initial ? [[initial.rev, initial]] : []);
  const show = () => {
    if (serverRow) $state.set({ status: 'ready', row: pending.over('', serverRow) });
  };
  const pending = createPending<R>(show, take);

  function take(row: R): void {
    // An answer that was overtaken by a newer one; of the same revision the later is as good or better.
    if (serverRow && serverRow.rev > row.rev) return;
    serverRow = serverRow && fresh ? fresh(row, serverRow) : row;
    seen.set(row.rev, row);
    show();
  }

  const { load, start } = createLoader(deps, $state, {
    view,
    read,
    take,
    isShown: () => serverRow !== null,
    failed(code) {
      // A failed refresh leaves what is there, unless it is gone.
      if (serverRow && code !== 'not_found') return;
      serverRow = null;
      $state.set({ status: 'error', code });
    },
  });

  function hear(event: LiveEvent): void {
    if (event.name === 'reset' || (event.name === 'changed' && concerns(event.data))) void load();
    else if (serverRow && (event.name === 'values' || event.name === 'received')) {
      const next = (event.name === 'values' ? live?.(serverRow, event.data) : received?.(serverRow, event.data)) ?? serverRow;
      if (next === serverRow) return;
      serverRow = next;
      show();
    }
  }

  return {
    $state,
    start: () => start(hear),
    load,
    take,
    save: (rev, patch) =>
      rowSaved(pending.until('', preview?.(patch) ?? ((row) => row), () => write(view.call, rev, patch, seen.get(rev)))),
  };
}
