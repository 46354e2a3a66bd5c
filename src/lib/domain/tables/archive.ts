/** Records of a ZIP archive whose entries are packed with DEFLATE and have names of UTF-8; all dates are 1980-01-01. */

export interface Packing {
  /** CRC-32 of the plain bytes. */
  crc: number;
  packed: number;
  size: number;
}
export interface Entry extends Packing {
  name: string;
  /** Where its head begins in the archive. */
  at: number;
  /** Lengths and checksum follow behind it. */
  isStreamed: boolean;
}

const record = (bytes: number): { record: Uint8Array<ArrayBuffer>; put: (value: number, width: 2 | 4) => void } => {
  const record = new Uint8Array(bytes);
  const view = new DataView(record.buffer);
  let i = 0;
  return {
    record,
    put(value, width) {
      if (width === 2) view.setUint16(i, value, true);
      else view.setUint32(i, value, true);
      i += width;
    },
  };
};

/** The head of an entry. @param central as the list at the end of the archive has it */
export function entryHead({ name, crc, packed, size, at, isStreamed }: Entry, central: boolean): Uint8Array<ArrayBuffer> {
  const title = new TextEncoder().encode(name);
  const before = central ? 46 : 30;
  const { record: head, put } = record(before + title.byteLength);
  put(central ? 0x02014b50 : 0x04034b50, 4);
  if (central) put(20, 2);
  put(20, 2);
  put(0x0800 | (isStreamed ? 8 : 0), 2);
  put(8, 2);
  put(0, 2);
  put(0x21, 2);
  const isKnown = central || !isStreamed;
  for (const value of [crc, packed, size]) put(isKnown ? value : 0, 4);
  put(title.byteLength, 2);
  put(0, 2);
  if (central) {
    for (let i = 0; i < 3; i++) put(0, 2);
    put(0, 4);
    put(at, 4);
  }
  head.set(title, before);
  return head;
}

/** What follows behind an entry that is streamed. */
export function entryEnd({ crc, packed, size }: Packing): Uint8Array<ArrayBuffer> {
  const { record: end, put } = record(16);
  for (const value of [0x08074b50, crc, packed, size]) put(value, 4);
  return end;
}

function archiveEnd(entries: number, list: number, at: number): Uint8Array<ArrayBuffer> {
  const { record: end, put } = record(22);
  put(0x06054b50, 4);
  put(0, 4);
  put(entries, 2);
  put(entries, 2);
  put(list, 4);
  put(at, 4);
  return end;
}

/** What an engine has to pack with: raw DEFLATE of the whole, and CRC-32 as ISO 3309 has it. */
export interface Packer {
  pack(plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  crc32(plain: Uint8Array<ArrayBuffer>): number;
}

/**
 * Entries of an archive with their heads, and its end.
 * @param texts by the names of their entries
 * @param before entries that were written already, which end at `at`
 */
export async function packEntries(
  texts: readonly (readonly [name: string, text: string])[],
  { pack, crc32 }: Packer,
  before: readonly Entry[] = [],
  at = 0,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const entries = [...before];
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let end = at;
  for (const [name, text] of texts) {
    const plain = new TextEncoder().encode(text);
    const bytes = await pack(plain);
    const entry: Entry = { name, at: end, isStreamed: false, crc: crc32(plain), packed: bytes.byteLength, size: plain.byteLength };
    const head = entryHead(entry, false);
    pieces.push(head, bytes);
    entries.push(entry);
    end += head.byteLength + bytes.byteLength;
  }
  const list = entries.map((entry) => entryHead(entry, true));
  const length = list.reduce((sum, head) => sum + head.byteLength, 0);
  return [...pieces, ...list, archiveEnd(entries.length, length, end)];
}
