import { atom, type ReadableAtom } from 'nanostores';
import type { FieldError } from '../../contract/errors.ts';
import type { LiveEvent } from '../../contract/events.ts';
import {
  checkImport,
  createImport,
  type DataImport,
  getImport,
  IMPORT_FILE_MAX_BYTES,
  type ImportCheck,
  type ImportedRecording,
  type ImportPreview,
  type ImportSettings,
  previewImport,
  runImport,
} from '../../contract/imports.ts';
import { getTask, isUnderWay, type Task, undoTask } from '../../contract/tasks.ts';
import type { Span } from '../../domain/time/range.ts';
import { fileName } from '../files/files.store.ts';
import type { UploadOptions } from '../files/upload.ts';
import { type Api, ApiError, type ApiErrorCode } from '../kernel/api.ts';
import { debounce, failureCode, type StoreDeps } from '../kernel/store-deps.ts';

export interface Failure {
  code: ApiErrorCode;
  /** What of the settings can't be. */
  errors: readonly FieldError[];
}
/** Of the whole file: not looked at by these settings, on its way, done. */
export type Trial = { status: 'none' } | { status: 'running'; task: Task } | { status: 'done'; check: ImportCheck };
export interface SettingsState {
  step: 'settings';
  file: Pick<DataImport, 'id' | 'name' | 'size'>;
  settings: ImportSettings;
  preview: ImportPreview;
  /** The preview is of settings that were changed since. */
  stale: boolean;
  trial: Trial;
  failure: Failure | null;
}
export type ImportState =
  /** `sending` is the part that went out, null = nothing is on its way. */
  | { step: 'source'; fault: ApiErrorCode | 'too_large' | null; sending: number | null }
  | SettingsState
  /** Being stored, or stored; `span` is the time that the rows are of. */
  | { step: 'stored'; file: SettingsState['file']; task: Task; failure: Failure | null; span: Span | null };

export interface ImportStore {
  $state: ReadableAtom<ImportState>;
  start(): () => void;
  upload(file: File): Promise<void>;
  change(settings: ImportSettings): void;
  /** Reads the whole file and stores nothing. */
  check(): Promise<void>;
  /** Stores what was read, and has a recording of it made where one is given. */
  run(recording: ImportedRecording | null): Promise<void>;
  undo(): Promise<void>;
  restart(): void;
}

export interface ImportDeps extends StoreDeps {
  upload(file: Blob, options: UploadOptions): Api;
}

const TYPING_MS = 300;
/** A task is asked for so often where the live stream says nothing. */
const ASKED_MS = 2_000;

const failureOf = (error: unknown): Failure => ({ code: failureCode(error), errors: error instanceof ApiError ? error.errors : [] });

/** A file of readings on its way into a logger. */
export function createImportStore(deps: ImportDeps, datalogger: string): ImportStore {
  const params = { organization_id: deps.organization };
  const $state = atom<ImportState>({ step: 'source', fault: null, sending: null });
  let sending: AbortController | null = null;
  /** Counts changes of the settings: an answer to older ones says nothing. */
  let generation = 0;
  let asking: unknown = null;

  const shown = () => {
    const state = $state.get();
    return state.step === 'settings' ? state : null;
  };
  const put = (changes: Partial<SettingsState>) => {
    const state = shown();
    if (state) $state.set({ ...state, ...changes });
  };

  async function preview(): Promise<void> {
    const state = shown();
    if (!state) return;
    const own = generation;
    try {
      const found = await deps.call(previewImport, { params: { ...params, id: state.file.id }, body: { settings: state.settings } });
      if (own === generation) put({ preview: found, stale: false, failure: null });
    } catch (error) {
      if (own === generation) put({ stale: false, failure: failureOf(error) });
    }
  }
  const soon = debounce(deps.timers, deps.now, TYPING_MS, () => void preview());

  /** The task that is followed. */
  const followed = (): Task | null => {
    const state = $state.get();
    if (state.step === 'stored') return isUnderWay(state.task.state) ? state.task : null;
    return state.step === 'settings' && state.trial.status === 'running' ? state.trial.task : null;
  };
  async function ask(): Promise<void> {
    deps.timers.clearTimeout(asking);
    const before = followed();
    if (!before) return;
    try {
      await take(before, await deps.call(getTask, { params: { ...params, id: before.id } }));
    } catch {
      // Asked again soon; the connection is told of elsewhere.
    }
    if (followed()) asking = deps.timers.setTimeout(() => void ask(), ASKED_MS);
  }
  async function take(before: Task, task: Task): Promise<void> {
    if (followed()?.id !== before.id) return;
    const state = $state.get();
    if (state.step === 'stored') $state.set({ ...state, task });
    else if (state.step === 'settings') {
      if (isUnderWay(task.state)) return put({ trial: { status: 'running', task } });
      if (task.state !== 'done') return put({ trial: { status: 'none' }, failure: { code: task.error ?? 'internal', errors: [] } });
      const own = generation;
      const { check } = await deps.call(getImport, { params: { ...params, id: state.file.id } });
      if (own === generation) put({ trial: check?.task_id === task.id ? { status: 'done', check } : { status: 'none' } });
    }
  }

  return {
    $state,
    start() {
      const off = deps.live.on((event: LiveEvent) => {
        const task = followed();
        if (event.name === 'reset' || (event.name === 'changed' && event.data.entity === 'tasks' && event.data.id === task?.id)) void ask();
      });
      void ask();
      return () => {
        off();
        deps.timers.clearTimeout(asking);
        sending?.abort();
        soon.cancel();
      };
    },
    async upload(file) {
      if (file.size > IMPORT_FILE_MAX_BYTES) return $state.set({ step: 'source', fault: 'too_large', sending: null });
      const control = new AbortController();
      sending = control;
      $state.set({ step: 'source', fault: null, sending: 0 });
      try {
        const api = deps.upload(file, {
          signal: control.signal,
          onProgress: (share) => $state.set({ step: 'source', fault: null, sending: share }),
        });
        const {
          proposed,
          preview: first,
          ...row
        } = await api.call(createImport, {
          params,
          query: { datalogger_id: datalogger, name: fileName(file.name) },
        });
        generation++;
        $state.set({
          step: 'settings',
          file: row,
          settings: proposed,
          preview: first,
          stale: false,
          trial: { status: 'none' },
          failure: null,
        });
      } catch (error) {
        if (!control.signal.aborted) $state.set({ step: 'source', fault: failureCode(error), sending: null });
      }
    },
    change(settings) {
      generation++;
      put({ settings, stale: true, trial: { status: 'none' }, failure: null });
      soon.call();
    },
    async check() {
      const state = shown();
      if (!state || state.trial.status === 'running') return;
      const own = generation;
      try {
        const task = await deps.call(checkImport, { params: { ...params, id: state.file.id }, body: { settings: state.settings } });
        if (own !== generation) return;
        put({ trial: { status: 'running', task }, failure: null });
        void ask();
      } catch (error) {
        if (own === generation) put({ failure: failureOf(error) });
      }
    },
    async run(recording) {
      const state = shown();
      if (!state) return;
      try {
        const task = await deps.call(runImport, { params: { ...params, id: state.file.id }, body: { recording } });
        const check = state.trial.status === 'done' ? state.trial.check : null;
        const span = check?.from && check.to ? { from: Date.parse(check.from), to: Date.parse(check.to) } : null;
        $state.set({ step: 'stored', file: state.file, task, failure: null, span });
        void ask();
      } catch (error) {
        put({ failure: failureOf(error) });
      }
    },
    async undo() {
      const state = $state.get();
      if (state.step !== 'stored') return;
      try {
        $state.set({ ...state, task: await deps.call(undoTask, { params: { ...params, id: state.task.id } }), failure: null });
        void ask();
      } catch (error) {
        $state.set({ ...state, failure: failureOf(error) });
      }
    },
    restart() {
      generation++;
      sending?.abort();
      $state.set({ step: 'source', fault: null, sending: null });
    },
  };
}
