import { AppError } from '../../contract/errors.ts';
import type { DeviceAnswer, GatewayAnswer, IngestAnswer } from '../../contract/ingest.ts';
import type { Deps } from '../kernel/context.ts';
import type { Row } from '../kernel/schema.ts';
import { unpacked, unzip } from '../kernel/unzip.ts';
import { type DevicePart, type Naming, nobodys, splitOf } from './device-parts.ts';
import type { Delivery } from './ingest.service.ts';
import { keptAs, refusalIn } from './kept-as.ts';
import { quarantineRepo } from './quarantine.repo.ts';
import { quarantine } from './quarantine.ts';
import type { SendingGateway } from './sending-gateways.ts';
import type { SendingLogger, SendingLoggers } from './sending-loggers.ts';

/** Messages read from quarantine at once. */
const READ_AT_ONCE = 20;

type Take = (logger: SendingLogger, delivery: Delivery) => Promise<IngestAnswer>;
type Sums = Omit<GatewayAnswer, 'devices'>;
const NOTHING: Sums = { points: 0, new: 0, duplicate: 0, replaced: 0 };

/** Messages of many devices: each part goes through the pipeline as a message of its device's logger, or waits until it has one. */
export class FromGateways {
  readonly #deps: Deps;
  readonly #loggers: SendingLoggers;
  readonly #take: Take;
  readonly #replaying = new Map<string, Promise<void>>();

  constructor(deps: Deps, loggers: SendingLoggers, take: Take) {
    this.#deps = deps;
    this.#loggers = loggers;
    this.#take = take;
  }

  /** @throws AppError as the pipeline does, for what the sender is to send again */
  async take(gateway: SendingGateway, delivery: Delivery): Promise<GatewayAnswer> {
    const receivedAt = this.#deps.clock.now();
    const parts = await partsOf(await delivery.readBody(), delivery, gateway.naming, receivedAt);
    // Side by side, so that they share a commit; the sender hears of a failure when nothing is under way any more.
    const done = await Promise.allSettled(parts.map((part) => this.#takePart(gateway, part, delivery, receivedAt)));
    const failed = done.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    const taken = done.map((one) => (one as PromiseFulfilledResult<{ sums: Sums; device: DeviceAnswer }>).value);
    const answer: GatewayAnswer = { ...NOTHING, devices: taken.map(({ device }) => device) };
    for (const { sums } of taken) for (const key of ['points', 'new', 'duplicate', 'replaced'] as const) answer[key] += sums[key];
    return answer;
  }

  async #takePart(
    gateway: SendingGateway,
    part: DevicePart,
    delivery: Delivery,
    receivedAt: number,
  ): Promise<{ sums: Sums; device: DeviceAnswer }> {
    const { kind, identity, failure } = part;
    const logger = kind === 'none' ? null : await this.#loggers.ofDevice(gateway, kind, identity);
    if (logger) {
      if (logger.waitingOf !== null) await this.replay(gateway.organization.id, logger.waitingOf);
      return this.#toLogger(logger, part, { ...delivery, contentEncoding: undefined, readBody: async () => part.body });
    }
    const { door, decoder, contentType = null, topic, requestId } = delivery;
    const became = await quarantine(this.#deps, gateway, part, { door, decoder, contentType, topic, receivedAt, requestId });
    if (became === 'assigned') return this.#takePart(gateway, part, delivery, receivedAt);
    return { sums: NOTHING, device: { identity, status: became, points: 0, ...(failure ? { errors: [failure] } : {}) } };
  }

  async #toLogger(logger: SendingLogger, { identity }: DevicePart, delivery: Delivery): Promise<{ sums: Sums; device: DeviceAnswer }> {
    try {
      const { id: _, errors, ...sums } = await this.#take(logger, delivery);
      const device: DeviceAnswer = { identity, status: errors ? 'partial' : 'stored', points: sums.points };
      return { sums, device: errors ? { ...device, errors } : device };
    } catch (error) {
      const status = error instanceof AppError ? keptAs(error) : undefined;
      if (status === undefined) throw error;
      const { errors } = refusalIn(error as AppError);
      return { sums: NOTHING, device: { identity, status, points: 0, ...(errors.length > 0 ? { errors } : {}) } };
    }
  }

  /**
   * Gives what waits of a device to its logger, the oldest first, as it would have come then. A process that dies leaves the rest to the
   * device's next message.
   * @throws AppError as the pipeline does, when the rest has to wait
   */
  replay(organizationId: string, identityId: string): Promise<void> {
    const under = this.#replaying.get(identityId);
    if (under) return under;
    const replaying = this.#replay(organizationId, identityId).finally(() => this.#replaying.delete(identityId));
    this.#replaying.set(identityId, replaying);
    return replaying;
  }

  async #replay(organization_id: string, identityId: string): Promise<void> {
    const { db, bus } = this.#deps;
    for (;;) {
      const { row, messages } = await db.read(organization_id, async (reader) => {
        const repo = quarantineRepo({ db: reader, organization_id });
        return { row: await repo.find(identityId), messages: await repo.oldest(identityId, READ_AT_ONCE) };
      });
      if (row?.state !== 'assigned' || messages.length === 0) return;
      const gateway = { id: row.gateway_id, organization: { id: organization_id } };
      for (const message of messages) {
        const logger = await this.#loggers.ofDevice(gateway, row.kind, row.identity);
        if (!logger) return;
        await this.#takeWaiting(logger, message);
        await db.write(organization_id, (tx) => quarantineRepo({ db: tx, organization_id }).release(identityId, message));
      }
      bus.publish(organization_id, {
        name: 'changed',
        data: { entity: 'device-identities', id: identityId, workspace_id: row.workspace_id, datalogger_id: row.datalogger_id },
      });
    }
  }

  /** What a process that died had given to the logger already is not given again. */
  async #takeWaiting(logger: SendingLogger, message: Row<'quarantined_messages'>): Promise<void> {
    const { id, organization_id, door, decoder, content_type, received_at, size, topic } = message;
    const isReceived = () =>
      this.#deps.db.read(organization_id, (reader) => quarantineRepo({ db: reader, organization_id }).isReceived(id));
    if (await isReceived()) return;
    const body = await unpacked(message.body, message.body_encoding);
    try {
      await this.#take(logger, {
        door,
        decoder,
        isWhole: false,
        contentType: content_type ?? undefined,
        topic: topic ?? undefined,
        contentEncoding: undefined,
        requestId: this.#deps.ids.token(12),
        readBody: async () => body,
        first: { id, receivedAt: received_at, size },
      });
    } catch (error) {
      const isKept = error instanceof AppError && keptAs(error) !== undefined;
      // Another process may have been quicker.
      if (!isKept && !(await isReceived())) throw error;
    }
  }
}

/** What each device sent. @throws AppError body_too_large, too_many_readings */
async function partsOf(
  wire: Uint8Array,
  { decoder, contentEncoding, device }: Delivery,
  naming: Naming,
  receivedAt: number,
): Promise<DevicePart[]> {
  if (device) return [{ ...device, label: null, body: wire, failure: null }];
  const unzipped = await unzip(wire, contentEncoding);
  if (!unzipped.ok) return [nobodys(wire, { code: unzipped.code })];
  const split = splitOf(decoder, naming);
  // Doors that know no devices don't let gateways in; of MQTT a topic may name none.
  if (!split) throw new AppError('forbidden');
  const parts = split(unzipped.body, receivedAt);
  if (parts === 'too_many_devices') throw new AppError('too_many_readings');
  return parts;
}
