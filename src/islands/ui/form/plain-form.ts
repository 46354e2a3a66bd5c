import { afterPress, followPointer } from './after-press.ts';
import { createForm, type FormOptions, type FormState } from './form-store.ts';
import { checkRules } from './rules.ts';
import type { FieldProblem } from './sentence.ts';

/** The form kit for pages without React: the same logic over the page's own markup, which works by itself until this is there. */

type Values = Record<string, string>;

/** Sentences in the page's language, written by the server. `{field}` is filled in here. */
export interface PlainWords {
  /** Of the form as a whole, by error code; `unknown` for the rest. */
  errors: Record<string, string>;
  /** Of one field, by code; `not_valid` for the rest. */
  fields: Record<string, string>;
  busy: string;
}

export interface PlainFormOptions extends Pick<FormOptions<Values>, 'fieldOf' | 'onSubmit'> {
  words: PlainWords;
  rules: Record<string, string>;
  /** Fields that are marked together when the whole form is refused for a reason: `{ credentials_wrong: ['email', 'password'] }`. */
  marks?: Record<string, readonly string[]>;
}

type Control = HTMLInputElement | HTMLSelectElement;

/**
 * Markup: controls with names, a `[data-note-of=NAME]` below each (its `data-hint` stands there when nothing is wrong), `[data-problem]` over the
 * form, `[data-submit]`.
 */
export function takeOver(element: HTMLFormElement, options: PlainFormOptions): void {
  const { words, marks = {} } = options;
  const problem = element.querySelector<HTMLElement>('[data-problem]')!;
  const submit = element.querySelector<HTMLButtonElement>('[data-submit]')!;
  const label = submit.textContent;
  const controls = [...element.elements].filter(
    (one): one is Control => 'value' in one && 'name' in one && one.name !== '' && one.tagName !== 'BUTTON',
  );
  const read = (): Values => Object.fromEntries(controls.map((one) => [one.name, one.value]));
  const form = createForm<Values>(read(), () => options, {
    check: (...asked) => checkRules(...asked, document.documentElement.lang.slice(0, 2)),
  });

  const sentenceOf = (name: string, { code }: FieldProblem) => {
    const field = element.querySelector(`label[for="${CSS.escape(name)}"]`)?.textContent?.trim() ?? name;
    return (words.fields[code] ?? words.errors[code] ?? words.fields.not_valid ?? '').replace('{field}', field);
  };
  function show({ problems, failure, busy }: FormState<Values>): void {
    submit.textContent = busy ? words.busy : label;
    // Not `disabled`, which would take the focus away.
    submit.setAttribute('aria-disabled', String(busy));
    element.setAttribute('aria-busy', String(busy));
    problem.hidden = failure === null;
    const text = failure ? (words.errors[failure.code] ?? words.errors.unknown ?? '') : '';
    if (problem.textContent !== text) problem.textContent = text;
    for (const control of controls) {
      const fieldProblem = problems[control.name];
      const marked = fieldProblem ?? (failure && marks[failure.code]?.includes(control.name));
      if (marked) control.setAttribute('aria-invalid', 'true');
      else control.removeAttribute('aria-invalid');
      const note = element.querySelector<HTMLElement>(`[data-note-of="${CSS.escape(control.name)}"]`);
      if (!note) continue;
      const wasBad = note.classList.toggle('bad', Boolean(fieldProblem)) || note.dataset.bad === 'true';
      note.dataset.bad = String(Boolean(fieldProblem));
      if (wasBad) note.textContent = fieldProblem ? sentenceOf(control.name, fieldProblem) : (note.dataset.hint ?? '');
    }
  }

  let refusals = 0;
  form.$state.listen((state) => {
    show(state);
    if (state.refusals === refusals) return;
    refusals = state.refusals;
    const wanted = state.failure ? marks[state.failure.code]?.at(-1) : undefined;
    const first = controls.find((one) => (wanted ? one.name === wanted : one.getAttribute('aria-invalid') === 'true'));
    (first ?? problem).focus();
  });
  followPointer();
  for (const control of controls) {
    const take = () => form.set(control.name, control.value);
    const commit = () => {
      take();
      afterPress(() => void form.validate(control.name));
    };
    control.addEventListener('input', take);
    control.addEventListener(control instanceof HTMLSelectElement ? 'change' : 'blur', commit);
  }
  // A page kept by the browser would still be busy with what it sent before it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  element.noValidate = true;
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    for (const control of controls) form.set(control.name, control.value);
    void form.submit();
  });
}
