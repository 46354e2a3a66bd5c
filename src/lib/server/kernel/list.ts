import { Buffer } from 'node:buffer';
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { Scope } from '../../contract/scopes.ts';
import { type Ctx, workspacesWith } from './context.ts';
import type { Db } from './database.ts';
import { searchPatterns } from './name-keys.ts';

/** What lists share: cursors, keyset paging, search. */

export const DEFAULT_LIMIT = 50;

type CursorValue = string | number;
/** The sorted value of the last row of a page and its tie-breaker. */
export type Cursor = readonly [value: CursorValue, tie: CursorValue];

export function writeCursor(value: CursorValue, tie: CursorValue): string {
  return Buffer.from(JSON.stringify([value, tie])).toString('base64url');
}

/**
 * The position of a cursor that {@link writeCursor} made; null without one.
 * @throws AppError validation_failed for anything else, or when the values are not of the list's types
 */
export function readCursor(cursor: string | undefined, value: 'string' | 'number', tie: 'string' | 'number'): Cursor | null {
  if (cursor === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(parsed) && parsed.length === 2 && isCursorValue(parsed[0], value) && isCursorValue(parsed[1], tie))
      return [parsed[0], parsed[1]];
  } catch {
    // Not JSON: answered below.
  }
  throw invalid('cursor');
}

const isCursorValue = (value: unknown, type: 'string' | 'number'): value is CursorValue =>
  typeof value === type && (typeof value === 'number' ? Number.isSafeInteger(value) : !(value as string).includes('\0'));

export const invalid = (path: string) => new AppError('validation_failed', { errors: [{ path, code: 'invalid_value' }] });

/** Rows after a cursor, in the order of `value` and then of the column `tie`, both upwards or both downwards. */
export function after(value: RawBuilder<CursorValue>, tie: string, cursor: Cursor, descending: boolean): RawBuilder<SqlBool> {
  const beyond = sql.raw(descending ? '<' : '>');
  return sql<SqlBool>`(${value} ${beyond} ${cursor[0]} or (${value} = ${cursor[0]} and ${sql.ref(tie)} ${beyond} ${cursor[1]}))`;
}

/** One page of a list whose index has this column and then the tie-breaker: where it begins, as a condition to be added, and its order. */
export function keyset(column: string, tie: string, { cursor, descending }: { cursor: Cursor | null; descending: boolean }) {
  const value = sql.raw(column);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  // Both values at once, so that the index is entered at the cursor and not walked up to it.
  const beyond = cursor ? sql` and (${value}, ${sql.ref(tie)}) ${sql.raw(descending ? '<' : '>')} (${cursor[0]}, ${cursor[1]})` : sql``;
  return { beyond, order: sql`order by ${value} ${direction}, ${sql.ref(tie)} ${direction}` };
}

/** Conditions for rows whose text of search keys (see name-keys.ts) has every word of what is looked for. */
export function finds(column: string, q: string | undefined): RawBuilder<SqlBool>[] {
  return searchPatterns(q ?? '').map((pattern) => sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`);
}

/**
 * Does any column contain the text, whatever its case? SQLite's `lower` knows ASCII only, so a text with other letters is also looked
 * for with those in capitals.
 */
export function contains(columns: string[], text: string): RawBuilder<SqlBool> {
  const lower = text.toLowerCase().replace(/[\\%_]/g, '\\$&');
  const patterns = new Set([lower, lower.replace(/\P{ASCII}/gu, (letter) => letter.toUpperCase())]);
  const tests = columns.flatMap((column) =>
    [...patterns].map((pattern) => sql`lower(${sql.ref(column)}) like ${`%${pattern}%`} escape '\\'`),
  );
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

/** The most that a count says; of more it is said that there are more. */
export const MOST_COUNTED = 10_000;

/**
 * How many rows a query has, counted no further than anybody wants to know.
 * @param some the query in parentheses, with this limit
 */
export async function countUpTo(db: Db, some: (limit: number) => Expression<unknown>): Promise<{ total: number; total_capped?: true }> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${some(MOST_COUNTED + 1)} as counted`.execute(db);
  const n = rows[0]?.n ?? 0;
  return n > MOST_COUNTED ? { total: MOST_COUNTED, total_capped: true } : { total: n };
}

/** Rows of the workspaces that the reader may see. */
export function inWorkspaces(column: string, workspaces: 'all' | readonly string[]): RawBuilder<SqlBool> {
  if (workspaces === 'all') return sql<SqlBool>`true`;
  if (workspaces.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`${sql.ref(column)} in (${sql.join(workspaces)})`;
}

/** Workspaces in which the actor may read loggers (or has another scope), narrowed to one when asked for. */
export function readableWorkspaces(ctx: Ctx, only?: string, scope: Scope = 'dlog:read'): 'all' | string[] {
  const readable = workspacesWith(ctx, scope);
  if (only === undefined) return readable;
  return readable === 'all' || readable.includes(only) ? [only] : [];
}

/** One page out of `limit + 1` fetched rows. */
export function pageOf<R>(rows: R[], limit: number, cursorOf: (row: R) => string): { rows: R[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}
