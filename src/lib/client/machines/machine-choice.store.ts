import { atom, type ReadableAtom } from 'nanostores';
import { getMachine, listMachines, type Machine } from '../../contract/machines.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

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
  let searched = false;
  let text = '';
  const name = (rows: readonly Machine[]) => $names.set({ ...$names.get(), ...Object.fromEntries(rows.map((row) => [row.id, row.name])) });

  const { load } = createLoader(deps, $state, {
    async read() {
      const q = text.trim();
      const query = { workspace_id: workspace, limit: String(CHOICES), ...(q === '' ? {} : { q }) };
      const answer = await deps.call(listMachines, { params, query });
      name(answer.items);
      return answer;
    },
    take: ({ items, next_cursor }) => $state.set({ status: 'ready', rows: items, more: next_cursor !== null }),
    // Machines of another search would be the wrong ones.
    failed: (code) => $state.set({ status: 'error', code }),
  });
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
      text = q.slice(0, 200);
      if (searched) typing.call();
      else void load();
      searched = true;
    },
  };
}
