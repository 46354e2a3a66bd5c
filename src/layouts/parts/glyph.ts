import type { LucideIcon } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const drawn = new Map<LucideIcon, Map<string, string>>();

/**
 * The markup of an icon, drawn once for each look. A React component that stands in an Astro page itself is rendered anew for each
 * visitor, through a stream of its own; twenty icons of the rail took more processor time than the list beside them.
 */
export function glyph(of: LucideIcon, look: string): string {
  const looks = drawn.get(of) ?? new Map<string, string>();
  drawn.set(of, looks);
  const known = looks.get(look);
  if (known !== undefined) return known;
  const markup = renderToStaticMarkup(createElement(of, { className: `i ${look}`.trim() }));
  looks.set(look, markup);
  return markup;
}
