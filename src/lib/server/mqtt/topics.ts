import { TOKEN_MAX_LENGTH } from '../credentials/logger-token.ts';
import { LINE_PRECISIONS } from '../ingest/line-protocol.ts';

/** What a topic says of a message. */
export interface TopicMeaning {
  /** Name of the decoder. */
  decoder: string;
  /** Levels behind the format: one of them may name the device of a gateway. */
  levels: readonly string[];
}

/** Own formats by the second level of their topic. */
const FORMATS: Readonly<Record<string, string>> = { json: 'json@1', senml: 'senml@1' };
const THINGSBOARD = 'v1/devices/me/telemetry';
const MAX_LENGTH = 1_000;

/**
 * What is published under a topic; null where nobody may publish:
 *
 * - `taktlog/json`, `taktlog/senml` and `taktlog/line`, each with any levels behind; one of them names a gateway's device, loggers use them
 *   as they like;
 * - `taktlog/line/PRECISION` says how the times of line protocol count, nanoseconds unless told;
 * - `v1/devices/me/telemetry` of ThingsBoard.
 *
 * No topic names the logger or the gateway that publishes: that is the token's work, so nobody can publish for another one.
 */
export function meaningOfTopic(topic: string): TopicMeaning | null {
  if (topic === THINGSBOARD) return { decoder: 'thingsboard@1', levels: [] };
  if (topic.length > MAX_LENGTH) return null;
  const [root, format = '', ...levels] = topic.split('/');
  if (root !== 'taktlog') return null;
  if (format !== 'line') return Object.hasOwn(FORMATS, format) ? { decoder: FORMATS[format]!, levels } : null;
  const precision = LINE_PRECISIONS.find((one) => one === levels[0]);
  return {
    decoder: `line-protocol@1?precision=${precision ?? 'ns'}`,
    levels: precision === undefined ? levels : levels.slice(1),
  };
}

/** What a topic at a broker elsewhere says: `taktlog/TOKEN/FORMAT/…`. */
export interface ForeignTopic {
  token: string;
  /** The topic as it would be called here, where the connection brings the token. */
  topic: string;
}

/** Null for a topic that names no token or no format. */
export function foreignTopic(given: string): ForeignTopic | null {
  if (given.length > MAX_LENGTH) return null;
  const [root, token = '', ...rest] = given.split('/');
  if (root !== 'taktlog' || token === '' || token.length > TOKEN_MAX_LENGTH || rest.length === 0) return null;
  return { token, topic: [root, ...rest].join('/') };
}
