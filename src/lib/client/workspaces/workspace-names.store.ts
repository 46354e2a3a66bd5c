import { listWorkspaces } from '../../contract/workspaces.ts';
import { type Aside, createAside } from '../kernel/aside.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export interface WorkspaceName {
  id: string;
  name: string;
}

const PAGE = '500';

/** Workspaces of the organisation by name: for whoever sees organisations to which he doesn't belong, so that his profile names none. */
export const createWorkspaceNames = (deps: StoreDeps, known: readonly WorkspaceName[]): Aside<readonly WorkspaceName[]> =>
  createAside(deps, known, {
    async read(call) {
      const { items } = await call(listWorkspaces, { params: { organization_id: deps.organization }, query: { limit: PAGE } });
      return items.map(({ id, name }) => ({ id, name }));
    },
    isKnown: () => false,
    renews: (event) => event.name === 'changed' && event.data.entity === 'workspaces',
  });
