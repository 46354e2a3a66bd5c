import type { Key, T } from '../../lib/i18n/index.ts';

/** What a table is of: its fields, and the words that name what comes. */
export interface ImportOf {
  fields: readonly string[];
  fieldName: (t: T, field: string) => string;
  words: {
    title: Key;
    noName: Key;
    failed: Key;
    /** Something else has the value already. */
    taken: Key;
    /** It is there with another value. */
    differs?: Key;
    bringAll: Key;
    done: Key;
    undone: Key;
    kept: Key;
    undoFailed: Key;
    imported: Key;
  };
  /** Address of one that came. */
  href: (id: string) => string;
}
