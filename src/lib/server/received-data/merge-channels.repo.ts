import { sql } from 'kysely';
import type { Db } from '../kernel/database.ts';
import type { Row } from '../kernel/schema.ts';
import { tenantDb } from '../kernel/tenant-db.ts';

/** Records of two series of which one goes into the other. */
export function mergeChannelsRepo({
  db: bare,
  organization_id,
  organizationNo,
}: {
  db: Db;
  organization_id: string;
  organizationNo: number;
}) {
  const db = tenantDb({ db: bare, organization_id });
  return {
    /** The number under which messages of a logger are found. */
    async loggerNo(id: string): Promise<number | undefined> {
      return (await db.selectFrom('dataloggers').select('no').where('id', '=', id).executeTakeFirst())?.no;
    },
    channel(id: string): Promise<Row<'channels'> | undefined> {
      return db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst();
    },
    async counts(from: number, into: number): Promise<{ readings: number; overlaps: number; differing: number }> {
      const { rows } = await sql<{ readings: number; overlaps: number; differing: number }>`
        select count(*) as readings, count(b.ts) as overlaps,
          count(case when b.ts is not null and (coalesce(a.num, 0) <> coalesce(b.num, 0) or coalesce(a.text, '') <> coalesce(b.text, '')) then 1 end) as differing
        from readings as a left join readings as b on b.org_no = a.org_no and b.channel_no = ${into} and b.ts = a.ts
        where a.org_no = ${organizationNo} and a.channel_no = ${from}`.execute(bare);
      const { readings = 0, overlaps = 0, differing = 0 } = rows[0] ?? {};
      return { readings: Number(readings), overlaps: Number(overlaps), differing: Number(differing) };
    },
    async turn(id: string, into: string | null, archived_at: number | null, stamp: { at: number; by: string | null }): Promise<void> {
      await db
        .updateTable('channels')
        .set((eb) => ({ merged_into: into, archived_at, rev: eb('rev', '+', 1), updated_at: stamp.at, updated_by: stamp.by }))
        .where('id', '=', id)
        .execute();
    },
    /** Moments of which a series has a reading, after one of them. */
    async moments(channelNo: number, after: number, limit: number): Promise<number[]> {
      const rows = await bare
        .selectFrom('readings')
        .select('ts')
        .where('org_no', '=', organizationNo)
        .where('channel_no', '=', channelNo)
        .where('ts', '>', after)
        .orderBy('ts')
        .limit(limit)
        .execute();
      return rows.map(({ ts }) => ts);
    },
  };
}
