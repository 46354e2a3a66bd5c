import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';

const SETTING = 'jwt_secret';
const FILE = 'jwt-secret';
const BYTES = 48;

/**
 * The key of access and refresh tokens: `JWT_SECRET`, else one that is made once — in `settings` when several processes may share the
 * database, in a file that only its owner reads when the data are a folder.
 */
export async function loadSecret(config: Pick<Config, 'jwtSecret' | 'databaseUrl' | 'dataDir'>, db: Database): Promise<Uint8Array> {
  if (config.jwtSecret !== undefined) return Buffer.from(config.jwtSecret, 'utf8');
  const made = randomBytes(BYTES).toString('base64url');
  const stored = config.databaseUrl === undefined ? inFile(config.dataDir, made) : await inSettings(db, made);
  return Buffer.from(stored, 'base64url');
}

function inFile(dataDir: string, made: string): string {
  const file = join(dataDir, FILE);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, made, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return readFileSync(file, 'utf8').trim();
  }
}

function inSettings(db: Database, made: string): Promise<string> {
  return db.write(null, async (tx) => {
    await tx
      .insertInto('settings')
      .values({ key: SETTING, value: made })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute();
    return (await tx.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirstOrThrow()).value;
  });
}
