import { type CSSProperties, createElement } from 'react';

/** What lucide says of an icon: its lines, in a square of 24. */
interface Drawing {
  node: readonly [tag: string, attributes: Record<string, string>][];
}
interface Look {
  className?: string;
  style?: CSSProperties;
}

/**
 * Stands in for lucide's own maker of icons (`scripts/astro/lucide-icons.ts`): colour, width and ends of the lines are those of `.i`
 * (`src/styles/base.css`), so that no icon says them again. A page has forty icons and more.
 */
export default function createLucideIcon({ node }: Drawing) {
  const lines = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, style }: Look) => createElement('svg', { viewBox: '0 0 24 24', className, style, 'aria-hidden': true }, ...lines);
}
