/** Looks of a choice among pictures: its name, and the control that lies unseen over each of them. */
export const LEGEND = 'mb-1 p-0 text-12 font-medium text-ink-2';
export const COVERING = 'absolute inset-0 m-0 cursor-pointer opacity-0';
/** The arrow at the end of a field that opens a list. */
export const OPENER = 'grid flex-none place-items-center w-7 h-full -mr-2.5 text-ink-2 cursor-pointer';
