import { type DeviceName, deviceOfLevel } from '../ingest/device-parts.ts';
import { LINE_PRECISIONS } from '../ingest/line-protocol.ts';

/** What a topic says of a message. */
export interface TopicMeaning {
  /** Name of the decoder. */
  decoder: string;
  /** Of which device it is, when a gateway publishes it; null = it names none. */
  device: DeviceName | null;
}

/** Own formats by the second level of their topic. */
const FORMATS: Readonly<Record<string, string>> = { json: 'json@1', senml: 'senml@1' };
const THINGSBOARD = 'v1/devices/me/telemetry';
const MAX_LENGTH = 1_000;

/**
 * What is published under a topic; null where nobody may publish:
 *
 * - `taktlog/json`, `taktlog/senml` and `taktlog/line`, each with any levels behind; the first of them names a gateway's device, loggers use
 *   them as they like;
 * - `taktlog/line/PRECISION` says how the times of line protocol count, nanoseconds unless told;
 * - `v1/devices/me/telemetry` of ThingsBoard.
 *
 * No topic names the logger or the gateway that publishes: that is the token's work, so nobody can publish for another one.
 */
export function meaningOfTopic(topic: string): TopicMeaning | null {
  if (topic === THINGSBOARD) return { decoder: 'thingsboard@1', device: null };
  if (topic.length > MAX_LENGTH) return null;
  const [root, format = '', ...levels] = topic.split('/', 4);
  if (root !== 'taktlog') return null;
  if (format !== 'line') return Object.hasOwn(FORMATS, format) ? { decoder: FORMATS[format]!, device: deviceIn(levels) } : null;
  const precision = LINE_PRECISIONS.find((one) => one === levels[0]);
  return {
    decoder: `line-protocol@1?precision=${precision ?? 'ns'}`,
    device: deviceIn(precision === undefined ? levels : levels.slice(1)),
  };
}

const deviceIn = ([level]: readonly string[]): DeviceName | null => (level === undefined ? null : deviceOfLevel(level));
