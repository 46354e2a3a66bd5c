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
  const drawing = renderToStaticMarkup(createElement(of, { className, size, strokeWidth: 1.75, 'aria-hidden': true }));
  // Pages of HTML know SVG without its address, and nothing looks for an icon by its name.
  const markup = drawing.replace(' xmlns="http://www.w3.org/2000/svg"', '').replace(/(?<=class=")(?:lucide[\w-]* )+/, '');
  looks.set(key, markup);
  return markup;
}
