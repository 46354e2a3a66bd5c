import type pg from 'pg';
import { AppError } from '../../contract/errors.ts';

/** Statements that a connection keeps prepared; what is built with a list of varying length isn't worth a place. */
const PREPARED = 200;
/** How PostgreSQL refuses a prepared statement whose rows have another shape since a table was changed. */
const FEATURE_NOT_SUPPORTED = '0A000';

interface Named {
  name: string;
  text: string;
  values: unknown[];
}

/**
 * What the connections of a pool are to be prepared with: a statement that comes again gets a name, so that the server parses and plans it
 * once. When another process has changed a table, the statement that shows it is named no more, and all the others get new names in every
 * connection. Outside a transaction nobody notices; a transaction is broken by then, and its query rejects with AppError storage_busy.
 */
export function prepareRepeated(): (client: pg.PoolClient) => void {
  /** Counts the changes of tables that were noticed. */
  let generation = 0;
  const unnamed = new Set<string>();

  return (client) => {
    const seen = new Set<string>();
    const names = new Map<string, string>();
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;

    async function run({ name, text, values }: Named): Promise<unknown> {
      if (unnamed.has(text)) return query(text, values);
      const mine = generation;
      try {
        return await query({ name: mine === 0 ? name : `${name}.${mine}`, text, values });
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === FEATURE_NOT_SUPPORTED)) throw error;
        unnamed.add(text);
        if (mine === generation) generation += 1;
        if (client.getTransactionStatus() !== 'I') throw new AppError('storage_busy', { cause: error, retryAfter: 1 });
        return query(text, values);
      }
    }

    function nameOf(text: string): string | undefined {
      let name = names.get(text);
      if (name === undefined && seen.has(text) && names.size < PREPARED) {
        name = `t${names.size}`;
        names.set(text, name);
      }
      if (name === undefined && seen.size < 10 * PREPARED) seen.add(text);
      return name;
    }

    client.query = ((given: unknown, values: unknown, ...rest: unknown[]): unknown => {
      if (rest.length > 0) return query(given, values, ...rest);
      if (values === undefined && isNamed(given)) return run(given);
      if (typeof given !== 'string' || !Array.isArray(values) || values.length === 0) return query(given, values);
      const name = nameOf(given);
      return name === undefined ? query(given, values) : run({ name, text: given, values });
    }) as typeof client.query;
  };
}

function isNamed(given: unknown): given is Named {
  return typeof given === 'object' && given !== null && 'name' in given && 'text' in given && 'values' in given;
}
