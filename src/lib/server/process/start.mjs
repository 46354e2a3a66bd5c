import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Starts main.ts with what Node made of the source at the last start: without it each start takes the types out of some hundred files anew, with
 * a program of 25 MB. It lies where only this process's user writes, since it is run as it is. JavaScript, so that this file needs no such program.
 */
process.umask(0o077);
enableCompileCache(join(process.env.DATA_DIR || './data', 'compiled'));
await import('./main.ts');
