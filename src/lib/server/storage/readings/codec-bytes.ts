/** A buffer that grows, for `codec.ts`. */
export class ByteWriter {
  private buffer = Buffer.alloc(4_096);
  private length = 0;

  byte(value: number): void {
    this.room(1);
    this.buffer[this.length++] = value;
  }

  /** A whole number from 0 to 2⁵³ in groups of seven bits, the lowest first; the highest bit of a byte says that more follow. */
  varint(value: number): void {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128);
    this.byte(rest);
  }

  /** Length in bytes, then UTF-8. */
  string(value: string): void {
    const bytes = Buffer.from(value);
    this.varint(bytes.length);
    this.room(bytes.length);
    bytes.copy(this.buffer, this.length);
    this.length += bytes.length;
  }

  /** Whole numbers from 0 to 2⁵³: how many bytes the largest of them takes, then the lowest byte of each, then the second, and so on. */
  planes(values: Float64Array): void {
    const n = values.length;
    let largest = 0;
    for (let i = 0; i < n; i++) if (values[i]! > largest) largest = values[i]!;
    let width = 0;
    while (256 ** width <= largest) width++;
    this.byte(width);
    this.room(width * n);
    for (let plane = 0; plane < width; plane++) {
      const shift = 8 * (plane % 4);
      const at = this.length + plane * n;
      for (let i = 0; i < n; i++) this.buffer[at + i] = (plane < 4 ? values[i]! >>> 0 : Math.floor(values[i]! / 2 ** 32)) >>> shift;
    }
    this.length += width * n;
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  private room(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = Buffer.alloc(Math.max(2 * this.buffer.length, this.length + count));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}

/** Reads what `ByteWriter` wrote; throws a RangeError where the bytes end too early. */
export class ByteReader {
  private readonly bytes: Uint8Array;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  byte(): number {
    return this.bytes[this.take(1)]!;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  string(): string {
    const length = this.varint();
    const from = this.take(length);
    return Buffer.from(this.bytes.subarray(from, from + length)).toString();
  }

  planes(n: number): Float64Array {
    const width = this.byte();
    const values = new Float64Array(n);
    for (let plane = 0, factor = 1; plane < width; plane++, factor *= 256) {
      const from = this.take(n);
      for (let i = 0; i < n; i++) values[i] = values[i]! + this.bytes[from + i]! * factor;
    }
    return values;
  }

  /** The next `count` bytes, of the same memory. */
  part(count: number): Uint8Array {
    const from = this.take(count);
    return this.bytes.subarray(from, from + count);
  }

  isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** Where the next `count` bytes begin. */
  private take(count: number): number {
    const from = this.at;
    if (from + count > this.bytes.length) throw new RangeError('the bytes end too early');
    this.at = from + count;
    return from;
  }
}
