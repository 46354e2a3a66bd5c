import { atom, type ReadableAtom } from 'nanostores';
import type { BodyInput } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { createTaxonomy, listTaxonomies, type Taxonomy, updateTaxonomy } from '../../contract/taxonomies.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { type RowSaved, rowSaved } from '../kernel/server-rows.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

export type TaxonomiesState =
  | { status: 'loading' }
  /** In the server's order, archived ones too. */
  | { status: 'ready'; rows: readonly Taxonomy[] }
  | { status: 'error'; code: ApiErrorCode };
export type NewTaxonomy = BodyInput<typeof createTaxonomy>;
export type TaxonomyPatch = Omit<BodyInput<typeof updateTaxonomy>, 'rev'>;

export interface TaxonomiesStore {
  $state: ReadableAtom<TaxonomiesState>;
  start(): () => void;
  load(): Promise<void>;
  create(input: NewTaxonomy): Promise<Taxonomy>;
  /** Sends what the person changed of the taxonomy that he saw at `rev`; 0 = as it came with the product. */
  save(id: string, rev: number, patch: TaxonomyPatch): Promise<RowSaved<Taxonomy>>;
}

const CHANGES_MS = 200;

/** Ways of sorting activities: few, loaded whole, kept fresh by the live stream. */
export function createTaxonomies(deps: StoreDeps): TaxonomiesStore {
  const params = { organization_id: deps.organization };
  const $state = atom<TaxonomiesState>({ status: 'loading' });

  const loader = createLoader(deps, $state, {
    read: (call) => call(listTaxonomies, { params, query: { archived: '1' } }),
    take: ({ items }) => $state.set({ status: 'ready', rows: items }),
  });
  const { load } = loader;
  const following = debounce(deps.timers, deps.now, CHANGES_MS, () => void load());

  /** A row that came with an answer: newer than anything that was asked for before it. */
  function put(row: Taxonomy): void {
    const state = $state.get();
    loader.overtake();
    if (state.status !== 'ready') return void load();
    const at = state.rows.findIndex(({ id }) => id === row.id);
    $state.set({ status: 'ready', rows: at < 0 ? [...state.rows, row] : state.rows.with(at, row) });
  }

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed' && event.data.entity === 'taxonomies') following.call();
  }

  return {
    $state,
    start: () => loader.start(hear, following),
    load,
    async create(input) {
      const row = await deps.call(createTaxonomy, { params, body: input });
      put(row);
      return row;
    },
    async save(id, rev, patch) {
      const result = await rowSaved(deps.call(updateTaxonomy, { params: { ...params, id }, body: { ...patch, rev } }));
      if (result.status === 'saved') put(result.row);
      else if (result.status === 'conflict') put(result.current);
      return result;
    },
  };
}
