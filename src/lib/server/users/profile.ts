import type { Profile } from '../../contract/auth.ts';
import type { DurationFormat } from '../../contract/formats.ts';
import { SCOPES, type Scope, scopesOf } from '../../contract/scopes.ts';
import type { Db } from '../kernel/database.ts';
import type { Row } from '../kernel/schema.ts';
import { sql } from '../kernel/sql.ts';
import { storedFormats } from './settings.ts';
import { usersRepo } from './users.repo.ts';

/** Everything that decides what a person sees; null when there is no such person. */
export async function profileOf(db: Db, userId: string): Promise<Profile | null> {
  const user = await usersRepo({ db }).byId(userId);
  if (!user) return null;
  const memberships = await membershipsOf(db, userId);
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

type Membership = Pick<Row<'memberships'>, 'organization_id' | 'workspace_id' | 'role'> &
  Pick<Row<'organizations'>, 'first_day' | 'duration_format'> & {
    organization: string;
    workspace: string | null;
    time_zone: string | null;
  };

/** Roles that are in force. Written out, since every page asks: putting it together by the builder took longer than the answer. */
async function membershipsOf(db: Db, userId: string): Promise<Membership[]> {
  const { rows } =
    await sql<Membership>`select m.organization_id, m.workspace_id, m.role, o.name as organization, w.name as workspace, w.time_zone,
      o.first_day, o.duration_format
    from memberships as m join organizations as o on o.id = m.organization_id
      left join workspaces as w on w.organization_id = m.organization_id and w.id = m.workspace_id and w.archived_at is null
    where m.user_id = ${userId} and m.archived_at is null and o.archived_at is null
    order by o.name, m.organization_id, w.name, m.workspace_id, m.role`.execute(db);
  return rows;
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
  const { rows } = await sql<Pick<Row<'workspaces'>, 'organization_id' | 'id' | 'name' | 'time_zone'>>`
    select organization_id, id, name, time_zone from workspaces
    where organization_id in (${sql.join(organizationIds)}) and archived_at is null order by name, id`.execute(db);
  return rows;
}

function scopeOf(user: Row<'users'>, organizations: { roles: string[] }[], workspaces: { roles: string[] }[]): Scope[] {
  if (user.access_all_orgs === 1) return [...SCOPES];
  return scopesOf(
    organizations.flatMap(({ roles }) => roles),
    workspaces.flatMap(({ roles }) => roles),
  );
}
