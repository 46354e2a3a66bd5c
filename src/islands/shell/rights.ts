import type { PageContext } from './Signed.tsx';

/** What the person may do in the organisation that the page is about. */

/** May he manage the organisation as a whole? A role in a single workspace doesn't bring that. */
export const managesOrganization = (context: Pick<PageContext, 'can'>): boolean => context.can('org:manage', '');

/** Workspaces in which he may make and change screens. */
export const writableWorkspaces = (context: PageContext) =>
  context.profile.links.workspaces.filter(
    (one) => one.organization_id === context.organization && context.can('tm:write', one.workspace_id),
  );
