import { ROUTES, type RoutePath } from '../../lib/routes.ts';

/** The page over all guides. */
export const DOCS = '/docs' satisfies RoutePath;

/** What is new, which is made of words and no guide. */
export const NEWS = '/docs/news' satisfies RoutePath;

/** The pages below it in their order: guides, and what is new at the end. */
export const GUIDES: readonly RoutePath[] = ROUTES.map(({ path }) => path).filter((path) => path.startsWith(`${DOCS}/`));

/** The file of a guide: `locales/<locale>/docs/<name>.md`. */
export const nameOf = (guide: RoutePath): string => guide.slice(DOCS.length + 1);
