import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALE_TAGS, LOCALES } from '../../../constants.ts';
import { localePath } from '../../../i18n/href.ts';
import { cheapHash, TEST_PASSWORD } from '../../auth/testing.ts';
import { systemClock } from '../../kernel/ids.ts';
import { openDatabase } from '../../storage/open.ts';
import { makeMembership, makeOrganization, makeUser, testLocation } from '../../testing/testing.ts';
import { builtServer } from './testing.ts';

/** What people see while the database doesn't answer. */

let server: Awaited<ReturnType<typeof builtServer>>;
let dataDir: string;
let session: string;

beforeAll(async () => {
  ({ dataDir } = await testLocation('sqlite'));
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  await db.migrate();
  const deps = { db, clock: systemClock };
  const organization = await makeOrganization(deps);
  const user = await makeUser(deps, { password_hash: await cheapHash() });
  await makeMembership(deps, organization, user, 'owner');
  await db.close();
  server = await builtServer({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
  const login = await fetch(`${server.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: TEST_PASSWORD }),
  });
  const { token } = (await login.json()) as { token: string };
  session = `auth.strategy=local; auth._token.local=${encodeURIComponent(`Bearer ${token}`)}`;
});

function rename(from: string, to: string): void {
  const db = new DatabaseSync(join(dataDir, 'taktlog.db'));
  db.exec(`PRAGMA legacy_alter_table = ON; ALTER TABLE ${from} RENAME TO ${to}`);
  db.close();
}

const ask = (path: string) => fetch(server.url + path, { headers: { Cookie: session, 'Sec-Fetch-Site': 'same-origin' } });

describe('a page whose person can’t be read', () => {
  it('says in the language of its address that the server failed, under the number of the request, and is back with the database', async () => {
    rename('sessions', 'sessions_gone');
    try {
      for (const locale of LOCALES)
        for (const path of ['/dlog/dataloggers', '/nowhere']) {
          const answer = await ask(localePath(path, locale));
          const text = await answer.text();
          const words = JSON.parse(readFileSync(`locales/${locale}/error-pages.json`, 'utf8')).internal as Record<string, string>;
          expect([answer.status, answer.headers.get('Content-Type')], path).toEqual([500, 'text/html']);
          expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
          expect(text).toContain(`<html lang="${LOCALE_TAGS[locale]}"`);
          expect(text).toContain(`>${words.title}</h1>`);
          expect(text).toContain(words.message!.replace('{{id}}', answer.headers.get('X-Request-Id')!));
        }
      expect((await ask('/pricing')).status).toBe(200);
    } finally {
      rename('sessions_gone', 'sessions');
    }
    expect((await ask('/dlog/dataloggers')).status).toBe(200);
  });
});
