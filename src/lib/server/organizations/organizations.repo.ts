import type { Db } from '../db/database.ts';
import type { NewRow } from '../db/schema.ts';

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
