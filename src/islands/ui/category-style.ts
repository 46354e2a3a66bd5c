import type { CSSProperties } from 'react';

/** The colour of a category, and the ink on it, for `bg-(--c)` and `text-(--on)`. */
export const categoryStyle = (color: number) => ({ '--c': `var(--cat-${color})`, '--on': `var(--cat-${color}-on)` }) as CSSProperties;
