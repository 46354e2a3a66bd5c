/** A text as it is searched: without case and accents, so that "cidlo" finds "Čidlo". */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
