import type { PageContext } from '../shell/Signed.tsx';

/** Name of the draft of a new machine, which belongs to the organisation in which it was begun. */
export const newMachineForm = (context: PageContext): string => `new-machine ${context.organization}`;
