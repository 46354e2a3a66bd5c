import { atom, type ReadableAtom } from 'nanostores';
import {
  listTrialMessages,
  TRIAL_PART,
  type TrialMessages,
  type TrialResult,
  type TypeSpec,
  tryStoredMessages,
} from '../../contract/logger-types.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { failureCode, type StoreDeps } from '../kernel/store-deps.ts';

/** A draft over what the loggers of its type have sent: part by part, so that it is seen how far it is, and can be ended. */

export interface Trial extends TrialMessages {
  /** failed and stopped ones can go on from where they are. */
  phase: 'running' | 'stopped' | 'failed' | 'done';
  /** Why it failed. */
  code: ApiErrorCode | null;
  /** By the ids of messages. */
  results: ReadonlyMap<string, TrialResult>;
  /** How long it will still take, as far as it took so far; null = nobody knows yet. */
  left_ms: number | null;
}

export type TrialState =
  | { status: 'none' }
  /** It isn't known yet which messages there are. */
  | { status: 'asking' }
  | { status: 'error'; code: ApiErrorCode }
  | { status: 'ready'; trial: Trial };

export interface TrialStore {
  $state: ReadableAtom<TrialState>;
  run(spec: TypeSpec): Promise<void>;
  /** Reads those that are left, after it was stopped or failed. */
  goOn(): Promise<void>;
  stop(): void;
  /** Forgets what was tried: the draft is another one. */
  forget(): void;
}

/** What became of a message: the first that is true of it. */
export const TRIED_KINDS = ['waiting', 'missing', 'error', 'gone', 'changed', 'new', 'unchanged'] as const;
export type TriedKind = (typeof TRIED_KINDS)[number];

export function kindOfTried(result: TrialResult | undefined): TriedKind {
  if (!result) return 'waiting';
  if (result.is_missing) return 'missing';
  if (result.errors > 0) return 'error';
  return (['gone', 'changed', 'new'] as const).find((kind) => result[kind] > 0) ?? 'unchanged';
}

export const TRIED_COUNTS = ['readings', 'new', 'changed', 'gone', 'unchanged', 'errors', 'warnings', 'out_of_range'] as const;
export type TriedCounts = Record<(typeof TRIED_COUNTS)[number], number>;

export function totalOfTried(results: Iterable<TrialResult>): TriedCounts {
  const total = Object.fromEntries(TRIED_COUNTS.map((count) => [count, 0])) as TriedCounts;
  for (const result of results) for (const count of TRIED_COUNTS) total[count] += result[count];
  return total;
}

/** @param id of the type */
export function createTrial(deps: StoreDeps, id: string): TrialStore {
  const params = { organization_id: deps.organization, id };
  const $state = atom<TrialState>({ status: 'none' });
  let spec: TypeSpec | null = null;
  /** Counts runs: what comes of one that was stopped is said no more. */
  let runs = 0;

  async function read(mine: number, tried: TypeSpec, given: Trial): Promise<void> {
    const began = deps.now();
    const results = new Map(given.results);
    const before = results.size;
    let trial: Trial = { ...given, phase: 'running', code: null };
    const show = (change: Partial<Trial>) => {
      trial = { ...trial, ...change };
      $state.set({ status: 'ready', trial });
    };
    show({});
    try {
      for (;;) {
        const ids = trial.messages.flatMap((message) => (results.has(message.id) ? [] : [message.id])).slice(0, TRIAL_PART);
        if (ids.length === 0) break;
        const answer = await deps.call(tryStoredMessages, { params, body: { spec: tried, ids } });
        if (mine !== runs) return;
        for (const result of answer.results) results.set(result.id, result);
        const each = (deps.now() - began) / (results.size - before);
        show({ results: new Map(results), left_ms: each * (trial.messages.length - results.size) });
      }
      show({ phase: 'done', left_ms: null });
    } catch (error) {
      if (mine === runs) show({ phase: 'failed', code: failureCode(error), left_ms: null });
    }
  }

  return {
    $state,
    async run(next) {
      runs += 1;
      const mine = runs;
      spec = next;
      $state.set({ status: 'asking' });
      try {
        const found = await deps.call(listTrialMessages, { params });
        if (mine === runs) await read(mine, next, { ...found, phase: 'running', code: null, results: new Map(), left_ms: null });
      } catch (error) {
        if (mine === runs) $state.set({ status: 'error', code: failureCode(error) });
      }
    },
    async goOn() {
      const state = $state.get();
      if (state.status !== 'ready' || spec === null || state.trial.phase === 'running') return;
      runs += 1;
      await read(runs, spec, state.trial);
    },
    stop() {
      runs += 1;
      const state = $state.get();
      if (state.status === 'asking') $state.set({ status: 'none' });
      else if (state.status === 'ready' && state.trial.phase === 'running')
        $state.set({ status: 'ready', trial: { ...state.trial, phase: 'stopped', left_ms: null } });
    },
    forget() {
      runs += 1;
      if ($state.get().status !== 'none') $state.set({ status: 'none' });
    },
  };
}
