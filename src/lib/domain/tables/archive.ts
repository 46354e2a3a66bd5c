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

/** The end of the archive. @param list bytes of all heads before it, the first of them at `at` */
export function archiveEnd(entries: number, list: number, at: number): Uint8Array<ArrayBuffer> {
  const { record: end, put } = record(22);
  put(0x06054b50, 4);
  put(0, 4);
  put(entries, 2);
  put(entries, 2);
  put(list, 4);
  put(at, 4);
  return end;
}
