/** A part of the page of a message, and its head. */
export const MESSAGE_PART = 'px-5 pb-4 slim:px-4';
export const PART_HEAD = 'flex min-h-11 items-center gap-2 max-[961px]:py-1.5';
