import { LEFT_OUT } from '../../kernel/reading-store.ts';
import { readingAt, type StoredReading } from './chunks.ts';
import type { ReadingColumns } from './codec.ts';

/** What readings of a series are given as, whether they come as rows or out of chunks. */

/** Stands for the quality of a row that is no reading but a chunk. */
export const CHUNK = -1;

/** How a row of a page is told from a chunk, and what stands for a reading of a chunk; undefined = it isn't wanted. */
export interface Form<T> {
  ts(row: T): number;
  chunk(row: T): number | null;
  reading(columns: ReadingColumns, i: number): T | undefined;
  /** The same of a run of them, without a call for each, until `out` has `limit` of them. */
  run?(out: Out<T>, columns: ReadingColumns, from: number, to: number, limit: number): void;
}

/** Where readings go: a list of them, or somebody who looks at each. */
export interface Out<T> {
  readonly length: number;
  push(reading: T): unknown;
}

export const AS_OBJECT: Form<StoredReading> = {
  ts: (row) => row.ts,
  chunk: (row) => (row.quality === CHUNK ? row.src : null),
  reading: readingAt,
  run(out, { ts, num, text, quality, src }, from, to, limit) {
    for (let i = from; i < to && out.length < limit; i++) {
      const value = num[i]!;
      out.push({
        ts: ts[i]!,
        num: Number.isNaN(value) ? null : value,
        text: text === null ? null : text[i]!,
        quality: quality[i]!,
        src: src[i]!,
      });
    }
  },
};

export type Value<V> = [ts: number, value: V, quality: number];

export const asValue = (column: 'num' | 'text'): Form<Value<unknown>> => ({
  ts: (row) => row[0],
  chunk: (row) => (row[2] === CHUNK ? Number(row[1]) : null),
  reading({ ts, num, text, quality }, i) {
    const value = column === 'text' ? (text?.[i] ?? null) : Number.isNaN(num[i]) ? null : num[i]!;
    return value !== null || (quality[i]! & LEFT_OUT) !== 0 ? [ts[i]!, value, quality[i]!] : undefined;
  },
});

/** Told of a number, or of a reading that doesn't count (its value may be null). */
export type TakeNumber = (ts: number, value: number | null, quality: number) => void;

/** Numbers for somebody who looks at each: those of chunks come without anything being made of them. */
export class Looked implements Out<Value<number | null>> {
  length = 0;
  readonly #look: TakeNumber;

  constructor(look: TakeNumber) {
    this.#look = look;
  }

  push([ts, value, quality]: Value<number | null>): void {
    this.add(ts, value, quality);
  }

  add(ts: number, value: number | null, quality: number): void {
    this.length += 1;
    this.#look(ts, value, quality);
  }
}

export const asLooked = (out: Looked): Form<Value<number | null>> => ({
  ...(asValue('num') as Form<Value<number | null>>),
  run(_, { ts, num, quality }, from, to, limit) {
    for (let i = from; i < to && out.length < limit; i++) {
      const value = num[i]!;
      if (!Number.isNaN(value)) out.add(ts[i]!, value, quality[i]!);
      else if ((quality[i]! & LEFT_OUT) !== 0) out.add(ts[i]!, null, quality[i]!);
    }
  },
});
