import { atom, computed, type ReadableAtom } from 'nanostores';
import { countReceivedData, type ReceivedCounts, type ReceivedData } from '../../contract/received-data.ts';
import { createBlock } from '../kernel/block-store.ts';
import { debounce, type StoreDeps } from '../kernel/store-deps.ts';
import { isLookedFor, lookedForIn, type ReceivedDataFilter, TYPED_MS } from './received-data.store.ts';

/** What is counted: the state of messages is what the counts tell apart. */
type Asked = Omit<ReceivedDataFilter, 'state'>;

/** Are messages of that window counted? */
export const isCounted = ({ from, to }: Pick<Asked, 'from' | 'to'>, now: number): boolean => from === null || (to ?? now) - from <= MOST_MS;

export interface ReceivedCountsStore {
  /** Null until the messages of the filter are counted, and where nobody counts them: over more than 31 days. */
  $counts: ReadableAtom<ReceivedCounts | null>;
  start(): () => void;
  follow(filter: Asked): void;
}

const DAY_MS = 86_400_000;
/** The longest window whose messages are counted. */
const MOST_MS = 31 * DAY_MS;
/** The window of a list that goes on moves on. */
const AGAIN_MS = 60_000;

/** Counts of messages by state along the window of the list; without a window of the last 24 hours. What comes meanwhile is counted in. */
export function createReceivedCounts(deps: StoreDeps, initial: Asked): ReceivedCountsStore {
  const key = ({ workspace, datalogger, door, topic, warned, from, to }: Asked) =>
    JSON.stringify([workspace, datalogger, door, topic, warned, from, to]);
  let filter = initial;
  const $asked = atom(key(initial));
  const counted = createBlock<{ asked: string; counts: ReceivedCounts | null }>(
    deps,
    null,
    async (call) => {
      const { workspace, datalogger, door, from, to } = filter;
      const asked = key(filter);
      const end = to ?? deps.now();
      const begin = from ?? end - DAY_MS;
      if (!isCounted(filter, deps.now()) || begin >= end) return { asked, counts: null };
      const counts = await call(countReceivedData, {
        params: { organization_id: deps.organization },
        query: {
          ...(workspace === null ? {} : { workspace_id: workspace }),
          ...(datalogger === null ? {} : { datalogger_id: datalogger }),
          ...(door === null ? {} : { door }),
          ...lookedForIn(filter),
          from: String(Math.floor(begin)),
          to: String(Math.ceil(end)),
        },
      });
      return { asked, counts };
    },
    {
      hear(event, shown, { set, reload }) {
        if (event.name === 'changed' && event.data.entity === 'received-data') reload();
        if (event.name !== 'received' || !shown?.counts || shown.asked !== $asked.get() || !fits(event.data, filter)) return;
        set({ ...shown, counts: withMessage(shown.counts, event.data) });
      },
      everyMs: AGAIN_MS,
    },
  );
  const typed = debounce(deps.timers, deps.now, TYPED_MS, () => void counted.load());
  return {
    $counts: computed([counted.$state, $asked], (state, asked) =>
      state.status === 'ready' && state.data.asked === asked ? state.data.counts : null,
    ),
    start() {
      const end = counted.start();
      return () => {
        typed.cancel();
        end();
      };
    },
    follow(next) {
      if (key(next) === $asked.get()) return;
      const isTyped = next.topic !== filter.topic;
      filter = next;
      $asked.set(key(next));
      if (isTyped) typed.call();
      else void counted.load();
    },
  };
}

/** Only a window that goes on takes in what comes now. */
const fits = (row: ReceivedData, { workspace, datalogger, door, to, ...rest }: Asked) =>
  to === null &&
  isLookedFor(row, rest) &&
  (workspace === null || row.workspace_id === workspace) &&
  (datalogger === null || row.datalogger_id === datalogger) &&
  (door === null || row.door === door);

/** The counts with one more message, which is the newest. */
function withMessage(counts: ReceivedCounts, { status, received_at }: ReceivedData): ReceivedCounts {
  const start = Date.parse(counts.from);
  const width = counts.bucket_s * 1_000;
  const at = start + Math.floor((Date.parse(received_at) - start) / width) * width;
  const last = counts.buckets.at(-1);
  const same = last !== undefined && Date.parse(last.at) === at;
  const nothing = Object.fromEntries(Object.keys(counts.by).map((one) => [one, 0])) as ReceivedCounts['by'];
  const before = same ? last.by : nothing;
  const bucket = { at: new Date(at).toISOString(), by: { ...before, [status]: before[status] + 1 } };
  return {
    ...counts,
    to: received_at > counts.to ? received_at : counts.to,
    total: counts.total + 1,
    by: { ...counts.by, [status]: counts.by[status] + 1 },
    buckets: [...(same ? counts.buckets.slice(0, -1) : counts.buckets), bucket],
  };
}
