import { sql } from 'kysely';
import type { Tap } from '../../domain/taps/tap.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

export type StoredEntry = Omit<Row<'entries'>, 'organization_id' | 'measurement_id'>;

/** Where a stored tap came from. */
export interface Origin {
  seq: number;
  /** Null when a key sent it. */
  user_id: string | null;
  kind: Tap['kind'];
}

/** Rows of one statement: PostgreSQL takes at most 65,535 parameters. */
const PART = 2_000;

/** Taps and entries of one measurement. */
export function tapsRepo({ measurement_id, ...connection }: TenantConnection & { measurement_id: string }) {
  const db = tenantDb(connection);
  const ofMeasurement = { measurement_id };
  return {
    /** Which of them are stored already. */
    async storedIds(ids: readonly string[]): Promise<Set<string>> {
      const rows = await db
        .selectFrom('tap_events')
        .select('id')
        .where('measurement_id', '=', measurement_id)
        .where('id', 'in', [...ids])
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
    /** Who sent them, and when they came in the order of arrival. */
    async origins(ids: readonly string[]): Promise<Map<string, Origin>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .selectFrom('tap_events')
        .select(['id', 'seq', 'user_id', 'body'])
        .where('measurement_id', '=', measurement_id)
        .where('id', 'in', [...new Set(ids)])
        .execute();
      return new Map(rows.map(({ id, seq, user_id, body }) => [id, { seq, user_id, kind: (JSON.parse(body) as Tap).kind }]));
    },
    /** Who sent the first tap of a session: the session is his. */
    async sessionOrigin(session: string): Promise<Origin | undefined> {
      // A session is a plain token, so the body contains it exactly like this; inside a note its quotes would be escaped.
      const marked = `"session":"${session}"`;
      const row = await db
        .selectFrom('tap_events')
        .select(['seq', 'user_id', 'body'])
        .where('measurement_id', '=', measurement_id)
        .where(sql<boolean>`replace(body, ${marked}, '') <> body`)
        .orderBy('seq')
        .limit(1)
        .executeTakeFirst();
      return row && { seq: row.seq, user_id: row.user_id, kind: (JSON.parse(row.body) as Tap).kind };
    },
    async insert(rows: readonly Omit<NewRow<'tap_events'>, 'organization_id' | 'measurement_id'>[]): Promise<void> {
      await db
        .insertInto('tap_events')
        .values(rows.map((row) => ({ ...row, ...ofMeasurement })))
        .execute();
    },
    /** In the order of arrival, after a place in it. */
    after(seq: number, limit: number): Promise<Pick<Row<'tap_events'>, 'seq' | 'body' | 'user_id'>[]> {
      return db
        .selectFrom('tap_events')
        .select(['seq', 'body', 'user_id'])
        .where('measurement_id', '=', measurement_id)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(limit)
        .execute();
    },
    /** @param most those that came first */
    async all(most?: number): Promise<Tap[]> {
      let query = db.selectFrom('tap_events').select('body').where('measurement_id', '=', measurement_id);
      if (most !== undefined) query = query.where('seq', '<=', most);
      const rows = await query.execute();
      return rows.map(({ body }) => JSON.parse(body) as Tap);
    },
    async entries(): Promise<StoredEntry[]> {
      const rows = await db
        .selectFrom('entries')
        .selectAll()
        .where('measurement_id', '=', measurement_id)
        .orderBy('from_ms')
        .orderBy('id')
        .execute();
      return rows.map(({ organization_id: _, measurement_id: __, ...row }) => row);
    },
    /** Writes what differs. */
    async replaceEntries(before: readonly StoredEntry[], after: readonly StoredEntry[]): Promise<void> {
      const old = new Map(before.map((row) => [row.id, JSON.stringify(row)]));
      const fresh = after.filter((row) => old.get(row.id) !== JSON.stringify(row));
      const kept = new Set(after.map(({ id }) => id));
      const gone = [...before.filter(({ id }) => !kept.has(id)), ...fresh.filter(({ id }) => old.has(id))].map(({ id }) => id);
      for (let at = 0; at < gone.length; at += PART)
        await db
          .deleteFrom('entries')
          .where('measurement_id', '=', measurement_id)
          .where('id', 'in', gone.slice(at, at + PART))
          .execute();
      for (let at = 0; at < fresh.length; at += PART)
        await db
          .insertInto('entries')
          .values(fresh.slice(at, at + PART).map((row) => ({ ...row, ...ofMeasurement })))
          .execute();
    },
    /** One page by time, after a place in it. */
    page(
      filter: { lane?: string | undefined; from?: number | undefined; to?: number | undefined },
      cursor: readonly [number, string] | null,
      limit: number,
    ) {
      let query = db.selectFrom('entries').selectAll().where('measurement_id', '=', measurement_id);
      if (filter.lane !== undefined) query = query.where('lane', '=', filter.lane);
      const { from, to } = filter;
      if (from !== undefined) query = query.where((eb) => eb.or([eb('to_ms', '>', from), eb('to_ms', 'is', null)]));
      if (to !== undefined) query = query.where('from_ms', '<', to);
      if (cursor) query = query.where(sql<boolean>`(from_ms, id) > (${cursor[0]}, ${cursor[1]})`);
      return query.orderBy('from_ms').orderBy('id').limit(limit).execute();
    },
  };
}
