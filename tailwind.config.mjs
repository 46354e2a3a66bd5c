/**
 * The theme: every name stands for a token of `src/styles/tokens.css`, so that a utility follows colour mode and density by itself. Lengths
 * count in steps of 4 px (`--spacing` in `src/styles/theme.css`): `p-3` is 12 px. Which files are searched for class names is said in the sheets.
 * @type {import('tailwindcss').Config}
 */
const tokens = (names) => Object.fromEntries(names.map((name) => [name, `var(--${name})`]));
const numbered = (prefix, names, rename = String) => Object.fromEntries(names.map((name) => [rename(name), `var(--${prefix}${name})`]));
const STATES = ['ok', 'late', 'alarm', 'off', 'info'];
const CATEGORIES = [1, 2, 3, 4, 5, 6, 7, 8];

export default {
  darkMode: ['selector', '.dark-mode'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentcolor',
      inherit: 'inherit',
      ink: 'var(--text)',
      'ink-2': 'var(--text-2)',
      'ink-3': 'var(--text-3)',
      ...tokens(['ground', 'surface', 'sunken', 'raised', 'hover', 'press', 'selected', 'line', 'line-2', 'line-control']),
      ...tokens(['accent', 'accent-hover', 'accent-soft', 'accent-line', 'on-accent', 'grid', 'gap-ink', 'dim', 'veil', 'tip', 'on-tip']),
      ...tokens(STATES.flatMap((state) => [state, `${state}-text`, `${state}-soft`])),
      ...tokens(CATEGORIES.flatMap((no) => [`cat-${no}`, `cat-${no}-on`])),
    },
    fontFamily: { sans: 'var(--font)', display: 'var(--font-display)', mono: 'var(--font-mono)' },
    fontSize: { ...numbered('fs-', [11, 12, 13, 14, 16, 20, 28, 40, 64, 'clock']), inherit: 'inherit' },
    fontWeight: numbered('w-', ['regular', 'medium', 'semi']),
    lineHeight: { none: '1', tight: 'var(--lh-tight)', snug: 'var(--lh-snug)', normal: 'var(--lh)' },
    borderRadius: { none: '0', ...numbered('r-', [1, 2, 3]), full: '50%', pill: '999px' },
    boxShadow: { none: 'none', ...numbered('shadow-', [1, 2, 3]), focus: 'var(--focus)', inside: 'inset 0 0 0 2px var(--accent)' },
    transitionDuration: numbered('t-', [1, 2, 3]),
    transitionTimingFunction: { DEFAULT: 'var(--ease)' },
    // Their keyframes are in `src/styles/overlays.css`.
    animation: {
      rise: 'rise var(--t-2) var(--ease)',
      'rise-slow': 'rise var(--t-3) var(--ease)',
      fade: 'fade var(--t-2) var(--ease)',
      veil: 'veil var(--t-2) var(--ease)',
      sheet: 'sheet var(--t-3) var(--ease)',
      drawer: 'drawer var(--t-3) var(--ease)',
    },
    screens: {},
  },
};
