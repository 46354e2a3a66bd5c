import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENGINES, ownDatabase } from '../testing.ts';
import { loadSecret } from './secret.ts';

describe('the key of tokens', () => {
  it('is the configured one where there is one', async () => {
    const { db, place } = await ownDatabase('sqlite');
    expect(Buffer.from(await loadSecret({ ...place, jwtSecret: 's'.repeat(40) }, db)).toString()).toBe('s'.repeat(40));
  });

  it.each(ENGINES)('is made once on %s and found again, by several processes at once too', async (engine) => {
    const { db, place } = await ownDatabase(engine);
    const config = { ...place, jwtSecret: undefined };
    const secrets = await Promise.all([1, 2, 3].map(() => loadSecret(config, db)));
    secrets.push(await loadSecret(config, db));
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
    expect(secrets[0]).toHaveLength(48);
  });

  it('lies in a file that only its owner may read when the data are a folder', async () => {
    const { db, place } = await ownDatabase('sqlite');
    const secret = await loadSecret({ ...place, jwtSecret: undefined }, db);
    const file = join(place.dataDir, 'jwt-secret');
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64url').equals(secret)).toBe(true);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
