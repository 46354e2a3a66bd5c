/** A new workspace belongs to the organisation in which it was begun. */
export const newWorkspaceForm = (organization: string): string => `new-workspace ${organization}`;
