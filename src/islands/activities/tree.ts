import type { Category } from '../../lib/contract/taxonomies.ts';

export interface Twig {
  category: Category;
  /** 0 = stands under none. */
  level: number;
}

/** Categories, each followed by those that are a part of it; what stands under an unknown one or in a ring comes last. */
export function asTree(categories: readonly Category[]): Twig[] {
  const twigs: Twig[] = [];
  const seen = new Set<string>();
  const walk = (parent: string | null, level: number) => {
    for (const category of categories)
      if (category.parent === parent && !seen.has(category.code)) {
        seen.add(category.code);
        twigs.push({ category, level });
        walk(category.code, level + 1);
      }
  };
  walk(null, 0);
  for (const category of categories) if (!seen.has(category.code)) twigs.push({ category, level: 0 });
  return twigs;
}
