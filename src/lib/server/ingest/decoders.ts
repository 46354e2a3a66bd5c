import { CHIRPSTACK_EVENTS, decodeChirpstack } from './chirpstack.ts';
import { decodeCollectdHost } from './collectd.ts';
import { decodeJson } from './decode-json.ts';
import { decodeLineProtocol } from './decode-line-protocol.ts';
import { decodeSenml } from './decode-senml.ts';
import { decodeTable, decodeTableWithoutFailures } from './decode-table.ts';
import type { Decoded } from './decoded.ts';
import { LINE_PRECISIONS } from './line-protocol.ts';
import { decodeTheThingsStack } from './the-things-stack.ts';
import { decodeThingsboard } from './thingsboard.ts';

/** A body → readings. Pure; never throws. @param receivedAt µs UTC */
export type Decode = (body: Uint8Array, receivedAt: number) => Decoded;

/**
 * Every decoder by the name under which a message keeps it: `name@version`, with what else it must know as a query. A decoder that would
 * read a stored body differently than before is a new version beside the old one.
 */
const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['json@1', decodeJson],
  ['senml@1', decodeSenml],
  ['thingsboard@1', decodeThingsboard],
  ['table@1', decodeTableWithoutFailures],
  ['table@2', decodeTable],
  ...LINE_PRECISIONS.map((precision): [string, Decode] => [
    `line-protocol@1?precision=${precision}`,
    (body, receivedAt) => decodeLineProtocol(body, receivedAt, precision),
  ]),
  ['collectd@1', decodeCollectdHost],
  ['tts@1', (body, receivedAt) => decodeTheThingsStack(body, receivedAt).decoded],
  ...[...CHIRPSTACK_EVENTS, 'other'].map((event): [string, Decode] => [
    `chirpstack@1?event=${event}`,
    (body, receivedAt) => decodeChirpstack(body, receivedAt, event).decoded,
  ]),
]);

/** What read messages before they kept the name of their decoder. */
const FIRST_DECODER = 'json@1';

/** The decoder of a stored or an arriving message; null = of a message that is older than such names. @throws Error for a name that is none */
export function decoderOf(name: string | null): Decode {
  const decode = DECODERS.get(name ?? FIRST_DECODER);
  if (!decode) throw new Error(`there is no decoder ${name}`);
  return decode;
}
