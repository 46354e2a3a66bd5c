import * as z from 'zod/mini';
import { id } from './common.ts';

/** What imports of rows out of a table have in common, whatever the rows are of. */

/** A table that is imported: its rows, and its size as a file. */
export const TABLE_MAX_ROWS = 5_000;
export const TABLE_MAX_BYTES = 2 * 1_048_576;

/** What is wrong with a row: `code` as for a form's field, or what is told of tables alone, such as `repeated`: an earlier row has it. */
export const tableProblem = z.object({ row: z.number(), field: z.string(), code: z.string() });
export type TableProblem = z.infer<typeof tableProblem>;

/** The body of an import of rows with these fields. */
export const tableBody = <const F extends readonly [string, ...string[]]>(fields: F) =>
  z.object({
    workspace_id: id,
    columns: z.array(z.enum(fields)).check(z.minLength(1), z.maxLength(fields.length)),
    /** Values in the order of `columns`; the id is the sender's, so that the same import sent twice comes once. */
    rows: z
      .array(z.object({ id, values: z.array(z.nullable(z.union([z.string(), z.number()]))).check(z.maxLength(fields.length)) }))
      .check(z.minLength(1), z.maxLength(TABLE_MAX_ROWS)),
    /** Only look; bring all, or nothing when one has a problem; bring those without one. */
    mode: z.enum(['check', 'all', 'good']),
  });
export type TableMode = 'check' | 'all' | 'good';

/** What came, by the place of its row. */
export const broughtRow = { row: z.number(), id, name: z.string() };
/** What is taken back of it. */
export const undoneTable = z.object({ removed: z.array(id), kept: z.array(id) });
export const undoTableBody = z.object({ workspace_id: id, ids: z.array(id).check(z.minLength(1), z.maxLength(TABLE_MAX_ROWS)) });
