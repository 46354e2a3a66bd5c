import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ENTRIES = ['src/lib/server/process/start.mjs', 'src/lib/server/process/main.ts', 'src/lib/server/main.ts'];

/** The file that starts the server of a checkout, within its folder: it has not always been the same. */
export function entryOf(folder: string): string {
  const entry = ENTRIES.find((one) => existsSync(join(folder, one)));
  if (entry === undefined) throw new Error(`${folder} holds no server`);
  return entry;
}
