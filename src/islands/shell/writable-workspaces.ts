import type { PageContext } from './Signed.tsx';

/** Workspaces in which the person may make and change screens. */
export const writableWorkspaces = (context: PageContext) =>
  context.profile.links.workspaces.filter(
    (one) => one.organization_id === context.organization && context.can('tm:write', one.workspace_id),
  );
