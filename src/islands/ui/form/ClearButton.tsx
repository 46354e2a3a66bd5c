import { X } from 'lucide-react';
import { Icon } from '../Icon.tsx';

/** The cross at the end of a field, which empties it. */
export function ClearButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="-mr-1.5 grid size-6 place-items-center rounded-1 text-ink-3 hover:bg-hover hover:text-ink"
      aria-label={label}
      onClick={onClick}
    >
      <Icon of={X} size={14} />
    </button>
  );
}
