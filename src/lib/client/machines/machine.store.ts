import { atom, type ReadableAtom } from 'nanostores';
import type { BodyInput } from '../../contract/endpoint.ts';
import { getMachine, listMachinePlaces, type Machine, updateMachine } from '../../contract/machines.ts';
import { getOrganization } from '../../contract/organizations.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';
import type { MachinePlaces } from './machines.store.ts';

export type MachinePatch = Omit<BodyInput<typeof updateMachine>, 'rev'>;

export interface MachineStore extends RowStore<Machine, MachinePatch> {
  /** ISO 4217 code of the money in which the organisation counts; null = not known (yet). */
  $currency: ReadableAtom<string | null>;
  /** Words that machines have, for suggestions; empty until {@link wantPlaces}. */
  $places: ReadableAtom<MachinePlaces>;
  wantPlaces(): void;
}

/** What a change that was asked for at `now` makes of the row. */
function patched({ archived, ...fields }: MachinePatch, now: number): (row: Machine) => Machine {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Machine>;
  const at = new Date(now).toISOString();
  return (row) => ({ ...row, ...given, ...(archived === undefined ? {} : { archived_at: archived ? at : null }) });
}

/** The row with a sign of life, unless it knows of a later one. */
const seenAt = (row: Machine, at: string | null): Machine =>
  at !== null && Date.parse(row.last_seen_at ?? '1970-01-01') < Date.parse(at) ? { ...row, last_seen_at: at } : row;

/** One machine: kept fresh by the live stream, changed optimistically. */
export function createMachineStore(deps: StoreDeps, id: string, initial: Machine | null): MachineStore {
  const $currency = atom<string | null>(null);
  const $places = atom<MachinePlaces>([]);
  let placesWanted = false;
  const view = viewOf(deps);
  const params = { organization_id: deps.organization, id };
  const store = createRowStore<Machine, MachinePatch>(deps, {
    view,
    initial,
    read: (call) => call(getMachine, { params }),
    write: (call, rev, patch) => call(updateMachine, { params, body: { ...patch, rev } }),
    concerns: (data) => data.entity === 'machines' && data.id === id,
    preview: (patch) => patched(patch, deps.now()),
    live: (row, { datalogger_id, last_seen_at }) => (row.datalogger_ids.includes(datalogger_id) ? seenAt(row, last_seen_at) : row),
    fresh: (read, held) => seenAt(read, held.last_seen_at),
  });

  /** Money without a name is still a number: a failure says nothing. */
  async function loadCurrency(): Promise<void> {
    const found = await view.call(getOrganization, { params: { organization_id: deps.organization } }).catch(() => null);
    if (found) $currency.set(found.currency);
  }

  return {
    ...store,
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
      const end = store.start();
      if ($currency.get() === null) void loadCurrency();
      return end;
    },
  };
}
