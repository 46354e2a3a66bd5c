import { hkdfSync } from 'node:crypto';
import type { Clock } from './context.ts';

/**
 * Keys of the process: for each purpose one that is derived (HKDF, RFC 5869) from the root secret, so that none serves two ends. Two roots are
 * good at once, and while the root is changed a third that will sign soon (root-secrets.ts).
 */

/** What a key is for. The name goes into its derivation, so it must never change. */
type Purpose = 'access' | 'refresh' | 'device' | 'mark' | 'throttle' | 'recipient' | 'outbox';

export interface Root {
  secret: Uint8Array;
  /** µs: since when it signs. Until then it is only known, so that every process knows it before any signs with it. */
  from: number;
  /** It signed itself before keys were derived: what it signed so is still good. */
  raw: boolean;
}

export interface Key {
  /** Names the key in what is made with it; '' for a root that signed itself, which left no name. */
  kid: string;
  bytes: Uint8Array;
}

export interface KeyRing {
  /** What signs and seals now. */
  current(purpose: Purpose): Key;
  /** All that are good, the current one first. */
  all(purpose: Purpose): readonly Key[];
  /** Grows when the roots are replaced: what was remembered of keys is to be forgotten. */
  readonly version: number;
  /** Loads the roots again, in case another process changed them. */
  reload(): Promise<void>;
}

const KEY_BYTES = 32;
const KID_LENGTH = 8;

const derive = (root: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', root, new Uint8Array(), `taktlog ${info}`, KEY_BYTES));

/** Names a root without telling anything of it. */
export const kidOf = (root: Uint8Array): string => derive(root, 'kid').toString('base64url').slice(0, KID_LENGTH);

/** The newest root that may sign already; of equally new ones the first. */
export const signing = <T extends { from: number }>(roots: readonly T[], now: number): T | undefined =>
  roots.reduce<T | undefined>((best, root) => (root.from <= now && (!best || root.from > best.from) ? root : best), undefined);

/** @param read the roots as they are stored now; null = they never change while the process runs */
export function createKeyRing(roots: readonly Root[], clock: Clock, read: (() => Promise<readonly Root[]>) | null = null): KeyRing {
  let currentRoots = roots;
  let version = 0;
  /** Keys of each purpose in the order of the roots, with the root that signed them. */
  let derived = new Map<string, readonly Key[]>();
  let orderedFor: Root | undefined;

  function all(purpose: Purpose): readonly Key[] {
    const current = signing(currentRoots, clock.now()) ?? currentRoots[0]!;
    if (current !== orderedFor) {
      orderedFor = current;
      derived = new Map();
    }
    let keys = derived.get(purpose);
    if (!keys) {
      const ordered = [current, ...currentRoots.filter((root) => root !== current)];
      keys = [
        ...ordered.map(({ secret }) => ({ kid: kidOf(secret), bytes: derive(secret, purpose) })),
        ...ordered.filter(({ raw }) => raw).map(({ secret }) => ({ kid: '', bytes: secret })),
      ];
      derived.set(purpose, keys);
    }
    return keys;
  }

  return {
    current: (purpose) => all(purpose)[0]!,
    all,
    get version() {
      return version;
    },
    async reload() {
      if (!read) return;
      const fresh = await read();
      const same = (a: readonly Root[]) => a.map(({ secret, from, raw }) => `${kidOf(secret)} ${from} ${raw}`).join();
      if (same(fresh) === same(currentRoots)) return;
      currentRoots = fresh;
      orderedFor = undefined;
      version++;
    },
  };
}
