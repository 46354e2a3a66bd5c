import { Buffer } from 'node:buffer';
import type { IdentityKind } from '../../contract/device-identities.ts';
import type { IngestError } from '../../contract/received-data.ts';
import { decodeChirpstack } from './chirpstack.ts';
import { collectdHostOf } from './collectd.ts';
import { isObject, readJsonText } from './decoded.ts';
import { elementsOf } from './json-scan.ts';
import { LineProtocolError, LineReader, type LineSeries } from './line-protocol.ts';
import { readSenml } from './senml.ts';
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

/** The device that a level of a topic names; null where none does. */
export function deviceInTopic(levels: readonly string[], { topicLevel }: Pick<Naming, 'topicLevel'>): DeviceName | null {
  const level = topicLevel === 0 ? '' : (levels[topicLevel - 1] ?? '');
  return isGood(level, IDENTITY_MAX_LENGTH) ? { kind: 'topic', identity: level } : null;
}

/** How messages of a gateway name their devices. */
export interface Naming {
  /** The tag of line protocol. */
  lineTag: string;
  /** The level of a topic of MQTT behind the format, from 1; 0 = none, the message itself names them. */
  topicLevel: number;
}

/** @param receivedAt µs UTC, from which relative times of a pack count */
export type Split = (body: Uint8Array, receivedAt: number) => DevicePart[] | 'too_many_devices';

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
  const hosts = new Devices<string>();
  for (const [index, row] of json.value.entries()) hosts.add(collectdHostOf(row), texts[index]!);
  return hosts.parts('host', (rows) => Buffer.from(`[${rows.join(',')}]`));
}

/** Bodies of devices, in the order in which the devices come. */
class Devices<T> {
  readonly #parts = new Map<string | null, T[]>();

  /** @param named null, and what is no good name, is nobody's */
  add(named: string | null, piece: T): void {
    const name = named !== null && isGood(named, IDENTITY_MAX_LENGTH) ? named : null;
    const pieces = this.#parts.get(name);
    if (pieces) pieces.push(piece);
    else this.#parts.set(name, [piece]);
  }

  parts(kind: IdentityKind, join: (pieces: T[]) => Uint8Array): ReturnType<Split> {
    if (this.#parts.size > MOST_DEVICES) return 'too_many_devices';
    return [...this.#parts].map(([identity, pieces]): DevicePart => {
      const body = join(pieces);
      return identity === null ? nobodys(body, { code: 'shape' }) : { kind, identity, label: null, body, failure: null };
    });
  }
}

const escaped = (name: string, marks: RegExp) => name.replace(marks, '\\$&');
/** A series without the tag that names its device, as line protocol writes it. */
const seriesWithout = ({ measurement, tags }: LineSeries, tag: string): string =>
  [
    escaped(measurement, /[, ]/g),
    ...tags.filter(([key]) => key !== tag).map(([key, value]) => `${escaped(key, /[,= ]/g)}=${escaped(value, /[,= ]/g)}`),
  ].join(',');

/** Points by the value of their tag, which is taken out: a device's channels are called alike whichever device it is. */
const splitLines =
  (tag: string): Split =>
  (body) => {
    const reader = new LineReader(body);
    const devices = new Devices<Uint8Array>();
    const heads = new Map<LineSeries, { device: string | null; head: Uint8Array }>();
    try {
      while (reader.next()) {
        const { series } = reader;
        let known = heads.get(series);
        if (!known) {
          const device = series.tags.find(([key]) => key === tag)?.[1] ?? null;
          known = { device, head: device === null ? series.raw : Buffer.from(seriesWithout(series, tag)) };
          heads.set(series, known);
        }
        const rest = reader.afterSeries();
        const isEnded = rest.at(-1) === 10;
        devices.add(known.device, Buffer.concat(isEnded ? [known.head, rest] : [known.head, rest, Buffer.from('\n')]));
      }
    } catch (error) {
      if (!(error instanceof LineProtocolError)) throw error;
      return [nobodys(body, { code: error.code, line: error.line, column: error.column })];
    }
    return devices.parts('tag', (lines) => Buffer.concat(lines));
  };

/** Between the name of a device and what it measures. */
const BETWEEN = '[-:./_]+';
const AT_END = new RegExp(`${BETWEEN}$`);
const AT_START = new RegExp(`^${BETWEEN}`);

/** Records by their base name, each resolved and called by its own name: a device's channels are called alike whichever device it is. */
const splitSenml: Split = (body, receivedAt) => {
  const json = readJsonText(body);
  if (json.failure) return [nobodys(body, json.failure)];
  const pack = readSenml(body, receivedAt);
  if (pack.failure || !Array.isArray(json.value)) return [nobodys(body, pack.failure ?? { code: 'shape' })];
  let base = '';
  const bases = json.value.map((row: unknown) => {
    if (isObject(row) && typeof row.bn === 'string') base = row.bn;
    return base;
  });
  const devices = new Devices<string>();
  for (const { index, record } of pack.records) {
    const bn = bases[index]!;
    const own = record.n.slice(bn.length).replace(AT_START, '');
    devices.add(bn.replace(AT_END, '') || null, JSON.stringify({ ...record, n: own || record.n }));
  }
  const parts = devices.parts('base_name', (records) => Buffer.from(`[${records.join(',')}]`));
  if (parts === 'too_many_devices' || pack.errors.length === 0) return parts;
  // What can't be read has no device.
  const texts = elementsOf(json.text);
  const broken = pack.errors.flatMap(({ index }) => (index === undefined ? [] : [texts[index]!]));
  return [...parts, nobodys(Buffer.from(`[${broken.join(',')}]`), pack.errors[0]!)];
};

/** How the message of a door is split by its decoder's name; null = it has one device only, and needs that one's token. */
export function splitOf(decoder: string, { lineTag }: Pick<Naming, 'lineTag'>): Split | null {
  if (decoder.startsWith('line-protocol@1')) return splitLines(lineTag);
  if (decoder === 'senml@1') return splitSenml;
  if (decoder === 'tts@1') return (body) => ofUplink(body, decodeTheThingsStack(body, 0));
  if (decoder.startsWith('chirpstack@1')) return (body) => ofUplink(body, decodeChirpstack(body, 0));
  return decoder === 'collectd@1' ? splitCollectd : null;
}
