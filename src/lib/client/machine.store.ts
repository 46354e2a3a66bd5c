import { atom, type ReadableAtom } from 'nanostores';
import type { BodyInput } from '../contract/endpoint.ts';
import type { LiveEvent } from '../contract/events.ts';
import { getMachine, listMachinePlaces, type Machine, updateMachine } from '../contract/machines.ts';
import { getOrganization } from '../contract/organizations.ts';
import type { ApiErrorCode } from './api.ts';
import type { MachinePlaces } from './machines.store.ts';
import { Cancelled, currentRow, failureCode, type StoreDeps, viewOf } from './store-deps.ts';

export type MachineState = { status: 'loading' } | { status: 'ready'; row: Machine } | { status: 'error'; code: ApiErrorCode };

export type MachinePatch = Omit<BodyInput<typeof updateMachine>, 'rev'>;
/** `conflict` carries the row as somebody else has saved it meanwhile. */
export type MachineSave =
  | { status: 'saved'; row: Machine }
  | { status: 'conflict'; current: Machine }
  | { status: 'error'; error: unknown };

export interface MachineStore {
  $state: ReadableAtom<MachineState>;
  /** ISO 4217 code of the money in which the organisation counts; null = not known (yet). */
  $currency: ReadableAtom<string | null>;
  /** Words that machines have, for suggestions; empty until {@link wantPlaces}. */
  $places: ReadableAtom<MachinePlaces>;
  wantPlaces(): void;
  start(): () => void;
  load(): Promise<void>;
  /** Shows the change at once and takes it back when the server refuses it. `row` is the one that the person saw. */
  save(row: Machine, patch: MachinePatch): Promise<MachineSave>;
}

/** The row as it will be when the change is accepted. */
export function patchedMachine(row: Machine, { archived, ...fields }: MachinePatch, now: number): Machine {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Machine>;
  return { ...row, ...given, ...(archived === undefined ? {} : { archived_at: archived ? new Date(now).toISOString() : null }) };
}

/** One machine: kept fresh by the live stream, changed optimistically. */
export function createMachineStore(deps: StoreDeps, id: string, initial: Machine | null): MachineStore {
  const $state = atom<MachineState>(initial ? { status: 'ready', row: initial } : { status: 'loading' });
  const $currency = atom<string | null>(null);
  const $places = atom<MachinePlaces>([]);
  let placesWanted = false;
  const view = viewOf(deps);
  const params = { organization_id: deps.organization, id };
  const set = (row: Machine) => $state.set({ status: 'ready', row });

  async function load(): Promise<void> {
    try {
      set(await view.call(getMachine, { params }));
    } catch (error) {
      if (error instanceof Cancelled) return;
      const code = failureCode(error);
      if ($state.get().status !== 'ready' || code === 'not_found') $state.set({ status: 'error', code });
    }
  }

  /** Money without a name is still a number: a failure says nothing. */
  async function loadCurrency(): Promise<void> {
    const found = await view.call(getOrganization, { params: { organization_id: deps.organization } }).catch(() => null);
    if (found) $currency.set(found.currency);
  }

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed') {
      if (event.data.entity === 'machines' && event.data.id === id) void load();
    } else if (event.name === 'values') {
      const state = $state.get();
      if (state.status !== 'ready' || !state.row.datalogger_ids.includes(event.data.datalogger_id)) return;
      if (Date.parse(state.row.last_seen_at ?? '1970-01-01') < Date.parse(event.data.last_seen_at))
        set({ ...state.row, last_seen_at: event.data.last_seen_at });
    }
  }

  return {
    $state,
    $currency,
    $places,
    wantPlaces() {
      if (placesWanted) return;
      placesWanted = true;
      view.call(listMachinePlaces, { params: { organization_id: deps.organization } }).then(
        ({ items }) => $places.set(items),
        // Suggestions are a help; asked for again, they may come.
        () => {
          placesWanted = false;
        },
      );
    },
    start() {
      const end = view.start(hear, { isShown: () => $state.get().status === 'ready', load });
      if ($currency.get() === null) void loadCurrency();
      return end;
    },
    load,
    async save(row, patch) {
      const state = $state.get();
      const before = state.status === 'ready' ? state.row : row;
      set(patchedMachine(before, patch, deps.now()));
      try {
        const saved = await deps.call(updateMachine, { params, body: { ...patch, rev: row.rev } });
        set(saved);
        return { status: 'saved', row: saved };
      } catch (error) {
        const current = currentRow<Machine>(error);
        set(current ?? before);
        return current ? { status: 'conflict', current } : { status: 'error', error };
      }
    },
  };
}
