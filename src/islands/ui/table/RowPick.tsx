import type { ComponentProps } from 'react';

/** The box by which a row is picked. */
export function RowPick(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label className="above row-pick">
      <input type="checkbox" {...props} />
    </label>
  );
}
