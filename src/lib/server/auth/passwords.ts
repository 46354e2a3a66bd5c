import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';

/**
 * Passwords are kept as `scrypt$<log2 N>$<r>$<p>$<salt>$<hash>` (base64url), so that the cost may grow: a hash of another cost is made
 * anew at the next log-in. One hash takes 60–100 ms and 32 MiB; at most {@link AT_ONCE} run at the same time.
 */

export interface Cost {
  log2N: number;
  r: number;
  p: number;
}
const COST: Cost = { log2N: 15, r: 8, p: 1 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const AT_ONCE = 2;
/** Log-ins that may wait for their turn; people on a known browser have twice as much room and go first. */
const MAX_WAITING = 32;

type Waiting = { start: () => void };
const waiting: { first: Waiting[]; later: Waiting[] } = { first: [], later: [] };
let running = 0;

/** Runs a hash in its turn. @throws AppError too_many_attempts when too many wait already */
async function inTurn<T>(preferred: boolean, work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    const length = waiting.first.length + waiting.later.length;
    if (length >= (preferred ? 2 * MAX_WAITING : MAX_WAITING)) throw new AppError('too_many_attempts', { retryAfter: 3 });
    await new Promise<void>((start) => (preferred ? waiting.first : waiting.later).push({ start }));
  } else running++;
  try {
    return await work();
  } finally {
    // The next one in the queue takes over this place, so `running` falls only when nobody waits.
    const next = waiting.first.shift() ?? waiting.later.shift();
    if (next) next.start();
    else running--;
  }
}

function derive(password: string, salt: Uint8Array, { log2N, r, p }: Cost, bytes: number): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** log2N, r, p, maxmem: 256 * 2 ** log2N * r };
  return new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, bytes, options, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

/** @throws AppError too_many_attempts */
export async function hashPassword(password: string, cost: Cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await inTurn(true, () => derive(password, salt, cost, HASH_BYTES));
  return ['scrypt', cost.log2N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** A hash that no password has, compared for unknown e-mails so that they take as long as known ones. */
const NOBODY = [
  'scrypt',
  COST.log2N,
  COST.r,
  COST.p,
  Buffer.alloc(SALT_BYTES).toString('base64url'),
  Buffer.alloc(HASH_BYTES).toString('base64url'),
].join('$');

/**
 * Is it the password? Takes as long for nobody (`stored` null) as for somebody.
 * @throws AppError too_many_attempts
 */
export async function verifyPassword(password: string, stored: string | null, preferred = false): Promise<boolean> {
  const [kind, log2N, r, p, salt = '', hash = ''] = (stored ?? NOBODY).split('$');
  if (kind !== 'scrypt') return false;
  const wanted = Buffer.from(hash, 'base64url');
  const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const given = await inTurn(preferred, () => derive(password, Buffer.from(salt, 'base64url'), cost, wanted.length));
  return timingSafeEqual(given, wanted) && stored !== null;
}

/** Was it hashed at another cost than new ones are? */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(`scrypt$${COST.log2N}$${COST.r}$${COST.p}$`);
}
