import { atom, type ReadableAtom } from 'nanostores';
import type { MovePreview } from '../../contract/logger-types.ts';
import type { Api, ApiErrorCode } from '../kernel/api.ts';
import { createLoader } from '../kernel/loader.ts';
import { failureCode, type StoreDeps } from '../kernel/store-deps.ts';

export type MoveState =
  | { status: 'loading' }
  | { status: 'ready'; preview: MovePreview; moving: boolean }
  | { status: 'error'; code: ApiErrorCode };

export interface MoveStore {
  $state: ReadableAtom<MoveState>;
  start(): () => void;
  /** True when it is done. */
  move(): Promise<boolean>;
}

/** Would one series hold two units, or two kinds? Then nothing can be moved. */
export const hasMismatch = ({ loggers }: MovePreview): boolean =>
  loggers.some(({ channels }) => channels.some(({ change }) => change === 'mismatch'));

/** What loggers' newest messages give under another way of reading, and then that way. */
export function createMove(
  deps: StoreDeps,
  { preview, move }: { preview: (call: Api['call']) => Promise<MovePreview>; move: () => Promise<unknown> },
): MoveStore {
  const $state = atom<MoveState>({ status: 'loading' });
  const loader = createLoader(deps, $state, {
    read: preview,
    take: (found) => $state.set({ status: 'ready', preview: found, moving: false }),
  });
  return {
    $state,
    start: () => loader.start(() => undefined),
    async move() {
      const state = $state.get();
      if (state.status !== 'ready' || state.moving || hasMismatch(state.preview)) return false;
      $state.set({ ...state, moving: true });
      try {
        await move();
        return true;
      } catch (error) {
        $state.set({ status: 'error', code: failureCode(error) });
        return false;
      }
    },
  };
}
