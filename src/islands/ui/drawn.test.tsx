import { Activity, ChevronDown, Search, Thermometer } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { drawn as drawnInBrowser } from './drawn.browser.tsx';
import { drawn } from './drawn.tsx';

/** Attributes in the order of the alphabet: React compares them by their names. */
const sorted = (markup: string) =>
  markup.replace(
    /^<svg ([^>]*)>/,
    (_, attributes: string) =>
      `<svg ${attributes
        .match(/[\w-]+="[^"]*"/g)
        ?.toSorted()
        .join(' ')}>`,
  );

describe('an icon that the server drew', () => {
  it('is what the browser draws, in every size and with every class', () => {
    for (const of of [Activity, ChevronDown, Search, Thermometer])
      for (const size of [14, 16, 20, 24] as const)
        for (const className of ['', 'text-accent', 'hidden in-[.small]:block']) {
          const props = { of, size, className };
          expect(sorted(renderToStaticMarkup(drawn(props)))).toBe(sorted(renderToStaticMarkup(drawnInBrowser(props))));
        }
  });

  it('is drawn once for each look', () => {
    const props = { of: Search, size: 16, className: '' } as const;
    expect(drawn(props)).toBe(drawn({ ...props }));
    expect(drawn({ ...props, size: 20 })).not.toBe(drawn(props));
  });
});
