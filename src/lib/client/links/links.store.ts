import { atom, type ReadableAtom } from 'nanostores';
import { type LinkingEntity, type Links, listLinks } from '../../contract/links.ts';
import { createLoader } from '../kernel/loader.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';

export type LinksState = { status: 'loading' | 'error' } | { status: 'ready'; links: Links };
export interface LinksStore {
  $state: ReadableAtom<LinksState>;
  start(): () => void;
}

const CHANGES_MS = 1_000;
/** What says with what it belongs together; taps, which change measurements all the time, don't. */
const LINKING = /^(machines|dataloggers|channels|screens)$/;

/** What a row belongs together with: read again when something changes that it could be linked with. */
export function createLinks(deps: StoreDeps, row: { entity: LinkingEntity; id: string }, initial: Links | null): LinksStore {
  const $state = atom<LinksState>(initial === null ? { status: 'loading' } : { status: 'ready', links: initial });
  const loader = createLoader(deps, $state, {
    read: (call) => call(listLinks, { params: { organization_id: deps.organization }, query: row }),
    take: (links) => $state.set({ status: 'ready', links }),
  });
  const again = debounce(deps.timers, deps.now, CHANGES_MS, () => void loader.load());
  return {
    $state,
    start: () =>
      loader.start((event) => {
        if (event.name === 'reset' || (event.name === 'changed' && LINKING.test(event.data.entity))) again.call();
      }, again),
  };
}
