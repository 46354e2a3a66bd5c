import { hashPassword } from '../src/lib/server/auth/passwords.ts';
import { systemClock, systemIds } from '../src/lib/server/kernel/ids.ts';
import { stamps } from '../src/lib/server/kernel/rows.ts';
import { openDatabase } from '../src/lib/server/storage/open.ts';
import { usersRepo } from '../src/lib/server/users/users.repo.ts';

/** Puts a person with one role of a workspace straight into the database of a running server: no address makes one without a mail. */
export async function addMember(
  dataDir: string,
  { organizationId: organization_id, workspaceId }: { organizationId: string; workspaceId: string },
  { email, password, role, name = role, locale = 'en' }: { email: string; password: string; role: string; name?: string; locale?: string },
): Promise<string> {
  const password_hash = await hashPassword(password, { log2N: 4, r: 8, p: 1 });
  const db = openDatabase({ dataDir, databaseUrl: undefined, databaseOwnerUrl: undefined }, { clock: systemClock });
  const id = systemIds.uuid();
  await db.write(organization_id, async (writer) => {
    const row = stamps(systemClock.now(), null);
    await usersRepo({ db: writer }).insert({ ...row, id, email, name, locale, password_hash, access_all_orgs: 0 });
    await writer
      .insertInto('people')
      .values({ ...row, organization_id, id })
      .execute();
    await writer
      .insertInto('memberships')
      .values({ ...row, organization_id, id: systemIds.uuid(), user_id: id, workspace_id: workspaceId, role })
      .execute();
  });
  await db.close();
  return id;
}
