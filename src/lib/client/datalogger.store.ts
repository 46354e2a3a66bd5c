import { atom, type ReadableAtom } from 'nanostores';
import { type Datalogger, getDatalogger, updateDatalogger } from '../contract/dataloggers.ts';
import type { BodyInput } from '../contract/endpoint.ts';
import type { LiveEvent } from '../contract/events.ts';
import type { ApiErrorCode } from './api.ts';
import { mergeValues } from './datalogger-row.ts';
import { Cancelled, currentRow, failureCode, type StoreDeps, viewOf } from './store-deps.ts';

export type DataloggerDetailState = { status: 'loading' } | { status: 'ready'; row: Datalogger } | { status: 'error'; code: ApiErrorCode };

export type DataloggerPatch = Omit<BodyInput<typeof updateDatalogger>, 'rev'>;
/** `conflict` carries the row as somebody else has saved it meanwhile. */
export type SaveResult =
  | { status: 'saved'; row: Datalogger }
  | { status: 'conflict'; current: Datalogger }
  | { status: 'error'; error: unknown };

export interface DataloggerStore {
  $state: ReadableAtom<DataloggerDetailState>;
  start(): () => void;
  load(): Promise<void>;
  /** Shows the change at once and takes it back when the server refuses it. `row` is the one that the person saw. */
  save(row: Datalogger, patch: DataloggerPatch): Promise<SaveResult>;
}

/** The row as it will be when the change is accepted. */
export function patchedRow(row: Datalogger, { paused, archived, ...fields }: DataloggerPatch, now: number): Datalogger {
  const at = new Date(now).toISOString();
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Datalogger>;
  return {
    ...row,
    ...given,
    ...(paused === undefined ? {} : { paused_at: paused ? at : null }),
    ...(archived === undefined ? {} : { archived_at: archived ? at : null }),
  };
}

/** One logger: kept fresh by the live stream, changed optimistically. */
export function createDatalogger(deps: StoreDeps, id: string, initial: Datalogger | null): DataloggerStore {
  const $state = atom<DataloggerDetailState>(initial ? { status: 'ready', row: initial } : { status: 'loading' });
  const view = viewOf(deps);
  const params = { organization_id: deps.organization, id };
  const set = (row: Datalogger) => $state.set({ status: 'ready', row });

  async function load(): Promise<void> {
    try {
      set(await view.call(getDatalogger, { params }));
    } catch (error) {
      if (error instanceof Cancelled) return;
      const code = failureCode(error);
      if ($state.get().status !== 'ready' || code === 'not_found') $state.set({ status: 'error', code });
    }
  }

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed') {
      if (event.data.id === id || (event.data.entity === 'channels' && event.data.datalogger_id === id)) void load();
    } else if (event.name === 'values' && event.data.datalogger_id === id) {
      const state = $state.get();
      if (state.status === 'ready') set(mergeValues(state.row, event.data));
    }
  }

  return {
    $state,
    start: () => view.start(hear, { isShown: () => $state.get().status === 'ready', load }),
    load,
    async save(row, patch) {
      const { rev } = row;
      const state = $state.get();
      const before = state.status === 'ready' ? state.row : row;
      set(patchedRow(before, patch, deps.now()));
      try {
        const saved = await deps.call(updateDatalogger, { params, body: { ...patch, rev } });
        set(saved);
        return { status: 'saved', row: saved };
      } catch (error) {
        const current = currentRow<Datalogger>(error);
        set(current ?? before);
        return current ? { status: 'conflict', current } : { status: 'error', error };
      }
    },
  };
}
