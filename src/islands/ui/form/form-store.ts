import { atom, type ReadableAtom } from 'nanostores';
import type { Draft, FoundDraft, Typed } from '../../../lib/client/forms/drafts.ts';
import type { Rules } from '../../../lib/validation/index.ts';
import { type Failure, failureOf } from '../problem.ts';
import { type Issue, problemOfIssue } from './issues.ts';
import { sameValue } from './send-change.ts';
import type { FieldProblem } from './sentence.ts';

export type FormValues = Record<string, unknown>;
export type FieldName<T> = keyof T & string;
type Problems<T> = Partial<Record<FieldName<T>, FieldProblem>>;

/** Anything with zod's `safeParse`. */
export interface FormSchema {
  safeParse(value: unknown): { success: true } | { success: false; error: { issues: readonly unknown[] } };
}
/** Checks a value by rules of `src/lib/validation`, the first broken one is the problem. */
export type CheckRules = (name: string, value: unknown, rules: Rules, values: FormValues) => Promise<FieldProblem | null>;

/** Where a form keeps what is not saved yet. */
export interface DraftSlot {
  read(): FoundDraft | null;
  /** False = something of it could not be kept. */
  write(draft: Pick<Draft, 'changed' | 'was' | 'typed' | 'version'>): boolean;
  clear(): void;
}

export interface FormOptions<T extends FormValues> {
  /** Usually the contract's body, so that form and server refuse the same. */
  schema?: FormSchema | undefined;
  /** Rules as in `required|max:40|confirmed:@password`; they come before the schema, their sentences say more. */
  rules?: Partial<Record<FieldName<T>, Rules>> | undefined;
  /** Fields that a refusal without field errors speaks of: `{ email_taken: 'email' }`. */
  fieldOf?: Partial<Record<Failure['code'], FieldName<T>>> | undefined;
  /**
   * Rejects with what the server said; its field errors land at the fields, its code in `failure`. `false` = not saved yet and nothing to say
   * here: what was typed is still kept.
   */
  onSubmit: (values: T) => Promise<unknown>;
  /** Hears that a draft has come back. */
  onRestore?: ((draft: Draft) => void) | undefined;
  /** Version of the row that is edited. */
  version?: number | undefined;
}

export interface FormState<T extends FormValues> {
  values: T;
  /** What stands in fields whose text is being written or can't be read. */
  typed: Partial<Record<FieldName<T>, Typed>>;
  problems: Problems<T>;
  /** Why the form as a whole was refused. */
  failure: Failure | null;
  busy: boolean;
  /** Grows with each refused submission: the focus goes to the first problem. */
  refusals: number;
  /** The draft that was put in and neither saved nor thrown away since. */
  restored: FoundDraft | null;
}

export interface FormStore<T extends FormValues> {
  $state: ReadableAtom<FormState<T>>;
  /** Somebody types: nothing is validated, no problem comes or goes. */
  set<K extends FieldName<T>>(name: K, value: T[K]): void;
  /** As `set`, with the text as it stands in the field; null = the field shows its value again. */
  type<K extends FieldName<T>>(name: K, value: T[K], typed: Typed | null): void;
  /** The field was left, or its value is final. */
  validate(name: FieldName<T>): Promise<void>;
  /** Validates all; sends when nothing is wrong. A second call meanwhile does nothing. */
  submit(): Promise<void>;
  /** Everything typed is taken back; `next` is what the form holds and compares with from now on. */
  reset(next?: T): void;
  /** Takes what the server saved, but for fields that were changed since the submission. */
  accept(next: T): void;
  isDirty(): boolean;
  /** Puts in what was typed and not saved when the form was there before. */
  restore(): void;
  /** Writes down what is typed and not saved; false = something of it could not be kept. */
  keep(): boolean;
}

/** A kept value may go into a field with a value of the same kind; an older version of the page could have kept something else. */
const fits = (kept: unknown, own: unknown): boolean =>
  kept === null || own === null || (typeof kept === typeof own && Array.isArray(kept) === Array.isArray(own));

/** Fields that a rule compares with: `confirmed:@password`. */
const mentions = (rules: Rules, name: string): boolean =>
  new RegExp(`@${name}(?![\\w-])`).test(typeof rules === 'string' ? rules : JSON.stringify(rules ?? ''));

/** State of one form, without React and without a DOM. */
export function createForm<T extends FormValues>(
  initial: T,
  options: () => FormOptions<T>,
  outside: { check?: CheckRules; slot?: DraftSlot | null } = {},
): FormStore<T> {
  const $state = atom<FormState<T>>({ values: initial, typed: {}, problems: {}, failure: null, busy: false, refusals: 0, restored: null });
  const put = (change: Partial<FormState<T>>) => $state.set({ ...$state.get(), ...change });
  const { check, slot = null } = outside;
  let base = initial;
  /** What a draft was based on, where the row has moved on since: what is typed there still differs from this. */
  let was: Partial<T> = {};
  let sent: T | null = null;
  /** Saved, and nothing typed since. */
  let isSaved = false;
  const touched = new Set<FieldName<T>>();
  /** What the server refused, and for which value: the refusal stays until the value changes. */
  const refused = new Map<FieldName<T>, { value: unknown; problem: FieldProblem }>();
  /** A slow rule must not speak for a value that is gone. */
  const asked = new Map<string, number>();

  const names = () => Object.keys($state.get().values) as FieldName<T>[];
  const isNamed = (name: string): name is FieldName<T> => name in $state.get().values;

  function schemaProblems(): Problems<T> & { ''?: FieldProblem } {
    const { values } = $state.get();
    const parsed = options().schema?.safeParse(values);
    const problems: Record<string, FieldProblem> = {};
    if (!parsed || parsed.success) return {};
    for (const issue of parsed.error.issues as readonly Issue[]) {
      const name = String(issue.path[0] ?? '');
      // Rules stop at the first failure of a field.
      problems[isNamed(name) ? name : ''] ??= problemOfIssue(issue, values[name]);
    }
    return problems as Problems<T>;
  }

  async function problemOf(name: FieldName<T>, schema: Problems<T>): Promise<FieldProblem | null> {
    const { values, typed } = $state.get();
    const unread = typed[name]?.problem;
    if (unread) return unread;
    const said = refused.get(name);
    if (said && sameValue(said.value, values[name])) return said.problem;
    refused.delete(name);
    const rules = options().rules?.[name];
    const broken = rules && check ? await check(name, values[name], rules, values) : null;
    return broken ?? schema[name] ?? null;
  }

  function mark(name: FieldName<T>, problem: FieldProblem | null): void {
    const { [name]: _old, ...others } = $state.get().problems;
    put({ problems: (problem ? { ...others, [name]: problem } : others) as Problems<T> });
  }

  async function validateOne(name: FieldName<T>): Promise<void> {
    const turn = (asked.get(name) ?? 0) + 1;
    asked.set(name, turn);
    const problem = await problemOf(name, schemaProblems());
    if (asked.get(name) === turn) mark(name, problem);
  }

  function refuse(problems: Problems<T>, failure: Failure | null): void {
    // Answers that are still on their way for single fields say nothing any more.
    for (const name of names()) asked.set(name, (asked.get(name) ?? 0) + 1);
    put({ problems, failure, busy: false, refusals: $state.get().refusals + 1 });
  }

  function refusedBy(error: unknown): void {
    const failure = failureOf(error);
    const { values } = $state.get();
    const own = options().fieldOf?.[failure.code];
    const said = own && failure.errors.length === 0 ? [{ path: own as string, code: failure.code as string }] : failure.errors;
    const problems: Partial<Record<string, FieldProblem>> = {};
    let all = said.length > 0;
    for (const { path, ...problem } of said) {
      const name = path.split('.', 1)[0] ?? '';
      if (!isNamed(name)) all = false;
      else {
        problems[name] ??= problem;
        refused.set(name, { value: values[name], problem });
      }
    }
    // The sentence over the form is for what no field can show.
    refuse(problems as Problems<T>, all ? null : failure);
  }

  async function submit(): Promise<void> {
    if ($state.get().busy) return;
    put({ busy: true, failure: null });
    for (const name of names()) touched.add(name);
    // The server may think otherwise now; it is asked again.
    refused.clear();
    const schema = schemaProblems();
    const byField: Problems<T> = {};
    const answers = names().map(async (name) => {
      const problem = await problemOf(name, schema);
      if (problem) byField[name] = problem;
    });
    await Promise.all(answers);
    if (Object.keys(byField).length > 0 || schema['']) {
      const failure: Failure = { code: 'validation_failed', requestId: null, errors: [] };
      refuse(byField, Object.keys(byField).length > 0 ? null : failure);
      return;
    }
    put({ problems: {} });
    const { values } = $state.get();
    sent = values;
    try {
      if ((await options().onSubmit(values)) !== false) {
        slot?.clear();
        isSaved = $state.get().values === values || !isDirty();
        put({ restored: null });
      }
      put({ busy: false });
    } catch (error) {
      refusedBy(error);
    }
  }

  function changed(): Pick<Draft, 'changed' | 'was'> {
    const { values } = $state.get();
    const from = { ...base, ...was };
    const differ = names().filter((name) => !sameValue(values[name], from[name]));
    const pick = (all: T) => Object.fromEntries(differ.map((name) => [name, all[name]]));
    return { changed: pick(values), was: pick(from) };
  }
  const isDirty = () => Object.keys(changed().changed).length + Object.keys($state.get().typed).length > 0;

  return {
    $state,
    set(name, value) {
      isSaved = false;
      put({ values: { ...$state.get().values, [name]: value } });
    },
    type(name, value, text) {
      isSaved = false;
      const { values, typed } = $state.get();
      const { [name]: _old, ...others } = typed;
      put({ values: { ...values, [name]: value }, typed: (text ? { ...others, [name]: text } : others) as FormState<T>['typed'] });
    },
    async validate(name) {
      touched.add(name);
      const { rules } = options();
      const others = names().filter((other) => other !== name && touched.has(other) && mentions(rules?.[other], name));
      await Promise.all([name, ...others].map(validateOne));
    },
    submit,
    reset(next = base) {
      base = next;
      was = {};
      touched.clear();
      refused.clear();
      for (const name of names()) asked.set(name, (asked.get(name) ?? 0) + 1);
      slot?.clear();
      put({ values: next, typed: {}, problems: {}, failure: null, restored: null });
    },
    accept(next) {
      const { values, typed } = $state.get();
      const newer = names().filter((name) => sent !== null && !sameValue(values[name], sent[name]));
      base = next;
      was = {};
      put({
        values: { ...next, ...Object.fromEntries(newer.map((name) => [name, values[name]])) },
        typed: Object.fromEntries(Object.entries(typed).filter(([name]) => newer.includes(name as FieldName<T>))) as FormState<T>['typed'],
        failure: null,
        restored: null,
      });
    },
    isDirty,
    restore() {
      const draft = slot?.read();
      if (!draft) return;
      const { values } = $state.get();
      const known = <V>(fields: Record<string, V>) => Object.fromEntries(Object.entries(fields).filter(([name]) => isNamed(name)));
      const kept = Object.fromEntries(Object.entries(known(draft.changed)).filter(([name, value]) => fits(value, values[name])));
      was = known(draft.was) as Partial<T>;
      put({ values: { ...values, ...kept }, typed: known(draft.typed) as FormState<T>['typed'], restored: draft });
      options().onRestore?.(draft);
    },
    keep() {
      if (isSaved) return true;
      const { typed } = $state.get();
      // A text that can be read is in its value already.
      const unread = Object.fromEntries(Object.entries<Typed | undefined>(typed).filter(([, one]) => one?.problem)) as Record<
        string,
        Typed
      >;
      return slot?.write({ ...changed(), typed: unread, version: options().version ?? null }) ?? true;
    },
  };
}
