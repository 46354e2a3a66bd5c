import type { Category, Taxonomy } from '../../contract/taxonomies.ts';

/** A taxonomy as it comes with the product; its id is the same in every organisation. */
export type BuiltIn = Pick<Taxonomy, 'id' | 'names' | 'to_check' | 'categories'> & { key: string };

/** Writes a category on one line: its code and its name in Czech, English and Slovak. */
export const category = (code: string, [cs, en, sk]: readonly [string, string, string], more: Partial<Category> = {}): Category => ({
  code,
  names: { cs, en, sk },
  parent: null,
  color: null,
  loss: false,
  ...more,
});

/** A category and its parts, which are lost when it is. */
export const withParts = (whole: Category, ...parts: Category[]): Category[] => [
  whole,
  ...parts.map((part) => ({ ...part, parent: whole.code, loss: whole.loss })),
];
