import type { ComponentProps, CSSProperties, ReactNode } from 'react';

/** All in one row where each has its 64 px, else in two rows of the same length: the large factor chooses between the two. */
export function Chips({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div
      className="cap-chips grid grid-cols-[repeat(auto-fill,minmax(max(var(--row),min(var(--two-rows),var(--lacking))),1fr))] gap-1.5 [--lacking:calc((64px_-_var(--row)_-_0.1px)_*_9999)] [--row:calc((100%_+_6px)_/_var(--count)_-_6.1px)] [--two-rows:max(64px,(100%_+_6px)_/_var(--half)_-_6.1px)]"
      style={{ '--count': count, '--half': Math.ceil(count / 2) } as CSSProperties}
    >
      {children}
    </div>
  );
}

export function Chip(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className="min-h-16 rounded-2 border border-line bg-surface text-center text-[17px] font-medium text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft"
      {...props}
    />
  );
}

/** What stands small below a chip's word. */
export const Below = ({ children }: { children: ReactNode }) => <small className="block text-11 font-regular text-ink-3">{children}</small>;
