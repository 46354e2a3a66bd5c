import { useEffect, useRef } from 'react';
import { putQuery } from './Signed.tsx';

/** A hand that drags makes more changes than browsers take (a hundred in half a minute): the address follows when it rests. */
const REST_MS = 150;

/** Keeps the query of the address at what is shown, without a step in its history; null = not there. */
export function useAddress(values: Record<string, string | null>): void {
  const said = JSON.stringify(values);
  const before = useRef(said);
  useEffect(() => {
    if (before.current === said) return;
    const resting = setTimeout(() => {
      before.current = said;
      putQuery(JSON.parse(said));
    }, REST_MS);
    return () => clearTimeout(resting);
  }, [said]);
}
