/** Looks that several parts of capture share; large enough for a finger. */
const BUTTON = 'inline-flex min-h-16 items-center justify-center gap-2 rounded-2 border px-4.5 font-medium';
export const BUTTON_PLAIN = `${BUTTON} border-line-2 bg-surface text-ink`;
export const BUTTON_PRIMARY = `${BUTTON} border-accent bg-accent text-on-accent`;
export const BIG = ' text-[17px]';
export const TITLE = 'font-display text-[26px] leading-8 font-semi tracking-[-0.01em]';
export const HEADING = 'mb-2 font-display text-[17px] leading-6 font-semi';
