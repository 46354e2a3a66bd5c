import { atom, type ReadableAtom } from 'nanostores';

type ColorMode = 'light' | 'dark';
type ColorPreference = ColorMode | 'system';

export const COLOR_MODE_KEY = 'color-mode';
const PREFERENCES: readonly string[] = ['system', 'light', 'dark'];
const FORCED_SYSTEM = 'You cannot force the colorMode to system at the page level.';

export interface ColorModeOptions {
  /** May throw where storing is forbidden. */
  storage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
  /** `matches` = the system is dark, live. */
  media: { matches: boolean; onChange(hear: (matches: boolean) => void): () => void };
  /** The root element, which carries `light-mode` or `dark-mode`. */
  root: { classList: { add(name: string): void; remove(name: string): void } };
  warn(message: string): void;
}

export interface ColorModes {
  $preference: ReadableAtom<ColorPreference>;
  /** The mode that is shown. */
  $value: ReadableAtom<ColorMode>;
  $forced: ReadableAtom<ColorMode | undefined>;
  /** Stores the preference; while a mode is forced it is applied on release. Unknown values are ignored. */
  set(preference: string): void;
  /** Forces a mode for the page, or releases it with undefined; `system` can't be forced, so it releases too. Unknown values are ignored. */
  force(mode: string | undefined): void;
}

const isPreference = (value: unknown): value is ColorPreference => typeof value === 'string' && PREFERENCES.includes(value);

export function createColorMode({ storage, media, root, warn }: ColorModeOptions): ColorModes {
  const $preference = atom<ColorPreference>(saved());
  const $forced = atom<ColorMode | undefined>(undefined);
  const $value = atom<ColorMode>('light');

  function saved(): ColorPreference {
    try {
      const value = storage.getItem(COLOR_MODE_KEY);
      return isPreference(value) ? value : 'system';
    } catch {
      return 'system';
    }
  }
  function apply(dark = media.matches): void {
    const preference = $forced.get() ?? $preference.get();
    const mode = preference === 'system' ? (dark ? 'dark' : 'light') : preference;
    root.classList.remove(mode === 'dark' ? 'light-mode' : 'dark-mode');
    root.classList.add(`${mode}-mode`);
    $value.set(mode);
  }

  media.onChange(apply);
  apply();
  return {
    $preference,
    $value,
    $forced,
    set(preference) {
      if (!isPreference(preference)) return;
      try {
        storage.setItem(COLOR_MODE_KEY, preference);
      } catch {
        // A browser that stores nothing still shows the mode on this page.
      }
      $preference.set(preference);
      apply();
    },
    force(mode) {
      if (mode !== undefined && !isPreference(mode)) return;
      if (mode === 'system') warn(FORCED_SYSTEM);
      // Nothing of the page before may stay in force.
      $forced.set(mode === 'system' ? undefined : mode);
      apply();
    },
  };
}
