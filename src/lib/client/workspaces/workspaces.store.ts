import { atom, type ReadableAtom } from 'nanostores';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { createWorkspace, getWorkspace, listWorkspaces, updateWorkspace, type Workspace } from '../../contract/workspaces.ts';
import { finder } from '../../domain/text/folded.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { readAll } from '../kernel/read-all.ts';
import { createServerRows } from '../kernel/server-rows.ts';
import { debounce, failureCode, type StoreDeps } from '../kernel/store-deps.ts';

export type WorkspacesState =
  | { status: 'loading' }
  | { status: 'ready'; rows: readonly Workspace[] }
  | { status: 'error'; code: ApiErrorCode };
export type NewWorkspace = BodyInput<typeof createWorkspace>;

export interface WorkspacesStore {
  $state: ReadableAtom<WorkspacesState>;
  start(): () => void;
  load(): Promise<void>;
  /** With the archived ones or without; loads when that is new. */
  follow(archived: boolean): void;
  create(input: NewWorkspace): Promise<Workspace>;
  /** Shows it at once and takes it back when the server refuses it. @throws what the server said */
  archive(row: Workspace, archived: boolean): Promise<Workspace>;
}

const PAGE = '200';
/** Counts of machines, loggers and people change in bursts. */
const COUNTS_MS = 1_000;
const COUNTED: readonly string[] = ['machines', 'dataloggers', 'people'];

/** Rows in which every word of the text is found, without case and accents. */
export function filterWorkspaces(rows: readonly Workspace[], q: string): Workspace[] {
  const finds = finder(q);
  return rows.filter(({ name, code, description }) => finds(name, code, description));
}

const byName = (a: Workspace, b: Workspace) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);

/** Workspaces of the organisation: loaded whole, kept fresh by the live stream. */
export function createWorkspaces(
  deps: StoreDeps,
  initial: { archived: boolean; answer: ResponseOf<typeof listWorkspaces> | null },
): WorkspacesStore {
  const params = { organization_id: deps.organization };
  let { archived } = initial;
  const whole = initial.answer?.next_cursor === null ? initial.answer.items : null;
  const $state = atom<WorkspacesState>(whole ? { status: 'ready', rows: whole } : { status: 'loading' });
  const serverRows = createServerRows<Workspace>({
    publish: (rows) => $state.set({ status: 'ready', rows: rows.filter((row) => archived || row.archived_at === null) }),
    order: byName,
    initial: whole,
  });

  const loader = createLoader(deps, $state, {
    read: (call, goOn) =>
      readAll((page) => call(listWorkspaces, { params, query: { ...page, limit: PAGE, archived: archived ? '1' : '0' } }), goOn),
    take: (rows) => serverRows.set(rows),
  });
  const { load, view } = loader;
  const counts = debounce(deps.timers, deps.now, COUNTS_MS, () => void load());

  async function reload(id: string): Promise<void> {
    try {
      serverRows.put(await view.call(getWorkspace, { params: { ...params, id } }));
    } catch (error) {
      if (failureCode(error) === 'not_found') serverRows.drop(id);
    }
  }

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed') {
      if (event.data.entity === 'workspaces') void reload(event.data.id);
      else if (COUNTED.includes(event.data.entity)) counts.call();
    }
  }

  return {
    $state,
    start: () => loader.start(hear, counts),
    load,
    follow(wanted) {
      if (wanted === archived) return;
      archived = wanted;
      void load();
    },
    async create(input) {
      const row = await view.call(createWorkspace, { params, body: input });
      serverRows.put(row);
      return row;
    },
    archive(row, wanted) {
      const archived_at = wanted ? new Date(deps.now()).toISOString() : null;
      return serverRows.until(
        row,
        (now) => ({ ...now, archived_at }),
        () => view.call(updateWorkspace, { params: { ...params, id: row.id }, body: { rev: row.rev, archived: wanted } }),
      );
    },
  };
}
