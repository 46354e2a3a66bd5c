import { getUsage, type Usage } from '../../contract/organizations.ts';
import { type Aside, createAside } from '../kernel/aside.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/** What loggers brought today, what files take, and what they may; null until it is known. Without it the settings can be changed all the same. */
export const createUsage = (deps: Pick<StoreDeps, 'organization' | 'call' | 'live'>): Aside<Usage | null> =>
  createAside<Usage | null>(deps, null, {
    read: (call) => call(getUsage, { params: { organization_id: deps.organization } }),
    isKnown: (usage) => usage !== null,
    renews: (event) => event.name === 'reset' || (event.name === 'changed' && event.data.entity === 'organizations'),
  });
