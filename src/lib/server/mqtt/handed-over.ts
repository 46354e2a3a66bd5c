import { hash } from 'node:crypto';
import type { PublishedPacket } from './sessions.ts';

/** More than a broker hands over without hearing of any. */
const REMEMBERED = 1_000;

interface Taken {
  topic: string;
  digest: string;
  /** Resolves when it is stored. */
  stored: Promise<void>;
}

/**
 * The last messages that a broker elsewhere handed over: one that it hands over again, since it never saw the acknowledgement, is not stored
 * twice.
 */
export class HandedOver {
  readonly #taken = new Map<number, Taken>();

  /** @throws what `store` throws; then it may come again */
  once({ qos, dup, topic, messageId, payload }: PublishedPacket, store: () => Promise<void>): Promise<void> {
    if (qos === 0 || messageId === undefined) return store();
    const digest = hash('sha1', payload, 'base64url');
    const known = this.#taken.get(messageId);
    if (dup && known?.topic === topic && known.digest === digest) return known.stored;
    const stored = store();
    const taken: Taken = { topic, digest, stored };
    this.#taken.delete(messageId);
    this.#taken.set(messageId, taken);
    if (this.#taken.size > REMEMBERED) this.#taken.delete(this.#taken.keys().next().value as number);
    stored.catch(() => {
      if (this.#taken.get(messageId) === taken) this.#taken.delete(messageId);
    });
    return stored;
  }
}
