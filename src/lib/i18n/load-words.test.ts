import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { loadWords } from './load-words.ts';

function browser(files: Record<string, () => Promise<Record<string, unknown>>>) {
  const language = i18next.createInstance();
  void language.init({ lng: 'sk', fallbackLng: false, resources: {}, initAsync: false });
  const asked: string[] = [];
  const warnings: string[] = [];
  const read = (file: string) => {
    asked.push(file);
    return files[file]?.();
  };
  const load = (...namespaces: string[]) => loadWords({ i18next: language, read, warn: (text) => warnings.push(text) }, 'sk', namespaces);
  return { t: language.t as unknown as (key: string) => string, asked, warnings, load };
}

describe('words on demand', () => {
  it('are loaded for one language, only when they are asked for, and once', async () => {
    const { t, asked, load } = browser({ 'locales/sk/ui.json': async () => ({ save: 'Uložiť' }) });
    expect(asked).toEqual([]);
    await load('ui');
    await load('ui');
    expect(asked).toEqual(['locales/sk/ui.json']);
    expect(t('ui:save')).toBe('Uložiť');
  });

  it('that can not be loaded are only logged; the others are there, and the next try may succeed', async () => {
    let online = false;
    const { t, warnings, load } = browser({
      'locales/sk/ui.json': async () => ({ save: 'Uložiť' }),
      'locales/sk/errors.json': () =>
        online ? Promise.resolve({ network: 'Server neodpovedá.' }) : Promise.reject(new TypeError('offline')),
    });
    await load('errors', 'ui', 'nowhere');
    expect(warnings.sort()).toEqual(['locales/sk/errors.json was not loaded', 'locales/sk/nowhere.json was not loaded']);
    expect(t('ui:save')).toBe('Uložiť');
    expect(t('errors:network')).toBe('network');
    online = true;
    await load('errors');
    expect(t('errors:network')).toBe('Server neodpovedá.');
  });
});
