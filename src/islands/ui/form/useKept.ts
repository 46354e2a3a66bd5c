import { useStore } from '@nanostores/react';
import { useContext, useEffect, useState } from 'react';
import { draftSlot, onLeaving } from '../../../lib/client/forms/drafts-browser.ts';
import { askBeforeLeaving } from '../../../lib/client/kernel/page-leaving.ts';
import { DraftOwner } from './drafts.ts';
import { createForm, type FieldName, type FormStore, type FormValues } from './form-store.ts';
import type { FieldProblem } from './sentence.ts';

const DRAFT_DELAY_MS = 400;

/** Writes the draft of a form while somebody types, when the page is left, and when the form goes; what can't be kept lets the page ask. */
export function useKeeping<T extends FormValues>(store: FormStore<T>): void {
  useEffect(() => {
    const keep = () => askBeforeLeaving(store, !store.keep());
    const stop = onLeaving(keep);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unbind = store.$state.listen((now, before) => {
      if (now.values === before?.values && now.typed === before.typed) return;
      clearTimeout(timer);
      timer = setTimeout(keep, DRAFT_DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      unbind();
      stop();
      store.keep();
      askBeforeLeaving(store, false);
    };
  }, [store]);
}

const NOTHING = { onSubmit: async () => undefined };

/**
 * What is typed where no form of the kit stands: kept as the draft of one, until it is saved or thrown away by `reset`. Only for parts that the
 * server doesn't render.
 *
 * @param draft as in `useForm`
 * @param longest characters that may be kept, where a whole table is
 */
export function useKept<T extends FormValues>(draft: string, initial: T, longest?: number) {
  const owner = useContext(DraftOwner);
  const [store] = useState(() => {
    const made = createForm<T>(initial, () => NOTHING, { slot: owner === null ? null : draftSlot(owner, draft, longest) });
    made.restore();
    return made;
  });
  useKeeping(store);
  const { values, typed: texts, restored } = useStore(store.$state);
  /** As in `useForm`. */
  const typed = <K extends FieldName<T>>(name: K) => ({
    value: values[name],
    onChange: (value: T[K]) => store.set(name, value),
    typed: texts[name]?.text ?? null,
    onType: (value: T[K], text: string | null, problem: FieldProblem | null) =>
      store.type(name, value, text === null ? null : { text, problem }),
  });
  return { values, restored, set: store.set, typed, reset: () => store.reset() };
}
