import type { RawBuilder, SqlBool } from 'kysely';
import { tidyTags } from '../../domain/text/tags.ts';
import { sql } from '../kernel/sql.ts';

/** Tags of a logger as they are stored: each between two line feeds, so that one is sought whole; none = the empty text. */
export const storeTags = (tags: readonly string[]): string => {
  const tidy = tidyTags(tags);
  return tidy.length === 0 ? '' : `\n${tidy.join('\n')}\n`;
};

export const storedTags = (text: string): string[] => text.split('\n').filter(Boolean);

/** Has the logger `d` the tag, as it is written? Both engines replace by letters and not by the rules of a language. */
export const hasTag = (tag: string): RawBuilder<SqlBool> => sql<SqlBool>`replace(d.tags, ${`\n${tag}\n`}, '') <> d.tags`;
