import { DEMO_VISITOR_ID } from '../../constants.ts';
import { localeOf } from '../auth/new-browser.ts';
import type { Deps } from '../kernel/context.ts';
import type { Db } from '../kernel/database.ts';
import { searchKeys } from '../kernel/name-keys.ts';
import { stamps } from '../kernel/rows.ts';
import { usersRepo } from '../users/users.repo.ts';
import { demoOrganization } from './seed.ts';
import { demoWords } from './words.ts';

const EMAIL = 'visitor@taktlog.example';

/** Makes the person as whom visitors of the public pages look at the demo: a reader of all of its workspaces, whatever became of him before. */
export async function letVisitorsIn(deps: Deps): Promise<void> {
  const organization = await demoOrganization(deps);
  if (!organization) throw new Error('visitors are let in before there is a demo');
  const now = deps.clock.now();
  const name = demoWords(localeOf(organization))('Návštěvník ukázky');
  const fresh = { email: EMAIL, name, locale: organization.locale, password_hash: '', access_all_orgs: 0 as const, archived_at: null };
  const tenant = { organization_id: organization.id };
  await deps.db.write(organization.id, async (db) => {
    const users = usersRepo({ db });
    const there = await db.selectFrom('users').select('id').where('id', '=', DEMO_VISITOR_ID).executeTakeFirst();
    if (there)
      await db
        .updateTable('users')
        .set({ ...fresh, ...searchKeys(name), avatar_hash: null, formats: '{}' })
        .where('id', '=', DEMO_VISITOR_ID)
        .execute();
    else await users.insert({ ...stamps(now, null), ...fresh, id: DEMO_VISITOR_ID });
    await db
      .insertInto('people')
      .values({ ...stamps(now, null), ...tenant, id: DEMO_VISITOR_ID })
      .onConflict((conflict) => conflict.columns(['organization_id', 'id']).doUpdateSet({ archived_at: null }))
      .execute();
    await db.deleteFrom('memberships').where('user_id', '=', DEMO_VISITOR_ID).where('organization_id', '=', organization.id).execute();
    const workspaces = await db.selectFrom('workspaces').select('id').where('organization_id', '=', organization.id).execute();
    // His dashboard shows what the plant's own person marked.
    await db.deleteFrom('favorites').where('user_id', '=', DEMO_VISITOR_ID).where('organization_id', '=', organization.id).execute();
    const marked = await db
      .selectFrom('favorites')
      .select(['organization_id', 'entity', 'entity_id', 'created_at'])
      .where('user_id', '=', organization.userId)
      .where('organization_id', '=', organization.id)
      .execute();
    if (marked.length > 0)
      await db
        .insertInto('favorites')
        .values(marked.map((row) => ({ ...row, user_id: DEMO_VISITOR_ID })))
        .execute();
    await keepBounded(db, organization.id);
    if (workspaces.length > 0)
      await db
        .insertInto('memberships')
        .values(
          workspaces.map(({ id }) => ({
            ...stamps(now, null),
            ...tenant,
            id: deps.ids.uuid(),
            user_id: DEMO_VISITOR_ID,
            workspace_id: id,
            role: 'viewer',
          })),
        )
        .execute();
  });
}

/** Days that a plant keeps which sends for months, where it has no bound: more than the history that it begins with. */
const KEPT = { keep_received_days: 90, keep_readings_days: 120, keep_rollups_days: 400 } as const;

async function keepBounded(db: Db, id: string): Promise<void> {
  await db
    .updateTable('organizations')
    .set((eb) => ({
      keep_received_days: eb.fn.coalesce('keep_received_days', eb.val(KEPT.keep_received_days)),
      keep_readings_days: eb.fn.coalesce('keep_readings_days', eb.val(KEPT.keep_readings_days)),
      keep_rollups_days: eb.fn.coalesce('keep_rollups_days', eb.val(KEPT.keep_rollups_days)),
    }))
    .where('id', '=', id)
    .execute();
}
