import { atom, type ReadableAtom } from 'nanostores';
import { getMailState } from '../../contract/invitations.ts';
import { type StoreDeps, viewOf } from '../kernel/store-deps.ts';

export interface MailStateStore {
  /** Do mails leave the installation? Null while nobody knows. */
  $leaves: ReadableAtom<boolean | null>;
  start(): () => void;
}

/** Whether the installation has a mail server. @param first what the server knew when it sent the page; asked by the view when it is null */
export function createMailState(deps: StoreDeps, first: boolean | null = null): MailStateStore {
  const view = viewOf(deps);
  const $leaves = atom<boolean | null>(first);
  const load = async () => {
    try {
      $leaves.set((await view.call(getMailState, { params: { organization_id: deps.organization } })).leaves);
    } catch {
      // A notice that can't be had is none: what asks for attention then is the network, and the page says so.
    }
  };
  return {
    $leaves,
    start: () => view.start((event) => void (event.name === 'reset' && load()), { isShown: () => $leaves.get() !== null, load }),
  };
}
