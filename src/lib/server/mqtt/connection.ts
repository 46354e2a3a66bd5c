import type { Socket } from 'node:net';
import { Lane } from './lane.ts';
import { PacketGuard, type PacketLimits } from './packet-guard.ts';
import type { Session } from './sessions.ts';

/** Who is at the other end, once it has shown a good token. */
export interface Admitted {
  token: string;
  /** That of a logger's token; a gateway is its own. */
  credentialId: string;
  /** The logger or the gateway. */
  senderId: string;
  session: Session;
}

/** One connection of a client. */
export class Connection {
  readonly socket: Socket;
  readonly network: string;
  readonly lane = new Lane();
  readonly #guard: PacketGuard;
  admitted: Admitted | null = null;
  /** Milliseconds, when a packet was found to be under way; null = none is. */
  insideSince: number | null = null;

  constructor(socket: Socket, network: string, limits: { before: PacketLimits; after: PacketLimits }) {
    this.socket = socket;
    this.network = network;
    this.#guard = new PacketGuard(() => (this.admitted ? limits.after : limits.before));
    // The broker reads by this one method; what it would keep of too long a packet never reaches it.
    const read = socket.read.bind(socket);
    socket.read = (size?: number) => {
      const bytes = read(size) as Buffer | null;
      if (bytes === null || this.#guard.feed(bytes)) return bytes;
      socket.destroy();
      return null;
    };
  }

  get isInsidePacket(): boolean {
    return this.#guard.isInside;
  }
}
