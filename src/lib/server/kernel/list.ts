import { Buffer } from 'node:buffer';
import type { Expression, QueryExecutorProvider, RawBuilder, SqlBool } from 'kysely';
import { AppError } from '../../contract/errors.ts';
import type { Scope } from '../../contract/scopes.ts';
import { parseQueryInstant } from '../../domain/time/instant.ts';
import { type Ctx, workspacesWith } from './context.ts';
import { searchPatterns } from './name-keys.ts';
import { sql } from './sql.ts';

/** What lists share: what a query asks for, cursors, keyset paging, search, the answer. */

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

/** A moment that is asked for, microseconds. @throws AppError validation_failed where the calendar has no such day */
export function momentAsked<N extends string>(query: { [name in N]?: string | undefined }, name: N): number | undefined {
  const text = query[name];
  const us = text === undefined ? undefined : parseQueryInstant(text);
  if (Number.isNaN(us)) throw invalid(name);
  return us;
}

/** What a query asks of a list, for its repo. */
export interface Page<Sort extends string = string> {
  sort: Sort;
  descending: boolean;
  cursor: Cursor | null;
  /** Rows to be read, one more than a page has: it tells whether there is a next one. */
  limit: number;
}

interface ListQuery {
  sort?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/**
 * The page that a query asks for.
 * @param sorts what the list can be sorted by, with the type of what stands in its cursors
 * @param usual how it is sorted when the query doesn't say
 * @throws AppError validation_failed for another sort or a damaged cursor
 */
export function pageAsked<Sort extends string>(
  query: ListQuery,
  sorts: Readonly<Record<Sort, { type: 'string' | 'number' }>>,
  usual: NoInfer<Sort> | `-${NoInfer<Sort>}`,
): Page<Sort> {
  const asked = query.sort ?? usual;
  const sort = asked.replace(/^-/, '') as Sort;
  if (!Object.hasOwn(sorts, sort)) throw invalid('sort');
  const cursor = readCursor(query.cursor, sorts[sort].type, 'string');
  return { sort, descending: asked.startsWith('-'), cursor, limit: (query.limit ?? DEFAULT_LIMIT) + 1 };
}

/** The condition and the order of a page: by `value`, which should be written as an index has it, and then by the column `tie`. */
export function keyset(value: string | RawBuilder<unknown>, tie: string, { cursor, descending }: Pick<Page, 'cursor' | 'descending'>) {
  const [column, last] = [typeof value === 'string' ? sql.raw(value) : value, sql.ref(tie)];
  const direction = sql.raw(descending ? 'desc' : 'asc');
  // Both values are compared as one row, so that the engine enters the index at the cursor.
  const after = cursor
    ? sql<SqlBool>`(${column}, ${last}) ${sql.raw(descending ? '<' : '>')} (${cursor[0]}, ${cursor[1]})`
    : sql<SqlBool>`true`;
  return { after, by: sql`${column} ${direction}, ${last} ${direction}` };
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
  const upper = (letter: string) => letter.toUpperCase();
  // SQLite lowers no letter with an accent: of a word all of them may be capitals, or the first.
  const patterns = new Set([lower, lower.replace(/\P{ASCII}/gu, upper), lower.replace(/(?<!\p{L})\P{ASCII}/gu, upper)]);
  const tests = columns.flatMap((column) =>
    [...patterns].map((pattern) => sql`lower(${sql.ref(column)}) like ${`%${pattern}%`} escape '\\'`),
  );
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

/** The most that a count says; beyond it the answer only says that there are more. */
export const MOST_COUNTED = 10_000;

/**
 * How many rows a query has, counted no further than anybody wants to know.
 * @param some the query in parentheses, with this limit
 */
export async function countUpTo(
  db: QueryExecutorProvider,
  some: (limit: number) => Expression<unknown>,
): Promise<{ total: number; total_capped?: true }> {
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

type Total = { total: number; total_capped?: true };

/** The answer of a list: what was read for a {@link pageAsked}, and how many there are when the query asks. */
export async function listed<R extends { id: string }, I>(
  query: { count?: '1' | undefined },
  page: Pick<Page, 'limit'>,
  read: R[],
  {
    place,
    items,
    count,
  }: {
    /** What the row is sorted by. */
    place: (row: R) => CursorValue;
    items: (rows: R[]) => I[] | Promise<I[]>;
    count: () => Promise<number | Total>;
  },
): Promise<{ items: I[]; next_cursor: string | null } & Partial<Total>> {
  const { rows, next_cursor } = pageOf(read, page.limit - 1, (row) => writeCursor(place(row), row.id));
  const answer = { items: await items(rows), next_cursor };
  if (!query.count) return answer;
  const total = await count();
  return { ...answer, ...(typeof total === 'number' ? { total } : total) };
}

/** One page out of `limit + 1` fetched rows. */
export function pageOf<R>(rows: R[], limit: number, cursorOf: (row: R) => string): { rows: R[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, next_cursor: rows.length > limit && last !== undefined ? cursorOf(last) : null };
}
