import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Config, ConfigError } from '../kernel/config.ts';
import type { Clock } from '../kernel/context.ts';
import type { Database } from '../kernel/database.ts';
import { createKeyRing, type KeyRing, type Root, signing } from '../kernel/keys.ts';
import { type SecretPlace, type SecretStore, secretStore } from '../kernel/secret-store.ts';

/**
 * Where root secrets are kept: `JWT_SECRET` and `JWT_SECRET_PREVIOUS` of the environment, else made once — in `settings` when several processes
 * may share the database, in a file that only its owner reads when the data are a folder. At most two are kept, and a third while it waits.
 */

const SETTING = 'jwt_secret';
const FILE = 'jwt-secret';
const PLACE: SecretPlace = { file: FILE, setting: SETTING };
const BYTES = 48;
const MIN_BYTES = 24;
/** A new root waits this long before it signs, so that every process has loaded it by then; µs. */
const LEAD_US = 120e6;
/** How often each process looks for a changed root: several times within `LEAD_US`. */
export const RELOAD_MS = 30_000;

/** The settings that say where root secrets are kept. */
type RootSettings = Pick<Config, 'jwtSecret' | 'jwtSecretPrevious' | 'databaseUrl' | 'dataDir'>;

/** The keys of the process. The first start makes a root; a root of an earlier version stays good, and a new one is made beside it. */
export async function loadKeys(config: RootSettings, db: Database, clock: Clock): Promise<KeyRing> {
  if (config.jwtSecret !== undefined) return createKeyRing(rootsOfEnvironment(config), clock);
  const store = storeOf(config, db);
  const stored = await store.change((before) => {
    if (before === null) return textOf([freshRoot(clock.now())]);
    return isBare(before) ? textOf([freshRoot(clock.now()), ...rootsIn(before, config)]) : before;
  });
  return createKeyRing(rootsIn(stored, config), clock, async () => rootsIn((await store.read()) ?? '', config));
}

/**
 * Makes a new root. What the present root signed stays valid; what the root before it signed becomes invalid.
 * @returns µs: from when it signs
 * @throws ConfigError where roots come from the environment, or while the change before is under way
 */
export async function rotateRoot(config: RootSettings, db: Database, clock: Clock): Promise<{ from: number }> {
  const from = clock.now() + LEAD_US;
  await changeRoots(config, db, clock, (current) => [freshRoot(from), current]);
  return { from };
}

/** Makes everything invalid that another root than the present one signed. @throws ConfigError as {@link rotateRoot} */
export async function forgetPreviousRoot(config: RootSettings, db: Database, clock: Clock): Promise<void> {
  await changeRoots(config, db, clock, (current) => [{ ...current, raw: false }]);
}

async function changeRoots(config: RootSettings, db: Database, clock: Clock, make: (current: Root) => Root[]): Promise<void> {
  if (config.jwtSecret !== undefined)
    throw new ConfigError([
      'JWT_SECRET: the secret comes from the environment. Put a new one there and the present one into JWT_SECRET_PREVIOUS, then start again; take JWT_SECRET_PREVIOUS away to end what it signed.',
    ]);
  const now = clock.now();
  await storeOf(config, db).change((before) => {
    const roots = before === null ? [freshRoot(now)] : rootsIn(before, config);
    const waiting = roots.find(({ from }) => from > now);
    if (waiting) throw new ConfigError([`The secret is being changed already; try again in ${Math.ceil((waiting.from - now) / 1e6)} s.`]);
    return textOf(make(signing(roots, now) ?? roots[0]!));
  });
}

/** `raw`: a text from the environment doesn't say whether an earlier version signed with it directly, so we assume it. */
function rootsOfEnvironment({ jwtSecret, jwtSecretPrevious }: RootSettings): Root[] {
  return [jwtSecret, jwtSecretPrevious]
    .filter((text) => text !== undefined)
    .map((text) => ({ secret: Buffer.from(text, 'utf8'), from: 0, raw: true }));
}

const freshRoot = (from: number): Root => ({ secret: randomBytes(BYTES), from, raw: false });

const textOf = (roots: readonly Root[]): string =>
  JSON.stringify({ roots: roots.map(({ secret, from, raw }) => ({ secret: Buffer.from(secret).toString('base64url'), from, raw })) });

/** @throws ConfigError for what is no secret: an empty or damaged one would let everybody in */
function rootsIn(text: string, { databaseUrl, dataDir }: RootSettings): Root[] {
  const roots = parse(text.trim());
  if (roots.length === 0 || roots.some(({ secret }) => secret.length < MIN_BYTES)) {
    const where = databaseUrl === undefined ? `${join(dataDir, FILE)} (in DATA_DIR)` : `The setting ${SETTING} of the database`;
    throw new ConfigError([`${where} holds no secret: bring it back from a backup, or delete it, which signs everybody out.`]);
  }
  return roots;
}

/** Versions before derived keys stored the secret alone, without JSON. */
const isBare = (text: string): boolean => !text.startsWith('{');

function parse(text: string): Root[] {
  if (isBare(text)) return [{ secret: Buffer.from(text, 'base64url'), from: 0, raw: true }];
  try {
    const { roots } = JSON.parse(text) as { roots: { secret: string; from: number; raw: boolean }[] };
    return roots.map(({ secret, from, raw }) => ({ secret: Buffer.from(secret, 'base64url'), from, raw }));
  } catch {
    return [];
  }
}

const storeOf = (config: RootSettings, db: Database): SecretStore => secretStore(config, db, PLACE);
