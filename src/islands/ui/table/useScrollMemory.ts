import { type RefObject, useEffect, useRef } from 'react';

const cameBack = () => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'back_forward' || entry?.type === 'reload';
};

/** What the browser does for the window: going back finds a list that scrolls by itself where it was left. */
export function useScrollMemory(scroller: RefObject<HTMLElement | null>, name: string, ready: boolean) {
  const restored = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    if (!ready || !element) return;
    const key = `scroll:${location.pathname}${location.search}:${name}`;
    if (!restored.current) {
      restored.current = true;
      const saved = cameBack() ? Number(sessionStorage.getItem(key)) : 0;
      if (saved > 0) element.scrollTop = saved;
    }
    const save = () => sessionStorage.setItem(key, String(Math.round(element.scrollTop)));
    addEventListener('pagehide', save);
    return () => removeEventListener('pagehide', save);
  }, [scroller, name, ready]);
}
