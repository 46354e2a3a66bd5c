import { useState } from 'react';
import type { Method } from '../../lib/contract/screens.ts';

const KEY = 'capture-laps';
/** What a phone must have in height for the list beside three rows of buttons. */
const LEAST_HEIGHT = 700;

function kept(method: Method): boolean | null {
  try {
    const text = localStorage.getItem(`${KEY}-${method}`);
    return text === null ? null : text === '1';
  } catch {
    return null;
  }
}

/** Is the list of laps unfolded? Of a study it is, where there is room, until somebody folds it; the tablet remembers what was chosen last. */
export function useLapsShown(method: Method): readonly [boolean, () => void] {
  const [shown, setShown] = useState(() => kept(method) ?? (method === 'study' && innerHeight >= LEAST_HEIGHT));
  const toggle = () => {
    setShown(!shown);
    try {
      localStorage.setItem(`${KEY}-${method}`, shown ? '0' : '1');
    } catch {
      // A browser that stores nothing begins with what suits the method.
    }
  };
  return [shown, toggle];
}
