import { AppError, type ErrorCode } from '../../contract/errors.ts';
import type { GatewayAnswer, IngestAnswer } from '../../contract/ingest.ts';
import type { IngestError } from '../../contract/received-data.ts';
import { isRefused } from '../../contract/received-status.ts';
import type { Scope } from '../../contract/scopes.ts';
import { senmlSymbol } from '../../domain/quantities/quantities.ts';
import { toStored } from '../channels/channel-values.ts';
import type { ChannelKey } from '../channels/channels.repo.ts';
import { createChannels, isInUse, type NewChannel } from '../channels/channels.service.ts';
import { tokenHash } from '../credentials/logger-token.ts';
import type { Ctx, Deps } from '../kernel/context.ts';
import { keptFrom } from '../kernel/kept-from.ts';
import { Quota } from '../kernel/quota.ts';
import { AHEAD, type CommitResult, type ReceivedMessage, type ReceivedReading } from '../kernel/reading-store.ts';
import { encodingOf, type Packed, packed, unzip } from '../kernel/unzip.ts';
import { BYTES_PER_READING } from '../storage/readings/reading-store-group.ts';
import { type Decoded, isAhead, nothing } from './decoded.ts';
import { decoderOf } from './decoders.ts';
import type { DeviceName } from './device-parts.ts';
import { FromGateways } from './from-gateways.ts';
import { publishMessage } from './live.ts';
import { typeDecoderName } from './mapping/versions.ts';
import { type SendingGateway, SendingGateways } from './sending-gateways.ts';
import { byKey, type SendingLogger, SendingLoggers } from './sending-loggers.ts';
import { Usage } from './usage.ts';

/** A message at one of the doors. */
export interface Delivery {
  door: string;
  /** Name of what reads its body, see `decoderOf`. */
  decoder: string;
  /** One error refuses the message as a whole. */
  isWhole: boolean;
  contentType: string | undefined;
  /** Under which it was published, without a token. */
  topic?: string | undefined;
  contentEncoding: string | undefined;
  requestId: string;
  /** @throws AppError body_too_large */
  readBody(): Promise<Uint8Array>;
  /** The device of a gateway's message, where the door knows it and the message doesn't say. */
  device?: DeviceName;
  /** Of a message that came earlier and waited: what it was then. */
  first?: { id: string; receivedAt: number; size: number };
}

/** Errors listed in an answer; all of them are counted. */
const LISTED_ERRORS = 100;
/** As the contract of channels has it. */
const UNIT_MAX_LENGTH = 20;
/** Retry-After when the disk is full, seconds. */
const FULL_WAIT_S = 60;
const LOGGER_RIGHTS: Ctx['rights'] = { organization: new Set<Scope>(['dlog:write']), workspaces: new Map() };

/** Problem code of a body that could not be read; the exact reason goes into `errors`. */
const PROBLEMS: Partial<Record<IngestError['code'], ErrorCode>> = {
  malformed_json: 'malformed_json',
  too_many_readings: 'too_many_readings',
  unsupported_encoding: 'unsupported_media_type',
};

/** The one pipeline behind all doors: who sends, quota, body, decode, channels, commit, answer. */
export class Ingest {
  readonly #deps: Deps;
  readonly #loggers: SendingLoggers;
  readonly #gateways: SendingGateways;
  readonly #fromGateways: FromGateways;
  readonly #quota: Quota;
  readonly #usage: Usage;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#loggers = new SendingLoggers(deps);
    this.#gateways = new SendingGateways(deps);
    this.#fromGateways = new FromGateways(deps, this.#loggers, (logger, delivery) => this.take(logger, delivery));
    this.#quota = new Quota(deps.clock);
    this.#usage = new Usage(deps);
  }

  /**
   * Whose token it is, for one message or for all of a connection: at once where it is known.
   * @param hashOf as {@link tokenHash}
   * @throws AppError device_unknown
   */
  admit(token: string | null, hashOf = tokenHash): SendingLogger | Promise<SendingLogger> {
    if (token === null) throw new AppError('device_unknown');
    const logger = this.#loggers.find(hashOf(token));
    return logger instanceof Promise ? logger.then(known) : logger;
  }

  /** As {@link admit}, where gateways may come too. @throws AppError device_unknown */
  admitAny(
    token: string | null,
    gateways: boolean,
    hashOf = tokenHash,
  ): SendingLogger | SendingGateway | Promise<SendingLogger | SendingGateway> {
    if (!gateways || token === null) return this.admit(token, hashOf);
    const hash = hashOf(token);
    return this.#gateways.known(hash) ?? this.#admitEither(hash);
  }

  async #admitEither(hash: string): Promise<SendingLogger | SendingGateway> {
    return known((await this.#loggers.find(hash)) ?? (await this.#gateways.find(hash)));
  }

  /**
   * Takes a message of a gateway: what belongs to devices that have a logger as {@link take} does, the rest into quarantine.
   * @throws AppError over_quota, body_too_large, too_many_readings, storage_busy, storage_full, stopping
   */
  async takeSplit(gateway: SendingGateway, delivery: Delivery): Promise<GatewayAnswer> {
    if (this.#deps.space?.fullSince != null) throw new AppError('storage_full', { retryAfter: FULL_WAIT_S });
    const wait = this.#quota.wait(gateway.organization.id, gateway.quotaPerMinute);
    if (wait > 0) throw new AppError('over_quota', { retryAfter: wait });
    await this.#gateways.used(gateway);
    const answer = await this.#fromGateways.take(gateway, delivery);
    const unread = answer.devices.filter(({ status }) => status === 'quarantined' || status === 'quarantine_full' || status === 'ignored');
    this.#quota.charge(gateway.organization.id, gateway.quotaPerMinute, unread.length);
    return answer;
  }

  /** Gives what waits of a device to its logger. @throws AppError as {@link take} does, when the rest has to wait */
  replay(organizationId: string, identityId: string): Promise<void> {
    return this.#fromGateways.replay(organizationId, identityId);
  }

  /**
   * Takes one message; when it answers, everything is on disk. A body of which nothing could be stored is kept raw and refused.
   * @throws AppError logger_paused, over_quota, body_too_large, too_many_readings, malformed_json, unparsed, rejected,
   *   unsupported_media_type, storage_busy, storage_full, stopping
   */
  async take(logger: SendingLogger, delivery: Delivery): Promise<IngestAnswer> {
    const used = this.#makeSure(logger);
    if (used) await used;
    const wire = await delivery.readBody();
    if (logger.refused) {
      const stored = await packed(wire, encodingOf(delivery.contentEncoding, wire) ?? null);
      const unread = this.#messageOf(delivery, logger, stored, wire.byteLength);
      unread.status = 'paused';
      await this.#commit(unread, logger);
      throw new AppError('logger_paused');
    }
    const unzipping = unzip(wire, delivery.contentEncoding);
    const unzipped = unzipping instanceof Promise ? await unzipping : unzipping;
    const packing = packed(wire, unzipped.encoding);
    const message = this.#messageOf(delivery, logger, { body: wire, bodyEncoding: unzipped.encoding }, wire.byteLength);
    const decode = logger.type ? logger.type.decoder.of(delivery.decoder) : decoderOf(delivery.decoder);
    const decoded = unzipped.ok ? decode(unzipped.body, message.receivedAt) : nothing({ code: unzipped.code });
    const { body, bodyEncoding } = packing instanceof Promise ? await packing : packing;
    message.body = body;
    message.bodyEncoding = bodyEncoding;
    if (decoded.failure) return this.#refuse(message, logger, decoded.failure);
    // What is refused whole makes no channels either.
    if (delivery.isWhole && decoded.errors.length > 0) return this.#reject(message, logger, decoded.errors);

    const knownChannels = this.#knownChannels(logger, decoded);
    const channels = knownChannels ?? (await this.#makeChannels(logger, decoded, delivery.requestId));
    message.errors = decoded.errors;
    message.warnings = decoded.warnings;
    const { readings, places } = toReadings(decoded, channels, message, keptFrom(message.receivedAt, logger.keepReadingsDays));
    if (delivery.isWhole && message.errors.length > 0) return this.#reject(message, logger, message.errors);
    message.readings = readings;
    message.pastError = (position) => errorOf('ts_past', decoded, places[position]!);
    if (message.errors.length > 0) message.status = readings.length > 0 ? 'partial' : 'rejected';
    const result = await this.#commit(message, logger);
    if (isRefused(message.status)) throw new AppError('rejected', { errors: problemsOf(result, message) });
    const answer: IngestAnswer = {
      id: result.id,
      points: result.points,
      new: result.new,
      duplicate: result.duplicate,
      replaced: result.replaced,
    };
    if (message.errors.length > 0) answer.errors = message.errors.slice(0, LISTED_ERRORS);
    return answer;
  }

  /** @throws AppError storage_full, over_quota when the organisation or the logger has taken in what it may; at once where that is known */
  #makeSure(logger: SendingLogger): undefined | Promise<void> {
    if (this.#deps.space?.fullSince != null) throw new AppError('storage_full', { retryAfter: FULL_WAIT_S });
    const readings = this.#quota.wait(logger.organization.id, logger.quotaPerMinute);
    const bytes = this.#usage.wait(logger);
    if (bytes instanceof Promise) return bytes.then((wait) => mayCome(Math.max(readings, wait)));
    mayCome(Math.max(readings, bytes));
    return undefined;
  }

  #messageOf(delivery: Delivery, logger: SendingLogger, stored: Packed, size: number): ReceivedMessage {
    return {
      id: delivery.first?.id,
      organizationId: logger.organization.id,
      organizationNo: logger.organization.no,
      workspaceId: logger.workspaceId,
      dataloggerId: logger.dataloggerId,
      dataloggerNo: logger.dataloggerNo,
      credentialId: logger.credentialId,
      door: delivery.door,
      decoder: logger.type ? typeDecoderName(logger.type, delivery.decoder) : delivery.decoder,
      contentType: headerText(delivery.contentType),
      contentEncoding: headerText(delivery.contentEncoding),
      receivedAt: delivery.first?.receivedAt ?? this.#deps.clock.now(),
      size: delivery.first?.size ?? size,
      body: stored.body,
      bodyEncoding: stored.bodyEncoding,
      status: 'stored',
      errors: [],
      topic: delivery.topic,
      readings: [],
    };
  }

  async #commit(message: ReceivedMessage, logger: SendingLogger): Promise<CommitResult> {
    const { readings } = message;
    // An empty message counts as one reading.
    this.#quota.charge(logger.organization.id, logger.quotaPerMinute, Math.max(1, readings.length));
    // Charged before the commit, so that many messages at once can't all use the same remaining quota.
    const expected = message.body.byteLength + readings.length * BYTES_PER_READING;
    this.#usage.charge(logger, expected);
    let stored = 0;
    try {
      const result = await this.#deps.db.readings.commit(message);
      stored = result.bytes;
      if (result.past) {
        message.errors = [...message.errors, ...result.past];
        message.status = result.points > 0 ? 'partial' : 'rejected';
      }
      if (this.#deps.bus.isWatched(message.organizationId)) publishMessage(this.#deps.bus, message, result, logger);
      for (const alarm of result.alarms ?? [])
        this.#deps.bus.publish(message.organizationId, { name: 'changed', data: { entity: 'alarms', ...alarm } });
      return result;
    } finally {
      this.#usage.charge(logger, stored - expected);
    }
  }

  /** Keeps what could not be read, unless it is too much of it, and tells the sender why. @throws AppError always */
  async #refuse(message: ReceivedMessage, logger: SendingLogger, failure: IngestError): Promise<never> {
    const problem = PROBLEMS[failure.code] ?? 'unparsed';
    if (problem === 'too_many_readings') throw new AppError(problem);
    message.status = 'unparsed';
    message.errors = [failure];
    throw new AppError(problem, { errors: problemsOf(await this.#commit(message, logger), message) });
  }

  /** Keeps a message of which nothing is taken, and tells the sender why. @throws AppError rejected, always */
  async #reject(message: ReceivedMessage, logger: SendingLogger, errors: IngestError[]): Promise<never> {
    message.status = 'rejected';
    message.errors = errors;
    throw new AppError('rejected', { errors: problemsOf(await this.#commit(message, logger), message) });
  }

  /** As {@link #makeChannels}, where each key has one: as nearly always. */
  #knownChannels({ channels }: SendingLogger, { keys }: Decoded): (ChannelKey | IngestError['code'])[] | null {
    const found: (ChannelKey | IngestError['code'])[] = [];
    for (const key of keys) {
      const channel = channels.get(key);
      if (channel === undefined) return null;
      found.push(inUseOr(channel));
    }
    return found;
  }

  /** A channel for each key of the message, or why there is none. */
  async #makeChannels(logger: SendingLogger, decoded: Decoded, requestId: string): Promise<(ChannelKey | IngestError['code'])[]> {
    await this.#loggers.refreshChannels(logger);
    const unknown = decoded.keys.some((key) => !logger.channels.has(key));
    const mayMake = logger.autoChannels || decoded.named?.some((named) => named !== undefined);
    if (unknown && mayMake && inUse(logger) < logger.channelLimit) {
      const wanted = new Map<string, NewChannel>();
      for (let i = 0; i < decoded.slot.length; i++) {
        const slot = decoded.slot[i]!;
        const key = decoded.keys[slot]!;
        const named = decoded.named?.[slot];
        // What the logger's type names is wanted, whatever else may come.
        if (!logger.channels.has(key) && !wanted.has(key) && (named || logger.autoChannels))
          wanted.set(key, { value: decoded.value[i]!, unit: shownUnit(decoded.units?.[slot]), ...named });
      }
      const ctx: Ctx = {
        ...this.#deps,
        actor: { kind: 'device', id: logger.credentialId },
        organization: logger.organization,
        rights: LOGGER_RIGHTS,
        allOrgs: false,
        requestId,
      };
      const target = { id: logger.dataloggerId, workspaceId: logger.workspaceId, channelLimit: logger.channelLimit };
      logger.channels = byKey(await createChannels(ctx, target, wanted));
    }
    return decoded.keys.map((key, slot) => {
      const channel = logger.channels.get(key);
      if (channel) return inUseOr(channel);
      return logger.autoChannels || decoded.named?.[slot] ? 'channel_limit' : 'unknown_channel';
    });
  }
}

const inUseOr = (channel: ChannelKey): ChannelKey | 'channel_archived' => (channel.archived_at === null ? channel : 'channel_archived');

function known<S>(sender: S | null): S {
  if (sender === null) throw new AppError('device_unknown');
  return sender;
}

/** @param wait seconds */
function mayCome(wait: number): void {
  if (wait > 0) throw new AppError('over_quota', { retryAfter: wait });
}

const inUse = ({ channels }: SendingLogger): number => [...channels.values()].filter(isInUse).length;

/** What was wrong with a message that was refused, for its sender. */
const problemsOf = ({ id }: CommitResult, { errors }: ReceivedMessage) =>
  errors.slice(0, LISTED_ERRORS).map(({ code, ...params }) => ({ path: '', code, params: { ...params, received_data_id: id } }));

/** A message's unit as people write it; what no channel's unit can be is left out. */
export function shownUnit(code: string | undefined): string | null {
  const unit = code === undefined ? null : senmlSymbol(code);
  return unit !== null && unit.length <= UNIT_MAX_LENGTH && !/\p{Cc}/u.test(unit) ? unit : null;
}

const headerText = (value: string | undefined): string | null => value?.slice(0, 200) ?? null;

const errorOf = (code: IngestError['code'], { slot, row, keys }: Decoded, place: number): IngestError => ({
  code,
  index: row[place]!,
  key: keys[slot[place]!]!,
});

/**
 * Places of decoded readings in the order in which they count: of several values of one moment in a channel the last does, and what stands under
 * the channel's own key counts more than what stands under a merged one's.
 */
export function mergedFirst(
  { slot }: Pick<Decoded, 'slot'>,
  ofSlot: readonly ({ merged_into: string | null } | string | undefined)[],
): Iterable<number> {
  const isMerged = ofSlot.map((channel) => typeof channel === 'object' && channel.merged_into !== null);
  if (!isMerged.includes(true)) return slot.keys();
  const places = [...slot.keys()];
  return [...places.filter((i) => isMerged[slot[i]!]), ...places.filter((i) => !isMerged[slot[i]!])];
}

/**
 * Readings as the store takes them, with the place of each among the decoded ones; what a channel can't take, or what would be deleted again
 * at once, is added to `errors`.
 */
export function toReadings(
  decoded: Decoded,
  channels: (ChannelKey | IngestError['code'])[],
  { errors, receivedAt }: Pick<ReceivedMessage, 'errors' | 'receivedAt'>,
  oldest: number,
): { readings: ReceivedReading[]; places: number[] } {
  const { slot, ts, value, failed } = decoded;
  const readings: ReceivedReading[] = [];
  const places: number[] = [];
  for (const i of mergedFirst(decoded, channels)) {
    const channel = channels[slot[i]!]!;
    if (typeof channel === 'string') {
      errors.push(errorOf(channel, decoded, i));
      continue;
    }
    const stored = toStored(channel.kind, value[i]!, failed?.has(i));
    if (ts[i]! < oldest) errors.push(errorOf('ts_past', decoded, i));
    else if (!stored) errors.push(errorOf('bad_value', decoded, i));
    else {
      const quality = stored.quality | (isAhead(ts[i]!, receivedAt) ? AHEAD : 0);
      readings.push({ channelNo: channel.no, ts: ts[i]!, num: stored.num, text: stored.text, quality });
      places.push(i);
    }
  }
  return { readings, places };
}
