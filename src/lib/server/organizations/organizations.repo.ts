import type { Db } from '../kernel/database.ts';
import { contains, keyset, type Page } from '../kernel/list.ts';
import type { NewRow, Row } from '../kernel/schema.ts';
import { type TenantConnection, tenantDb } from '../kernel/tenant-db.ts';

const MAX_SLUG = 48;

/** A name as part of an address: `Dílna Brno, s.r.o.` → `dilna-brno-s-r-o`. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'organization' : slug;
}

/** Organisations themselves are global rows: nothing here is asked on behalf of one. */
export function organizationsRepo({ db }: { db: Db }) {
  return {
    async any(): Promise<boolean> {
      return (await db.selectFrom('organizations').select('no').limit(1).executeTakeFirst()) !== undefined;
    },
    /** The name's slug, with `-2`, `-3` … when others have it. */
    async freeSlug(name: string): Promise<string> {
      const slug = slugOf(name);
      const rows = await db.selectFrom('organizations').select('slug').where('slug', 'like', `${slug}%`).execute();
      const taken = new Set(rows.map((row) => row.slug));
      let free = slug;
      for (let i = 2; taken.has(free); i++) free = `${slug}-${i}`;
      return free;
    },
    async insert(row: NewRow<'organizations'>): Promise<void> {
      await db.insertInto('organizations').values(row).execute();
    },
  };
}

/** The row of one organisation. */
export function organizationRepo(connection: TenantConnection) {
  const db = tenantDb(connection);
  return {
    find(): Promise<Row<'organizations'> | undefined> {
      return db.selectFrom('organizations').selectAll().executeTakeFirst();
    },
    /** False when the row isn't at `rev` any more. */
    async update(rev: number, changes: Partial<NewRow<'organizations'>>, stamp: { at: number; by: string | null }): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('organizations')
        .set({ ...changes, rev: rev + 1, updated_at: stamp.at, updated_by: stamp.by })
        .where('rev', '=', rev)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
  };
}

/** Organisations that one person may choose: those he belongs to, or with `member` null all of them. */
export function choosableOrganizations({ db, member }: { db: Db; member: string | null }) {
  const matching = (q: string | undefined) => {
    let query = db.selectFrom('organizations as o').where('o.archived_at', 'is', null);
    if (member !== null)
      query = query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('memberships as m')
            .select('m.id')
            .whereRef('m.organization_id', '=', 'o.id')
            .where('m.user_id', '=', member)
            .where('m.archived_at', 'is', null),
        ),
      );
    return q ? query.where(contains(['o.name', 'o.slug'], q)) : query;
  };
  return {
    list(q: string | undefined, page: Page) {
      const { after, by } = keyset('o.name', 'o.id', page);
      return matching(q).select(['o.id', 'o.name', 'o.slug']).where(after).orderBy(by).limit(page.limit).execute();
    },
    async count(q: string | undefined): Promise<number> {
      const row = await matching(q)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return row.count;
    },
  };
}
