import { atom, type ReadableAtom } from 'nanostores';
import { getUsage, type Usage } from '../../contract/organizations.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';

export interface UsageStore {
  /** Null until it is known. */
  $usage: ReadableAtom<Usage | null>;
  start(): () => void;
}

/** What loggers brought today, what files take, and what they may; read when it is first shown and after a change of the limits. */
export function createUsage(deps: Pick<StoreDeps, 'organization' | 'call' | 'live'>): UsageStore {
  const view = viewOf(deps);
  const $usage = atom<Usage | null>(null);
  async function load(): Promise<void> {
    try {
      $usage.set(await view.call(getUsage, { params: { organization_id: deps.organization } }));
    } catch {
      // Without it the settings can be changed all the same.
    }
  }
  return {
    $usage,
    start: () =>
      view.start(
        (event) => {
          if (event.name === 'reset' || (event.name === 'changed' && event.data.entity === 'organizations')) void load();
        },
        { isShown: () => $usage.get() !== null, load },
      ),
  };
}
