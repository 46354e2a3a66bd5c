import { atom, type ReadableAtom } from 'nanostores';
import { getMachine, listMachines, type Machine } from '../../contract/machines.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { debounce, failureCode, type StoreDeps } from '../kernel/store-deps.ts';

export type MachineChoiceState =
  | { status: 'loading' }
  /** `more` = there are others that the search doesn't show. */
  | { status: 'ready'; rows: readonly Machine[]; more: boolean }
  | { status: 'error'; code: ApiErrorCode };

export interface MachineChoiceStore {
  $state: ReadableAtom<MachineChoiceState>;
  /** Names by id, as far as they are known. */
  $names: ReadableAtom<Readonly<Record<string, string>>>;
  /** Asks for a name once. */
  want(id: string): void;
  search(q: string): void;
}

export const CHOICES = 30;
const TYPING_MS = 220;

/** Machines of a workspace, of which one is to be chosen. */
export function createMachineChoice(deps: StoreDeps, workspace: string): MachineChoiceStore {
  const $state = atom<MachineChoiceState>({ status: 'loading' });
  const $names = atom<Readonly<Record<string, string>>>({});
  const params = { organization_id: deps.organization };
  const wanted = new Set<string>();
  let generation = 0;
  let text = '';
  const name = (rows: readonly Machine[]) => $names.set({ ...$names.get(), ...Object.fromEntries(rows.map((row) => [row.id, row.name])) });

  async function load(): Promise<void> {
    const mine = ++generation;
    const q = text.trim();
    try {
      const { items, next_cursor } = await deps.call(listMachines, {
        params,
        query: { workspace_id: workspace, limit: String(CHOICES), ...(q === '' ? {} : { q }) },
      });
      name(items);
      if (mine === generation) $state.set({ status: 'ready', rows: items, more: next_cursor !== null });
    } catch (error) {
      if (mine === generation) $state.set({ status: 'error', code: failureCode(error) });
    }
  }
  const typing = debounce(deps.timers, deps.now, TYPING_MS, () => void load());

  return {
    $state,
    $names,
    want(id) {
      if (wanted.has(id) || $names.get()[id] !== undefined) return;
      wanted.add(id);
      deps.call(getMachine, { params: { ...params, id } }).then(
        (row) => name([row]),
        // A machine that may not be read keeps its place without a name.
        () => undefined,
      );
    },
    search(q) {
      const first = generation === 0;
      text = q.slice(0, 200);
      if (first) void load();
      else typing.call();
    },
  };
}
