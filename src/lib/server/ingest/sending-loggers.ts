import { channelsRepo } from '../channels/channels.repo.ts';
import type { ChannelKey } from '../channels/channels.service.ts';
import { tokenHash } from '../credentials/logger-token.ts';
import type { Deps } from '../kernel/context.ts';
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
  readonly rev: number;
  /** Microseconds. */
  readonly loadedAt: number;
  channels: Map<string, ChannelKey>;
  channelsLoadedAt: number;
}

/** A change made by another process may go unnoticed this long, microseconds; changes of this process are seen at once. */
const TRUST_US = 2_000_000;
const REMEMBERED = 20_000;

/**
 * Cache of loggers by the hash of their token, for the hot path. Live events of loggers and credentials clear it.
 * Whoever moves channels between loggers must raise the loggers' `rev`: channels are kept as long as it stays.
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
      if (event.name !== 'changed' || event.data.entity === 'channels') return;
      this.#changes += 1;
      this.#loading.clear();
      const dataloggerId = event.data.datalogger_id ?? event.data.id;
      for (const [hash, logger] of this.#remembered) if (logger.dataloggerId === dataloggerId) this.#remembered.delete(hash);
    });
  }

  /** The logger of a token; null when there is no such token or it was revoked. */
  find(token: string): SendingLogger | Promise<SendingLogger | null> {
    const hash = tokenHash(token);
    const known = this.#remembered.get(hash);
    if (known && this.#deps.clock.now() - known.loadedAt < TRUST_US) return known;
    let loading = this.#loading.get(hash);
    if (!loading) {
      loading = this.#load(hash, known);
      this.#loading.set(hash, loading);
    }
    return loading;
  }

  async #load(hash: string, before: SendingLogger | undefined): Promise<SendingLogger | null> {
    const changes = this.#changes;
    try {
      const logger = await this.#read(hash, before);
      if (changes === this.#changes) {
        this.#remembered.delete(hash);
        if (logger) this.#remembered.set(hash, logger);
        if (this.#remembered.size > REMEMBERED) this.#remembered.delete(this.#remembered.keys().next().value as string);
      }
      return logger;
    } finally {
      if (changes === this.#changes) this.#loading.delete(hash);
    }
  }

  async #read(hash: string, before: SendingLogger | undefined): Promise<SendingLogger | null> {
    const { db, clock } = this.#deps;
    const loadedAt = clock.now();
    const place = await db.read(null, (reader) => findCredential(reader, hash));
    if (!place) return null;
    const organization_id = place.organization_id;
    return db.read(organization_id, async (reader) => {
      const row = await sendingLoggersRepo({ db: reader, organization_id }).find(place.credential_id);
      if (!row) return null;
      const same = before?.dataloggerId === row.datalogger_id && before.rev === row.rev;
      return {
        credentialId: place.credential_id,
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
        rev: row.rev,
        loadedAt,
        channels: same ? before.channels : byKey(await channelsRepo({ db: reader, organization_id }).keysOf(row.datalogger_id)),
        channelsLoadedAt: same ? before.channelsLoadedAt : loadedAt,
      };
    });
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

export const byKey = (channels: readonly ChannelKey[]): Map<string, ChannelKey> =>
  new Map(channels.map((channel) => [channel.key, channel]));
