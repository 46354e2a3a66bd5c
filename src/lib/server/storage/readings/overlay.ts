import { sql } from 'kysely';
import { type Calibration, type Curve, calibratedValue, timelineOf } from '../../../domain/readings/calibration.ts';
import { type Correction, correctedValue } from '../../../domain/readings/marks.ts';
import type { Db } from '../../kernel/database.ts';
import { EXCLUDED, SENSOR_ERROR } from '../../kernel/reading-store.ts';
import type { Row } from '../../kernel/schema.ts';
import { tenantDb, tenantTable } from '../../kernel/tenant-db.ts';
import type { readingReader } from './reading-reader.ts';

/**
 * Calibrations lie over readings and marks of people over these, while readings stay as they came: whoever reads what counts reads through an overlay.
 * So late and re-read readings fall under both, and taking one back leaves what was.
 */

export type ReadingReader = ReturnType<typeof readingReader>;
export type CorrectedReader = Pick<ReadingReader, 'range' | 'pages' | 'newest' | 'values' | 'lastWords'>;

interface Counted {
  ts: number;
  num: number | null;
  quality: number;
}

/** Stretches without a moment in common, in order of time. */
class Stretches<S extends { from: number; to: number }> {
  readonly all: readonly S[];
  /** Where the last moment was looked for: moments mostly come in order. */
  #at = 0;

  constructor(all: readonly S[]) {
    this.all = all.toSorted((a, b) => a.from - b.from);
  }

  at(ts: number): S | undefined {
    const { all } = this;
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
}

/** What lies over the readings of one channel: its calibrations, and over these what people correct. */
export class Overlay {
  readonly #corrections: Stretches<Correction>;
  readonly #calibrations: Stretches<Calibration>;

  constructor(corrections: readonly Correction[], calibrations: readonly Calibration[] = []) {
    this.#corrections = new Stretches(corrections);
    this.#calibrations = new Stretches(calibrations);
  }

  /** In order of time. */
  get corrections(): readonly Correction[] {
    return this.#corrections.all;
  }

  /** In order of time. */
  get calibrations(): readonly Calibration[] {
    return this.#calibrations.all;
  }

  /** Those that leave readings out, in order of time. */
  get exclusions(): readonly Correction[] {
    return this.corrections.filter(({ kind }) => kind === 'exclude');
  }

  /** What people correct at the moment. */
  at(ts: number): Correction | undefined {
    return this.#corrections.at(ts);
  }

  /** The value as the channel's calibration has it, before marks. */
  calibrated(ts: number, value: number): number {
    const calibration = this.#calibrations.at(ts);
    return calibration === undefined ? value : calibratedValue(calibration.curve, value);
  }

  /** The reading as it counts; the same object where nothing is said of it. A sensor's error has no value that could be corrected. */
  correct<T extends Counted>(reading: T): T {
    const correction = this.at(reading.ts);
    const isNumber = reading.num !== null && (reading.quality & SENSOR_ERROR) === 0;
    let num = isNumber ? this.calibrated(reading.ts, reading.num!) : reading.num;
    if (correction?.kind === 'exclude') return { ...reading, num, quality: reading.quality | EXCLUDED };
    if (correction !== undefined && isNumber) num = correctedValue(correction, reading.ts, num!);
    return num === reading.num ? reading : { ...reading, num };
  }

  *corrected<T extends Counted>(readings: Iterable<T>): Generator<T> {
    for (const reading of readings) yield this.correct(reading);
  }

  /** Does an exclusion reach into from ≤ ts < to? */
  excludes(from: number, to: number): boolean {
    return this.corrections.some((one) => one.kind === 'exclude' && one.from < to && from < one.to);
  }
}

/** A channel with what says whether anybody ever marked or calibrated it. */
export type Markable = Pick<Row<'channels'>, 'no' | 'mark_rev'>;

/** A mark that corrects, or a calibration: without an end of its own. */
export type CorrectionRow =
  | (Pick<Row<'marks'>, 'kind' | 'from_ts' | 'to_ts' | 'value_from' | 'value_to'> & { curve: null })
  | { kind: 'calibration'; from_ts: number; to_ts: null; value_from: null; value_to: null; curve: string };

/** Corrections of channels of an organisation, for those who don't ask by Kysely. @param channel condition for the channel `c` */
export const correctionsSql = (channel: string): string => `
  select c.no, m.kind, m.from_ts, m.to_ts, m.value_from, m.value_to, null as curve from marks as m
    join channels as c on c.organization_id = m.organization_id and c.id = m.channel_id
    where ${channel} and m.kind <> 'note' and m.revoked_at is null
  union all select c.no, 'calibration', k.from_ts, null, null, null, k.curve from calibrations as k
    join channels as c on c.organization_id = k.organization_id and c.id = k.channel_id
    where ${channel} and k.revoked_at is null`;

export const correctionOf = ({
  kind,
  from_ts,
  to_ts,
  value_from,
  value_to,
}: Pick<Row<'marks'>, 'kind' | 'from_ts' | 'to_ts' | 'value_from' | 'value_to'>): Correction => {
  if (kind === 'note') throw new TypeError('a note corrects nothing');
  return { kind, from: from_ts, to: to_ts, first: value_from, last: value_to };
};

export const readCurve = (json: string): Curve => JSON.parse(json) as Curve;

export function overlayOfRows(rows: readonly CorrectionRow[]): Overlay | null {
  if (rows.length === 0) return null;
  const corrections: Correction[] = [];
  const calibrations: { from: number; curve: Curve }[] = [];
  for (const row of rows)
    if (row.kind === 'calibration') calibrations.push({ from: row.from_ts, curve: readCurve(row.curve) });
    else corrections.push(correctionOf(row));
  return new Overlay(corrections, timelineOf(calibrations));
}

/** What lies over the channel's readings now; null = nothing. A channel that nobody ever marked or calibrated asks nothing of the database. */
export async function overlayOf(db: Db, organization_id: string, { no, mark_rev }: Markable): Promise<Overlay | null> {
  if (mark_rev === null) return null;
  const connection = { db, organization_id };
  const channels = tenantTable(connection, 'channels as c');
  const { rows } = await sql<CorrectionRow>`
    select m.kind, m.from_ts, m.to_ts, m.value_from, m.value_to, null as curve from ${tenantTable(connection, 'marks as m')}
      join ${channels} on c.id = m.channel_id where c.no = ${no} and m.kind <> 'note' and m.revoked_at is null
    union all select 'calibration', k.from_ts, null, null, null, k.curve from ${tenantTable(connection, 'calibrations as k')}
      join ${channels} on c.id = k.channel_id where c.no = ${no} and k.revoked_at is null`.execute(tenantDb(connection));
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
