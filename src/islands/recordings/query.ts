import type { RecordingsQuery } from '../../lib/client/recordings/recordings.store.ts';
import { RECORDING_PURPOSES, RECORDING_STATES } from '../../lib/contract/recordings.ts';
import { VERDICTS } from '../../lib/contract/verdicts.ts';
import { isUuid } from '../../lib/routes.ts';
import { momentIn } from '../range/time-asked.ts';

/** The list as its address says it: filters and sort. */

const SORTS = ['from', 'name', 'created_at'];
const FIRST_SORT = '-from';

const one = <T extends string>(values: readonly T[], text: string | undefined): T | null =>
  (values as readonly string[]).includes(text ?? '') ? (text as T) : null;

/** The query of an address; what it can't mean is left out. */
export function readQuery(query: Record<string, string | undefined>, workspace: string | null): RecordingsQuery {
  const sort = query.sort ?? '';
  return {
    workspace,
    q: (query.q ?? '').slice(0, 200),
    state: one(RECORDING_STATES, query.state),
    purpose: one(RECORDING_PURPOSES, query.purpose),
    verdict: one(VERDICTS, query.verdict),
    datalogger: query.datalogger !== undefined && isUuid(query.datalogger) ? query.datalogger : null,
    from: momentIn(query.from),
    to: momentIn(query.to),
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : FIRST_SORT,
  };
}

/** What of a query stands in the address; the workspace is chosen in the top bar. */
export function writeQuery({ workspace: _, sort, ...query }: RecordingsQuery): Record<string, string | null> {
  return { ...query, sort: sort === FIRST_SORT ? null : sort };
}

/** Nothing narrowed, in the same order. */
export const unfiltered = ({ workspace, sort }: RecordingsQuery): RecordingsQuery => ({ ...readQuery({}, workspace), sort });
