import { createColorMode } from '../../lib/client/session/color-mode.ts';

const KEEPING_NOTHING = { getItem: () => null, setItem: () => undefined };
let mode: ReturnType<typeof createColorMode> | undefined;

/** The page's colour mode, wired to this browser. Browser only. */
export function colorMode(): ReturnType<typeof createColorMode> {
  if (mode) return mode;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let storage: Pick<Storage, 'getItem' | 'setItem'> = KEEPING_NOTHING;
  try {
    storage = localStorage;
  } catch {
    // A browser that stores nothing still shows the mode on this page.
  }
  const root = document.documentElement;
  const made = createColorMode({
    storage,
    media: {
      get matches() {
        return dark.matches;
      },
      onChange(changed: (matches: boolean) => void) {
        const heard = (event: MediaQueryListEvent) => changed(event.matches);
        dark.addEventListener('change', heard);
        return () => dark.removeEventListener('change', heard);
      },
    },
    root,
    warn: (message: string) => console.warn(message),
  });
  mode = made;
  // The sheet is light by itself; what is drawn on canvases has to be drawn again for it.
  addEventListener('beforeprint', () => root.classList.replace('dark-mode', 'light-mode'));
  addEventListener('afterprint', () => root.classList.replace('light-mode', `${made.$value.get()}-mode`));
  return made;
}
