import { DEMO_VISITOR_ID } from '../../constants.ts';
import { AppError } from '../../contract/errors.ts';
import { SCOPES, type Scope, scopesOf } from '../../contract/scopes.ts';
import type { Rights } from './context.ts';
import type { Db } from './database.ts';
import type { Row } from './schema.ts';
import { sql } from './sql.ts';

/** What a person may do in one organisation. */
export interface Standing {
  organization: { id: string; no: number };
  rights: Rights;
  allOrgs: boolean;
  /** He belongs to the organisation only because he sees all of them: no membership of his is in force. */
  visitor: boolean;
}

const NO_WORKSPACES: Rights['workspaces'] = new Map();
const EVERYTHING: Rights = { organization: new Set(SCOPES), workspaces: NO_WORKSPACES };
/** Sets of scopes by role; shared, since nobody may change them. */
const ORGANIZATION_SETS = new Map<string, ReadonlySet<Scope>>();
const WORKSPACE_SETS = new Map<string, ReadonlySet<Scope>>();

function scopeSet(cache: Map<string, ReadonlySet<Scope>>, roles: string[], scopes: (roles: string[]) => Scope[]): ReadonlySet<Scope> {
  const key = roles.sort().join(' ');
  let set = cache.get(key);
  if (!set) {
    set = new Set(scopes(roles));
    cache.set(key, set);
  }
  return set;
}

/** Roles in an archived workspace are not in force, whatever their own row says. */
const RESTING = sql`select w.id from workspaces as w
  where w.organization_id = m.organization_id and w.id = m.workspace_id and w.archived_at is not null`;

/** One row for each role, one without any for a person who has none. */
type RightsRow = Pick<Row<'organizations'>, 'no'> &
  Pick<Row<'users'>, 'access_all_orgs'> & { [C in 'workspace_id' | 'role']: Row<'memberships'>[C] | null } & { session?: string | null };

/**
 * A person's rights in an organisation, in one query; null when there is no such person, no such organisation, or he doesn't belong
 * to it — the caller can't tell which.
 * @param sessionId a session of his that has to stand; whoever asks for his rights names it
 * @throws AppError session_revoked
 */
export async function standingIn(db: Db, userId: string, organizationId: string, sessionId?: string): Promise<Standing | null> {
  const session =
    sessionId === undefined
      ? sql``
      : sql`, (select s.id from sessions as s where s.id = ${sessionId} and s.user_id = u.id and s.revoked_at is null) as session`;
  // Written out, since every request asks it: putting it together by the builder took longer than the answer.
  const { rows } = await sql<RightsRow>`select o.no, u.access_all_orgs, m.workspace_id, m.role${session}
    from users as u join organizations as o on o.id = ${organizationId}
      left join memberships as m on m.user_id = u.id and m.organization_id = o.id and m.archived_at is null
        and not exists (${RESTING})
    where u.id = ${userId} and u.archived_at is null and o.archived_at is null`.execute(db);
  const first = rows[0];
  if (!first) return null;
  if (sessionId !== undefined && !first.session) throw new AppError('session_revoked');
  const organization = { id: organizationId, no: first.no };
  if (first.access_all_orgs === 1 && userId !== DEMO_VISITOR_ID)
    return { organization, rights: EVERYTHING, allOrgs: true, visitor: first.role === null };
  if (first.role === null) return null;
  const organizationRoles: string[] = [];
  const byWorkspace = new Map<string, string[]>();
  for (const { workspace_id, role } of rows) {
    if (role === null) continue;
    // Whatever else somebody gave him: a visitor of the demo reads.
    if (userId === DEMO_VISITOR_ID) {
      if (workspace_id !== null) byWorkspace.set(workspace_id, ['viewer']);
      continue;
    }
    if (workspace_id === null) organizationRoles.push(role);
    else byWorkspace.set(workspace_id, [...(byWorkspace.get(workspace_id) ?? []), role]);
  }
  const workspaces = new Map<string, ReadonlySet<Scope>>();
  for (const [id, roles] of byWorkspace)
    workspaces.set(
      id,
      scopeSet(WORKSPACE_SETS, roles, (list) => scopesOf([], list)),
    );
  return {
    organization,
    rights: { organization: scopeSet(ORGANIZATION_SETS, organizationRoles, (list) => scopesOf(list)), workspaces },
    allOrgs: false,
    visitor: false,
  };
}
