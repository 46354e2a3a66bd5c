/** Looks of what hangs at a button: its frame, the list in it, an item, the name of a group. They are worn by parts of react-aria. */
export const POP = 'max-w-[calc(100vw-16px)] rounded-3 bg-raised shadow-2 outline-0 focus-visible:shadow-2 data-entering:animate-rise';
export const LIST = 'min-w-45 p-1 outline-0 focus-visible:shadow-none';
export const LIST_SCROLLS = `${LIST} max-h-[inherit] max-w-[min(360px,100vw-32px)] overflow-auto`;
export const ITEM =
  'flex min-h-7.5 cursor-pointer items-center gap-2.5 rounded-1 px-2 py-1 outline-0 data-focused:bg-hover data-pressed:bg-press data-[focus-visible]:data-focused:bg-press data-focus-visible:shadow-inside data-disabled:cursor-not-allowed data-disabled:text-ink-3 pointer-coarse:min-h-(--control-touch) pointer-coarse:text-14';
export const ITEM_TEXT =
  'min-w-0 flex-1 overflow-hidden text-ellipsis [&_small]:block [&_small]:text-11 [&_small]:leading-3.5 [&_small]:text-ink-3';
export const TITLE = 'px-2 pt-2 pb-0.5 text-11 leading-4 font-medium text-ink-3';
/** The mark of what is chosen, at the end of its item. */
export const CHOSEN = 'ml-auto text-accent';
