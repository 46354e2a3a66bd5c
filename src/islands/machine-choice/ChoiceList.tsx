import type { ComponentProps, ReactNode } from 'react';

/** What one searches among in a dialog, one thing a line. */
export function ChoiceList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="max-h-[min(420px,50vh)] overflow-auto" aria-label={label}>
      {children}
    </ul>
  );
}

export function Choice(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return (
    <li>
      <button
        type="button"
        className="grid grid-cols-[minmax(0,1fr)] content-center w-full min-h-9 py-1 px-2 rounded-1 text-left aria-pressed:bg-selected hover:bg-hover"
        {...props}
      />
    </li>
  );
}
