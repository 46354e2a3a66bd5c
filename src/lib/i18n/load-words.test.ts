import { describe, expect, it } from 'vitest';
import { loadWords } from './load-words.ts';
import { addWords, hasWords, wordAt } from './words-source.browser.ts';

function browser(files: Record<string, () => Promise<Record<string, unknown>>>, locale: 'sk' | 'en') {
  const asked: string[] = [];
  const warnings: string[] = [];
  const read = (file: string) => {
    asked.push(file);
    return files[file]?.();
  };
  const load = (...namespaces: string[]) =>
    loadWords({ has: hasWords, add: addWords, read, warn: (text) => warnings.push(text) }, locale, namespaces);
  const word = (namespace: string, key: string) => wordAt(locale, namespace, key);
  return { word, asked, warnings, load };
}

describe('words on demand', () => {
  it('are loaded for one language, only when they are asked for, and once', async () => {
    const { word, asked, load } = browser({ 'locales/sk/ui.json': async () => ({ dialog: { save: 'Uložiť' } }) }, 'sk');
    expect(asked).toEqual([]);
    await load('ui');
    await load('ui');
    expect(asked).toEqual(['locales/sk/ui.json']);
    expect(word('ui', 'dialog.save')).toBe('Uložiť');
    expect(word('ui', 'dialog.save.more')).toBeUndefined();
    expect(word('ui', 'nowhere.save')).toBeUndefined();
  });

  it('that can not be loaded are only logged; the others are there, and the next try may succeed', async () => {
    let online = false;
    const { word, warnings, load } = browser(
      {
        'locales/en/ui.json': async () => ({ save: 'Save' }),
        'locales/en/errors.json': () =>
          online ? Promise.resolve({ network: 'The server does not answer.' }) : Promise.reject(new TypeError('offline')),
      },
      'en',
    );
    await load('errors', 'ui', 'nowhere');
    expect(warnings.sort()).toEqual(['locales/en/errors.json was not loaded', 'locales/en/nowhere.json was not loaded']);
    expect(word('ui', 'save')).toBe('Save');
    expect(word('errors', 'network')).toBeUndefined();
    online = true;
    await load('errors');
    expect(word('errors', 'network')).toBe('The server does not answer.');
  });
});
