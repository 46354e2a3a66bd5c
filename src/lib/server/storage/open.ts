import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../kernel/config.ts';
import type { Clock } from '../kernel/context.ts';
import type { Database } from '../kernel/database.ts';
import { privateDataFolder, privateFile } from '../kernel/private-files.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

const SQLITE_FILE = 'taktlog.db';
/** Where memory is to be saved. */
const THRIFTY_CACHE_KIB = 4_096;
const THRIFTY_UNPACKED_BYTES = 4 * 1_048_576;

/** The database that the configuration names: PostgreSQL at `DATABASE_URL`, else one SQLite file in `DATA_DIR` (made when missing). */
export function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'> & Partial<Pick<Config, 'memory'>>,
  { clock, log }: { clock: Clock; log?: Logger },
): Database {
  privateDataFolder(config.dataDir);
  const isThrifty = config.memory === 'thrifty';
  const unpackedBytes = isThrifty ? THRIFTY_UNPACKED_BYTES : undefined;
  if (config.databaseUrl !== undefined)
    return openPostgres({ url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl, clock, log, unpackedBytes });
  const cacheKib = isThrifty ? THRIFTY_CACHE_KIB : undefined;
  const path = join(config.dataDir, SQLITE_FILE);
  privateFile(path);
  return openSqlite({ path, clock, cacheKib, unpackedBytes, checkpointsBeside: !isThrifty });
}
