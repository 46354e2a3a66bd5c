import { PREFS_PREFIX } from '../../constants.ts';
import type { Profile } from '../../contract/auth.ts';
import { isUuid } from '../../routes.ts';

/** What is kept between visits. Ids are never trusted: they count only as far as the person's links have them. */
export interface SavedPrefs {
  uid: string;
  /** Null = none chosen. */
  organization: string | null;
  /** Null = all workspaces of the organisation: a choice like any other, which nothing is put in the place of. */
  workspace: string | null;
  /**
   * The organisation was found among all of them, so the links needn't have it. It counts only for somebody with `access_all_orgs`, and
   * proves nothing: the API answers what that organisation is to him.
   */
  beyond_links?: true;
}
export interface Prefs extends SavedPrefs {
  /** Ids of the person's workspaces in the chosen organisation. */
  workspaces: string[];
}
/** The part of a profile that decides; names and zones play no part in it. */
interface Linked {
  links: {
    organizations: Pick<Profile['links']['organizations'][number], 'organization_id' | 'roles'>[];
    workspaces: Pick<Profile['links']['workspaces'][number], 'workspace_id' | 'organization_id' | 'roles'>[];
  };
}
type Person = Pick<Profile, 'id' | 'base_roles'> & Linked;

/** Name of the cookie, and of the list of workspaces in localStorage. */
export const prefsKey = (uid: string): string => `${PREFS_PREFIX}${uid}`;

/** Organisation and workspace in force: what was saved as far as the links still have it, else the first ones. */
export function choosePrefs({ user, saved }: { user: Person; saved: Partial<SavedPrefs> | null | undefined }): Prefs {
  const { organizations, workspaces } = user.links;
  const of = (organization: string | null) =>
    workspaces.filter((one) => one.organization_id === organization).map((one) => one.workspace_id);
  const prefs = (organization: string | null, workspace: string | null): Prefs => ({
    uid: user.id,
    organization,
    workspace,
    workspaces: of(organization),
  });
  const all = user.base_roles.access_all_orgs;
  const strange = saved?.uid !== undefined && saved.uid !== user.id;
  if (!saved?.organization || strange) {
    const first = all ? null : (organizations[0]?.organization_id ?? null);
    return prefs(first, of(first)[0] ?? null);
  }
  const { organization, workspace = null } = saved;
  if (!organizations.some((one) => one.organization_id === organization))
    return all && saved.beyond_links && isUuid(organization)
      ? { ...prefs(organization, workspace), beyond_links: true }
      : prefs(null, null);
  return prefs(organization, workspace && of(organization).includes(workspace) ? workspace : null);
}

/** Roles in the chosen organisation and workspace, without repetition. */
export function effectiveRoles(user: Linked, prefs: Pick<SavedPrefs, 'organization' | 'workspace'>): string[] {
  const { organizations, workspaces } = user.links;
  const organization = organizations.find((one) => one.organization_id === prefs.organization);
  const workspace = workspaces.find((one) => one.organization_id === prefs.organization && one.workspace_id === prefs.workspace);
  return [...new Set([...(organization?.roles ?? []), ...(workspace?.roles ?? [])])];
}

/** The value of the cookie, decoded; null when it is not what we wrote. */
export function parsePrefs(text: string | null | undefined): SavedPrefs | null {
  if (!text) return null;
  try {
    const found = JSON.parse(text) as Record<string, unknown> | null;
    const id = (value: unknown) => (typeof value === 'string' ? value : null);
    const uid = id(found?.uid);
    if (uid === null) return null;
    const saved = { uid, organization: id(found?.organization), workspace: id(found?.workspace) };
    return found?.beyond_links === true ? { ...saved, beyond_links: true } : saved;
  } catch {
    return null;
  }
}

/** An organisation beyond the person's links, as it was when he chose it: its names and zones are in no profile. */
export interface Visited {
  organization_id: string;
  name: string;
  workspaces: { workspace_id: string; name: string; time_zone: string }[];
}

/** The person with the organisation that he visits among his links; roles he has none in it. */
export function withVisited<P extends Pick<Profile, 'links' | 'base_roles'>>(user: P, visited: Visited | null): P {
  if (!visited || !user.base_roles.access_all_orgs) return user;
  const { organization_id, name } = visited;
  const { organizations, workspaces } = user.links;
  if (organizations.some((one) => one.organization_id === organization_id)) return user;
  return {
    ...user,
    links: {
      organizations: [...organizations, { organization_id, name, roles: [] }],
      workspaces: [...workspaces, ...visited.workspaces.map((one) => ({ ...one, organization_id, roles: [] }))],
    },
  };
}

/** What the storage holds of the visited organisation; null when it is another one, or not what we wrote. */
export function parseVisited(text: string | null | undefined, organization: string): Visited | null {
  if (!text) return null;
  try {
    const found = JSON.parse(text) as Partial<Visited> | null;
    const texts = (...values: unknown[]) => values.every((value) => typeof value === 'string');
    if (found?.organization_id !== organization || !texts(found.name) || !Array.isArray(found.workspaces)) return null;
    return found.workspaces.every((one) => texts(one?.workspace_id, one?.name, one?.time_zone)) ? (found as Visited) : null;
  } catch {
    return null;
  }
}

/** A choice carried by a link made by mail, QR or copy (`?org=&ws=`): honoured only if the person's links have it. */
export function prefsOfLink(user: Linked, query: string): Pick<SavedPrefs, 'organization' | 'workspace'> | null {
  const asked = new URLSearchParams(query);
  const organization = asked.get('org');
  const workspace = asked.get('ws');
  if (!user.links.organizations.some((one) => one.organization_id === organization)) return null;
  const linked = user.links.workspaces.some((one) => one.organization_id === organization && one.workspace_id === workspace);
  return { organization, workspace: linked ? workspace : null };
}
