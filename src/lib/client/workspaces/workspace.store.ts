import type { BodyInput } from '../../contract/endpoint.ts';
import { getWorkspace, updateWorkspace, type Workspace } from '../../contract/workspaces.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export type WorkspacePatch = Omit<BodyInput<typeof updateWorkspace>, 'rev'>;
export type WorkspaceStore = RowStore<Workspace, WorkspacePatch>;

/** Whose rows the workspace counts. */
const COUNTED: readonly string[] = ['machines', 'dataloggers', 'people'];

/** One workspace. */
export function createWorkspace(deps: StoreDeps, id: string, initial: Workspace | null): WorkspaceStore {
  const params = { organization_id: deps.organization, id };
  return createRowStore<Workspace, WorkspacePatch>(deps, {
    initial,
    read: (call) => call(getWorkspace, { params }),
    write: (call, rev, patch) => call(updateWorkspace, { params, body: { ...patch, rev } }),
    concerns: (data) =>
      (data.entity === 'workspaces' && data.id === id) ||
      (COUNTED.includes(data.entity) && (data.workspace_id === null || data.workspace_id === id)),
  });
}
