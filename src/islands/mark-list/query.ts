import type { MarksQuery } from '../../lib/client/marks/mark-list.store.ts';
import { MARK_STANDINGS, type MarkStanding } from '../../lib/contract/mark-lists.ts';
import { MARK_KINDS, type MarkKind } from '../../lib/contract/marks.ts';
import { momentIn } from '../range/time-asked.ts';

/** The list as its address says it: filters and sort. */

const SORTS = ['from', 'created_at'];
const FIRST_SORT = '-from';
const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | null => all.find((one) => one === text) ?? null;

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>, workspace: string | null): MarksQuery {
  const sort = query.sort ?? '';
  return {
    workspace,
    q: (query.q ?? '').slice(0, 200),
    kind: oneOf<MarkKind>(MARK_KINDS, query.kind),
    standing: oneOf<MarkStanding>(MARK_STANDINGS, query.standing),
    from: momentIn(query.from),
    to: momentIn(query.to),
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : FIRST_SORT,
  };
}

/** What of a query stands in the address; the workspace is chosen in the top bar. */
export function writeQuery({ workspace: _, sort, ...query }: MarksQuery): Record<string, string | null> {
  return { ...query, sort: sort === FIRST_SORT ? null : sort };
}

/** Nothing narrowed, in the same order. */
export const unfiltered = ({ workspace, sort }: MarksQuery): MarksQuery => ({ ...readQuery({}, workspace), sort });
