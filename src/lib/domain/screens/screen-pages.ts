import type { Button, Definition, Page } from '../../contract/screens.ts';

/** Which buttons of a panel are in sight together. */

/** The only page of a panel without pages. */
export const ONLY: Page = { id: '', name: '' };

type Paged = Pick<Definition, 'pages'>;

/** In the order of their tabs; of a panel without pages the only one. */
export const pagesOf = ({ pages }: Paged): readonly Page[] => pages ?? [ONLY];

/** Id of the page of a button; what names none, or one that isn't there, is on the first. */
export function pageOf({ pages }: Paged, { page }: Pick<Button, 'page'>): string {
  if (!pages) return ONLY.id;
  return pages.some(({ id }) => id === page) ? page! : pages[0]!.id;
}

/** Buttons of a page, in their order in the draft. */
export const buttonsOf = <B extends Button>(draft: Paged & { buttons: readonly B[] }, page: string): B[] =>
  draft.buttons.filter((one) => pageOf(draft, one) === page);

/** The page of that id, else the first one. */
export const knownPage = (draft: Paged, page: string): string => pageOf(draft, { page });

/** With what a button needs to be on that page. */
export function onPage<B extends object>({ pages }: Paged, button: B, page: string): B & { page?: string } {
  const { page: _, ...rest } = button as B & { page?: string };
  return (pages ? { ...rest, page } : rest) as B & { page?: string };
}
