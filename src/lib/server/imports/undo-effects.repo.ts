import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';
import type { Span } from '../received-data/reparse-effects.ts';
import { type MessageState, storedMessagesRepo } from '../received-data/stored-messages.repo.ts';

/** Changed messages that are looked through, at most, and how many are read at once. */
export const MOST_CHANGES = 20_000;
const PAGE = 500;

/** What a task that can be undone has changed. */
export function undoEffectsRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  const messages = storedMessagesRepo(connection);
  return {
    /** From the first to the last moment that the messages of a task said before it or say since; null = none. */
    async changed(taskId: string): Promise<{ span: Span | null; count: number }> {
      let [from, to, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
      for (let after: string | undefined = ''; after !== undefined && count <= MOST_CHANGES; ) {
        const page = await messages.changes(taskId, after, PAGE);
        count += page.length;
        for (const state of page.flatMap(({ before, after: then }) => [before, then])) {
          const { min_ts, max_ts } = JSON.parse(state) as MessageState;
          if (min_ts !== null) from = Math.min(from, min_ts);
          if (max_ts !== null) to = Math.max(to, max_ts);
        }
        after = page.length < PAGE ? undefined : page.at(-1)?.received_data_id;
      }
      return { span: from <= to ? { from, to } : null, count };
    },
    /** Channels to which messages of a logger speak, of these keys or of all; a merged one's readings are in the one that took it in. */
    async channels(dataloggerId: string, keys?: readonly string[]): Promise<string[]> {
      const rows = await messages.channels(dataloggerId);
      return [...new Set(rows.filter(({ key }) => !keys || keys.includes(key)).map(({ id }) => id))];
    },
    /** The times of what files brought to a logger between two moments, and what wasn't taken back yet; null = nothing. */
    async imported(dataloggerId: string, { from, to }: Span): Promise<Span | null> {
      const found = await db
        .selectFrom('received_data as r')
        .innerJoin('dataloggers as d', (join) => join.onRef('d.no', '=', 'r.datalogger_no'))
        .select(({ fn }) => [fn.min('r.min_ts').as('from'), fn.max('r.max_ts').as('to')])
        .where('d.id', '=', dataloggerId)
        .where('r.door', '=', 'import')
        .where('r.withdrawn_at', 'is', null)
        .where('r.received_at', '>=', from)
        .where('r.received_at', '<=', to)
        .executeTakeFirst();
      return found && found.from !== null && found.to !== null ? { from: Number(found.from), to: Number(found.to) } : null;
    },
  };
}
