import { DEMO_VISITOR_ID } from '../../lib/constants.ts';
import type { Profile } from '../../lib/contract/auth.ts';

/** A visitor of the demo: nothing of his is kept by the server, so nothing is offered that would have to be. */
export const isVisitor = ({ id }: Pick<Profile, 'id'>): boolean => id === DEMO_VISITOR_ID;
