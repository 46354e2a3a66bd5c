import { gatewaysRepo } from '../gateways/gateways.repo.ts';
import type { Deps } from '../kernel/context.ts';
import type { Naming } from './device-parts.ts';
import { findCredential } from './sending-loggers.repo.ts';

/** What the pipeline knows of a gateway. */
export interface SendingGateway {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly organization: { id: string; no: number };
  readonly naming: Naming;
  /** Readings a minute of the whole organisation, null = no limit. */
  readonly quotaPerMinute: number | null;
  /** Microseconds. */
  readonly loadedAt: number;
  lastUsedAt: number;
}

/** As of loggers. */
const TRUST_US = 2_000_000;
const REMEMBERED = 1_000;
const USED_EVERY_US = 60_000_000;

/** Cache of gateways by the hash of their token. */
export class SendingGateways {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'bus'>;
  readonly #remembered = new Map<string, SendingGateway>();

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'bus'>) {
    this.#deps = deps;
    deps.bus.follow((_, event) => {
      if (event.name === 'changed' && event.data.entity === 'gateways') this.#remembered.clear();
    });
  }

  /** The gateway of a token by its hash, if it was asked for a moment ago. */
  known(hash: string): SendingGateway | null {
    const known = this.#remembered.get(hash);
    return known && this.#deps.clock.now() - known.loadedAt < TRUST_US ? known : null;
  }

  /** The gateway of a token by its hash; null when there is no such token or it was revoked. */
  async find(hash: string): Promise<SendingGateway | null> {
    const { db, clock } = this.#deps;
    const loadedAt = clock.now();
    const place = await db.read(null, (reader) => findCredential(reader, hash));
    if (!place) return null;
    const { organization_id } = place;
    const row = await db.read(organization_id, (reader) => gatewaysRepo({ db: reader, organization_id }).findSending(place.credential_id));
    if (!row) return null;
    const gateway: SendingGateway = {
      id: row.id,
      name: row.name,
      workspaceId: row.workspace_id,
      organization: { id: organization_id, no: row.organization_no },
      naming: { lineTag: row.line_tag, topicLevel: row.topic_level },
      quotaPerMinute: row.ingest_quota_per_minute,
      loadedAt,
      lastUsedAt: row.last_used_at ?? 0,
    };
    if (this.#remembered.size >= REMEMBERED) this.#remembered.clear();
    this.#remembered.set(hash, gateway);
    return gateway;
  }

  /** Writes down that it is in use, once a minute. */
  async used(gateway: SendingGateway): Promise<void> {
    const now = this.#deps.clock.now();
    if (now - gateway.lastUsedAt < USED_EVERY_US) return;
    gateway.lastUsedAt = now;
    const organization_id = gateway.organization.id;
    await this.#deps.db.write(organization_id, (db) => gatewaysRepo({ db, organization_id }).used(gateway.id, now));
  }
}
