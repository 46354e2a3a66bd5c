import { Buffer } from 'node:buffer';
import { AppError } from '../../contract/errors.ts';
import type { Ctx } from '../kernel/context.ts';
import type { Format } from './formats/format.ts';
import { FORMATS } from './formats/formats.ts';
import type { Plan } from './plan.ts';
import { tableOf } from './table.ts';
import { BEGINNING, longPart, type Place, widePart } from './walk.ts';

/** A file of readings, part after part: what a request sends and what a task writes. */

/** How far a file is; JSON. */
export interface Progress {
  place: Place;
  rows: number;
  readings: number;
  /** Of its format. */
  state: unknown;
}

export interface Part {
  bytes: Buffer;
  progress: Progress;
  isLast: boolean;
}

export const formatOf = ({ format }: Pick<Plan, 'format'>): Format => FORMATS[format] as Format;

/**
 * The next part of a file.
 * @param before null = it has no part yet
 * @param most readings of it
 * @throws AppError too_many_rows where the format has no room for more
 */
export async function nextPart(ctx: Ctx, plan: Plan, before: Progress | null, most: number): Promise<Part> {
  const format = formatOf(plan);
  const table = tableOf(plan);
  const begun = before === null ? await format.begin(table, plan) : null;
  const place = before?.place ?? BEGINNING;
  const part = plan.layout === 'long' ? await longPart(ctx, plan, place, most) : await widePart(ctx, plan, place, most);
  const rows = (before?.rows ?? 0) + part.rows.length;
  if (rows > (format.mostRows ?? Number.POSITIVE_INFINITY)) throw new AppError('too_many_rows');
  const written = await format.rows(table, plan, part.rows.map(table.rowOf), begun?.state ?? before?.state);
  const end = part.next === null ? await format.end(table, plan, written.state) : null;
  return {
    bytes: Buffer.concat([begun?.bytes, written.bytes, end].filter((bytes) => bytes != null)),
    progress: {
      place: part.next ?? place,
      rows,
      readings: (before?.readings ?? 0) + ('count' in part ? part.count : part.rows.length),
      state: written.state,
    },
    isLast: part.next === null,
  };
}
