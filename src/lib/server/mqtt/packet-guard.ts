const PUBLISH = 3;

export interface PacketLimits {
  /** How many packets the connection may have brought. */
  count: number;
  /** How many bytes a packet may have behind its first byte and its length. */
  publish: number;
  /** Everything else, a CONNECT too. */
  other: number;
}

/** Follows the packets of one connection by their lengths alone, before anything is kept of them. */
export class PacketGuard {
  readonly #limits: () => PacketLimits;
  #count = 0;
  #type = 0;
  /** Bytes of the length that were read; -1 before a packet's first byte. */
  #digits = -1;
  #length = 0;
  /** Bytes of the packet that are still to come. */
  #left = 0;

  constructor(limits: () => PacketLimits) {
    this.#limits = limits;
  }

  /** Has a packet begun that isn't whole yet? */
  get isInside(): boolean {
    return this.#digits >= 0 || this.#left > 0;
  }

  /** False when a packet says that it is longer than it may be, when it has no length at all, and when there are too many. */
  feed(bytes: Uint8Array): boolean {
    let at = 0;
    while (at < bytes.length) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, bytes.length - at);
        this.#left -= step;
        at += step;
        continue;
      }
      const byte = bytes[at++]!;
      if (this.#digits < 0) {
        this.#type = byte >> 4;
        this.#digits = 0;
        this.#length = 0;
        this.#count += 1;
        if (this.#count > this.#limits().count) return false;
        continue;
      }
      this.#length += (byte & 0x7f) * 128 ** this.#digits;
      this.#digits += 1;
      const more = (byte & 0x80) !== 0;
      if (more && this.#digits === 4) return false;
      if (more) continue;
      const limits = this.#limits();
      if (this.#length > (this.#type === PUBLISH ? limits.publish : limits.other)) return false;
      this.#left = this.#length;
      this.#digits = -1;
    }
    return true;
  }
}
