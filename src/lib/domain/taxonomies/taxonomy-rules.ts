import type { FieldError } from '../../contract/errors.ts';
import type { Category } from '../../contract/taxonomies.ts';

/** What categories of a taxonomy must keep to beyond their shape; the editor and the server ask the same. */

/** Levels of categories, the topmost included. */
export const MAX_LEVELS = 3;

type Placed = Pick<Category, 'code' | 'parent'>;

/** Categories above a code, from the nearest one; null when it stands under itself or under a ring. */
export function above<C extends Placed>(byCode: ReadonlyMap<string, C>, code: string): C[] | null {
  const ancestors: C[] = [];
  const seen = new Set([code]);
  for (let parent = byCode.get(code)?.parent; parent != null; parent = byCode.get(parent)?.parent) {
    if (seen.has(parent)) return null;
    seen.add(parent);
    const category = byCode.get(parent);
    if (category === undefined) break;
    ancestors.push(category);
  }
  return ancestors;
}

/** Why the categories can't be kept: `taken` (a second one of the code), `unknown` (no such parent), `ring`, `too_deep`. */
export function categoryProblems(categories: readonly Placed[]): FieldError[] {
  const problems: FieldError[] = [];
  const byCode = new Map<string, Placed>();
  categories.forEach((category, i) => {
    if (byCode.has(category.code)) problems.push({ path: `categories.${i}.code`, code: 'taken' });
    else byCode.set(category.code, category);
  });
  categories.forEach(({ code, parent }, i) => {
    if (parent === null || byCode.get(code) !== categories[i]) return;
    const path = `categories.${i}.parent`;
    const parents = above(byCode, code);
    if (!byCode.has(parent)) problems.push({ path, code: 'unknown' });
    else if (parents === null) problems.push({ path, code: 'ring' });
    else if (parents.length >= MAX_LEVELS) problems.push({ path, code: 'too_deep', params: { maximum: MAX_LEVELS } });
  });
  return problems;
}

/** Colour of a category: its own, or that of the nearest one above it that has any. */
export function colorOf(categories: readonly Category[], code: string): number | null {
  const byCode = new Map(categories.map((one) => [one.code, one]));
  const own = byCode.get(code);
  return own === undefined ? null : ([own, ...(above(byCode, code) ?? [])].find(({ color }) => color !== null)?.color ?? null);
}
