import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { LOCALES } from '../src/lib/constants.ts';

/**
 * `npm run pictures`, after `npm run shots`: the screens that the public pages show, out of `shots/`, small enough for a phone. They are
 * kept in the repository, so that a build needs no browser.
 */

/** Screen as `shots/` names it, its device, whether it looks different in the dark, and how much of it is kept, pixels from above. */
interface Scene {
  shot: string;
  device: string;
  themes: string[];
  height?: number;
}
const SCENES = {
  measurement: { shot: 'tm_measurements_id', device: 'desktop', themes: ['light', 'dark'] },
  chart: { shot: 'dlog_dataloggers_id', device: 'desktop', themes: ['light', 'dark'] },
  loggers: { shot: 'dlog_dataloggers', device: 'desktop', themes: ['light', 'dark'], height: 560 },
  capture: { shot: 'tm_capture', device: 'tablet', themes: ['dark'] },
} satisfies Record<string, Scene>;
const FOLDER = join('src', 'pictures');
const QUALITY = 40;

mkdirSync(FOLDER, { recursive: true });
for (const [scene, { shot, device, themes, height }] of Object.entries<Scene>(SCENES))
  for (const locale of LOCALES)
    for (const theme of themes) {
      // Text has sharp edges in colour too: no subsampling.
      const whole = sharp(join('shots', `${shot}-${locale}-${theme}-${device}.png`));
      const { width } = await whole.metadata();
      const picture = await (height && width ? whole.extract({ left: 0, top: 0, width, height }) : whole)
        .avif({ quality: QUALITY, effort: 7, chromaSubsampling: '4:4:4' })
        .toBuffer();
      const name = `${scene}-${locale}-${theme}.avif`;
      writeFileSync(join(FOLDER, name), picture);
      console.log(`${name}: ${(picture.length / 1_000).toFixed(0)} kB`);
    }
