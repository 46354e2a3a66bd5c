import { useEffect, useState, useSyncExternalStore } from 'react';

/** What the tablet itself tells: its display, its battery, its time. */

export type WakeState = 'on' | 'off' | 'none';

/** Keeps the display on while the page is in sight; the browser lets go whenever it is hidden, and then it is asked again. */
export function useWakeLock(): WakeState {
  const [state, setState] = useState<WakeState>('off');
  useEffect(() => {
    if (!('wakeLock' in navigator)) return setState('none');
    let lock: WakeLockSentinel | null = null;
    let gone = false;
    const ask = async () => {
      if (gone || document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        lock.addEventListener('release', released);
        setState('on');
      } catch {
        // The battery is low, or the page was hidden meanwhile.
        setState('off');
      }
    };
    const released = () => {
      if (gone) return;
      setState('off');
      void ask();
    };
    const seen = () => void ask();
    void ask();
    document.addEventListener('visibilitychange', seen);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', seen);
      lock?.release().catch(() => undefined);
    };
  }, []);
  return state;
}

interface Battery extends EventTarget {
  level: number;
  charging: boolean;
}

/** Share of the battery that is left, 0–1; null where the browser doesn't tell. */
export function useBattery(): number | null {
  const [level, setLevel] = useState<number | null>(null);
  useEffect(() => {
    const ask = (navigator as { getBattery?: () => Promise<Battery> }).getBattery;
    let battery: Battery | undefined;
    let gone = false;
    const show = () => setLevel(battery?.level ?? null);
    ask
      ?.call(navigator)
      .then((found) => {
        if (gone) return;
        battery = found;
        found.addEventListener('levelchange', show);
        show();
      })
      .catch(() => undefined);
    return () => {
      gone = true;
      battery?.removeEventListener('levelchange', show);
    };
  }, []);
  return level;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let ticks = 0;
function listen(changed: () => void): () => void {
  listeners.add(changed);
  timer ??= setInterval(() => {
    ticks++;
    for (const hear of listeners) hear();
  }, 1_000);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
/** Renders again each second. */
export const useTick = (): number =>
  useSyncExternalStore(
    listen,
    () => ticks,
    () => 0,
  );

const WIDE = '(min-width: 900px) and (min-height: 520px)';
const onWide = (changed: () => void) => {
  const list = matchMedia(WIDE);
  list.addEventListener('change', changed);
  return () => list.removeEventListener('change', changed);
};

/** Does what runs stand beside the buttons? */
export const useWide = (): boolean =>
  useSyncExternalStore(
    onWide,
    () => matchMedia(WIDE).matches,
    () => false,
  );
