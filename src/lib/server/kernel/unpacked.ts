/** About a year's charts of a screenful of channels. */
const MOST_BYTES = 32 * 1_048_576;

/**
 * What was unpacked of rows whose bytes never change and whose ids are never used again, for whoever asks next: those that were asked for
 * last, within a bound of bytes.
 */
export class Unpacked {
  readonly #most: number;
  readonly #kept = new Map<string, { value: unknown; bytes: number }>();
  #bytes = 0;

  constructor(mostBytes = MOST_BYTES) {
    this.#most = mostBytes;
  }

  get<T>(table: string, id: number): T | undefined {
    const key = `${table} ${id}`;
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.value as T;
  }

  keep(table: string, id: number, value: unknown, bytes: number): void {
    const key = `${table} ${id}`;
    if (bytes > this.#most || this.#kept.has(key)) return;
    this.#kept.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#kept) {
      if (this.#bytes <= this.#most) return;
      this.#kept.delete(oldest);
      this.#bytes -= freed;
    }
  }
}
