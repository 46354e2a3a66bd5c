import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../problem.ts';
import type { FieldProblem } from './Field.tsx';
import { type Issue, problemOfIssue } from './issues.ts';

type Problems<T> = Partial<Record<keyof T & string, FieldProblem>>;

/** Anything with zod's `safeParse`. */
interface Schema {
  safeParse(value: unknown): { success: true } | { success: false; error: { issues: readonly unknown[] } };
}

export interface FormOptions<T extends Record<string, unknown>> {
  initial: T;
  /** Usually the contract's body, so that form and server refuse the same. */
  schema?: Schema;
  /** Rejects with what the server said; its field errors land at the fields, its code in `failure`. */
  onSubmit: (values: T) => Promise<unknown>;
}

function problemsOf<T extends Record<string, unknown>>(schema: Schema | undefined, values: T): Problems<T> {
  const parsed = schema?.safeParse(values);
  if (!parsed || parsed.success) return {};
  const problems: Problems<T> = {};
  for (const issue of parsed.error.issues as readonly Issue[]) {
    const name = String(issue.path[0]) as keyof T & string;
    // Rules stop at the first failure of a field.
    problems[name] ??= problemOfIssue(issue, values[name]);
  }
  return problems;
}

/**
 * State of one form. A field is validated when it is committed (left, chosen), never while somebody types; submitting
 * validates all and moves the focus to the first refused field.
 */
export function useForm<T extends Record<string, unknown>>({ initial, schema, onSubmit }: FormOptions<T>) {
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<Problems<T>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus();
  }, [refusals]);

  const refuse = (found: Problems<T>) => {
    setProblems(found);
    setRefusals((count) => count + 1);
  };

  const set = <K extends keyof T & string>(name: K, value: T[K]) => setValues((before) => ({ ...before, [name]: value }));

  const commit = <K extends keyof T & string>(name: K, value: T[K]) => {
    const next = { ...values, [name]: value };
    setValues(next);
    const found = problemsOf(schema, next)[name];
    setProblems(({ [name]: _old, ...others }) => (found ? { ...others, [name]: found } : others) as Problems<T>);
  };

  const submit = async (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    if (event) form.current = event.currentTarget;
    if (busy) return;
    setFailure(null);
    const found = problemsOf(schema, values);
    if (Object.keys(found).length > 0) return refuse(found);
    setProblems({});
    setBusy(true);
    try {
      await onSubmit(values);
    } catch (error) {
      const failed = failureOf(error);
      const named = failed.errors.filter((one) => (one.path.split('.')[0] ?? '') in values);
      refuse(Object.fromEntries(named.map((one) => [one.path.split('.')[0], { code: one.code, params: one.params }])) as Problems<T>);
      // The sentence over the form is for what no field can show.
      if (named.length === 0) setFailure(failed);
    } finally {
      setBusy(false);
    }
  };

  /** Everything a field component wants: `<TextField {...form.field('name')} label=… />`. */
  const field = <K extends keyof T & string>(name: K) => ({
    name,
    value: values[name],
    onChange: (value: T[K]) => set(name, value),
    onCommit: (value: T[K]) => commit(name, value),
    error: problems[name] ?? null,
  });

  const reset = (next: T = initial) => {
    setValues(next);
    setProblems({});
    setFailure(null);
  };

  return { values, set, field, submit, busy, failure, problems, reset, ref: form };
}
