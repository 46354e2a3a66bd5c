import { atom, type ReadableAtom } from 'nanostores';
import type { BodyInput, ResponseOf } from '../../contract/endpoint.ts';
import type { LiveEvent } from '../../contract/events.ts';
import { createInvitation, type Invitation, listInvitations, resendInvitation, revokeInvitation } from '../../contract/invitations.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { createSecondThoughts, type SecondThoughts, type StepHeard } from '../kernel/second-thoughts.ts';
import { debounce, failureCode, type StoreDeps } from '../kernel/store-deps.ts';
import { uuidv7 } from '../kernel/uuid.ts';

export type InvitationsState =
  | { status: 'loading' }
  | { status: 'ready'; rows: readonly Invitation[] }
  | { status: 'error'; code: ApiErrorCode };

/** What became of one address. Its mail leaves on its own, a little later; where no mail leaves there is the link to be handed over. */
export type InviteOutcome = { email: string; status: 'made'; link?: string } | { email: string; status: 'refused'; code: ApiErrorCode };

type NewInvitation = Omit<BodyInput<typeof createInvitation>, 'id' | 'email'>;

export interface InvitationsStore {
  $state: ReadableAtom<InvitationsState>;
  /** Ids of invitations that are about to be taken back. */
  $revoking: SecondThoughts['$waiting'];
  start(): () => void;
  load(): Promise<void>;
  /** One invitation for each address; one that is refused doesn't stop the others. */
  invite(emails: readonly string[], rest: NewInvitation): Promise<InviteOutcome[]>;
  /** Sends it again with a new link. @throws ApiError */
  resend(id: string): Promise<ResponseOf<typeof resendInvitation>>;
  /** Takes it back when the time for second thoughts is over. */
  revoke(id: string, heard: StepHeard): void;
  keep(id: string): void;
}

const QUIET_MS = 300;
/** More than these an organisation has open only by mistake. */
const LISTED = '500';

/** Addresses of a text, each once: divided by commas, semicolons, blanks or lines, also as `Name <address>`. */
export function emailsIn(text: string): string[] {
  const parts = text.replace(/[^,;\n<]*<([^>\n]*)>/g, ' $1 ').split(/[\s,;]+/);
  return [...new Set(parts.map((part) => part.trim().toLowerCase()).filter(Boolean))];
}

/** How an invitation stands at a moment: its mail is leaving, can't leave, has left, or there is none; or its time is over. */
export function invitationStanding(
  { state, expires_at, mail, mail_error }: Pick<Invitation, 'state' | 'expires_at' | 'mail' | 'mail_error'>,
  now: number,
): 'sending' | 'unsent' | 'pending' | 'by_hand' | 'expired' {
  if (state === 'expired' || Date.parse(expires_at) <= now) return 'expired';
  if (mail === 'sent') return 'pending';
  if (mail === 'none') return 'by_hand';
  return mail === 'failed' || mail_error !== null ? 'unsent' : 'sending';
}

/** Invitations that are not answered yet: pending ones and those that have expired. */
export function createInvitations(deps: StoreDeps): InvitationsStore {
  const params = { organization_id: deps.organization };
  const $state = atom<InvitationsState>({ status: 'loading' });
  const thoughts = createSecondThoughts(deps);

  const isOpen = ({ state }: Invitation) => state === 'pending' || state === 'expired';
  function put(row: Invitation): void {
    const state = $state.get();
    if (state.status !== 'ready') return;
    const others = state.rows.filter(({ id }) => id !== row.id);
    const rows = isOpen(row) ? [row, ...others] : others;
    $state.set({ status: 'ready', rows: rows.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)) });
  }

  const loader = createLoader(deps, $state, {
    read: (call) => call(listInvitations, { params, query: { limit: LISTED } }),
    take: ({ items }) => $state.set({ status: 'ready', rows: items }),
    retryShown: true,
  });
  const { load } = loader;
  const later = debounce(deps.timers, deps.now, QUIET_MS, () => void load());

  function hear(event: LiveEvent): void {
    if (event.name === 'reset') void load();
    else if (event.name === 'changed' && event.data.entity === 'invitations') later.call();
  }

  async function invite(email: string, rest: NewInvitation): Promise<InviteOutcome> {
    try {
      const { link, ...row } = await deps.call(createInvitation, { params, body: { ...rest, id: uuidv7(deps.now()), email } });
      put(row);
      return { email, status: 'made', ...(link === undefined ? {} : { link }) };
    } catch (error) {
      return { email, status: 'refused', code: failureCode(error) };
    }
  }

  return {
    $state,
    $revoking: thoughts.$waiting,
    start: () => loader.start(hear, later),
    load,
    async invite(emails, rest) {
      const outcomes: InviteOutcome[] = [];
      // One after another: mails leave in the order of the list, and a limit of the server stops no earlier one.
      for (const email of emails) outcomes.push(await invite(email, rest));
      return outcomes;
    },
    async resend(id) {
      const { link, ...row } = await deps.call(resendInvitation, { params: { ...params, id } });
      put(row);
      return { ...row, ...(link === undefined ? {} : { link }) };
    },
    revoke(id, { over, failed }) {
      thoughts.put(id, () => deps.call(revokeInvitation, { params: { ...params, id }, keepalive: true }).then(put, failed), over);
    },
    keep: thoughts.keep,
  };
}
