import type { LucideIcon } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { drawn as drawnInBrowser } from './drawn.browser.tsx';
import { drawn } from './drawn.tsx';
import createLucideIcon from './lucide-icon.ts';

const icon = (...node: Parameters<typeof createLucideIcon>[0]['node']) => createLucideIcon({ node }) as unknown as LucideIcon;
const Down = icon(['path', { d: 'm6 9 6 6 6-6' }]);
const Search = icon(['path', { d: 'm21 21-4.34-4.34' }], ['circle', { cx: '11', cy: '11', r: '8' }]);

describe('an icon that the server drew', () => {
  it('is what the browser draws, in every size and with every class', () => {
    for (const of of [Down, Search])
      for (const size of [14, 16, 20, 24] as const)
        for (const className of ['', 'text-accent', 'hidden in-[.small]:block']) {
          const props = { of, size, className };
          expect(renderToStaticMarkup(drawn(props))).toBe(renderToStaticMarkup(drawnInBrowser(props)));
        }
  });

  it('says its lines, its class and an unusual size, and no more', () => {
    expect(renderToStaticMarkup(drawn({ of: Down, size: 16, className: '' }))).toBe(
      '<svg viewBox="0 0 24 24" class="i" aria-hidden="true"><path d="m6 9 6 6 6-6"></path></svg>',
    );
    expect(renderToStaticMarkup(drawn({ of: Down, size: 14, className: '' }))).toBe(
      '<svg viewBox="0 0 24 24" class="i i-14" aria-hidden="true"><path d="m6 9 6 6 6-6"></path></svg>',
    );
    expect(renderToStaticMarkup(drawn({ of: Down, size: 20, className: 'flex-none' }))).toBe(
      '<svg viewBox="0 0 24 24" class="i flex-none" style="width:20px;height:20px" aria-hidden="true"><path d="m6 9 6 6 6-6"></path></svg>',
    );
  });

  it('is drawn once for each look', () => {
    const props = { of: Search, size: 16, className: '' } as const;
    expect(drawn(props)).toBe(drawn({ ...props }));
    expect(drawn({ ...props, size: 20 })).not.toBe(drawn(props));
  });
});
