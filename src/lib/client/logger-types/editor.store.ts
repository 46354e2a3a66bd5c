import { atom, type ReadableAtom } from 'nanostores';
import type { Bench, LoggerTypeDetail, TypeChannel, TypeSpec } from '../../contract/logger-types.ts';
import type { ReceivedData } from '../../contract/received-data.ts';
import { parsePath, type Step } from '../../domain/logger-types/path.ts';
import { ApiError, type ApiErrorCode } from '../kernel/api.ts';
import type { RowSaved } from '../kernel/server-rows.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';
import { type LoggerTypeStore, messagesToTry, type TriedMessage } from './logger-types.store.ts';
import { createTrial, type TrialStore } from './trial.store.ts';

/** What a type reads by before anybody has said anything. */
export const EMPTY_SPEC: TypeSpec = {
  decoder: 'mapping',
  script: null,
  rows: null,
  time: null,
  clock: { kind: 'utc', offset_min: 0, zone: null, twice: 'refuse', skipped: 'refuse' },
  channels: [],
};

/** What stands in the way of a spec: fields by their path in it, as `channels.2.unit`. */
export interface SpecProblem {
  code: ApiErrorCode;
  fields: ReadonlySet<string>;
}

export interface EditorState {
  spec: TypeSpec;
  /** Differs from what is stored. */
  dirty: boolean;
  saving: boolean;
  message: TriedMessage | null;
  /** Newest messages of the organisation, to choose from. */
  stored: readonly ReceivedData[];
  bench: Bench | null;
  problem: SpecProblem | null;
  /** The channel whose row is open. */
  open: number | null;
}

export interface Editor {
  $state: ReadableAtom<EditorState>;
  /** Tries the message for the first time and looks for stored ones; on the server nothing is tried. */
  start(): void;
  edit(change: Partial<TypeSpec>): void;
  editChannel(index: number, change: Partial<TypeChannel>): void;
  /** Makes a channel of a value of the message, or opens the one that it is. */
  addPath(path: string): void;
  removeChannel(index: number): void;
  openChannel(index: number | null): void;
  tryOn(message: TriedMessage): void;
  /** Takes the type as it is stored now, where nothing was edited. */
  follow(row: LoggerTypeDetail): void;
  discard(): Promise<RowSaved<LoggerTypeDetail> | null>;
  save(): Promise<RowSaved<LoggerTypeDetail>>;
  /** Of the stored messages of the loggers of the type. */
  trial: TrialStore;
}

const BENCH_MS = 250;

export const specOf = ({ draft, published }: Pick<LoggerTypeDetail, 'draft' | 'published'>): TypeSpec => draft ?? published ?? EMPTY_SPEC;

/** A key out of a path: its last name, made different from those that are taken. */
export function keyFor(path: string, taken: ReadonlySet<string>): string {
  const steps: readonly Step[] = parsePath(path)?.steps ?? [path];
  const names = steps.filter((step): step is string => typeof step === 'string');
  const base = (names.at(-1) ?? 'value').toLowerCase().replace(/[^\p{L}\p{N}_.-]+/gu, '_') || 'value';
  if (!taken.has(base)) return base;
  for (let i = 2; ; i++) if (!taken.has(`${base}_${i}`)) return `${base}_${i}`;
}

const problemOf = (error: unknown): SpecProblem => {
  if (!(error instanceof ApiError)) return { code: 'network', fields: new Set() };
  const fields = error.errors.map(({ path }) => path.replace(/^(draft|spec)\./, ''));
  return { code: error.code, fields: new Set(fields) };
};

/**
 * A draft on the bench: what is edited, the message it is tried on, and what comes of it.
 * @param stored id of the stored message to begin with
 */
export function createEditor(deps: StoreDeps, store: LoggerTypeStore, first: LoggerTypeDetail, stored: string | null = null): Editor {
  let row = first;
  const $state = atom<EditorState>({
    spec: specOf(first),
    dirty: false,
    saving: false,
    message: stored ? { received_data_id: stored } : first.sample ? { message: first.sample } : null,
    stored: [],
    bench: null,
    problem: null,
    open: null,
  });
  const trial = createTrial(deps, first.id);
  const set = (change: Partial<EditorState>) => $state.set({ ...$state.get(), ...change });
  let asked = 0;
  async function run(): Promise<void> {
    const { spec, message } = $state.get();
    if (!message) return;
    const mine = ++asked;
    try {
      const bench = await store.bench(spec, message);
      if (mine === asked) set({ bench, problem: null });
    } catch (error) {
      // The last good answer stays beside what is wrong now.
      if (mine === asked) set({ problem: problemOf(error) });
    }
  }
  const soon = debounce(deps.timers, deps.now, BENCH_MS, () => void run());

  /** Without a message of its own a type is tried on the newest one that its loggers sent, else anybody. */
  async function look(): Promise<void> {
    const stored = await messagesToTry(deps, first).catch((): readonly ReceivedData[] => []);
    set({ stored });
    const [newest] = stored;
    if (newest && $state.get().message === null) tryOn({ received_data_id: newest.id });
  }

  function tryOn(message: TriedMessage): void {
    set({ message, bench: null });
    void run();
  }

  function edit(change: Partial<TypeSpec>): void {
    set({ spec: { ...$state.get().spec, ...change }, dirty: true });
    trial.forget();
    soon.call();
  }

  return {
    $state,
    start() {
      if (asked === 0) void run();
      void look();
    },
    edit,
    editChannel(index, change) {
      edit({ channels: $state.get().spec.channels.map((one, i) => (i === index ? { ...one, ...change } : one)) });
    },
    addPath(path) {
      const { channels } = $state.get().spec;
      const there = channels.findIndex((one) => one.path === path);
      if (there >= 0) {
        set({ open: there });
        return;
      }
      const key = keyFor(path, new Set(channels.map((one) => one.key)));
      const made = {
        path,
        key,
        label: key,
        sensor_type_id: null,
        unit: null,
        scale: 1,
        offset: 0,
        input_min: null,
        input_max: null,
        states: null,
      };
      set({ open: channels.length });
      edit({ channels: [...channels, made] });
    },
    removeChannel(index) {
      set({ open: null });
      edit({ channels: $state.get().spec.channels.filter((_, i) => i !== index) });
    },
    openChannel: (open) => set({ open }),
    tryOn,
    follow(next) {
      const before = row;
      row = next;
      if ($state.get().dirty || before.rev === next.rev) return;
      set({ spec: specOf(next) });
      trial.forget();
      void run();
    },
    async discard() {
      // What was never saved goes without asking anybody.
      const saved = row.draft !== null && row.published !== null ? await store.save(row.rev, { draft: null }) : null;
      if (saved?.status === 'saved') row = saved.row;
      if (saved === null || saved.status === 'saved') {
        set({ spec: specOf(row), dirty: false, open: null, problem: null });
        trial.forget();
      }
      void run();
      return saved;
    },
    async save() {
      const { spec } = $state.get();
      set({ saving: true });
      const result = await store.save(row.rev, { draft: spec });
      if (result.status === 'saved') {
        row = result.row;
        set({ saving: false, dirty: $state.get().spec !== spec, problem: null });
      } else {
        if (result.status === 'conflict') row = result.current;
        set({ saving: false, ...(result.status === 'error' ? { problem: problemOf(result.error) } : {}) });
      }
      return result;
    },
    trial,
  };
}
