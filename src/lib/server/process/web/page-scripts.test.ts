import { describe, expect, it } from 'vitest';
import { nameScripts } from './page-scripts.ts';

const named = nameScripts({
  entries: {
    '/_astro/Bar.1.js': { scripts: ['/_astro/Bar.1.js', '/_astro/react.1.js'], words: ['ui'] },
    '/_astro/List.1.js': { scripts: ['/_astro/List.1.js', '/_astro/react.1.js', '/_astro/table.1.js'], words: ['ui', 'loggers'] },
    '/_astro/client.1.js': { scripts: ['/_astro/client.1.js', '/_astro/react.1.js'], words: [] },
    '/_astro/start.1.js': { scripts: ['/_astro/start.1.js'], words: [] },
  },
  words: { cs: { ui: '/_astro/ui.cs.js', loggers: '/_astro/loggers.cs.js' }, en: { ui: '/_astro/ui.en.js' } },
  maps: { cs: '/_astro/words.cs.js', en: '/_astro/words.en.js' },
});

const island = (file: string) => `<astro-island uid="a" component-url="${file}" renderer-url="/_astro/client.1.js" ssr></astro-island>`;
const page = (body: string, tag = 'cs-CZ') => `<!doctype html><html lang="${tag}"><head><title>ž</title></head><body>${body}</body></html>`;
const namesIn = (html: string) => [...html.matchAll(/<link rel=modulepreload href=([^>]+)>/g)].map(([, file]) => file);
const after = (html: string) => named(Buffer.from(html)).toString();

describe('scripts of a page', () => {
  it('are all named in its head, each once, with the words of its language', () => {
    const html = page(
      `${island('/_astro/Bar.1.js')}${island('/_astro/List.1.js')}<script type="module" src="/_astro/start.1.js"></script>`,
    );
    const whole = after(html);
    expect(namesIn(whole).sort()).toEqual(
      ['Bar.1', 'List.1', 'client.1', 'loggers.cs', 'react.1', 'start.1', 'table.1', 'ui.cs', 'words.cs'].map(
        (name) => `/_astro/${name}.js`,
      ),
    );
    expect(whole.slice(0, whole.indexOf('</head>'))).toContain('/_astro/table.1.js');
    expect(whole.replace(/<link rel=modulepreload[^>]*>/g, '')).toBe(html);
  });

  it('are not named where the head asks for them itself', () => {
    const html = page(island('/_astro/Bar.1.js'), 'en-GB').replace(
      '</head>',
      '<script type="module" src="/_astro/start.1.js"></script></head>',
    );
    expect(namesIn(after(html))).toEqual(namesIn(after(page(island('/_astro/Bar.1.js'), 'en-GB'))));
  });

  it('are those of its islands and no others', () => {
    expect(namesIn(after(page(island('/_astro/Bar.1.js'), 'en-GB')))).toEqual([
      '/_astro/client.1.js',
      '/_astro/react.1.js',
      '/_astro/Bar.1.js',
      '/_astro/words.en.js',
      '/_astro/ui.en.js',
    ]);
  });

  it('are not named where there are none, nor what the build does not know', () => {
    for (const html of [page('<p>component-url</p>'), page(island('/_astro/Foreign.js').replace('client.1', 'other')), '<p>no head</p>'])
      expect(after(html)).toBe(html);
  });
});
