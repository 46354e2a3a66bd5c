import { useStore } from '@nanostores/react';
import { useContext, useEffect, useState } from 'react';
import { askBeforeLeaving, draftSlot, onLeaving } from '../../../lib/client/forms/drafts-browser.ts';
import { DraftOwner } from './drafts.ts';
import { createForm, type FormStore, type FormValues } from './form-store.ts';

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
 */
export function useKept<T extends FormValues>(draft: string, initial: T) {
  const owner = useContext(DraftOwner);
  const [store] = useState(() => {
    const made = createForm<T>(initial, () => NOTHING, { slot: owner === null ? null : draftSlot(owner, draft) });
    made.restore();
    return made;
  });
  useKeeping(store);
  const { values, restored } = useStore(store.$state);
  return { values, restored, set: store.set, reset: () => store.reset() };
}
