import { useEffect, useRef, useState } from 'react';
import { createDrafts, type FormDrafts } from '../../lib/client/forms/drafts.ts';
import { onPageLeaving } from '../../lib/client/kernel/page-leaving.ts';
import { splitPath } from '../../lib/i18n/paths.ts';

const DELAY_MS = 400;

function draftsOf(user: string): FormDrafts {
  let storage: Storage | null = null;
  try {
    storage = localStorage;
  } catch {
    // A browser that stores nothing keeps no drafts.
  }
  return createDrafts({ storage, now: () => Date.now() }).of({ user, route: splitPath(location.pathname).path, form: 'start' });
}

/**
 * What is written before a measurement begins: kept as the draft of a form until `reset`. By itself, since the kit of forms would weigh as much as
 * all the rest of the panel.
 */
export function useKeptStart<T extends Record<string, unknown>>(user: string, initial: T) {
  const [drafts] = useState(() => draftsOf(user));
  const [restored, setRestored] = useState(() => drafts.read());
  const [values, setValues] = useState<T>(() => ({ ...initial, ...(restored?.changed as Partial<T> | undefined) }));
  /** Null once there is nothing to keep. */
  const latest = useRef<T | null>(null);
  const keep = () => {
    const { current } = latest;
    if (current === null) return;
    const changed = Object.fromEntries(
      Object.entries(current).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name])),
    );
    drafts.write({ session: null, version: null, hash: location.hash, changed, was: {}, typed: {} });
  };
  useEffect(() => {
    const timer = setTimeout(keep, DELAY_MS);
    return () => clearTimeout(timer);
  }, [values]);
  useEffect(() => {
    const stop = onPageLeaving(keep);
    return () => {
      stop();
      keep();
    };
  }, []);
  return {
    values,
    restored,
    set<K extends keyof T>(name: K, value: T[K]) {
      latest.current = { ...values, [name]: value };
      setValues(latest.current);
    },
    reset() {
      latest.current = null;
      drafts.clear();
      setRestored(null);
      setValues(initial);
    },
  };
}
