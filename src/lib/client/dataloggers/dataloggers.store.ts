import { atom, computed, type ReadableAtom } from 'nanostores';
import {
  countDataloggers,
  createDatalogger,
  type Datalogger,
  type DataloggerCounts,
  type DataloggerFilter,
  type DataloggerGroup,
  type DataloggerGrouping,
  getDatalogger,
  groupDataloggers,
  type HealthFilter,
  listDataloggers,
  listDataloggerTags,
  updateDatalogger,
} from '../../contract/dataloggers.ts';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { troubleOf, troubleRank } from '../../domain/datalogger-state.ts';
import { createBlock } from '../kernel/block-store.ts';
import { createPagedRows, type PagedRows } from '../kernel/paged-rows.ts';
import { failureCode, type StoreDeps, viewOf } from '../kernel/store-deps.ts';
import { freshest, mergeReceived, mergeValues, stateNow } from './datalogger-row.ts';
import { mayTurn } from './newest.ts';

/** What the list shows, as the address says it; the empty text and null narrow nothing. */
export interface DataloggersQuery {
  workspace: string | null;
  q: string;
  state: DataloggerFilter | null;
  archived: boolean;
  /** A tag that they have; null = any or none. */
  tag: string | null;
  /** What was found of them; null = anything. */
  health: HealthFilter | null;
  /** What the rows are put together by; null = by nothing. */
  group: DataloggerGrouping | null;
  /** A sort of the contract, such as `-name`. */
  sort: string;
}

export type NewDatalogger = BodyInput<typeof createDatalogger>;
export type DataloggerPatch = Omit<BodyInput<typeof updateDatalogger>, 'rev'>;

export interface DataloggersStore extends Pick<PagedRows<Datalogger, DataloggersQuery>, '$state' | 'start' | 'load' | 'show' | 'more'> {
  /** How many loggers each filter would leave; null until it is known for what is searched for now. */
  $counts: ReadableAtom<DataloggerCounts | null>;
  /** Groups of the list by their id, the empty text for that of those without one; null until they are known for what is asked for now. */
  $groups: ReadableAtom<ReadonlyMap<string, DataloggerGroup> | null>;
  /** Tags in use there; null until they are known. */
  $tags: ReadableAtom<readonly string[] | null>;
  /** How many times each row was changed by a live message, by id: a new number makes the row flash once. */
  $touched: ReadableAtom<Readonly<Record<string, number>>>;
  create(input: NewDatalogger): Promise<Datalogger>;
  /** Changes a row that the person saw. @throws ApiError */
  save(row: Datalogger, patch: DataloggerPatch): Promise<Datalogger>;
  /** Looks again for what came and went, after several rows were saved. */
  settle(): Promise<void>;
}

export const DATALOGGERS_PAGE = 100;
/** Silence makes no event: after so long it is looked for, milliseconds. */
const COUNTED_EVERY_MS = 20_000;

const within = ({ workspace, q, archived, tag, health }: Omit<DataloggersQuery, 'group'>) => ({
  ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
  ...(workspace === null ? {} : { workspace_id: workspace }),
  ...(archived ? { archived: '1' as const } : {}),
  ...(tag === null ? {} : { tag }),
  ...(health === null ? {} : { health }),
});
/** The query as the API takes it. */
export const dataloggersRequest = (query: DataloggersQuery) => ({
  sort: query.sort,
  ...within(query),
  ...(query.state === null ? {} : { state: query.state }),
  ...(query.group === null ? {} : { group: query.group }),
});
/** The same without the state, by which it is counted. */
export const countsRequest = (query: DataloggersQuery) => within(query);

/** Its groups; null of a list that has none. */
export const groupsRequest = ({ group, ...query }: DataloggersQuery) =>
  group === null ? null : { group, ...within(query), ...(query.state === null ? {} : { state: query.state }) };

/** Id of the group that a row is in, as {@link DataloggersStore.$groups} has it. */
export const groupOf = (row: Datalogger, group: DataloggerGrouping): string =>
  ({ machine: row.machine_id, type: row.logger_type_id, workspace: row.workspace_id, place: row.place })[group] ?? '';

const byId = (groups: readonly DataloggerGroup[] | null) => groups && new Map(groups.map((group) => [group.id ?? '', group]));

/** Is the row in the state that is asked for, as far as that can be told at `now`, milliseconds? */
function isIn(row: Datalogger, state: DataloggerFilter, now: number): boolean {
  const trouble = troubleOf(row, now);
  if (state === 'trouble') return trouble !== null;
  if (state === 'ahead' || state === 'failing') return trouble === state;
  return row.archived_at === null && stateNow(row, now) === state;
}

/** Loggers of a list: filtered and sorted by the server, page by page, and kept fresh by the live stream. */
export function createDataloggers(
  deps: StoreDeps,
  initial: {
    query: DataloggersQuery;
    answer: ResponseOf<typeof listDataloggers> | null;
    counts: DataloggerCounts | null;
    groups?: readonly DataloggerGroup[] | null;
    tags?: readonly string[] | null;
  },
): DataloggersStore {
  const view = viewOf(deps);
  const params = { organization_id: deps.organization };
  const $touched = atom<Readonly<Record<string, number>>>({});
  const touch = (id: string) => $touched.set({ ...$touched.get(), [id]: ($touched.get()[id] ?? 0) + 1 });
  const standing = (row: Datalogger) => `${stateNow(row, deps.now())} ${troubleOf(row, deps.now())}`;

  const list = createPagedRows<Datalogger, DataloggersQuery, ReturnType<typeof dataloggersRequest>>(deps, {
    query: initial.query,
    answer: initial.answer,
    view,
    entity: 'dataloggers',
    pageSize: DATALOGGERS_PAGE,
    request: dataloggersRequest,
    async list(call, query) {
      const answer = await call(listDataloggers, { params, query });
      // What live messages have said of its rows meanwhile is newer.
      const shown = new Map(rows().map((row) => [row.id, row]));
      return { ...answer, items: answer.items.map((row) => freshest(row, shown.get(row.id))) };
    },
    get: (call, id) => call(getDatalogger, { params: { ...params, id } }),
    belongs: (row, { workspace, archived, state, tag }) =>
      (tag === null || row.tags.includes(tag)) &&
      (workspace === null || row.workspace_id === workspace) &&
      (archived || row.archived_at === null) &&
      (state === null || isIn(row, state, deps.now())),
    place: (row) =>
      `${troubleRank(troubleOf(row, deps.now()))}\n${row.name}\n${row.code}\n${row.place}\n${row.machine_id} ${row.logger_type_id} ${row.workspace_id}`,
    hear,
    changed: recount,
  });
  const rows = (): readonly Datalogger[] => {
    const state = list.$state.get();
    return state.status === 'ready' ? state.rows : [];
  };

  const $asked = atom(JSON.stringify(countsRequest(initial.query)));
  const counted = createBlock<{ asked: string; counts: DataloggerCounts }>(
    deps,
    initial.counts && { asked: $asked.get(), counts: initial.counts },
    async (call) => {
      const request = countsRequest(list.query());
      const found = { asked: JSON.stringify(request), counts: await call(countDataloggers, { params, query: request }) };
      const state = counted.$state.get();
      const before = state.status === 'ready' && state.data.asked === found.asked ? state.data : null;
      // A logger has fallen silent, or came back, wherever it is in the list: its place is another one now.
      if (before && JSON.stringify(before) !== JSON.stringify(found) && isMoved(list.query())) void list.refresh();
      return found;
    },
    { hear: () => undefined, everyMs: COUNTED_EVERY_MS },
  );
  const isMoved = ({ sort, state }: DataloggersQuery) => state !== null || sort.endsWith('trouble');
  const $counts = computed([counted.$state, $asked], (state, asked) =>
    state.status === 'ready' && state.data.asked === asked ? state.data.counts : null,
  );

  const $askedGroups = atom(JSON.stringify(groupsRequest(initial.query)));
  const grouped = createBlock<{ asked: string; groups: ReadonlyMap<string, DataloggerGroup> | null }>(
    deps,
    initial.groups || initial.query.group === null ? { asked: $askedGroups.get(), groups: byId(initial.groups ?? null) } : null,
    async (call) => {
      const request = groupsRequest(list.query());
      const answer = request && (await call(groupDataloggers, { params, query: request }));
      return { asked: JSON.stringify(request), groups: byId(answer?.items ?? null) };
    },
    { hear: () => undefined, everyMs: COUNTED_EVERY_MS },
  );
  const $groups = computed([grouped.$state, $askedGroups], (state, asked) =>
    state.status === 'ready' && state.data.asked === asked ? state.data.groups : null,
  );
  // Tags of another workspace are asked for when the list is.
  const tagged = createBlock<readonly string[]>(
    deps,
    initial.tags ?? null,
    async (call) => {
      const { workspace } = list.query();
      return (await call(listDataloggerTags, { params, query: workspace === null ? {} : { workspace_id: workspace } })).items;
    },
    { hear: () => undefined },
  );
  const $tags = computed(tagged.$state, (state) => (state.status === 'ready' ? state.data : null));

  function recount(): void {
    counted.reload();
    grouped.reload();
  }

  async function reload(id: string): Promise<void> {
    try {
      list.put(id, await view.call(getDatalogger, { params: { ...params, id } }));
    } catch (error) {
      if (failureCode(error) === 'not_found') list.put(id, null);
    }
  }

  function hear(event: LiveEvent): void {
    if (event.name === 'changed') {
      const { entity, datalogger_id } = event.data;
      if (entity === 'channels' && datalogger_id && rows().some(({ id }) => id === datalogger_id)) void reload(datalogger_id);
      // What a type says of intervals is in the rows of its loggers.
      if (entity === 'logger-types') void list.load();
      return;
    }
    if (event.name !== 'received' && event.name !== 'values') return;
    const row = rows().find((one) => one.id === event.data.datalogger_id);
    if (!row) return;
    const next = event.name === 'values' ? mergeValues(row, event.data) : mergeReceived(row, event.data);
    if (next === row) return;
    // A row that came back stays until it is counted: what moves under the hand is pressed by mistake.
    list.replace(next);
    if (event.name === 'values') touch(row.id);
    if (standing(row) !== standing(next)) recount();
    // Names and units of channels that are new come with the row.
    if (event.name === 'values' && (row.last === null || mayTurn(row.failing, event.data))) void reload(row.id);
  }

  return {
    ...list,
    $counts,
    $groups,
    $tags,
    $touched,
    start() {
      const ends = [list.start(), counted.start(), grouped.start(), tagged.start()];
      return () => {
        for (const end of ends) end();
      };
    },
    show(query) {
      const isElsewhere = query.workspace !== list.query().workspace;
      const isOther = list.show(query);
      const asked = JSON.stringify(countsRequest(query));
      if (asked !== $asked.get()) {
        $asked.set(asked);
        counted.reload();
      }
      if (isElsewhere) tagged.reload();
      const askedGroups = JSON.stringify(groupsRequest(query));
      if (askedGroups !== $askedGroups.get()) {
        $askedGroups.set(askedGroups);
        if (isOther) void grouped.load();
      }
      return isOther;
    },
    async create(input) {
      const row = await deps.call(createDatalogger, { params, body: input });
      await list.refresh();
      recount();
      return row;
    },
    async save(row, patch) {
      const saved = await deps.call(updateDatalogger, { params: { ...params, id: row.id }, body: { rev: row.rev, ...patch } });
      list.put(row.id, saved);
      if (patch.tags) tagged.reload();
      return saved;
    },
    async settle() {
      recount();
      await list.refresh();
    },
  };
}
