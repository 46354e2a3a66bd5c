import { readFileSync } from 'node:fs';
import { minify, transformWithOxc } from 'vite';

/** A script of one file without imports, small, as it is printed into the head of pages; the policy carries the hash of this very text. */
export async function inlineScript(path: string): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path, { sourcemap: false });
  const small = await minify(path.replace(/\.ts$/, '.js'), `(function(){${code.replace(/^export \{\s*\};?$/m, '')}})()`, { module: false });
  return small.code.trim();
}
