import type { Expression, Kysely, RawBuilder } from 'kysely';

/** What differs between the engines. Everything else is dialect-neutral Kysely. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  readonly types: {
    readonly bigint: 'bigint' | 'integer';
    readonly double: 'double precision' | 'real';
    readonly blob: 'blob' | 'bytea';
    /** An integer that the engine counts by itself when it is the primary key. */
    readonly serial: 'integer' | 'serial';
  };
  /** readings, reading_revisions, readings_5m, readings_1h: clustered by their key. */
  createSeriesTables(db: Kysely<unknown>): Promise<void>;
  /** JSON text with the rows of a group as arrays of these columns, `[]` for none; their order is nobody's promise. */
  jsonRows(columns: readonly Expression<unknown>[]): RawBuilder<string>;
}
