import type { PageContext } from '../shell/Signed.tsx';

/** May the person manage the organisation as a whole? A role in a single workspace doesn't bring that. */
export const managesOrganization = (context: Pick<PageContext, 'can'>): boolean => context.can('org:manage', '');
