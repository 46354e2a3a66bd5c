import { atom, type ReadableAtom } from 'nanostores';
import type { LoggerTypeDetail, TypeSpec } from '../../contract/logger-types.ts';
import type { ApiErrorCode } from '../kernel/api.ts';
import { failureCode } from '../kernel/store-deps.ts';
import type { LoggerTypeStore } from './logger-types.store.ts';

/** A draft, or the number of a version. */
export const DRAFT = 'draft';
type Name = string;

export interface CompareState {
  from: Name;
  to: Name;
  specs: { status: 'loading' } | { status: 'ready'; from: TypeSpec; to: TypeSpec } | { status: 'error'; code: ApiErrorCode };
}

export interface CompareStore {
  $state: ReadableAtom<CompareState>;
  start(): () => void;
  choose(change: Partial<Pick<CompareState, 'from' | 'to'>>): void;
  /** Takes the type as it is stored now. */
  follow(row: LoggerTypeDetail): void;
}

/** What can be compared, newest first. */
export const namesOf = ({ draft, versions }: Pick<LoggerTypeDetail, 'draft' | 'versions'>): Name[] => [
  ...(draft ? [DRAFT] : []),
  ...versions.map(({ version }) => String(version)),
];

/** Two versions of a type beside each other; what was read stays, for published versions never change. */
export function createCompare(store: Pick<LoggerTypeStore, 'version'>, first: LoggerTypeDetail): CompareStore {
  let row = first;
  const names = namesOf(first);
  const $state = atom<CompareState>({ from: names[1] ?? names[0] ?? '', to: names[0] ?? '', specs: { status: 'loading' } });
  const read = new Map<Name, TypeSpec>();
  let asked = 0;
  async function specOf(name: Name): Promise<TypeSpec | null> {
    if (name === DRAFT) return row.draft;
    const known = read.get(name);
    if (known || name === '') return known ?? null;
    const spec = await store.version(Number(name));
    read.set(name, spec);
    return spec;
  }
  async function look(): Promise<void> {
    const turn = ++asked;
    const { from, to } = $state.get();
    try {
      const [a, b] = await Promise.all([specOf(from), specOf(to)]);
      if (turn === asked && a && b) $state.set({ ...$state.get(), specs: { status: 'ready', from: a, to: b } });
    } catch (error) {
      if (turn === asked) $state.set({ ...$state.get(), specs: { status: 'error', code: failureCode(error) } });
    }
  }
  function choose(change: Partial<Pick<CompareState, 'from' | 'to'>>): void {
    $state.set({ ...$state.get(), ...change, specs: { status: 'loading' } });
    void look();
  }
  return {
    $state,
    start() {
      if ($state.get().specs.status !== 'ready') void look();
      return () => {
        asked++;
      };
    },
    choose,
    follow(next) {
      const before = row;
      row = next;
      if (before.rev === next.rev) return;
      const there = namesOf(next);
      const [newest = '', second = newest] = there;
      const { from, to } = $state.get();
      // A draft that was published, or a first version, is what somebody wants to see.
      choose({ from: there.includes(from) ? from : second, to: there.includes(to) ? to : newest });
    },
  };
}
