import type { Plugin } from 'vite';

const STRINGS = /[\\/]react-(?:aria|aria-components|stately)[\\/].*[\\/]intl[\\/].*[\\/]([a-z]{2}-[A-Z]{2})\.m?js$/;
const SPOKEN = ['cs-CZ', 'en-US', 'sk-SK'];

/** react-aria brings its own words in thirty languages; only ours go to the browser. */
export function reactAriaLocales(): Plugin {
  return {
    name: 'react-aria-locales',
    enforce: 'pre',
    load(id) {
      const language = STRINGS.exec(id.split('?', 1)[0] ?? '')?.[1];
      return language && !SPOKEN.includes(language) ? 'export default {};' : null;
    },
  };
}
