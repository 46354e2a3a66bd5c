import type { Plugin } from 'vite';

const SERVER = /[\\/]@astrojs[\\/]react[\\/]dist[\\/]server\.js$/;
const STREAMED = 'html = await renderToReadableStreamAsync(vnode, renderOptions);';

/**
 * Islands are rendered to strings. None of ours waits for anything on the server, so a stream gives the same markup for more work. The
 * framework has a switch for that, which forgets the prefix of ids: those of two islands of a page would be the same.
 */
export function islandStrings(): Plugin {
  return {
    name: 'island-strings',
    enforce: 'pre',
    transform(code, id) {
      if (!SERVER.test(id.split('?', 1)[0] ?? '')) return null;
      if (!code.includes(STREAMED))
        throw new Error('@astrojs/react renders islands in another way than scripts/astro/island-strings.ts knows');
      return { code: code.replace(STREAMED, 'html = ReactDOM.renderToString(vnode, renderOptions);'), map: null };
    },
  };
}
