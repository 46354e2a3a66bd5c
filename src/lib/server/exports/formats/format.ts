import type { Buffer } from 'node:buffer';
import type { Plan } from '../plan.ts';
import type { Cell, Table } from '../table.ts';

/** How a table becomes bytes: bit by bit, so that no more than a part of it is ever in memory, and so that somebody else can go on. */
export interface Format<State = unknown> {
  mediaType: string;
  /** Of the file's name. */
  ending: string;
  /** Rows that a file holds; beyond them whoever asked is told. */
  mostRows?: number;
  /** A part of it is as long as so many of others: what is in a part lies together in the file. */
  slices?: number;
  /** What stands before all rows, and the state from which the first part goes on. */
  begin(table: Table, plan: Plan): Promise<{ bytes: Buffer; state: State }>;
  /** The next rows, in their order. @param state JSON, as the part before gave it */
  rows(table: Table, plan: Plan, rows: readonly Cell[][], state: State): Promise<{ bytes: Buffer; state: State }>;
  /** What stands behind them. */
  end(table: Table, plan: Plan, state: State): Promise<Buffer>;
}
