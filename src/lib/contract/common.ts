import * as z from 'zod/mini';

/** Shapes that several entities share. */

/** A UUID in its canonical lower-case form; ids are UUIDv7 and clients may make them. */
export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

/** The revision at which a body changes a row, as the databases store it; 0 says that there is none yet. */
export const rev = z.int().check(z.gte(0), z.lte(2 ** 31 - 1));

/** RFC 3339, UTC, `Z`, up to microseconds. */
export const instant = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/));

/** A one-line text that a person typed: trimmed, 1–200 characters, no control characters. */
export const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]*$/u));

/** The value of one reading. */
export const readingValue = z.union([z.number(), z.string(), z.boolean()]);
export type ReadingValue = z.infer<typeof readingValue>;

const whole = (min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/)),
      z.transform((text: string) => Number(text)),
    ),
    z.number().check(z.gte(min), z.lte(max)),
  );

/** A whole number in a query string. */
export const queryInt = whole;

/** `limit` and `cursor` of every list. */
export const page = { limit: z.optional(whole(1, 500)), cursor: z.optional(z.string().check(z.maxLength(500))) };

/** The query of a list: search, sort, page. */
export const listQuery = {
  q: z.optional(z.string().check(z.maxLength(200))),
  sort: z.optional(z.string().check(z.regex(/^-?[a-z_]{1,40}$/))),
  count: z.optional(z.literal('1')),
  ...page,
};

/** `{ items, next_cursor, total? }`; where more were found than are counted, `total_capped` says so. */
export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    items: z.array(item),
    next_cursor: z.nullable(z.string()),
    total: z.optional(z.number()),
    total_capped: z.optional(z.boolean()),
  });
}

/** A moment in a query: RFC 3339 with a zone, or whole milliseconds since the epoch. */
export const queryInstant = z.string().check(z.regex(/^(\d{1,14}|\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))$/));
