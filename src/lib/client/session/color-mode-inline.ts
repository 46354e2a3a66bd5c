/**
 * Runs in the head before the first paint: puts `light-mode` or `dark-mode` on `html`. The layout prints this very string and the
 * policy carries its hash. A page that forces a mode says so in `data-color-mode`.
 */
export const COLOR_MODE_SCRIPT =
  "(function(d){var m=d.dataset.colorMode;try{m=m||localStorage.getItem('color-mode')}catch(e){}" +
  "d.classList.add(m==='dark'||m!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches?'dark-mode':'light-mode')" +
  '})(document.documentElement)';

/**
 * Lets one page pass into the next. In the head itself: from a style sheet the browser may hear of it only after it began the passage,
 * which it then breaks off with an error that nobody can catch. Layers of style are put in order before any sheet is read, whichever comes first.
 */
export const HEAD_STYLE =
  '@layer theme,base,ui,rooms,looks,utilities,print;@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}' +
  // What react-aria-components would say in a style element of its own, made once the first button works: a new layer makes the browser reckon all
  // looks and places of the page anew. It makes none where an element has its id; the policy would refuse it.
  '@layer base{[data-react-aria-pressable]{touch-action:pan-x pan-y pinch-zoom}}';
export const HEAD_STYLE_ID = 'react-aria-pressable-style';
