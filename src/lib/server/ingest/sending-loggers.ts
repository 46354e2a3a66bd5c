import type { IdentityKind } from '../../contract/device-identities.ts';
import { type ChannelKey, channelsRepo } from '../channels/channels.repo.ts';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import type { TypeDecoder } from './mapping/type-decoder.ts';
import { publishedDecoder, type TypeVersion } from './mapping/versions.ts';
import { findCredential, sendingLoggersRepo } from './sending-loggers.repo.ts';

/** What the pipeline knows of the sender of a message. */
export interface SendingLogger {
  readonly credentialId: string;
  readonly organization: { id: string; no: number };
  /** Readings a minute of the whole organisation, null = no limit. */
  readonly quotaPerMinute: number | null;
  /** Megabytes a day of the organisation and of the logger, null = no limit of its own. */
  readonly organizationMbPerDay: number | null;
  readonly mbPerDay: number | null;
  /** Days that the organisation keeps readings, null = for ever. */
  readonly keepReadingsDays: number | null;
  readonly dataloggerId: string;
  readonly dataloggerNo: number;
  readonly workspaceId: string;
  readonly name: string;
  readonly autoChannels: boolean;
  readonly channelLimit: number;
  /** Paused or archived: its messages are kept raw and refused. */
  readonly refused: boolean;
  readonly archived: boolean;
  /** The version of a logger type that its messages are read by; null = by the door alone. */
  readonly type: (TypeVersion & { decoder: TypeDecoder }) | null;
  readonly rev: number;
  /** Microseconds. */
  readonly loadedAt: number;
  /** The device of which messages still wait to be processed before those that come; null = none do. */
  readonly waitingOf: string | null;
  channels: Map<string, ChannelKey>;
  channelsLoadedAt: number;
}

/** Which gateway calls the device so. */
interface GatewayPlace {
  readonly id: string;
  readonly organization: { readonly id: string };
}
type Read = (before: SendingLogger | undefined) => Promise<SendingLogger | null>;

/** A change made by another process may go unnoticed this long, microseconds; changes of this process are seen at once. */
const TRUST_US = 2_000_000;
const REMEMBERED = 20_000;

/**
 * Cache of loggers by the hash of their token, or by what a gateway calls them, for the hot path. Live events of loggers, channels and
 * credentials clear it. Whoever changes channels must raise the loggers' `rev`, for other processes: they keep channels as long as it stays.
 */
export class SendingLoggers {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'bus'>;
  readonly #remembered = new Map<string, SendingLogger>();
  readonly #loading = new Map<string, Promise<SendingLogger | null>>();
  /** Counts changes: what was read before a change must not be remembered after it. */
  #changes = 0;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'bus'>) {
    this.#deps = deps;
    deps.bus.follow((_, event) => {
      if (event.name !== 'changed') return;
      this.#changes += 1;
      this.#loading.clear();
      const dataloggerId = event.data.datalogger_id ?? event.data.id;
      for (const [hash, logger] of this.#remembered) if (logger.dataloggerId === dataloggerId) this.#remembered.delete(hash);
    });
  }

  /** The logger of a token by its hash; null when there is no such token or it was revoked. */
  find(hash: string): SendingLogger | Promise<SendingLogger | null> {
    return this.#known(hash, (before) => this.#ofToken(hash, before));
  }

  /** The logger that a device of a gateway is; null when nobody said so. */
  ofDevice(gateway: GatewayPlace, kind: IdentityKind, identity: string): SendingLogger | Promise<SendingLogger | null> {
    return this.#known(`${gateway.id} ${kind} ${identity}`, (before) => this.#ofDevice(gateway, kind, identity, before));
  }

  #known(key: string, read: Read): SendingLogger | Promise<SendingLogger | null> {
    const known = this.#remembered.get(key);
    if (known && this.#deps.clock.now() - known.loadedAt < TRUST_US) return known;
    let loading = this.#loading.get(key);
    if (!loading) {
      loading = this.#load(key, known, read);
      this.#loading.set(key, loading);
    }
    return loading;
  }

  async #load(key: string, before: SendingLogger | undefined, read: Read): Promise<SendingLogger | null> {
    const changes = this.#changes;
    try {
      const logger = await read(before);
      if (changes === this.#changes) {
        this.#remembered.delete(key);
        if (logger) this.#remembered.set(key, logger);
        if (this.#remembered.size > REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value as string);
      }
      return logger;
    } finally {
      if (changes === this.#changes) this.#loading.delete(key);
    }
  }

  async #ofToken(hash: string, before: SendingLogger | undefined): Promise<SendingLogger | null> {
    const place = await this.#deps.db.read(null, (reader) => findCredential(reader, hash));
    if (!place) return null;
    const { organization_id, credential_id } = place;
    const loadedAt = this.#deps.clock.now();
    const found = await this.#deps.db.read(organization_id, async (db) => {
      const row = await sendingLoggersRepo({ db, organization_id }).find(credential_id);
      return row ? { row, logger: await senderOf({ db, organization_id, row, credentialId: credential_id, loadedAt, before }) } : null;
    });
    return found && { ...found.logger, type: await this.#typeOf(organization_id, found.row) };
  }

  async #ofDevice(gateway: GatewayPlace, kind: IdentityKind, identity: string, before: SendingLogger | undefined) {
    const organization_id = gateway.organization.id;
    const loadedAt = this.#deps.clock.now();
    const found = await this.#deps.db.read(organization_id, async (db) => {
      const row = await sendingLoggersRepo({ db, organization_id }).findOfDevice({ gatewayId: gateway.id, kind, identity });
      return row ? { row, logger: await senderOf({ db, organization_id, row, credentialId: gateway.id, loadedAt, before }) } : null;
    });
    if (!found) return null;
    const { row, logger } = found;
    return { ...logger, type: await this.#typeOf(organization_id, row), waitingOf: row.waiting > 0 ? row.identity_id : null };
  }

  /** After the read in which the logger was found: nothing but the database is waited for inside one. */
  async #typeOf(organization_id: string, { logger_type_id: typeId, logger_type_version: version }: Row): Promise<SendingLogger['type']> {
    if (typeId === null || version === null) return null;
    const decoder = await publishedDecoder(this.#deps.db, organization_id, { typeId, version });
    return decoder && { typeId, version, decoder };
  }

  /** Reads the channels of a logger again when they may have been made by another process since. */
  async refreshChannels(logger: SendingLogger): Promise<void> {
    const now = this.#deps.clock.now();
    if (now - logger.channelsLoadedAt < TRUST_US) return;
    const organization_id = logger.organization.id;
    const channels = await this.#deps.db.read(organization_id, (db) => channelsRepo({ db, organization_id }).keysOf(logger.dataloggerId));
    logger.channels = byKey(channels);
    logger.channelsLoadedAt = now;
  }
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof sendingLoggersRepo>['find']>>>;

/** A logger's row as the pipeline knows it, with the channels of `before` while it is the same. */
async function senderOf({
  db,
  organization_id,
  row,
  credentialId,
  loadedAt,
  before,
}: {
  db: Db;
  organization_id: string;
  row: Row;
  credentialId: string;
  loadedAt: number;
  before: SendingLogger | undefined;
}): Promise<SendingLogger> {
  const same = before?.dataloggerId === row.datalogger_id && before.rev === row.rev;
  return {
    credentialId,
    organization: { id: organization_id, no: row.organization_no },
    quotaPerMinute: row.ingest_quota_per_minute,
    organizationMbPerDay: row.ingest_mb_per_day,
    mbPerDay: row.mb_per_day,
    keepReadingsDays: row.keep_readings_days,
    dataloggerId: row.datalogger_id,
    dataloggerNo: row.datalogger_no,
    workspaceId: row.workspace_id,
    name: row.name,
    autoChannels: row.auto_channels === 1,
    channelLimit: row.channel_limit,
    refused: row.paused_at !== null || row.archived_at !== null,
    archived: row.archived_at !== null,
    type: null,
    rev: row.rev,
    loadedAt,
    waitingOf: null,
    channels: same ? before.channels : byKey(await channelsRepo({ db, organization_id }).keysOf(row.datalogger_id)),
    channelsLoadedAt: same ? before.channelsLoadedAt : loadedAt,
  };
}

export const byKey = (channels: readonly ChannelKey[]): Map<string, ChannelKey> =>
  new Map(channels.map((channel) => [channel.key, channel]));
