import { listDataloggers } from '../../contract/dataloggers.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { readAll } from '../kernel/read-all.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export interface DataloggerName {
  id: string;
  name: string;
  workspace_id: string;
}

/** Loggers of a workspace, or of all, by name; the archived ones too unless said, for filters that offer them. */
export const createDataloggerNames = (
  deps: StoreDeps,
  workspace: string | null,
  { archived = true }: { archived?: boolean } = {},
): BlockStore<readonly DataloggerName[]> =>
  createBlock<readonly DataloggerName[]>(
    deps,
    null,
    async (call) => {
      const where = {
        sort: 'name',
        ...(archived ? { archived: '1' as const } : {}),
        ...(workspace === null ? {} : { workspace_id: workspace }),
      };
      const rows = await readAll((page) =>
        call(listDataloggers, { params: { organization_id: deps.organization }, query: { ...where, ...page } }),
      );
      return rows.map(({ id, name, workspace_id }) => ({ id, name, workspace_id }));
    },
    { hear: (event, _, { reload }) => void (event.name === 'changed' && event.data.entity === 'dataloggers' && reload()) },
  );
