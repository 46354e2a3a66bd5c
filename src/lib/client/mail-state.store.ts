import { atom, type ReadableAtom } from 'nanostores';
import { getMailState } from '../contract/invitations.ts';
import { type StoreDeps, viewOf } from './store-deps.ts';

export interface MailStateStore {
  /** Do mails leave the installation? Null while nobody knows. */
  $leaves: ReadableAtom<boolean | null>;
  start(): () => void;
}

/** Whether the installation has a mail server, asked anew whenever a view shows it. */
export function createMailState(deps: StoreDeps): MailStateStore {
  const view = viewOf(deps);
  const $leaves = atom<boolean | null>(null);
  const load = async () => {
    try {
      $leaves.set((await view.call(getMailState, { params: { organization_id: deps.organization } })).leaves);
    } catch {
      // A notice that can't be had is none: what asks for attention then is the network, and the page says so.
    }
  };
  return { $leaves, start: () => view.start((event) => void (event.name === 'reset' && load()), { isShown: () => false, load }) };
}
