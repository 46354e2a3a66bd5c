import type * as z from 'zod/mini';
import type { TableProblem } from '../../contract/table-imports.ts';
import { fieldErrors } from './problem.ts';

/** What imports of rows out of a table have in common: each row is checked as a creation is, and rows keep their place in the file. */

type Cell = string | number | null;
interface GivenTable<Column extends string> {
  columns: readonly Column[];
  rows: readonly { id: string; values: readonly Cell[] }[];
}
export interface TablePlan<Wanted> {
  /** What has no problem and isn't there yet. */
  fresh: { row: number; id: string; wanted: Wanted }[];
  /** What an earlier sending of the same import made. */
  made: { row: number; id: string; name: string }[];
  /** Rows of what was there before, just so. */
  same: number[];
  problems: TableProblem[];
}
type Problems = readonly Omit<TableProblem, 'row'>[];

interface Rules<Column extends string, Body extends z.ZodMiniType, Wanted extends { code: string | null }> {
  /** The body of a creation. */
  body: Body;
  /** What a row asks for, as a creation would have it, or why it can't be told. */
  asked(given: ReadonlyMap<Column, Cell>, id: string): { body: Record<string, unknown> } | { problems: Problems };
  /** What is there already by what the row says of itself: just so (`same`), or what is wrong with that. */
  there?(given: ReadonlyMap<Column, Cell>): 'same' | { problems: Problems } | null;
  wanted(body: z.infer<Body>, given: ReadonlyMap<Column, Cell>): Wanted;
  /** Ids that something has, with what an import made of it; null where something else made it. */
  before: ReadonlyMap<string, { name: string; isAsked: (wanted: Wanted) => boolean } | null>;
  /** Codes that may not come again, by the workspace and the code. */
  taken(wanted: Wanted): boolean;
  codeKey(wanted: Wanted): string;
}

/** What of a table comes, what came before, and what is wrong with the rest. */
export function planOfTable<Column extends string, Body extends z.ZodMiniType, Wanted extends { code: string | null }>(
  { columns, rows }: GivenTable<Column>,
  rules: Rules<Column, Body, Wanted>,
): TablePlan<Wanted> {
  const plan: TablePlan<Wanted> = { fresh: [], made: [], same: [], problems: [] };
  const inFile = new Set<string>();
  const ids = new Set<string>();
  for (const [row, { id, values }] of rows.entries()) {
    const refuse = (problems: Problems) => plan.problems.push(...problems.map((one) => ({ row, ...one })));
    const given = new Map(
      columns.flatMap((column, at) => {
        const value = values[at];
        return value === '' || value === null || value === undefined ? [] : [[column, value] as const];
      }),
    );
    const there = rules.there?.(given) ?? null;
    if (there !== null) {
      if (there === 'same') plan.same.push(row);
      else refuse(there.problems);
      continue;
    }
    const asked = rules.asked(given, id);
    if ('problems' in asked) {
      refuse(asked.problems);
      continue;
    }
    const parsed = rules.body.safeParse(asked.body);
    if (!parsed.success) {
      refuse(fieldErrors(parsed.error.issues, asked.body).map(({ path, code }) => ({ field: path.split('.')[0]!, code })));
      continue;
    }
    const wanted = rules.wanted(parsed.data, given);
    const earlier = rules.before.get(id);
    if (earlier !== undefined || ids.has(id)) {
      if (earlier?.isAsked(wanted) && !ids.has(id)) plan.made.push({ row, id, name: earlier.name });
      else refuse([{ field: 'id', code: 'taken' }]);
      ids.add(id);
      continue;
    }
    ids.add(id);
    if (wanted.code !== null) {
      const key = rules.codeKey(wanted);
      const code = rules.taken(wanted) ? 'taken' : inFile.has(key) ? 'repeated' : null;
      if (code !== null) {
        refuse([{ field: 'code', code }]);
        continue;
      }
      inFile.add(key);
    }
    plan.fresh.push({ row, id, wanted });
  }
  return plan;
}

/** Ids of one statement: engines take only so many parameters. */
const PART = 1_000;

export async function inParts<R>(ids: readonly string[], read: (part: string[]) => Promise<R[]>): Promise<R[]> {
  const rows: R[] = [];
  for (let at = 0; at < ids.length; at += PART) rows.push(...(await read(ids.slice(at, at + PART))));
  return rows;
}
