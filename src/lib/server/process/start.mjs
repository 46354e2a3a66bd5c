import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Starts main.ts with what Node made of the source at the last start: without it each start takes the types out of some hundred files anew, with
 * a program of 25 MB. It lies where only this process's user writes, since it is run as it is. JavaScript, so that this file needs no such program.
 */
process.umask(0o077);
const folder = join(process.env.DATA_DIR || './data', 'compiled');
const built = statSync(join(process.env.OUT_DIR || './dist', 'server', 'entry.mjs'), { throwIfNoEntry: false });
const own = `${process.version}-${Math.trunc(built?.mtimeMs ?? 0)}`;
tidy();
enableCompileCache(join(folder, own));
// Before main.ts: the young generation grows while the source is read, and never becomes smaller.
const { saveMemory, usualMemory } = await import('../kernel/thrift.ts');
if ((process.env.MEMORY || usualMemory()) === 'thrifty') saveMemory();
await import('./main.ts');

/** Takes out what other builds and versions of Node left. A process of theirs that still runs has read what it needs, and one that can't write there again does without. */
function tidy() {
  try {
    const names = existsSync(folder) ? readdirSync(folder) : [];
    for (const name of names) if (name !== own) rmSync(join(folder, name), { recursive: true, force: true });
  } catch {
    // What can't be deleted costs room and nothing else.
  }
}
