import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

/**
 * `npm run fonts`: cuts Inter down to what the three languages are written with, in the weights that are used. The results are kept in the
 * repository. What people write in other languages comes from the whole extended subset, which a page loads only when it meets such a letter.
 */

const FOLDER = join('src', 'fonts');
const FILES = join(dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json')), 'files');
/** Weights of the tokens, regular to semibold. */
const AXES = { wght: { min: 400, max: 600 } };
/** Letters of Czech and Slovak that Latin-1 lacks; `src/styles/fonts.css` names the same. */
const LETTERS = 'ČčĎďĚěĹĺĽľŇňŔŕŘřŠšŤťŮůŽž';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('');
/** Latin-1 and the punctuation, arrows and signs that stand in texts and in numbers. */
const LATIN = range(0x20, 0x7e) + range(0xa0, 0xff);
const SIGNS = '–—‘’‚“”„…•·†‰′″←↑→↓−×÷≤≥≠≈±µΩ°²³₀₁₂₃€™\u2007\u2009\u2011\u202f\u2060\ufeff\ufffd';
mkdirSync(FOLDER, { recursive: true });
for (const [name, source, text] of [
  ['latin', 'inter-latin-opsz-normal.woff2', LATIN + SIGNS],
  ['czech-slovak', 'inter-latin-ext-opsz-normal.woff2', LETTERS],
] as const) {
  const font = await subsetFont(readFileSync(join(FILES, source)), text, { targetFormat: 'woff2', variationAxes: AXES });
  writeFileSync(join(FOLDER, `inter-${name}.woff2`), font);
  console.log(`inter-${name}.woff2: ${(font.length / 1_000).toFixed(1)} kB`);
}

/**
 * For reports, one file for each weight: what makes PDF takes neither a face that is cut in two nor one whose weight varies. Letters of all Latin,
 * Greek and Cyrillic languages, since people and things are called in them.
 */
const PAPER = join('src', 'lib', 'server', 'reports', 'fonts');
const WHOLE = join(dirname(createRequire(import.meta.url).resolve('inter-ui/package.json')), 'web');
const WIDE = LATIN + SIGNS + '▲●○■□◆✓✕×ʼˇ˘˙˛˝' + range(0x100, 0x24f) + range(0x370, 0x3ff) + range(0x400, 0x45f) + range(0x490, 0x491);
mkdirSync(PAPER, { recursive: true });
for (const weight of ['Regular', 'SemiBold']) {
  const font = await subsetFont(readFileSync(join(WHOLE, `Inter-${weight}.woff2`)), WIDE, { targetFormat: 'truetype' });
  writeFileSync(join(PAPER, `Inter-${weight}.ttf`), font);
  console.log(`Inter-${weight}.ttf: ${(font.length / 1_000).toFixed(1)} kB`);
}
