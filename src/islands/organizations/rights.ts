import type { Place } from '../shell/Signed.tsx';

/** May the person manage the organisation as a whole? A role in a single workspace doesn't bring that. */
export const managesOrganization = (place: Pick<Place, 'can'>): boolean => place.can('org:manage', '');
