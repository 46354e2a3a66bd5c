/**
 * Layout utilities in the design's own steps, `tw:flex tw:gap-2`. The prefix keeps them apart from the class names of the kit;
 * only what is used reaches the sheet.
 * @type {import('tailwindcss').Config}
 */
export default {
  content: ['./src/{islands,layouts,pages}/**/*.{astro,tsx}'],
  prefix: 'tw',
  darkMode: ['selector', '.dark-mode'],
  theme: {
    spacing: Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24].map((step) => [step, step === 0 ? '0px' : `var(--s-${step})`])),
    colors: Object.fromEntries(
      [
        'ground',
        'surface',
        'sunken',
        'raised',
        'line',
        'line-2',
        'text',
        'text-2',
        'text-3',
        'accent',
        'ok',
        'late',
        'alarm',
        'off',
        'info',
      ].map((name) => [name, `var(--${name})`]),
    ),
    borderRadius: { 1: 'var(--r-1)', 2: 'var(--r-2)', 3: 'var(--r-3)' },
    screens: { phone: { max: '720px' } },
  },
};
