import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '../../contract/errors.ts';

/** A message that its client has sent and may send again. */
interface Sent {
  qos: 1 | 2;
  topic: string;
  digest: string;
  /** Resolves when it is stored. */
  stored: Promise<void>;
}

/** What is remembered of a published packet. */
export interface PublishedPacket {
  qos: 0 | 1 | 2;
  dup?: boolean;
  messageId?: number;
  topic: string;
  payload: Uint8Array | string;
}

/** More messages of QoS 2 than this are not left unreleased. */
const MOST_SENT = 1_000;

/** Messages of one session whose acknowledgement may not have reached the client. */
export class Session {
  readonly #sent = new Map<number, Sent>();

  get size(): number {
    return this.#sent.size;
  }

  /**
   * Stores a message once, however often it comes: one of QoS 2 until it is released, one of QoS 1 as long as no acknowledgement of it was
   * written to the client, who says of it that he sends it again.
   * @throws AppError too_many_attempts when too many are unreleased; what `store` throws
   */
  once(packet: PublishedPacket, store: () => Promise<void>): Promise<void> {
    const { qos, topic, messageId } = packet;
    if (qos === 0 || messageId === undefined) return store();
    const digest = hash('sha1', packet.payload, 'base64url');
    const known = this.#sent.get(messageId);
    if (known?.qos === qos && (qos === 2 || (packet.dup && known.topic === topic && known.digest === digest))) return known.stored;
    if (this.#sent.size >= MOST_SENT) return Promise.reject(new AppError('too_many_attempts'));
    const stored = store();
    const sent: Sent = { qos, topic, digest, stored };
    this.#sent.set(messageId, sent);
    stored.catch(() => {
      if (this.#sent.get(messageId) === sent) this.#sent.delete(messageId);
    });
    return stored;
  }

  /** The acknowledgement of a message of QoS 1 goes out, so the client will use its number for others. */
  acknowledged({ qos, messageId }: PublishedPacket): void {
    if (qos === 1 && messageId !== undefined) this.#sent.delete(messageId);
  }

  /** Is a message of QoS 2 remembered under the number? */
  has(messageId: number): boolean {
    return this.#sent.get(messageId)?.qos === 2;
  }

  /** The client gives the number of a message of QoS 2 free. */
  release(messageId: number): void {
    if (this.has(messageId)) this.#sent.delete(messageId);
  }

  /** A session that was to be forgotten is over. */
  releaseAll(): void {
    for (const [messageId, { qos }] of this.#sent) if (qos === 2) this.#sent.delete(messageId);
  }
}

/** Sessions of clients that are away; the oldest goes first. */
const KEPT_PER_TOKEN = 20;
const KEPT = 10_000;

interface Entry {
  session: Session;
  credentialId: string;
  /** Connections that use it; while one takes over from another there are two. */
  open: number;
}

/** Sessions by the id that the broker gives a client: those that are connected, and those away with something to remember. */
export class Sessions {
  readonly #entries = new Map<string, Entry>();

  /** The session of a client that has just connected. */
  open(id: string, credentialId: string): Session {
    const { session, open } = this.#entries.get(id) ?? { session: new Session(), open: 0 };
    this.#entries.delete(id);
    this.#entries.set(id, { session, credentialId, open: open + 1 });
    return session;
  }

  find(id: string): Session | undefined {
    return this.#entries.get(id)?.session;
  }

  /** One of its connections is over, and nothing of it runs any more. */
  leave(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    entry.open -= 1;
    if (entry.open > 0) return;
    if (entry.session.size === 0) this.#entries.delete(id);
    else this.#thin(entry.credentialId);
  }

  #thin(credentialId: string): void {
    const away = [...this.#entries].filter(([, { open }]) => open === 0);
    const ofToken = away.filter(([, entry]) => entry.credentialId === credentialId);
    const oldest = ofToken.length > KEPT_PER_TOKEN ? ofToken[0] : away.length > KEPT ? away[0] : undefined;
    if (oldest) this.#entries.delete(oldest[0]);
  }
}

interface ClientOfSession {
  readonly id: string;
}
interface NumberedPacket {
  messageId?: number;
}

/**
 * What aedes asks of its storage. Nobody may subscribe, nothing is retained and wills are dropped, so nothing waits to be sent; what is
 * left are the messages of QoS 2 under way.
 */
export function sessionPersistence(sessions: Sessions): object {
  const nothing = async (): Promise<void> => undefined;
  const none = async (): Promise<never[]> => [];
  const empty = () => Readable.from([]);
  return {
    setup: nothing,
    destroy: nothing,
    subscriptionsByClient: none,
    subscriptionsByTopic: none,
    addSubscriptions: nothing,
    removeSubscriptions: nothing,
    cleanSubscriptions: nothing,
    outgoingEnqueue: nothing,
    outgoingEnqueueCombi: nothing,
    outgoingUpdate: nothing,
    outgoingClearMessageId: nothing,
    outgoingStream: empty,
    storeRetained: nothing,
    createRetainedStreamCombi: empty,
    putWill: nothing,
    delWill: nothing,
    streamWill: empty,
    incomingStorePacket: nothing,
    async incomingGetPacket({ id }: ClientOfSession, { messageId = 0 }: NumberedPacket) {
      if (!sessions.find(id)?.has(messageId)) throw new Error('no such packet');
      return { messageId };
    },
    async incomingDelPacket({ id }: ClientOfSession, { messageId = 0 }: NumberedPacket) {
      sessions.find(id)?.release(messageId);
    },
    async cleanIncoming({ id }: ClientOfSession) {
      sessions.find(id)?.releaseAll();
    },
  };
}
