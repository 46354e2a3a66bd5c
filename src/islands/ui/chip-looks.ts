/** Looks of a chip: a filter that is off, one that is on, and the two halves of the latter: its choice and its cross. */
const CHIP =
  'inline-flex h-(--control-sm) flex-none cursor-pointer items-center gap-1.5 rounded-2 border px-2 text-12 whitespace-nowrap text-ink transition-[background] duration-1 active:bg-sunken aria-expanded:bg-sunken data-pressed:bg-sunken pointer-coarse:min-h-(--control-touch) pointer-coarse:text-14';
export const CHIP_OFF = `${CHIP} border-line-2 bg-surface hover:bg-sunken`;
export const CHIP_ON = `${CHIP} border-accent-line bg-accent-soft hover:border-accent hover:bg-selected`;
export const CHIP_CHOICE = `${CHIP_ON} rounded-r-none border-r-0 pr-0.5`;
export const CHIP_CROSS = `${CHIP_ON} rounded-l-none border-l-0 px-1.5 pointer-coarse:px-3`;
