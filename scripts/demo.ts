import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../src/lib/constants.ts';
import { hashPassword } from '../src/lib/server/auth/passwords.ts';
import { type DemoPlant, isDemoHere, seedDemo } from '../src/lib/server/demo/seed.ts';
import { renewStopwatch, seedStopwatch, tapStopwatch } from '../src/lib/server/demo/seed-stopwatch.ts';
import { startSimulators } from '../src/lib/server/demo/simulators.ts';
import { letVisitorsIn } from '../src/lib/server/demo/visitor.ts';
import { ConfigError, parseConfig } from '../src/lib/server/kernel/config.ts';
import type { Deps } from '../src/lib/server/kernel/context.ts';
import { createLogger } from '../src/lib/server/kernel/log.ts';
import { makeFilesPrivate } from '../src/lib/server/kernel/private-files.ts';
import { failStart } from '../src/lib/server/kernel/start-problem.ts';
import { onStopRequest } from '../src/lib/server/process/stop-signals.ts';
import { startServer } from '../src/lib/server/process/web/start-server.ts';

/**
 * `npm run demo`: the production server on a demo organisation in ./data/demo, with loggers that go on posting over HTTP. Prints one line
 * `demo login: EMAIL PASSWORD`; started again it prints the line again and goes on. With DEMO_PUBLIC=1 the public pages let visitors look at it.
 */

const HOUR_MS = 3_600_000;
/** As often something new may be tapped on the measurement under way. */
const TAPS_MS = 20_000;

/** What the demo keeps beside its database, readable by its owner only: the loggers' tokens and the password are hashes in there. */
interface Kept extends DemoPlant {
  password: string;
}

async function main(): Promise<void> {
  makeFilesPrivate();
  const config = parseConfig({ HOST: '127.0.0.1', DATA_DIR: './data/demo', LOG_LEVEL: 'warn', ...process.env });
  demoLocale();
  const log = createLogger(config.logLevel);
  const fail = (error: unknown) => failStart(error, config, log);
  const server = await startServer({ config, dist: config.outDir, log }).catch(fail);
  const kept = await plant(server.deps, join(config.dataDir, 'demo.json')).catch(fail);
  // A plant that its visitors have changed may refuse it; the demo goes on without.
  await seedStopwatch(server.deps, kept.email).catch((error: unknown) => log.warn({ err: error }, 'the demo has no measurements'));
  const renew = () =>
    renewStopwatch(server.deps, kept.email).catch((error: unknown) => log.warn({ err: error }, 'the measurements of the demo grow old'));
  const tap = () => tapStopwatch(server.deps, kept.email).catch((error: unknown) => log.warn({ err: error }, 'nobody taps in the demo'));
  if (config.demoPublic) {
    await letVisitorsIn(server.deps);
    await renew();
    setInterval(() => void renew(), HOUR_MS).unref();
    setInterval(() => void tap(), TAPS_MS).unref();
  }
  const lastSeen = await newest(server.deps, kept.email);
  const simulators = startSimulators(kept, server.url, lastSeen, (text) => log.warn(text));

  onStopRequest(async () => {
    simulators.stop();
    process.exit((await server.stop()) ? 0 : 1);
  });
  console.log(`Taktlog listens on ${server.url}`);
  console.log(`demo login: ${kept.email} ${kept.password}`);
}

/**
 * The demo plant: made at the first start, found again later; what was cut off, or lies in another database than the file is of, is made whole.
 * A new DEMO_PASSWORD replaces the old password; DEMO_LOCALE counts at the first start.
 */
async function plant(deps: Deps, file: string): Promise<Kept> {
  const wanted = process.env.DEMO_PASSWORD;
  if (existsSync(file) && (await isDemoHere(deps))) {
    // Plants made before this setting spoke Czech.
    const { locale = DEFAULT_LOCALE, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as Omit<Kept, 'locale'> &
      Partial<Pick<Kept, 'locale'>>;
    const kept: Kept = { ...rest, locale };
    if (wanted === undefined || wanted === '' || wanted === kept.password) return kept;
    const password_hash = await hashPassword(wanted);
    await deps.db.write(null, (db) => db.updateTable('users').set({ password_hash }).where('email', '=', kept.email).execute());
    return keep(file, { ...kept, password: wanted });
  }
  const password = wanted || randomBytes(9).toString('base64url');
  console.error('Making 90 days of history …');
  return keep(file, { ...(await seedDemo(deps, await hashPassword(password), demoLocale())), password });
}

function demoLocale(): Locale {
  const wanted = process.env.DEMO_LOCALE || DEFAULT_LOCALE;
  const locale = LOCALES.find((one) => one === wanted);
  if (!locale) throw new ConfigError([`DEMO_LOCALE: one of ${LOCALES.join(', ')}`]);
  return locale;
}

function keep(file: string, kept: Kept): Kept {
  writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  return kept;
}

/** Seconds of the newest reading of each logger. */
async function newest(deps: Deps, email: string): Promise<Map<string, number>> {
  const user = await deps.db.read(null, (db) => db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst());
  const organization = await deps.db.read({ user: user?.id ?? '' }, (db) =>
    db
      .selectFrom('memberships')
      .select('organization_id as id')
      .where('user_id', '=', user?.id ?? '')
      .where('role', '=', 'owner')
      .executeTakeFirst(),
  );
  const rows = await deps.db.read(organization?.id ?? null, (db) =>
    db
      .selectFrom('channels as c')
      .innerJoin('dataloggers as d', (join) =>
        join.onRef('d.organization_id', '=', 'c.organization_id').onRef('d.id', '=', 'c.datalogger_id'),
      )
      .select((eb) => ['d.code', eb.fn.max('c.last_ts').as('last')])
      .groupBy('d.code')
      .execute(),
  );
  return new Map(
    rows.filter((row) => row.code !== null && row.last !== null).map((row) => [row.code!, Math.floor(Number(row.last) / 1e6)]),
  );
}

main().catch((error: unknown) => failStart(error));
