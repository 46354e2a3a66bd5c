import type { Client } from 'aedes';
import type { Admitted, Connection } from './connection.ts';

/** Every open connection, with what the limits ask of them. */
export class Connections {
  readonly #all = new Map<Client, Connection>();
  readonly #ofToken = new Map<string, Set<Connection>>();
  /** Connections that haven't shown a good token, by network. */
  readonly #unknown = new Map<string, number>();

  get size(): number {
    return this.#all.size;
  }

  all(): Connection[] {
    return [...this.#all.values()];
  }

  of(client: Client | null): Connection | undefined {
    return client === null ? undefined : this.#all.get(client);
  }

  unknownOf(network: string): number {
    return this.#unknown.get(network) ?? 0;
  }

  add(client: Client, connection: Connection): void {
    this.#all.set(client, connection);
    this.#unknown.set(connection.network, this.unknownOf(connection.network) + 1);
  }

  /** It has shown a good token. @returns all connections of the token, the oldest first */
  admit(connection: Connection, admitted: Admitted): Connection[] {
    connection.admitted = admitted;
    this.#known(connection.network);
    const ofToken = this.#ofToken.get(admitted.credentialId) ?? new Set();
    this.#ofToken.set(admitted.credentialId, ofToken.add(connection));
    return [...ofToken];
  }

  delete(client: Client): void {
    const connection = this.#all.get(client);
    if (!connection) return;
    this.#all.delete(client);
    const { admitted, network } = connection;
    if (!admitted) this.#known(network);
    const ofToken = admitted && this.#ofToken.get(admitted.credentialId);
    ofToken?.delete(connection);
    if (admitted && ofToken?.size === 0) this.#ofToken.delete(admitted.credentialId);
  }

  #known(network: string): void {
    const left = this.unknownOf(network) - 1;
    if (left > 0) this.#unknown.set(network, left);
    else this.#unknown.delete(network);
  }
}
