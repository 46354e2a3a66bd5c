import { atom, type ReadableAtom } from 'nanostores';
import type { FieldError } from '../../contract/errors.ts';
import { type Definition, definition, getScreen, type Method, publishScreen, type Screen, updateScreen } from '../../contract/screens.ts';
import { ApiError, type ApiErrorCode } from '../kernel/api.ts';
import { createRowStore, type RowStore } from '../kernel/row-store.ts';
import { currentRow, debounce, failureCode, type StoreDeps, viewOf } from '../kernel/store-deps.ts';
import { createDraftHistory } from './draft-history.ts';

export interface ScreenFields {
  name?: string;
  method?: Method;
  machine_id?: string | null;
  archived?: boolean;
}

/** How far the draft is on its way to the server. */
export type Saving =
  | { status: 'saved' }
  | { status: 'waiting' }
  | { status: 'saving' }
  | { status: 'failed'; code: ApiErrorCode }
  | { status: 'conflict' };

export type Published = { status: 'published'; row: Screen; again: boolean } | { status: 'refused' } | { status: 'error'; error: unknown };

export interface ScreenStore extends Pick<RowStore<Screen, ScreenFields>, '$state' | 'start' | 'load' | 'save'> {
  /** The draft as it stands here, saved or not; null while the screen is loading. */
  $draft: ReadableAtom<Definition | null>;
  $saving: ReadableAtom<Saving>;
  $steps: ReadableAtom<{ undo: boolean; redo: boolean }>;
  /** What the server had against the draft, with the buttons as they were then. */
  $refused: ReadableAtom<{ draft: Definition; errors: readonly FieldError[] } | null>;
  /** The screen as somebody else has saved it, when both changed the draft. */
  $conflict: ReadableAtom<Screen | null>;
  /** One step of the person; it is saved by itself. */
  change(next: Definition): void;
  undo(): void;
  redo(): void;
  /** Sends what is not sent yet, now. */
  flush(): Promise<void>;
  /** Ends a conflict: with one's own draft over the other one, or with the other one, from which one's own is one step back. */
  decide(whose: 'mine' | 'theirs'): void;
  publish(): Promise<Published>;
}

/** Where steps stay that the server hasn't got: over a closed tab, and over the end of the session. */
export interface StepsSlot {
  /** Steps of an earlier page, the row's version on which they are based, and its draft then; null when nothing is left. */
  read(): { version: number | null; changed: Record<string, unknown>; was: Record<string, unknown> } | null;
  write(kept: {
    version: number | null;
    changed: Record<string, unknown>;
    was: Record<string, unknown>;
    typed: Record<string, never>;
  }): boolean;
  clear(): void;
}

const REST_MS = 700;
const RETRY_MS = 4_000;
const RETRY_MOST_MS = 60_000;
/** Failures that pass by themselves. */
const PASSING: readonly ApiErrorCode[] = ['network', 'internal', 'storage_busy', 'stopping', 'too_many_attempts'];

const same = (a: Definition, b: Definition) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** One screen in its editor: steps of the person with their way back, saved by themselves in their order. */
export function createScreenStore(deps: StoreDeps, id: string, initial: Screen | null, slot: StepsSlot | null = null): ScreenStore {
  const params = { organization_id: deps.organization, id };
  const view = viewOf(deps);
  const rows = createRowStore<Screen, ScreenFields & { draft?: Definition }>(deps, {
    view,
    initial,
    read: (call) => call(getScreen, { params }),
    write: (call, rev, patch) => call(updateScreen, { params, body: { ...patch, rev } }),
    concerns: (data) => data.entity === 'screens' && data.id === id,
  });
  const $draft = atom<Definition | null>(initial?.draft ?? null);
  const $saving = atom<Saving>({ status: 'saved' });
  const $refused = atom<{ draft: Definition; errors: readonly FieldError[] } | null>(null);
  const $conflict = atom<Screen | null>(null);
  const history = createDraftHistory();
  /** The newest row that the draft here is based on; null while it is loading. */
  let base = initial;
  /** The draft here as the server has it: what differs from it is not saved. */
  let stored = initial?.draft ?? null;
  let sending: Promise<void> | null = null;
  let wait = RETRY_MS;
  let retry: unknown = null;
  /** Name and machine at every revision that a form may have been based on. */
  const fieldsAt = new Map<number, string>();
  const fieldsOf = ({ name, machine_id, archived_at }: Screen) => JSON.stringify([name, machine_id, archived_at]);

  const isDirty = () => {
    const draft = $draft.get();
    return draft !== null && stored !== null && !same(draft, stored);
  };

  function step(next: Definition): void {
    const draft = $draft.get();
    if (draft === null || same(draft, next)) return;
    history.add(draft);
    put(next);
  }
  function put(next: Definition): void {
    $draft.set(next);
    if ($conflict.get()) return;
    if (!isDirty() && !sending) {
      slot?.clear();
      later.cancel();
      $saving.set({ status: 'saved' });
      return;
    }
    $saving.set({ status: 'waiting' });
    later.call();
  }

  function turn(way: (draft: Definition) => Definition | undefined): void {
    const draft = $draft.get();
    const next = draft && way(draft);
    if (next) put(next);
  }

  /** Takes a row that the server has: what it changed of the draft shows here, unless something of one's own is on its way. */
  function meet(row: Screen): void {
    fieldsAt.set(row.rev, fieldsOf(row));
    if (sending || (base && row.rev <= base.rev)) return;
    const before = base;
    const draft = $draft.get();
    if (!before || draft === null || stored === null) {
      base = row;
      stored = row.draft;
      $draft.set(row.draft);
      return;
    }
    const untouched = same(row.draft, before.draft);
    if (!untouched && isDirty() && !same(row.draft, draft)) return;
    base = row;
    if (untouched) return;
    stored = row.draft;
    if (same(row.draft, draft)) $saving.set({ status: 'saved' });
    else step(row.draft);
  }
  rows.$state.listen((state) => {
    if (state.status === 'ready') meet(state.row);
  });
  if (initial) fieldsAt.set(initial.rev, fieldsOf(initial));

  /** What the server hasn't got is written down; what it has got needn't be kept. */
  function keep(): void {
    if (isDirty()) slot?.write({ version: base?.rev ?? null, changed: { draft: $draft.get() }, was: { draft: stored }, typed: {} });
    else slot?.clear();
  }
  let isRestored = false;
  /** Steps of a page that went before they were sent: one step here, which goes out or meets what somebody else has saved meanwhile. */
  function restore(): void {
    if (isRestored || !base || $draft.get() === null) return;
    isRestored = true;
    const kept = slot?.read();
    const draft = definition.safeParse(kept?.changed.draft);
    if (!kept || !draft.success) return;
    const was = definition.safeParse(kept.was.draft);
    if (was.success && stored !== null && !same(was.data, stored)) {
      // Based on what isn't there any more: whoever wrote it decides.
      if (same(draft.data, stored)) {
        slot?.clear();
        return;
      }
      history.add($draft.get()!);
      $draft.set(draft.data);
      $conflict.set(rowNow());
      $saving.set({ status: 'conflict' });
    } else step(draft.data);
  }
  const rowNow = () => {
    const state = rows.$state.get();
    return state.status === 'ready' ? state.row : base;
  };

  async function send(): Promise<void> {
    while (base && !$conflict.get() && isDirty()) {
      const draft = $draft.get()!;
      $saving.set({ status: 'saving' });
      const result = await rows.save(base.rev, { draft });
      if (result.status === 'saved') {
        base = result.row;
        stored = draft;
        keep();
        wait = RETRY_MS;
        $refused.set(null);
      } else if (result.status === 'conflict') {
        if (!resolved(result.current, draft)) return;
      } else return failed(result.error, draft);
    }
    if (!$conflict.get()) $saving.set({ status: 'saved' });
  }

  /** Does the newer row leave nothing to decide? */
  function resolved(current: Screen, draft: Definition): boolean {
    const untouched = base !== null && same(current.draft, base.draft);
    if (untouched || same(current.draft, draft)) {
      base = current;
      if (!untouched) stored = draft;
      return true;
    }
    $conflict.set(current);
    $saving.set({ status: 'conflict' });
    return false;
  }

  function failed(error: unknown, draft: Definition): void {
    const code = failureCode(error);
    if (error instanceof ApiError && error.errors.length > 0) $refused.set({ draft, errors: error.errors });
    $saving.set({ status: 'failed', code });
    keep();
    if (!PASSING.includes(code)) return;
    deps.timers.clearTimeout(retry);
    retry = deps.timers.setTimeout(() => void flush(), wait);
    wait = Math.min(RETRY_MOST_MS, wait * 2);
  }

  function flush(): Promise<void> {
    later.cancel();
    deps.timers.clearTimeout(retry);
    sending ??= send().finally(() => {
      sending = null;
      // What came over the stream meanwhile, and what was done since the last look.
      const state = rows.$state.get();
      if (state.status === 'ready') meet(state.row);
    });
    return sending;
  }
  const later = debounce(deps.timers, deps.now, REST_MS, () => void flush());

  /** After everything that was sent before; nothing else is sent meanwhile. */
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    await flush();
    while (sending) await sending;
    const done = Promise.withResolvers<void>();
    sending = done.promise;
    try {
      return await work();
    } finally {
      sending = null;
      done.resolve();
      const state = rows.$state.get();
      if (state.status === 'ready') meet(state.row);
      if (isDirty() && !$conflict.get()) later.call();
    }
  }

  /** A row that came with an answer to something else than the draft. */
  function rest(row: Screen): void {
    if (base && same(row.draft, base.draft)) base = row;
  }

  return {
    $state: rows.$state,
    $draft,
    $saving,
    $steps: history.$steps,
    $refused,
    $conflict,
    load: rows.load,
    start() {
      const end = rows.start();
      restore();
      const unbind = rows.$state.listen(restore);
      const leave = () => {
        // The answer may come too late for this page: what is sent is kept until then.
        keep();
        void flush();
      };
      const stay = deps.leaving(leave);
      return () => {
        leave();
        unbind();
        stay();
        end();
      };
    },
    change: step,
    undo: () => turn(history.undo),
    redo: () => turn(history.redo),
    flush,
    decide(whose) {
      const theirs = $conflict.get();
      if (!theirs || !$draft.get()) return;
      $conflict.set(null);
      base = theirs;
      stored = theirs.draft;
      if (whose === 'theirs') {
        step(theirs.draft);
        keep();
      } else {
        $saving.set({ status: 'waiting' });
        void flush();
      }
    },
    save: (rev, patch) =>
      alone(async () => {
        // The draft may have moved the row on since the form was opened: that is no change of what the form holds.
        const own = base && fieldsAt.get(rev) === fieldsAt.get(base.rev) ? base.rev : rev;
        const result = await rows.save(own, patch);
        if (result.status === 'saved') rest(result.row);
        return result;
      }),
    async publish() {
      await flush();
      while (sending) await sending;
      if (isDirty() || !base) {
        const saving = $saving.get();
        return saving.status === 'failed' && $refused.get() === null
          ? { status: 'error', error: { code: saving.code } }
          : { status: 'refused' };
      }
      return alone<Published>(async () => {
        const { rev, draft, version } = base!;
        try {
          const row = await view.call(publishScreen, { params, body: { rev } });
          $refused.set(null);
          rest(row);
          rows.take(row);
          return { status: 'published', row, again: row.version === version };
        } catch (error) {
          const current = currentRow<Screen>(error);
          if (current) rows.take(current);
          if (error instanceof ApiError && error.errors.length > 0) {
            $refused.set({ draft, errors: error.errors });
            return { status: 'refused' };
          }
          return { status: 'error', error };
        }
      });
    },
  };
}
