/** A line at the lower edge of the window, beside the rail and above the bar of a phone; `shell.css` knows it and lets pages end above it. */
export const NOTICE =
  'connection fixed right-0 bottom-(--bottom-bar) left-(--rail) mini:left-(--rail-small) phone:left-0 flex h-(--notice) items-center gap-2 border-t border-line bg-late-soft px-4 text-12/4 text-ink [@media(width>=1200px)]:in-[body:has([data-help])]:right-90';
