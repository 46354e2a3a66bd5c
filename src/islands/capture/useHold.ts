import { useEffect, useRef } from 'react';

/** Runs `work` when the pointer has stayed down for `ms`. @param shown is told while it is held */
export function useHold(ms: number, shown: (held: boolean) => void): { start(work: () => void): void; end(): void } {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const end = () => {
    clearTimeout(timer.current);
    shown(false);
  };
  return {
    start(work) {
      end();
      shown(true);
      timer.current = setTimeout(() => {
        shown(false);
        work();
      }, ms);
    },
    end,
  };
}
