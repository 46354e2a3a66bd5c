import type { Profile } from '../../contract/auth.ts';
import type { DurationFormat } from '../../contract/formats.ts';
import { SCOPES, type Scope, scopesOf } from '../../contract/scopes.ts';
import type { Db } from '../kernel/database.ts';
import type { Row } from '../kernel/schema.ts';
import { storedFormats } from './settings.ts';
import { usersRepo } from './users.repo.ts';

/** Everything that decides what a person sees; null when there is no such person. */
export async function profileOf(db: Db, userId: string): Promise<Profile | null> {
  const user = await usersRepo({ db }).byId(userId);
  if (!user) return null;
  const memberships = await db
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .leftJoin('workspaces as w', (join) =>
      join.onRef('w.organization_id', '=', 'm.organization_id').onRef('w.id', '=', 'm.workspace_id').on('w.archived_at', 'is', null),
    )
    .select(['m.organization_id', 'm.workspace_id', 'm.role', 'o.name as organization', 'w.name as workspace', 'w.time_zone'])
    .select(['o.first_day', 'o.duration_format'])
    .where('m.user_id', '=', userId)
    .where('m.archived_at', 'is', null)
    .where('o.archived_at', 'is', null)
    .orderBy('o.name')
    .orderBy('m.organization_id')
    .orderBy('w.name')
    .orderBy('m.workspace_id')
    .orderBy('m.role')
    .execute();
  const reachable = await workspacesOfOrganizationRoles(
    db,
    memberships.filter(({ workspace_id }) => workspace_id === null).map(({ organization_id }) => organization_id),
  );
  const organizations = new Map<string, Profile['links']['organizations'][number]>();
  const workspaces = new Map<string, Profile['links']['workspaces'][number]>();
  for (const { organization_id, id, name, time_zone } of reachable)
    workspaces.set(id, { workspace_id: id, organization_id, name, time_zone, roles: [] });
  for (const { organization_id, organization, workspace_id, workspace, time_zone, role, ...habits } of memberships) {
    if (!organizations.has(organization_id))
      organizations.set(organization_id, { organization_id, name: organization, roles: [], ...unusual(habits) });
    if (workspace_id === null) organizations.get(organization_id)?.roles.push(role);
    else if (workspace !== null && time_zone !== null) {
      if (!workspaces.has(workspace_id))
        workspaces.set(workspace_id, { workspace_id, organization_id, name: workspace, time_zone, roles: [] });
      workspaces.get(workspace_id)?.roles.push(role);
    }
  }
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    locale: user.locale as Profile['locale'],
    base_roles: { access_all_orgs: user.access_all_orgs === 1 },
    links: { organizations: [...organizations.values()], workspaces: [...workspaces.values()] },
    scope: scopeOf(user, [...organizations.values()], [...workspaces.values()]),
    ...ownChoices(user),
  };
}

/** Only what differs from the contract's own: the profile is in every signed-in page. */
function unusual({ first_day, duration_format }: Pick<Row<'organizations'>, 'first_day' | 'duration_format'>) {
  return {
    ...(first_day === 1 ? {} : { first_day }),
    ...(duration_format === 'hms' ? {} : { duration_format: duration_format as DurationFormat }),
  };
}

function ownChoices(user: Row<'users'>): Pick<Profile, 'avatar' | 'formats'> {
  const formats = storedFormats(user.formats);
  return {
    ...(user.avatar_hash === null ? {} : { avatar: user.avatar_hash }),
    ...(Object.values(formats).every((one) => one === null) ? {} : { formats }),
  };
}

/** A role of the organisation is in force in all its workspaces, so they are all links. */
async function workspacesOfOrganizationRoles(db: Db, organizationIds: string[]) {
  if (organizationIds.length === 0) return [];
  return db
    .selectFrom('workspaces')
    .select(['organization_id', 'id', 'name', 'time_zone'])
    .where('organization_id', 'in', organizationIds)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

function scopeOf(user: Row<'users'>, organizations: { roles: string[] }[], workspaces: { roles: string[] }[]): Scope[] {
  if (user.access_all_orgs === 1) return [...SCOPES];
  return scopesOf(
    organizations.flatMap(({ roles }) => roles),
    workspaces.flatMap(({ roles }) => roles),
  );
}
