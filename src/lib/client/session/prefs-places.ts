import { atom, type ReadableAtom } from 'nanostores';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { getOrganization, listOrganizations } from '../../contract/organizations.ts';
import { listWorkspaces } from '../../contract/workspaces.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { debounce, failureCode, type StoreDeps } from '../kernel/store-deps.ts';
import type { Visited } from './prefs.ts';

export type FoundOrganization = Pick<ResponseOf<typeof listOrganizations>['items'][number], 'id' | 'name'>;

export type OrganizationsState =
  | { status: 'loading'; rows: readonly FoundOrganization[] }
  /** `more`: a longer text would find others. */
  | { status: 'ready'; rows: readonly FoundOrganization[]; more: boolean }
  | { status: 'error'; code: ApiErrorCode };

/** One organisation looked into. */
export type InsideState =
  | { status: 'loading'; organization: FoundOrganization }
  | { status: 'ready'; organization: FoundOrganization; visited: Visited }
  | { status: 'error'; organization: FoundOrganization; code: ApiErrorCode };

export interface PlacesStore {
  /** What a search over all organisations found. */
  $organizations: ReadableAtom<OrganizationsState>;
  /** Null while no organisation is looked into. */
  $inside: ReadableAtom<InsideState | null>;
  /** Lists the first organisations and reads the visited one again; returns the end of all that. */
  start(): () => void;
  /** Searches as somebody types; the last text wins. */
  search(q: string): void;
  /** The same search again, after a failure. */
  again(): void;
  enter(organization: FoundOrganization): Promise<void>;
  back(): void;
}

export interface PlacesDeps extends Pick<StoreDeps, 'call' | 'timers' | 'now'> {
  /** The visited organisation; its names may have changed since it was chosen. */
  visited: FoundOrganization | null;
  /** Hears them. */
  know(visited: Visited): void;
}

const FOUND = '20';
const PAGE = '200';
const TYPING_MS = 200;

/** Names and zones of an organisation that the person's links don't have. @throws ApiError */
export async function readVisited(call: StoreDeps['call'], organization: FoundOrganization, signal?: AbortSignal): Promise<Visited> {
  const workspaces: Visited['workspaces'] = [];
  let cursor: string | undefined;
  do {
    const page = await call(listWorkspaces, {
      params: { organization_id: organization.id },
      query: { sort: 'name', limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
      ...(signal ? { signal } : {}),
    });
    workspaces.push(...page.items.map(({ id, name, time_zone }) => ({ workspace_id: id, name, time_zone })));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return { organization_id: organization.id, name: organization.name, workspaces };
}

/** The chosen organisation, when this browser doesn't know its name. @throws ApiError */
export async function recallVisited(call: StoreDeps['call'], organization_id: string): Promise<Visited> {
  const { id, name } = await call(getOrganization, { params: { organization_id } });
  return readVisited(call, { id, name });
}

/** All organisations, for somebody who may see them all: found by their names, and each looked into. */
export function createPlaces({ call, timers, now, visited, know }: PlacesDeps): PlacesStore {
  const $organizations = atom<OrganizationsState>({ status: 'loading', rows: [] });
  const $inside = atom<InsideState | null>(null);
  let text = '';
  let searching = new AbortController();
  let entering = new AbortController();
  const typing = debounce(timers, now, TYPING_MS, () => void find());

  async function find(): Promise<void> {
    searching.abort();
    searching = new AbortController();
    const { signal } = searching;
    const before = $organizations.get();
    $organizations.set({ status: 'loading', rows: 'rows' in before ? before.rows : [] });
    try {
      const query = { limit: FOUND, sort: 'name', ...(text ? { q: text } : {}) };
      const { items, next_cursor } = await call(listOrganizations, { query, signal });
      if (!signal.aborted) $organizations.set({ status: 'ready', rows: items, more: next_cursor !== null });
    } catch (error) {
      if (!signal.aborted) $organizations.set({ status: 'error', code: failureCode(error) });
    }
  }
  async function enter(organization: FoundOrganization): Promise<void> {
    entering.abort();
    entering = new AbortController();
    const { signal } = entering;
    $inside.set({ status: 'loading', organization });
    try {
      const found = await readVisited(call, organization, signal);
      if (!signal.aborted) $inside.set({ status: 'ready', organization, visited: found });
    } catch (error) {
      if (!signal.aborted) $inside.set({ status: 'error', organization, code: failureCode(error) });
    }
  }

  return {
    $organizations,
    $inside,
    start() {
      void find();
      // Its names are shown as they were known; whoever can't read them again sees that in the lists.
      if (visited) readVisited(call, visited).then(know, () => undefined);
      return () => {
        typing.cancel();
        searching.abort();
        entering.abort();
      };
    },
    search(typed) {
      if (typed.trim() === text) return;
      text = typed.trim();
      typing.call();
    },
    again: () => void find(),
    enter,
    back() {
      entering.abort();
      $inside.set(null);
    },
  };
}
