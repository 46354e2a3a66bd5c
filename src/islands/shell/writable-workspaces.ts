import type { Place } from './Signed.tsx';

/** Workspaces in which the person may make and change screens. */
export const writableWorkspaces = (place: Place) =>
  place.profile.links.workspaces.filter((one) => one.organization_id === place.organization && place.can('tm:write', one.workspace_id));
