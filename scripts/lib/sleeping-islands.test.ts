import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sleepingIslands } from './sleeping-islands.ts';

const tree = () => new Map(globSync('src/**/*.astro').map((file) => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')]));
/** The tree in which one text of a file is another one. */
function changed(file: string, from: string, to: string): Map<string, string> {
  const files = tree();
  const text = files.get(file);
  if (!text?.includes(from)) throw new Error(`${file} has no ${from}`);
  return files.set(file, text.replace(from, to));
}
const ISLAND = '<Playground client:load locale={page.locale} />';

describe('islands of pages', () => {
  it('are woken in every page that has some', () => {
    expect(sleepingIslands(tree())).toEqual([]);
  });

  it('stay dead in the public frame, and in what it draws', () => {
    const page = 'src/pages/pricing.astro';
    const layout = '<Default';
    expect(sleepingIslands(changed(page, layout, `${ISLAND}${layout}`))).toEqual([
      `${page} has an island that nothing wakes in ${page}: its frame needs src/layouts/parts/Islands.astro`,
    ]);
    const header = 'src/layouts/public/Header.astro';
    expect(sleepingIslands(changed(header, '</Wrap>', `${ISLAND}</Wrap>`))).toEqual([
      expect.stringMatching(/^src\/layouts\/public\/Header\.astro has an island that nothing wakes in src\/pages\/.+\.astro/),
    ]);
  });

  it('stay dead in a page of no route that a visitor may see, and in a clear one that isn’t the application’s', () => {
    const error = 'src/layouts/parts/ErrorView.astro';
    const files = tree();
    files.set(error, `${files.get(error)}\n${ISLAND}`);
    expect(sleepingIslands(files)).toEqual([expect.stringContaining(`${error} has an island`)]);
    const shared = 'src/pages/shared/recording/[token].astro';
    expect(sleepingIslands(changed(shared, '<Clear page={page} app>', '<Clear page={page}>'))).toEqual([
      expect.stringContaining(`${shared} has an island`),
    ]);
  });

  it('stay dead where the signed-in frame has lost what wakes them', () => {
    expect(sleepingIslands(changed('src/layouts/Signed.astro', "import Islands from './parts/Islands.astro';", '')).length).toBeGreaterThan(
      20,
    );
  });
});
