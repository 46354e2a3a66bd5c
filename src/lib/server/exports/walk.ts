import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ctx } from '../kernel/context.ts';
import { readingsRepo } from '../readings/readings.repo.ts';
import { overlayOf } from '../storage/readings/overlay.ts';
import type { Plan, Source } from './plan.ts';

/** Readings of a plan in the order of their file, page by page, however many there are. */

/** A reading as it counts. */
export interface Counted {
  ts: number;
  num: number | null;
  text: string | null;
  quality: number;
}
export interface LongRow {
  source: Source;
  reading: Counted;
}
export interface WideRow {
  ts: number;
  /** One for each channel; undefined = it has none at that moment. */
  readings: (Counted | undefined)[];
}
/** Where the next part begins: at a channel (long only), after a moment. */
export interface Place {
  at: number;
  after: number | null;
}
export const BEGINNING: Place = { at: 0, after: null };

/** Readings that one statement gives: nobody else waits long for it. */
const PAGE = 4_000;
const LEAST_PAGE = 50;

/** The one way from here to readings: as they count, with what people excluded and corrected. */
function pageOf(ctx: Ctx, { channel }: Source, from: number, to: number, limit: number): Promise<Counted[]> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const overlay = await overlayOf(db, ctx.organization.id, channel);
    const repo = readingsRepo({ db, organization_no: ctx.organization.no, unpacked: ctx.db.unpacked });
    const page = await repo.list(channel.no, from, to, 'asc', limit);
    return overlay ? page.map((reading) => overlay.correct(reading)) : page;
  });
}

/** How many readings there are, no further than a little more than `most`. */
export function countOf(ctx: Ctx, { sources, window }: Plan, most: number): Promise<number> {
  return ctx.db.read(ctx.organization.id, async (db) => {
    const repo = readingsRepo({ db, organization_no: ctx.organization.no });
    let count = 0;
    for (const { channel } of sources) {
      count += await repo.count(channel.no, window, most + 1 - count);
      if (count > most) break;
    }
    return count;
  });
}

/** Channel after channel, each in order of time. `next` is null behind the last one. */
export async function longPart(
  ctx: Ctx,
  { sources, window }: Plan,
  place: Place,
  most: number,
): Promise<{ rows: LongRow[]; next: Place | null }> {
  const rows: LongRow[] = [];
  let { at, after } = place;
  while (at < sources.length && rows.length < most) {
    const source = sources[at]!;
    const limit = Math.min(PAGE, most - rows.length);
    const page = await pageOf(ctx, source, after === null ? window.from : after + 1, window.to, limit);
    for (const reading of page) rows.push({ source, reading });
    if (page.length < limit) [at, after] = [at + 1, null];
    else after = page.at(-1)!.ts;
    await nextTurn();
  }
  return { rows, next: at < sources.length ? { at, after } : null };
}

/** All channels together in order of time. `most` counts readings. */
export async function widePart(
  ctx: Ctx,
  { sources, window }: Plan,
  place: Place,
  most: number,
): Promise<{ rows: WideRow[]; count: number; next: Place | null }> {
  const limit = Math.min(PAGE, Math.max(LEAST_PAGE, Math.floor(most / sources.length)));
  const from = place.after === null ? window.from : place.after + 1;
  const heads = sources.map((source) => ({ source, page: [] as Counted[], i: 0, from, isOver: false }));
  const rows: WideRow[] = [];
  let count = 0;
  while (count < most) {
    let ts = Number.POSITIVE_INFINITY;
    for (const head of heads) {
      if (head.i >= head.page.length && !head.isOver) {
        head.page = await pageOf(ctx, head.source, head.from, window.to, limit);
        head.i = 0;
        head.isOver = head.page.length < limit;
        head.from = (head.page.at(-1)?.ts ?? head.from) + 1;
      }
      const reading = head.page[head.i];
      if (reading !== undefined && reading.ts < ts) ts = reading.ts;
    }
    if (ts === Number.POSITIVE_INFINITY) return { rows, count, next: null };
    const readings = heads.map((head) => {
      const reading = head.page[head.i];
      if (reading?.ts !== ts) return undefined;
      head.i += 1;
      count += 1;
      return reading;
    });
    rows.push({ ts, readings });
  }
  return { rows, count, next: { at: 0, after: rows.at(-1)!.ts } };
}
