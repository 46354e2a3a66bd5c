import type { ComponentProps } from 'react';

/** The box by which a row is picked. */
export function RowPick(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label className="above grid flex-none place-items-center w-7 h-8 -ml-1.75 pointer-coarse:-ml-3.75 pointer-coarse:size-11">
      <input type="checkbox" className="accent-accent" {...props} />
    </label>
  );
}
