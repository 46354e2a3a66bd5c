import type { LucideIcon } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const drawn = new Map<LucideIcon, Map<string, string>>();

/**
 * The markup of an icon, drawn once for each look. A React component that stands in an Astro page itself is rendered anew for each
 * visitor, through a stream of its own; twenty icons of the rail took more processor time than the list beside them.
 */
export function glyph(of: LucideIcon, look: string, size: number): string {
  const looks = drawn.get(of) ?? new Map<string, string>();
  drawn.set(of, looks);
  const key = `${size} ${look}`;
  const known = looks.get(key);
  if (known !== undefined) return known;
  const className = `i ${look}`.trim();
  const markup = renderToStaticMarkup(createElement(of, { className, size, strokeWidth: 1.75, 'aria-hidden': true }));
  looks.set(key, markup);
  return markup;
}
