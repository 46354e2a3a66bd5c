/**
 * Runs in the head before the first paint: puts `light-mode` or `dark-mode` on `html`. The layout prints this very string and the
 * policy carries its hash. A page that forces a mode says so in `data-color-mode`.
 */
export const COLOR_MODE_SCRIPT =
  "(function(d){var m=d.dataset.colorMode;try{m=m||localStorage.getItem('color-mode')}catch(e){}" +
  "d.classList.add(m==='dark'||m!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches?'dark-mode':'light-mode')" +
  '})(document.documentElement)';
