import { atom, type ReadableAtom } from 'nanostores';
import { type Account, changePassword, deleteAvatar, getAccount, putAvatar, updateAccount } from '../../contract/account.ts';
import type { BodyInput } from '../../contract/endpoint.ts';
import type { Api, ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import type { RowSaved } from '../kernel/server-rows.ts';
import { currentRow, type StoreDeps } from '../kernel/store-deps.ts';

export type AccountState = { status: 'loading' } | { status: 'ready'; row: Account } | { status: 'error'; code: ApiErrorCode };
export type AccountPatch = Omit<BodyInput<typeof updateAccount>, 'rev'>;

export interface AccountStore {
  $state: ReadableAtom<AccountState>;
  start(): () => void;
  load(): Promise<void>;
  /** @param rev of the account as the person saw it */
  save(rev: number, patch: AccountPatch): Promise<RowSaved<Account>>;
  /** @throws ApiError */
  setAvatar(file: File | null): Promise<void>;
  /** Gives how many other browsers were signed out. @throws ApiError password_wrong, too_many_attempts */
  changePassword(body: BodyInput<typeof changePassword>): Promise<number>;
}

export interface AccountDeps extends Pick<StoreDeps, 'call'> {
  upload(file: Blob): Api;
  /** Told after each change, so that the rest of the page shows it too. */
  changed(row: Account): void;
}

/** An account belongs to a person and not to an organisation, so no stream tells of it. */
const SILENT: StoreDeps['live'] = { on: () => () => undefined, missed: () => [] };

/** The signed-in person's own settings. */
export function createAccount(deps: AccountDeps, initial: Account | null): AccountStore {
  const $state = atom<AccountState>(initial ? { status: 'ready', row: initial } : { status: 'loading' });
  /** Which fields this page itself changed at which `rev`: its other forms hold other fields and have missed nothing. */
  const changedHere = new Map<number, readonly string[]>();
  const set = (row: Account) => $state.set({ status: 'ready', row });
  const take = (row: Account) => {
    set(row);
    deps.changed(row);
    return row;
  };

  const loader = createLoader({ call: deps.call, live: SILENT }, $state, { read: (call) => call(getAccount), take: set, retryShown: true });

  /** The newest `rev` that says the same of these fields as the one the person saw. */
  function newest(rev: number, fields: readonly string[]): number {
    let newestRev = rev;
    for (
      let changed = changedHere.get(newestRev);
      changed && !changed.some((one) => fields.includes(one));
      changed = changedHere.get(newestRev)
    )
      newestRev++;
    return newestRev;
  }

  return {
    $state,
    start: () => loader.start(() => undefined),
    load: loader.load,
    async save(rev, patch) {
      const fields = Object.keys(patch);
      const seen = newest(rev, fields);
      try {
        const row = take(await deps.call(updateAccount, { body: { rev: seen, ...patch } }));
        changedHere.set(seen, fields);
        return { status: 'saved', row };
      } catch (error) {
        const current = currentRow<Account>(error);
        if (!current) return { status: 'error', error };
        set(current);
        return { status: 'conflict', current };
      }
    },
    async setAvatar(file) {
      take(await (file ? deps.upload(file).call(putAvatar) : deps.call(deleteAvatar)));
    },
    async changePassword(body) {
      return (await deps.call(changePassword, { body })).revoked;
    },
  };
}
