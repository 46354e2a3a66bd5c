import { atom, type ReadableAtom } from 'nanostores';
import { type ApiKey, listApiKeys } from '../../contract/api-keys.ts';
import type { BodyInput } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { getPerson, listPeople, type Person, type RoleSet, updatePerson } from '../../contract/people.ts';
import type { OrganizationRole, WorkspaceRole } from '../../contract/scopes.ts';
import { finder } from '../../domain/text/folded.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { readAll } from '../kernel/read-all.ts';
import { createServerRows, type RowSaved, rowSaved } from '../kernel/server-rows.ts';
import { failureCode, type StoreDeps } from '../kernel/store-deps.ts';

export type PeopleState =
  | { status: 'loading' }
  /** `complete` is false while further pages are still on their way. */
  | { status: 'ready'; rows: readonly Person[]; complete: boolean }
  | { status: 'error'; code: ApiErrorCode };

/** Which people are loaded. */
export const PEOPLE_STATES = ['active', 'deactivated', 'all'] as const;
export type PeopleScope = (typeof PEOPLE_STATES)[number];

/** What a reader narrows the loaded rows to; the empty text and null narrow nothing. */
export interface PeopleFilter {
  q: string;
  role: OrganizationRole | WorkspaceRole | null;
  workspace: string | null;
}

export type PersonPatch = Omit<BodyInput<typeof updatePerson>, 'rev'>;

export interface PeopleStore {
  $state: ReadableAtom<PeopleState>;
  /** Listens to live messages and loads what is missing; returns the end of it. */
  start(): () => void;
  load(scope?: PeopleScope): Promise<void>;
  /** Loads when the scope is another one than before. */
  follow(scope: PeopleScope): void;
  /** Shows the change at once and takes it back when the server refuses it. */
  save(row: Person, patch: PersonPatch): Promise<RowSaved<Person>>;
  /** Keys that the person made and that still open something: they end with his access. @throws ApiError */
  keysOf(id: string): Promise<readonly ApiKey[]>;
}

const PAGE = '500';

/** Does the person have the role there? Roles of the organisation count in each workspace. */
function holds({ organization, workspaces }: RoleSet, role: PeopleFilter['role'], workspace: string | null): boolean {
  const here = workspaces.filter((one) => workspace === null || one.workspace_id === workspace).flatMap((one) => one.roles);
  const all: readonly string[] = [...organization, ...here];
  return role === null ? all.length > 0 : all.includes(role);
}

/** Rows that a filter leaves, in the order of the list. Letters are compared without case and accents. */
export function filterPeople(rows: readonly Person[], { q, role, workspace }: PeopleFilter): Person[] {
  const finds = finder(q);
  return rows.filter((row) => {
    if ((role !== null || workspace !== null) && !holds(row.roles, role, workspace)) return false;
    return finds(row.name, row.email);
  });
}

const byName = (a: Person, b: Person) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);

/** People of the organisation: loaded whole, so that filters answer at once, and kept fresh by the live stream. */
export function createPeople(deps: StoreDeps, initial: PeopleScope = 'active'): PeopleStore {
  const { organization } = deps;
  let scope = initial;
  const $state = atom<PeopleState>({ status: 'loading' });

  let complete = false;
  const belongs = (row: Person) => scope === 'all' || (row.deactivated_at === null) === (scope === 'active');
  const serverRows = createServerRows<Person>({
    publish: (rows) => $state.set({ status: 'ready', rows: rows.filter(belongs), complete }),
    order: byName,
  });

  const loader = createLoader(deps, $state, {
    read: (ask, goOn) =>
      readAll(
        (page) => ask(listPeople, { params: { organization_id: organization }, query: { state: scope, ...page, limit: PAGE } }),
        (rows, whole) => {
          goOn();
          // The first load shows rows as they come; a later one only swaps them when it has them all.
          if (!whole && complete) return;
          complete = whole;
          serverRows.set(rows.toSorted(byName));
        },
      ),
    take: () => undefined,
    retryShown: true,
    isShown: () => complete,
  });
  const { call } = loader.view;

  async function load(next: PeopleScope = scope): Promise<void> {
    const changed = next !== scope;
    scope = next;
    if (changed) {
      complete = false;
      serverRows.set(null);
      $state.set({ status: 'loading' });
    }
    await loader.load();
  }

  async function reload(id: string): Promise<void> {
    try {
      serverRows.put(await call(getPerson, { params: { organization_id: organization, id } }));
    } catch (error) {
      if (failureCode(error) === 'not_found') serverRows.drop(id);
    }
  }

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed' && event.data.entity === 'people') void reload(event.data.id);
  }

  const isOpen = ({ revoked_at, expires_at }: ApiKey) => revoked_at === null && Date.parse(expires_at) > deps.now();

  return {
    $state,
    start: () => loader.start(hear),
    load,
    follow(next) {
      if (next !== scope) void load(next);
    },
    async keysOf(id) {
      const { items } = await deps.call(listApiKeys, { params: { organization_id: organization } });
      return items.filter((key) => key.created_by === id && isOpen(key));
    },
    save(row, patch) {
      const { roles, deactivated } = patch;
      const at = new Date(deps.now()).toISOString();
      const change = (now: Person): Person => ({
        ...now,
        roles: roles ?? now.roles,
        deactivated_at: deactivated === undefined ? now.deactivated_at : deactivated ? at : null,
      });
      const body = { rev: row.rev, ...patch };
      return rowSaved(
        serverRows.until(row, change, () => call(updatePerson, { params: { organization_id: organization, id: row.id }, body })),
      );
    },
  };
}
