import type { LiveEvent } from '../../contract/events.ts';
import type { Bus, SentEvent } from '../kernel/context.ts';
import type { Timers } from '../kernel/timers.ts';

/** Comments keep proxies from closing a silent stream. */
export const HEARTBEAT_MS = 15_000;
/** How soon a client should come back, milliseconds. */
const RETRY_MS = 2_000;
/** Bytes that may wait for a slow reader before he is cut. */
const MAX_WAITING_BYTES = 262_144;

const encoder = new TextEncoder();

interface StreamOptions {
  bus: Bus;
  timers: Timers;
  organizationId: string;
  /** May the reader see it? */
  visible(event: LiveEvent): boolean;
  /** Does it say that what the reader may see has changed, or may have? */
  changesRights(event: LiveEvent): boolean;
  lastEventId: string | undefined;
  /** Calls when the session of the reader was revoked; gives the way to stop it. */
  onSessionEnd(ended: () => void): () => void;
  /** Milliseconds until the reader's access token ends. */
  expiresInMs: number;
  /** Called once, however the stream ends. */
  onEnd(): void;
}

const frame = (id: string | null, name: string, json: string): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${name}\ndata: ${json}\n\n`;
const EXPIRED = frame(null, 'expired', '{}');

/**
 * Live events as `text/event-stream`. It ends with `expired` when the token or the session does or the reader's rights change, with `reset` when the reader
 * is too slow, and silently when the process stops.
 */
export function eventStream(options: StreamOptions): ReadableStream<Uint8Array> {
  const { bus, timers } = options;
  let end = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let open = true;
        let unsubscribe = () => {};
        /** What is brought again happened before the reader's rights were asked for. */
        let caughtUp = false;
        const write = (text: string) => controller.enqueue(encoder.encode(text));
        const heartbeat = timers.setInterval(() => send(':\n\n'), HEARTBEAT_MS);
        const expiry = timers.setTimeout(() => finish(EXPIRED), Math.max(0, options.expiresInMs));

        end = () => {
          if (!open) return;
          open = false;
          timers.clearInterval(heartbeat);
          timers.clearTimeout(expiry);
          unsubscribe();
          unhear();
          options.onEnd();
        };
        function finish(last?: string): void {
          if (!open) return;
          end();
          if (last !== undefined) write(last);
          controller.close();
        }
        function send(text: string): void {
          if (!open) return;
          if ((controller.desiredSize ?? 0) <= 0) finish(frame(null, 'reset', '{}'));
          else write(text);
        }

        const unhear = options.onSessionEnd(() => finish(EXPIRED));
        write(`retry: ${RETRY_MS}\nid: ${options.lastEventId ?? bus.position()}\n\n`);
        unsubscribe = bus.subscribe(
          options.organizationId,
          {
            send: ({ id, event, json }: SentEvent) => {
              if (caughtUp && options.changesRights(event)) finish(EXPIRED);
              else if (options.visible(event)) send(frame(id, event.name, json));
            },
            end: () => finish(),
          },
          options.lastEventId,
        );
        caughtUp = true;
        // The process may have stopped, or the reader been cut, while he caught up.
        if (!open) unsubscribe();
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
  );
}
