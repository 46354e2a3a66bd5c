import { atom, type ReadableAtom } from 'nanostores';
import { type Activity, createActivity, getActivity, listActivities, updateActivity } from '../../contract/activities.ts';
import type { BodyInput } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { finder } from '../../domain/text/folded.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { readAll } from '../kernel/read-all.ts';
import { createServerRows, type RowSaved, rowSaved } from '../kernel/server-rows.ts';
import { failureCode, type StoreDeps } from '../kernel/store-deps.ts';

export type ActivitiesState =
  | { status: 'loading' }
  /** Archived ones too: screens may still show them. */
  | { status: 'ready'; rows: readonly Activity[] }
  | { status: 'error'; code: ApiErrorCode };
export type NewActivity = BodyInput<typeof createActivity>;
export type ActivityPatch = Omit<BodyInput<typeof updateActivity>, 'rev'>;

export interface ActivitiesStore {
  $state: ReadableAtom<ActivitiesState>;
  start(): () => void;
  load(): Promise<void>;
  /** Another workspace's catalogue; null = of all of them. */
  follow(workspace: string | null): void;
  create(input: NewActivity): Promise<Activity>;
  /** Sends what the person changed of the activity that he saw at `rev`. */
  save(id: string, rev: number, patch: ActivityPatch): Promise<RowSaved<Activity>>;
}

/** Activities in whose name or short label every word of the text is found, without case and accents. */
export function filterActivities<A extends Pick<Activity, 'name' | 'short'>>(rows: readonly A[], q: string): A[] {
  const finds = finder(q);
  return rows.filter(({ name, short }) => finds(name, short));
}

// A stated language: server and browser have different ones of their own, and render the same list.
const { compare } = new Intl.Collator('cs', { numeric: true });
const byName = (a: Activity, b: Activity) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1);

/** The catalogue of activities: loaded whole, kept fresh by the live stream. */
export function createActivities(
  deps: StoreDeps,
  initial: { workspace: string | null; rows?: readonly Activity[] | null },
): ActivitiesStore {
  const params = { organization_id: deps.organization };
  let { workspace } = initial;
  const first = initial.rows?.toSorted(byName) ?? null;
  const $state = atom<ActivitiesState>(first ? { status: 'ready', rows: first } : { status: 'loading' });
  const serverRows = createServerRows<Activity>({
    publish: (rows) => $state.set({ status: 'ready', rows }),
    order: byName,
    initial: first,
  });
  const belongs = (row: Activity) => workspace === null || row.workspace_id === workspace;

  const loader = createLoader(deps, $state, {
    read(call) {
      const asked = workspace === null ? {} : { workspace_id: workspace };
      return readAll((page) => call(listActivities, { params, query: { ...asked, archived: '1', ...page } }));
    },
    take: (rows) => serverRows.set(rows.sort(byName)),
  });
  const { load, view } = loader;

  async function reload(id: string): Promise<void> {
    try {
      const row = await view.call(getActivity, { params: { ...params, id } });
      if (belongs(row)) serverRows.put(row);
    } catch (error) {
      if (failureCode(error) === 'not_found') serverRows.drop(id);
    }
  }

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed' && event.data.entity === 'activities') {
      const where = event.data.workspace_id;
      if (workspace === null || where === null || where === workspace) void reload(event.data.id);
    }
  }

  return {
    $state,
    start: () => loader.start(hear),
    load,
    follow(next) {
      if (next === workspace) return;
      workspace = next;
      serverRows.set(null);
      $state.set({ status: 'loading' });
      void load();
    },
    async create(input) {
      const row = await deps.call(createActivity, { params, body: input });
      if (belongs(row)) serverRows.put(row);
      return row;
    },
    async save(id, rev, { archived, ...fields }) {
      const now = new Date(deps.now()).toISOString();
      const before = $state.get();
      const row = before.status === 'ready' ? before.rows.find((one) => one.id === id) : undefined;
      const send = () =>
        deps.call(updateActivity, { params: { ...params, id }, body: { ...fields, ...(archived === undefined ? {} : { archived }), rev } });
      if (!row) return rowSaved(send());
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Activity>;
      const change = (one: Activity): Activity => ({
        ...one,
        ...given,
        ...(archived === undefined ? {} : { archived_at: archived ? now : null }),
      });
      return rowSaved(serverRows.until(row, change, send));
    },
  };
}
