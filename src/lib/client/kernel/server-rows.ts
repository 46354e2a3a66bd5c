import { currentRow } from './store-deps.ts';

/** What became of a change; `conflict` carries the row as somebody else has saved it meanwhile. */
export type RowSaved<R> = { status: 'saved'; row: R } | { status: 'conflict'; current: R } | { status: 'error'; error: unknown };

/** The answer to a change, told apart. */
export async function rowSaved<R>(saving: Promise<R>): Promise<RowSaved<R>> {
  try {
    return { status: 'saved', row: await saving };
  } catch (error) {
    const current = currentRow<R>(error);
    return current ? { status: 'conflict', current } : { status: 'error', error };
  }
}

/** Changes that wait for their answers. They stand over the rows and are no part of them, so that a refusal leaves nothing behind. */
export function createPending<R>(show: () => void, take: (row: R) => void) {
  const pending = new Set<{ key: string; change: (row: R) => R }>();
  return {
    /** The row with what is on its way. */
    over(key: string, row: R): R {
      let shown = row;
      for (const one of pending) if (one.key === key) shown = one.change(shown);
      return shown;
    },
    /** Shows a change until its answer, and takes the row that comes with it. @throws what the server said */
    async until(key: string, change: (row: R) => R, send: () => Promise<R>): Promise<R> {
      const one = { key, change };
      pending.add(one);
      show();
      try {
        const row = await send();
        take(row);
        return row;
      } catch (error) {
        const current = currentRow<R>(error);
        if (current) take(current);
        throw error;
      } finally {
        pending.delete(one);
        show();
      }
    },
  };
}

interface ServerRowsOptions<R> {
  /** Gets the rows as they are to be shown. */
  publish(rows: R[]): void;
  /** Where a row stands that comes singly; lists come in their order. */
  order?: (a: R, b: R) => number;
  /** What is shown already. */
  initial?: readonly R[] | null;
}

/** Rows of a list as the server gave them last, never an older one over a newer one. */
export function createServerRows<R extends { id: string; rev: number }>({ publish, order, initial = null }: ServerRowsOptions<R>) {
  let serverRows = initial;
  const show = () => {
    if (serverRows) publish(serverRows.map((row) => pending.over(row.id, row)));
  };
  const pending = createPending<R>(show, put);

  function put(row: R): void {
    const at = serverRows?.findIndex(({ id }) => id === row.id) ?? -1;
    const before = serverRows?.[at];
    if (!serverRows || (before && before.rev > row.rev)) return;
    const next = before ? serverRows.with(at, row) : [...serverRows, row];
    serverRows = order ? next.sort(order) : next;
    show();
  }

  return {
    /** Takes a list that was read; `null` = the rows that are here answer another question. */
    set(rows: readonly R[] | null): void {
      const before = new Map(serverRows?.map((row) => [row.id, row]));
      serverRows = rows?.map((row) => ((before.get(row.id)?.rev ?? 0) > row.rev ? (before.get(row.id) ?? row) : row)) ?? null;
      show();
    },
    put,
    drop(id: string): void {
      serverRows = serverRows?.filter((row) => row.id !== id) ?? null;
      show();
    },
    /** Puts into each row what the live stream says of it. */
    map(live: (row: R) => R): void {
      serverRows = serverRows?.map(live) ?? null;
      show();
    },
    /** As `until` of {@link createPending}; `row` is the one that the person saw. */
    until(row: R, change: (row: R) => R, send: () => Promise<R>): Promise<R> {
      if (!serverRows?.some(({ id }) => id === row.id)) put(row);
      return pending.until(row.id, change, send);
    },
  };
}
