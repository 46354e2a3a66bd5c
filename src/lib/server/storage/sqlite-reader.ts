import process from 'node:process';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** The program of a reading process: answers one query after another until its server goes. Started by sqlite-readers.ts. */

/** Milliseconds that the file may be locked by somebody else. */
const BUSY_TIMEOUT_MS = 2_000;

export interface Question {
  sql: string;
  parameters: readonly unknown[];
}
/** `ms` is work, not waiting. */
export type Answer = { ms: number } & ({ columns: string[]; rows: unknown[][] } | { error: { message: string; errcode: number } });

const [path = '', cacheKib = ''] = process.argv.slice(2);
const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
db.exec(`pragma cache_size = -${Number(cacheKib)}; pragma temp_store = memory`);

const work = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
};

function answered({ sql, parameters }: Question): Answer {
  const before = process.cpuUsage();
  try {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][];
    return { columns: statement.columns().map(({ name }) => name), rows, ms: work(before) };
  } catch (error) {
    const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
    return { error: { message: error instanceof Error ? error.message : String(error), errcode }, ms: work(before) };
  }
}

process.on('message', (question: Question) => process.send?.(answered(question)));
process.on('disconnect', () => process.exit());
// Ready: queries may be sent from now on.
process.send?.('ready');
