import type { Place } from '../shell/Signed.tsx';

/** Name of the draft of a new machine, which belongs to the organisation in which it was begun. */
export const newMachineForm = (place: Place): string => `new-machine ${place.organization}`;
