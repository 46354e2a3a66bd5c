/** Puts the smallest brotli and gzip forms of the build's hashed files beside them, so that the server has only to read them. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TYPES = new Set(['.js', '.mjs', '.css', '.svg', '.wasm']);
const MIN_BYTES = 512;

const [dist = 'dist'] = process.argv.slice(2);
const folder = join(dist, 'client', '_astro');
for (const name of readdirSync(folder)) {
  const path = join(folder, name);
  if (!TYPES.has(extname(name)) || statSync(path).size < MIN_BYTES) continue;
  const body = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params }));
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
}
