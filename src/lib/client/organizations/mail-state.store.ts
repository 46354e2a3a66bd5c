import { getMailState } from '../../contract/invitations.ts';
import { type Aside, createAside } from '../kernel/aside.ts';
import type { StoreDeps } from '../kernel/store-deps.ts';

/**
 * Whether the installation has a mail server; null while nobody knows: then what asks for attention is the network, and the page says so.
 * @param first what the server knew when it sent the page; asked by the view when it is null
 */
export const createMailState = (deps: StoreDeps, first: boolean | null = null): Aside<boolean | null> =>
  createAside(deps, first, {
    read: async (call) => (await call(getMailState, { params: { organization_id: deps.organization } })).leaves,
    isKnown: (leaves) => leaves !== null,
    renews: (event) => event.name === 'reset',
  });
