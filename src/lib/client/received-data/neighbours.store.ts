import { atom, type ReadableAtom } from 'nanostores';
import type { QueryInput } from '../../contract/endpoint.ts';
import { getReceivedDataNeighbours, type ReceivedData, type ReceivedDataNeighbours } from '../../contract/received-data.ts';
import { debounce, type StoreDeps, viewOf } from '../kernel/store-deps.ts';

export interface NeighboursStore {
  /** Null = they aren't known. */
  $state: ReadableAtom<ReceivedDataNeighbours | null>;
  start(): () => void;
}

const CHANGES_MS = 1_000;

/**
 * The messages before and after one; while it is the last, the next one is found as it comes.
 * @param query what narrows them; by default those of the same logger
 */
export function createNeighbours(
  deps: StoreDeps,
  { id, datalogger_id }: Pick<ReceivedData, 'id' | 'datalogger_id'>,
  query: QueryInput<typeof getReceivedDataNeighbours> | null,
): NeighboursStore {
  const view = viewOf(deps);
  const $state = atom<ReceivedDataNeighbours | null>(null);
  async function load(): Promise<void> {
    try {
      const params = { organization_id: deps.organization, id };
      $state.set(await view.call(getReceivedDataNeighbours, { params, query: query ?? { datalogger_id } }));
    } catch {
      // Whoever reads a message can do without them: they are asked for with the next page.
    }
  }
  const again = debounce(deps.timers, deps.now, CHANGES_MS, () => void load());
  return {
    $state,
    start() {
      const end = view.start((event) => {
        const isConcerned = event.name === 'received' && (query !== null || event.data.datalogger_id === datalogger_id);
        if (isConcerned && $state.get()?.newer === null) again.call();
      });
      void load();
      return () => {
        again.cancel();
        end();
      };
    },
  };
}
