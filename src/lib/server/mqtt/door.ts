import { INGEST_MAX_BYTES } from '../../constants.ts';
import { AppError, ERRORS, type ErrorCode } from '../../contract/errors.ts';
import { deviceInTopic } from '../ingest/device-parts.ts';
import type { Delivery, Ingest } from '../ingest/ingest.service.ts';
import { keptAs } from '../ingest/kept-as.ts';
import type { SendingGateway } from '../ingest/sending-gateways.ts';
import type { SendingLogger } from '../ingest/sending-loggers.ts';
import type { Deps } from '../kernel/context.ts';
import { logAnswered } from '../kernel/log.ts';
import type { TopicMeaning } from './topics.ts';

export type Sender = SendingLogger | SendingGateway;
export const isLogger = (sender: Sender): sender is SendingLogger => 'dataloggerId' in sender;

/** A message as it was published, here or at a broker elsewhere. */
export interface Published {
  token: string;
  /** Null where nobody may publish. */
  meaning: TopicMeaning | null;
  payload: Uint8Array | string;
  /** As it is kept, without a token. */
  topic: string;
  /** What a log may say of where it came from. */
  path: string;
}

/** From a published message to the pipeline; counts and logs what became of it. */
export class MqttDoor {
  readonly #deps: Deps;
  readonly #ingest: Ingest;
  /** Name of its counter. */
  readonly #counter: string;
  /** Messages and refused connections by what became of them. */
  readonly #counts = new Map<string, number>();

  constructor(deps: Deps, ingest: Ingest, counter: string) {
    this.#deps = deps;
    this.#ingest = ingest;
    this.#counter = counter;
  }

  /** @throws AppError device_unknown, also when the logger is archived */
  async senderOf(token: string | null): Promise<Sender> {
    const sender = await this.#ingest.admitAny(token, true);
    if (isLogger(sender) && sender.archived) throw new AppError('device_unknown');
    return sender;
  }

  /** Resolves when the message is on disk, also when nothing could be read of it. @throws AppError when it isn't kept */
  async take({ token, meaning, topic, payload, path }: Published): Promise<void> {
    const start = performance.now();
    const requestId = this.#deps.ids.uuid();
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    try {
      if (this.#deps.stopping?.()) throw new AppError('stopping');
      if (meaning === null) throw new AppError('forbidden');
      if (body.byteLength > INGEST_MAX_BYTES) throw new AppError('body_too_large');
      const sender = await this.senderOf(token);
      const delivery: Delivery = {
        door: 'mqtt',
        decoder: meaning.decoder,
        // Nobody hears what was wrong with a row, so the others are taken.
        isWhole: false,
        contentType: undefined,
        topic: topic.replaceAll('\0', ''),
        contentEncoding: undefined,
        requestId,
        readBody: async () => body,
      };
      if (isLogger(sender)) await this.#ingest.take(sender, delivery);
      else {
        const device = deviceInTopic(meaning.levels, sender.naming);
        await this.#ingest.takeSplit(sender, device ? { ...delivery, device } : delivery);
      }
      this.note('PUBLISH', null, { path, requestId, start });
    } catch (error) {
      this.note('PUBLISH', error, { path, requestId, start });
      // MQTT can't say what was wrong; what is kept all the same need not come again.
      if (!(error instanceof AppError && keptAs(error) !== undefined)) throw error;
    }
  }

  /** Counts and logs what became of a packet; without the address, the token and the topic, in which there may be secrets. */
  note(
    method: 'CONNECT' | 'PUBLISH',
    error: unknown,
    {
      path = 'mqtt',
      requestId = this.#deps.ids.uuid(),
      start = performance.now(),
    }: { path?: string; requestId?: string; start?: number } = {},
  ): void {
    const code: ErrorCode | undefined = error === null ? undefined : error instanceof AppError ? error.code : 'internal';
    this.count(code ?? 'stored');
    logAnswered(this.#deps.log, {
      method,
      route: 'mqtt',
      url: () => path,
      status: code === undefined ? 200 : ERRORS[code].status,
      ms: performance.now() - start,
      requestId,
      quiet: true,
      code,
      ...(code === 'internal' ? { error } : {}),
    });
  }

  count(outcome: string): void {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1);
  }

  /** Lines in Prometheus' text format. */
  metrics(): string[] {
    return [
      `# TYPE ${this.#counter} counter`,
      ...[...this.#counts].sort().map(([outcome, count]) => `${this.#counter}{outcome="${outcome}"} ${count}`),
    ];
  }
}
