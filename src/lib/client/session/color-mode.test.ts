import { describe, expect, it } from 'vitest';
import { createColorMode } from './color-mode.ts';

function setting({ saved = null as string | null, dark = false, broken = false, before = '' } = {}) {
  const classes = new Set<string>(before === '' ? [] : [before]);
  const stored: Record<string, string> = saved === null ? {} : { 'color-mode': saved };
  const warnings: string[] = [];
  const hearers = new Set<(matches: boolean) => void>();
  const media = {
    matches: dark,
    onChange(hear: (matches: boolean) => void) {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
  const forbidden = () => {
    throw new Error('storage is forbidden');
  };
  const storage = broken
    ? { getItem: forbidden, setItem: forbidden }
    : {
        getItem: (key: string) => stored[key] ?? null,
        setItem: (key: string, value: string) => {
          stored[key] = value;
        },
      };
  const root = { classList: { add: (name: string) => classes.add(name), remove: (name: string) => classes.delete(name) } };
  const mode = createColorMode({ storage, media, root, warn: (message) => warnings.push(message) });
  const system = (matches: boolean) => {
    media.matches = matches;
    for (const hear of hearers) hear(matches);
  };
  return { mode, stored, warnings, system, classes, shown: () => [...classes].join(' ') };
}

describe('the colour mode', () => {
  it('follows the system until somebody chooses, and then no more', () => {
    const { mode, system, shown, stored } = setting({ dark: true });
    expect([mode.$preference.get(), mode.$value.get(), shown()]).toEqual(['system', 'dark', 'dark-mode']);
    system(false);
    expect(shown()).toBe('light-mode');
    mode.set('dark');
    system(false);
    expect([mode.$value.get(), shown(), stored['color-mode']]).toEqual(['dark', 'dark-mode', 'dark']);
    mode.set('system');
    expect(shown()).toBe('light-mode');
  });
  it('starts with the choice of the last visit; a value that is no colour mode counts as the system', () => {
    expect(setting({ saved: 'dark' }).shown()).toBe('dark-mode');
    expect(setting({ saved: 'light', dark: true }).shown()).toBe('light-mode');
    for (const saved of ['sepia', '', 'Dark', 'dark ', 'null', '"dark"', 'constructor']) {
      const { mode, shown, stored } = setting({ saved, dark: true });
      expect([mode.$preference.get(), mode.$value.get(), shown(), stored['color-mode']]).toEqual(['system', 'dark', 'dark-mode', saved]);
    }
  });
  it('puts one class on the root, in place of what stood there before the start', () => {
    const { mode, shown, classes } = setting({ saved: 'dark', before: 'light-mode' });
    expect(shown()).toBe('dark-mode');
    classes.add('other');
    for (const [preference, name] of [
      ['light', 'light-mode'],
      ['system', 'light-mode'],
      ['dark', 'dark-mode'],
    ] as const) {
      mode.set(preference);
      expect([...classes].sort()).toEqual([name, 'other'].sort());
    }
  });
  it('ignores values that are no colour mode', () => {
    const { mode, stored, warnings } = setting({ saved: 'light' });
    for (const odd of ['sepia', '', 'Dark', null, 7, {}, ['dark'], undefined] as never[]) {
      mode.set(odd);
      if (odd !== undefined) mode.force(odd);
      expect([mode.$preference.get(), mode.$forced.get(), stored['color-mode']]).toEqual(['light', undefined, 'light']);
    }
    mode.force('dark');
    mode.force('sepia');
    expect([mode.$forced.get(), warnings]).toEqual(['dark', []]);
  });
  it('can be forced by a page without touching the preference; a choice made meanwhile shows on release', () => {
    const { mode, shown, stored, system } = setting({ saved: 'light' });
    mode.force('dark');
    expect([shown(), mode.$preference.get(), mode.$forced.get()]).toEqual(['dark-mode', 'light', 'dark']);
    mode.set('system');
    system(false);
    expect([shown(), stored['color-mode']]).toEqual(['dark-mode', 'system']);
    mode.force(undefined);
    expect([shown(), mode.$forced.get()]).toEqual(['light-mode', undefined]);
  });
  it('cannot be forced to follow the system; a page that tries has no forced mode, not even of the page before', () => {
    const { mode, warnings, shown } = setting({ saved: 'light' });
    const warning = 'You cannot force the colorMode to system at the page level.';
    mode.force('system');
    expect(warnings).toEqual([warning]);
    expect(mode.$forced.get()).toBeUndefined();
    mode.force('dark');
    mode.force('system');
    expect([warnings, mode.$forced.get(), mode.$value.get(), shown()]).toEqual([[warning, warning], undefined, 'light', 'light-mode']);
  });
  it('hears the system while it is forced, and shows it on release only under system', () => {
    for (const preference of ['system', 'light', 'dark']) {
      const { mode, system, shown } = setting({ saved: preference });
      mode.force('light');
      system(true);
      expect(shown()).toBe('light-mode');
      mode.force('dark');
      system(false);
      system(true);
      expect(shown()).toBe('dark-mode');
      mode.force(undefined);
      expect(shown()).toBe(preference === 'light' ? 'light-mode' : 'dark-mode');
    }
  });
  it('works where nothing may be stored', () => {
    const { mode, shown } = setting({ broken: true });
    mode.set('dark');
    expect(shown()).toBe('dark-mode');
  });
});
