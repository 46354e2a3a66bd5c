import { listDataloggers } from '../../contract/dataloggers.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { type Aside, createAside } from '../kernel/aside.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import { readAll } from '../kernel/read-all.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

export interface DataloggerName {
  id: string;
  name: string;
  workspace_id: string;
}

const renews = (event: LiveEvent) => event.name === 'changed' && event.data.entity === 'dataloggers';

/** Loggers of a workspace, or of all, by name; the archived ones too, for filters that offer them. */
export const createDataloggerNames = (deps: StoreDeps, workspace: string | null): Aside<readonly DataloggerName[]> =>
  createAside<readonly DataloggerName[]>(deps, [], {
    read: (call) => readNames(deps, workspace, true, call),
    isKnown: () => false,
    renews: (event) => event.name === 'reset' || renews(event),
  });

/** The same where nothing can be shown without them. */
export const createDataloggerChoices = (
  deps: StoreDeps,
  workspace: string | null,
  { archived }: { archived: boolean },
): BlockStore<readonly DataloggerName[]> =>
  createBlock<readonly DataloggerName[]>(deps, null, (call) => readNames(deps, workspace, archived, call), {
    hear: (event, _, { reload }) => void (renews(event) && reload()),
  });

async function readNames(
  deps: StoreDeps,
  workspace: string | null,
  archived: boolean,
  call: StoreDeps['call'],
): Promise<readonly DataloggerName[]> {
  const where = {
    sort: 'name',
    ...(archived ? { archived: '1' as const } : {}),
    ...(workspace === null ? {} : { workspace_id: workspace }),
  };
  const rows = await readAll((page) =>
    call(listDataloggers, { params: { organization_id: deps.organization }, query: { ...where, ...page } }),
  );
  return rows.map(({ id, name, workspace_id }) => ({ id, name, workspace_id }));
}
