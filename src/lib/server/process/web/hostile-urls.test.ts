import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '../../../constants.ts';
import { ROUTES, routePattern } from '../../../routes.ts';
import { cheapHash, TEST_PASSWORD } from '../../auth/testing.ts';
import { systemClock } from '../../kernel/ids.ts';
import { openDatabase } from '../../storage/open.ts';
import {
  makeChannel,
  makeCredential,
  makeDatalogger,
  makeMembership,
  makeOrganization,
  makeUser,
  makeWorkspace,
  testLocation,
} from '../../testing/testing.ts';
import { hostileRequests } from './hostile-requests.ts';
import { builtServer, type RawAnswer, rawClient } from './testing.ts';

/** Occurs in everything that belongs to the other tenant. */
const SECRET = 'Zvonařství-Nebeské';
const CONNECTIONS = 8;

let server: Awaited<ReturnType<typeof builtServer>>;
let ids: { datalogger: string; received: string };
let email: string;

beforeAll(async () => {
  const { dataDir } = await testLocation('sqlite');
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  await db.migrate();
  const deps = { db, clock: systemClock };
  const organization = await makeOrganization(deps, { name: SECRET });
  const workspace = await makeWorkspace(deps, organization, { name: SECRET });
  const datalogger = await makeDatalogger(deps, workspace, { name: SECRET });
  await makeChannel(deps, datalogger, { key: SECRET });
  const { token } = await makeCredential(deps, datalogger, { label: SECRET });
  const stranger = await makeOrganization(deps, { name: 'Elsewhere' });
  await makeWorkspace(deps, stranger);
  const user = await makeUser(deps, { password_hash: await cheapHash() });
  await makeMembership(deps, stranger, user, 'owner');
  await db.close();
  email = user.email;
  server = await builtServer({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
  const sent = await fetch(`${server.url}/v1/ingest/json`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ note: SECRET }),
  });
  const stored = (await sent.json()) as { id: string };
  ids = { datalogger: datalogger.id, received: stored.id };
});

interface Attempt {
  path: string;
  name: string;
  bytes: string;
}

/** Attempts on every guarded page, with ids that exist where there are such: all of them in Czech, half of them each in the others. */
function attempts(locales: readonly Locale[] = LOCALES): Attempt[] {
  const host = `127.0.0.1:${server.port}`;
  const id = (path: string) => (path.includes('received-data') ? ids.received : ids.datalogger);
  return ROUTES.filter((route) => route.access !== 'public').flatMap((route) =>
    locales.flatMap((locale) => {
      const path = routePattern(route.path, locale).replace('[id]', id(route.path));
      const all = hostileRequests(path, host).map((request) => ({ ...request, path }));
      const chosen = locale === 'cs' ? all : all.filter((_, n) => n % 2 === (locale === 'en' ? 0 : 1));
      if (chosen.length < 60) throw new Error(`only ${chosen.length} attempts on ${path}`);
      return chosen;
    }),
  );
}

/** Sends the requests over a few connections and gives what `fault` finds wrong with the answers. */
async function faults(requests: readonly Attempt[], fault: (answer: RawAnswer) => string | null): Promise<string[]> {
  const problems: string[] = [];
  const waiting = requests.values();
  const work = async () => {
    const client = rawClient(server.port);
    for (const { name, bytes, path } of waiting) {
      const answer = await client.send(bytes);
      const wrong = fault(answer);
      if (wrong) problems.push(`${path}: ${name}: ${wrong}`);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return problems;
}

const isHealthy = async () => (await fetch(`${server.url}/healthz`)).status === 200 && server.child.exitCode === null;

describe('hostile requests', () => {
  it('of an anonymous sender see no guarded page, break nothing and lead to no other site', { timeout: 120_000 }, async () => {
    const problems = await faults(attempts(), ({ status, headers, body }) => {
      // Path in a header: the page of the request line is public, and it is what is given.
      const isPublicPage = status === 200 && headers['cache-control'] === 'no-cache';
      if (status === 0 || status >= 500 || (status < 300 && !isPublicPage)) return `answered ${status}`;
      if (headers['content-security-policy'] === undefined) return 'no policy';
      if (headers.location !== undefined && !/^\/(?![/\\])/.test(headers.location)) return `leads to ${headers.location}`;
      if (headers['set-cookie']?.includes('a=b')) return 'a header was smuggled in';
      return body.includes(SECRET) ? 'tells a secret' : null;
    });
    expect(problems).toEqual([]);
    expect(await isHealthy()).toBe(true);
  });

  it('of somebody signed in elsewhere learn nothing of another organisation', { timeout: 120_000 }, async () => {
    const login = await fetch(`${server.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: TEST_PASSWORD }),
    });
    const { token } = (await login.json()) as { token: string };
    const cookie = `Cookie: auth.strategy=local; auth._token.local=${encodeURIComponent(`Bearer ${token}`)}`;
    // A page without an id is his own, whatever the address looks like: there the plain request says it all.
    const requests = attempts(['cs'])
      .filter(({ path, name }) => path.includes(ids.datalogger) || path.includes(ids.received) || name === 'the page itself')
      .filter(({ bytes }) => bytes.includes('\r\nHost:') && !bytes.includes('Cookie:'))
      .map((attempt) => ({ ...attempt, bytes: attempt.bytes.replace('\r\n', `\r\n${cookie}\r\n`) }));
    let pages = 0;
    const found = await faults(requests, ({ status, body }) => {
      if (status === 200) pages += 1;
      if (status === 0 || status >= 500) return `answered ${status}`;
      return body.includes(SECRET) || body.includes(encodeURIComponent(SECRET)) ? 'tells a secret' : null;
    });
    expect(found).toEqual([]);
    // Without pages of his own in between the test would prove nothing.
    expect(pages).toBeGreaterThan(10);
    expect(await isHealthy()).toBe(true);
  });
});
