import { type Correction, correctedValue } from '../../../domain/readings/marks.ts';
import type { Db } from '../../kernel/database.ts';
import { EXCLUDED, SENSOR_ERROR } from '../../kernel/reading-store.ts';
import type { Row } from '../../kernel/schema.ts';
import { tenantDb } from '../../kernel/tenant-db.ts';
import type { readingReader } from './reading-reader.ts';

/**
 * Marks of people lie over readings, which stay as they came: whoever reads what counts reads through an overlay. So late and re-read readings
 * fall under a mark, and taking it back leaves what was.
 */

export type ReadingReader = ReturnType<typeof readingReader>;
export type CorrectedReader = Pick<ReadingReader, 'range' | 'pages' | 'newest' | 'values' | 'lastWords'>;

interface Counted {
  ts: number;
  num: number | null;
  quality: number;
}

/** The corrections of one channel, which have no moment in common. */
export class Overlay {
  /** In order of time. */
  readonly corrections: readonly Correction[];
  /** Where the last moment was looked for: moments mostly come in order. */
  #at = 0;

  constructor(corrections: readonly Correction[]) {
    this.corrections = corrections.toSorted((a, b) => a.from - b.from);
  }

  /** Those that leave readings out, in order of time. */
  get exclusions(): readonly Correction[] {
    return this.corrections.filter(({ kind }) => kind === 'exclude');
  }

  at(ts: number): Correction | undefined {
    const all = this.corrections;
    const near = all[this.#at];
    if (near !== undefined && ts >= near.from && ts < near.to) return near;
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle]!.to <= ts) low = middle + 1;
      else high = middle;
    }
    const found = all[low];
    if (found === undefined || ts < found.from) return undefined;
    this.#at = low;
    return found;
  }

  /** The reading as it counts; the same object where nothing is said of it. A sensor's error has no value that could be corrected. */
  correct<T extends Counted>(reading: T): T {
    const correction = this.at(reading.ts);
    if (correction === undefined) return reading;
    if (correction.kind === 'exclude') return { ...reading, quality: reading.quality | EXCLUDED };
    if (reading.num === null || (reading.quality & SENSOR_ERROR) !== 0) return reading;
    return { ...reading, num: correctedValue(correction, reading.ts, reading.num) };
  }

  *corrected<T extends Counted>(readings: Iterable<T>): Generator<T> {
    for (const reading of readings) yield this.correct(reading);
  }

  /** Does an exclusion reach into from ≤ ts < to? */
  excludes(from: number, to: number): boolean {
    return this.corrections.some((one) => one.kind === 'exclude' && one.from < to && from < one.to);
  }
}

/** A channel with what says whether anybody ever marked it. */
export type Markable = Pick<Row<'channels'>, 'no' | 'mark_rev'>;

export const CORRECTION_COLUMNS = ['kind', 'from_ts', 'to_ts', 'value_from', 'value_to'] as const;
export type CorrectionRow = Pick<Row<'marks'>, (typeof CORRECTION_COLUMNS)[number]>;

export const correctionOf = ({ kind, from_ts, to_ts, value_from, value_to }: CorrectionRow): Correction => {
  if (kind === 'note') throw new TypeError('a note corrects nothing');
  return { kind, from: from_ts, to: to_ts, first: value_from, last: value_to };
};

export const overlayOfRows = (rows: readonly CorrectionRow[]): Overlay | null =>
  rows.length === 0 ? null : new Overlay(rows.map(correctionOf));

/** What lies over the channel's readings now; null = nothing. A channel that nobody ever marked asks nothing of the database. */
export async function overlayOf(db: Db, organization_id: string, { no, mark_rev }: Markable): Promise<Overlay | null> {
  if (mark_rev === null) return null;
  const rows = await tenantDb({ db, organization_id })
    .selectFrom('marks as m')
    .innerJoin('channels as c', 'c.id', 'm.channel_id')
    .select(['m.kind', 'm.from_ts', 'm.to_ts', 'm.value_from', 'm.value_to'])
    .where('c.no', '=', no)
    .where('m.kind', '!=', 'note')
    .where('m.revoked_at', 'is', null)
    .execute();
  return overlayOfRows(rows);
}

const REMEMBERED = 50_000;

/** Overlays of channels by the revision that the channel's row has, which is read with every commit: nobody has to tell of a change. */
export class OverlayMemory {
  readonly #channels = new Map<string, { rev: number; overlay: Overlay | null }>();

  /** Undefined = they must be asked for. */
  known(organizationId: string, { no, mark_rev }: Markable): Overlay | null | undefined {
    if (mark_rev === null) return null;
    const known = this.#channels.get(`${organizationId} ${no}`);
    return known?.rev === mark_rev ? known.overlay : undefined;
  }

  keep(organizationId: string, { no, mark_rev }: Markable, rows: readonly CorrectionRow[]): Overlay | null {
    const overlay = overlayOfRows(rows);
    if (this.#channels.size >= REMEMBERED) this.#channels.clear();
    this.#channels.set(`${organizationId} ${no}`, { rev: mark_rev!, overlay });
    return overlay;
  }
}

/** Readings as they count; the reader itself where nothing lies over them. */
export function correctedReader(reader: ReadingReader, overlay: Overlay | null): CorrectedReader {
  if (overlay === null) return reader;
  const corrected: CorrectedReader = {
    async range(channelNo, options) {
      return (await reader.range(channelNo, options)).map((reading) => overlay.correct(reading));
    },
    async *pages(channelNo, from) {
      for await (const page of reader.pages(channelNo, from)) yield page.map((reading) => overlay.correct(reading));
    },
    async newest(channelNo, { without = 0, having = 0, from, to }) {
      const find = async (window: { from?: number | undefined; to?: number | undefined }, isExcluded: boolean) => {
        if (window.from !== undefined && window.to !== undefined && window.from >= window.to) return undefined;
        if (isExcluded && (without & EXCLUDED) !== 0) return undefined;
        const isHaving = isExcluded && (having & EXCLUDED) !== 0;
        return reader.newest(channelNo, { without, having: isHaving ? 0 : having, ...window });
      };
      // From the end backwards, stretch by stretch: what is excluded has another quality than its row.
      let end = to;
      for (const one of overlay.exclusions.toReversed()) {
        if ((end !== undefined && one.from >= end) || (from !== undefined && one.to <= from)) continue;
        const after = await find({ from: Math.max(one.to, from ?? one.to), to: end }, false);
        const found = after ?? (await find({ from: Math.max(one.from, from ?? one.from), to: Math.min(one.to, end ?? one.to) }, true));
        if (found) return overlay.correct(found);
        end = one.from;
      }
      const found = await find({ from, to: end }, false);
      return found && overlay.correct(found);
    },
    async values<V>(...[arrays, channelNo, column, page]: Parameters<ReadingReader['values']>) {
      const rows = await reader.values<V>(arrays, channelNo, column, page);
      return rows.map((row): (typeof rows)[number] => {
        const [ts, value, quality] = row;
        const isNumber = typeof value === 'number';
        const before = { ts, num: isNumber ? value : null, quality };
        const { num, quality: after } = overlay.correct(before);
        return [ts, isNumber ? (num as V) : value, after];
      });
    },
    lastWords(channelNo, from, to, bucket) {
      return reader.lastWords(channelNo, from, to, bucket, overlay.exclusions);
    },
  };
  return corrected;
}
