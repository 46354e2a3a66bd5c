import { Buffer } from 'node:buffer';
import type { IdentityKind } from '../../contract/device-identities.ts';
import type { IngestError } from '../../contract/received-data.ts';
import { decodeChirpstack } from './chirpstack.ts';
import { collectdHostOf } from './collectd.ts';
import { readJsonText } from './decoded.ts';
import { elementsOf } from './json-scan.ts';
import { decodeTheThingsStack } from './the-things-stack.ts';
import type { Uplink } from './uplink.ts';

/**
 * What of a gateway's message belongs to one device: a message of its own, that the decoder of the whole reads. Only the part is kept with the
 * device, cut out of the text as it came, so that a relay of many devices doesn't store its message once for each of them.
 */
export interface DevicePart {
  kind: IdentityKind;
  /** Empty when nobody knows whose it is (`none`). */
  identity: string;
  /** What the network server calls the device. */
  label: string | null;
  body: Uint8Array;
  /** Why nobody knows. */
  failure: IngestError | null;
}

/** Devices that one message may bring. */
const MOST_DEVICES = 500;
const IDENTITY_MAX_LENGTH = 200;
const LABEL_MAX_LENGTH = 100;

const isGood = (text: string, most: number) => text !== '' && text.length <= most && text.isWellFormed() && !/\p{Cc}/u.test(text);

/** What a gateway calls a device. */
export type DeviceName = Pick<DevicePart, 'kind' | 'identity'>;

/** A device that is named by the level of a topic; null when that is no name. */
export const deviceOfLevel = (level: string): DeviceName | null =>
  isGood(level, IDENTITY_MAX_LENGTH) ? { kind: 'topic', identity: level } : null;

export type Split = (body: Uint8Array) => DevicePart[] | 'too_many_devices';

export const nobodys = (body: Uint8Array, failure: IngestError): DevicePart => ({ kind: 'none', identity: '', label: null, body, failure });

function ofUplink(body: Uint8Array, { identity, label, decoded }: Uplink): DevicePart[] {
  if (identity === null) return [nobodys(body, decoded.failure ?? { code: 'shape' })];
  const shown = label !== null && isGood(label, LABEL_MAX_LENGTH) ? label : null;
  return [{ kind: 'dev_eui', identity, label: shown, body, failure: null }];
}

/** Value lists by their host, in the order in which the hosts come; what names none stays together. */
function splitCollectd(body: Uint8Array): ReturnType<Split> {
  const json = readJsonText(body);
  if (json.failure) return [nobodys(body, json.failure)];
  if (!Array.isArray(json.value)) return [nobodys(body, { code: 'shape' })];
  const texts = elementsOf(json.text);
  const hosts = new Map<string | null, string[]>();
  json.value.forEach((row: unknown, index) => {
    const named = collectdHostOf(row);
    const host = named !== null && isGood(named, IDENTITY_MAX_LENGTH) ? named : null;
    const rows = hosts.get(host);
    if (rows) rows.push(texts[index]!);
    else hosts.set(host, [texts[index]!]);
  });
  if (hosts.size > MOST_DEVICES) return 'too_many_devices';
  return [...hosts].map(([host, rows]): DevicePart => {
    const part = Buffer.from(`[${rows.join(',')}]`);
    return host === null ? nobodys(part, { code: 'shape' }) : { kind: 'host', identity: host, label: null, body: part, failure: null };
  });
}

/** How the message of a door is split by its decoder's name; null = it has one device only, and needs that one's token. */
export function splitOf(decoder: string): Split | null {
  if (decoder === 'tts@1') return (body) => ofUplink(body, decodeTheThingsStack(body, 0));
  if (decoder.startsWith('chirpstack@1')) return (body) => ofUplink(body, decodeChirpstack(body, 0));
  return decoder === 'collectd@1' ? splitCollectd : null;
}
