import type { Entity } from '../../contract/entities.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { getMenuCounts, type MenuCounts } from '../../contract/menu-counts.ts';
import { type BlockStore, createBlock } from '../kernel/block-store.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** Silence makes no event: after so long it is looked for, milliseconds. */
const LOOK_MS = 30_000;

const COUNTED: readonly Entity[] = ['dataloggers', 'alarms', 'measurements', 'device-identities'];

/** What the menu counts beside its lines, in one workspace or in all. */
export function createMenuCounts(deps: StoreDeps, workspace: string | null): BlockStore<MenuCounts> {
  const params = { organization_id: deps.organization };
  const query = workspace === null ? {} : { workspace_id: workspace };
  return createBlock<MenuCounts>(deps, null, (call) => call(getMenuCounts, { params, query }), {
    everyMs: LOOK_MS,
    hear(event: LiveEvent, _shown, { reload }) {
      if (event.name === 'changed' && COUNTED.includes(event.data.entity)) reload();
    },
  });
}
