import { useStore } from '@nanostores/react';
import { type FormEvent, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type BrowserSlot, draftSlot } from '../../../lib/client/forms/drafts-browser.ts';
import { useLocale } from '../../../lib/i18n/react.tsx';
import { ready } from '../../../lib/i18n/ready.ts';
import { afterPress, followPointer } from './after-press.ts';
import { DraftOwner } from './drafts.ts';
import { createForm, type DraftSlot, type FieldName, type FormOptions, type FormValues } from './form-store.ts';
import { checkRules } from './rules.ts';
import type { FieldProblem } from './sentence.ts';
import { useKeeping } from './useKept.ts';

await ready('forms', 'validation');

export interface UseFormOptions<T extends FormValues> extends FormOptions<T> {
  initial: T;
  /**
   * Name of the form on its page, under which it is kept until it is saved or thrown away; with the id of the row, or of the organisation,
   * where the page may show several. Null = nothing of it may be kept (`scripts/check-structure.ts` knows why).
   */
  draft: string | null;
}

/** The first control that is marked, in the order of the page. Some parts mark only their frame. */
const REFUSED = 'input[aria-invalid="true"], textarea[aria-invalid="true"], select[aria-invalid="true"], [data-invalid] > button';

/**
 * State of one form. A field is validated when it is committed (left, chosen, stepped), never while somebody types; submitting
 * validates all and moves the focus to the first refused field. {@link createForm} is the logic, this ties it to React and the browser.
 */
export function useForm<T extends FormValues>(options: UseFormOptions<T>) {
  const owner = useContext(DraftOwner);
  const locale = useLocale();
  const latest = useRef(options);
  const form = useRef<HTMLFormElement>(null);
  const secrets = useRef(new Set<string>());
  const [store] = useState(() => {
    let slot: BrowserSlot | undefined;
    const slotOfForm = () => {
      const { draft } = latest.current;
      if (draft && owner && typeof window !== 'undefined') slot ??= draftSlot(owner, draft);
      return slot;
    };
    const keeper: DraftSlot = {
      read: () => slotOfForm()?.read() ?? null,
      write: (draft) => slotOfForm()?.write(draft, secrets.current) ?? true,
      clear: () => slotOfForm()?.clear(),
    };
    return createForm<T>(options.initial, () => latest.current, { check: (...asked) => checkRules(...asked, locale), slot: keeper });
  });
  const state = useStore(store.$state);

  useLayoutEffect(() => {
    latest.current = options;
    for (const input of form.current?.querySelectorAll<HTMLInputElement>('input[type="password"], [data-secret]') ?? [])
      secrets.current.add(input.name);
  });
  useLayoutEffect(() => {
    followPointer();
    store.restore();
  }, [store]);
  useKeeping(store);
  useEffect(() => {
    if (state.refusals > 0) form.current?.querySelector<HTMLElement>(REFUSED)?.focus();
  }, [state.refusals]);

  const commit = <K extends FieldName<T>>(name: K, value: T[K]) => {
    if (!Object.is(store.$state.get().values[name], value)) store.set(name, value);
    afterPress(() => void store.validate(name));
  };
  /** Everything a field component wants: `<TextField {...form.field('name')} label=… />`. */
  const field = <K extends FieldName<T>>(name: K) => ({
    name,
    value: state.values[name],
    onChange: (value: T[K]) => store.set(name, value),
    onCommit: (value: T[K]) => commit(name, value),
    error: (state.problems[name] ?? null) as FieldProblem | null,
  });

  return {
    values: state.values,
    busy: state.busy,
    failure: state.failure,
    /** The draft that came back, until it is saved or thrown away; `DraftNote` says so. */
    restored: state.restored,
    /** Some field holds a text that is no value. */
    unread: Object.values(state.typed).some((one) => one?.problem),
    dirty: store.isDirty(),
    /** As `dirty`, at the moment of the question. */
    isDirty: store.isDirty,
    set: store.set,
    field,
    /** For fields whose value is read out of a text: numbers, dates, times. */
    typed: <K extends FieldName<T>>(name: K) => ({
      ...field(name),
      typed: state.typed[name]?.text ?? null,
      onType: (value: T[K], text: string | null, problem: FieldProblem | null) =>
        store.type(name, value, text === null ? null : { text, problem }),
    }),
    /** For a checkbox. */
    check: <K extends FieldName<T>>(name: K) => {
      const { value, ...rest } = field(name);
      return { ...rest, checked: Boolean(value) };
    },
    reset: store.reset,
    accept: store.accept,
    submit: store.submit,
    /** For the `form` element. */
    props: {
      ref: form,
      noValidate: true,
      'aria-busy': state.busy || undefined,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        // A form in a dialog is inside the page's form in React's tree, not in the document's.
        event.stopPropagation();
        void store.submit();
      },
    },
  };
}
