import * as z from 'zod/mini';
import { id, instant } from './common.ts';
import { endpoint } from './endpoint.ts';

/** A word in the three languages. */
const word = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u));
export const words = z.object({ cs: word(120), en: word(120), sk: word(120) });
export type Words = z.infer<typeof words>;

/** Number of a category colour, `--cat-1` to `--cat-8`. */
export const color = z.number().check(z.int(), z.gte(1), z.lte(8));

export const category = z.object({
  /** Unique in its taxonomy, and stays when the words change. */
  code: z.string().check(z.regex(/^[a-z0-9][a-z0-9_.-]{0,39}$/)),
  names: words,
  /** Code of the category that it is a part of. */
  parent: z.nullable(z.string().check(z.maxLength(40))),
  color: z.nullable(color),
  /** Time in it is lost: it is hatched wherever it is drawn. */
  loss: z.boolean(),
});
export type Category = z.infer<typeof category>;

/** A way of sorting activities: value added, kinds of time, losses. Some come with the product and may be changed like one's own. */
export const taxonomy = z.object({
  id,
  /** Of those that come with the product; null = the organisation's own. */
  key: z.nullable(z.string()),
  names: words,
  /** The codes are common, not official: a specialist should look them over before they are used. */
  to_check: z.boolean(),
  categories: z.array(category),
  rev: z.number(),
  updated_at: z.nullable(instant),
  archived_at: z.nullable(instant),
});
export type Taxonomy = z.infer<typeof taxonomy>;

const fields = { names: words, categories: z.array(category).check(z.maxLength(100)) };
const path = '/v1/orgs/:organization_id/taxonomies';

export const listTaxonomies = endpoint({
  method: 'GET',
  path,
  access: 'user',
  scope: 'tm:read',
  query: z.object({ archived: z.optional(z.enum(['0', '1'])) }),
  response: z.object({ items: z.array(taxonomy) }),
  summary: 'Taxonomies of activities: those that come with the product, then own ones',
});

export const createTaxonomy = endpoint({
  method: 'POST',
  path,
  access: 'user',
  scope: 'tm:write',
  whole: true,
  body: z.object({ id: z.optional(id), ...fields }),
  response: taxonomy,
  status: 201,
  summary: 'Create a taxonomy of one’s own',
});

export const updateTaxonomy = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  access: 'user',
  scope: 'tm:write',
  whole: true,
  body: z.object({
    // 0 = as it came with the product.
    rev: z.number().check(z.int(), z.gte(0), z.lte(2_147_483_647)),
    names: z.optional(words),
    categories: z.optional(fields.categories),
    to_check: z.optional(z.boolean()),
    archived: z.optional(z.boolean()),
  }),
  response: taxonomy,
  summary: 'Change or archive a taxonomy; a stale `rev` answers 409 with the current row',
});
