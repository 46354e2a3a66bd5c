import { LINE_PRECISIONS } from '../ingest/line-protocol.ts';

/** Own formats by the second level of their topic. */
const FORMATS: Readonly<Record<string, string>> = { json: 'json@1', senml: 'senml@1' };
const THINGSBOARD = 'v1/devices/me/telemetry';
const MAX_LENGTH = 1_000;

/**
 * Name of the decoder of what is published under a topic; null where loggers may not publish:
 *
 * - `taktlog/json`, `taktlog/senml` and `taktlog/line`, each with any levels behind, which devices use for names of their own;
 * - `taktlog/line/PRECISION` says how the times of line protocol count, nanoseconds unless told;
 * - `v1/devices/me/telemetry` of ThingsBoard.
 *
 * No topic names its logger: that is the token's work, so nobody can publish for another one.
 */
export function decoderOfTopic(topic: string): string | null {
  if (topic === THINGSBOARD) return 'thingsboard@1';
  if (topic.length > MAX_LENGTH) return null;
  const [root, format = '', next] = topic.split('/', 3);
  if (root !== 'taktlog') return null;
  if (format === 'line') return `line-protocol@1?precision=${LINE_PRECISIONS.find((one) => one === next) ?? 'ns'}`;
  return Object.hasOwn(FORMATS, format) ? FORMATS[format]! : null;
}
