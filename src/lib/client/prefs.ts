import { PREFS_PREFIX } from '../constants.ts';
import type { Profile } from '../contract/auth.ts';

/** What is kept between visits; null = not chosen. Ids are never trusted: they count only as far as the person's links have them. */
export interface SavedPrefs {
  uid: string;
  organization: string | null;
  workspace: string | null;
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
  const strange = saved?.uid !== undefined && saved.uid !== user.id;
  if (!saved?.organization || strange) {
    const first = user.base_roles.access_all_orgs ? null : (organizations[0]?.organization_id ?? null);
    return prefs(first, of(first)[0] ?? null);
  }
  const { organization, workspace } = saved;
  if (!organizations.some((one) => one.organization_id === organization)) return prefs(null, null);
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
    return uid === null ? null : { uid, organization: id(found?.organization), workspace: id(found?.workspace) };
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
