import { type KeyboardEvent, useState } from 'react';

/** Leads to the same field of the row above or below. */
function walk(from: HTMLInputElement, by: number): void {
  const row = from.closest('tr');
  const next = by < 0 ? row?.previousElementSibling : row?.nextElementSibling;
  next?.querySelector<HTMLInputElement>(`[data-field="${from.dataset.field}"]`)?.focus();
}

/** A field that looks like the text it changes. Enter and leaving it save, Escape gives up, arrows lead to the next row. */
export function CellInput<V>({
  field,
  label,
  text,
  read,
  end,
  placeholder,
  suffix,
  hint,
  onSave,
}: {
  field: string;
  label: string;
  text: string;
  /** Undefined when what was written means nothing. */
  read: (text: string) => V | undefined;
  /** Stands at the right edge, as numbers do. */
  end?: boolean;
  /** Names an empty field where no head of a column does. */
  placeholder?: string | undefined;
  suffix?: string;
  /** How what is written here is read. */
  hint?: string;
  onSave: (value: V) => void;
}) {
  const [written, setWritten] = useState<string | null>(null);
  const bad = written !== null && written !== text && read(written) === undefined;
  const finish = () => {
    if (written === null) return;
    const value = written === text ? undefined : read(written);
    // What can't be read stays to be mended, until the row goes.
    if (bad) return;
    setWritten(null);
    if (value !== undefined) onSave(value);
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') finish();
    else if (event.key === 'Escape') setWritten(null);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') walk(event.currentTarget, event.key === 'ArrowUp' ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className={end ? 'tm-cell end' : 'tm-cell'}>
      <input
        data-field={field}
        aria-label={label}
        title={hint}
        placeholder={placeholder}
        aria-invalid={bad || undefined}
        autoComplete="off"
        value={written ?? text}
        onChange={({ target }) => setWritten(target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={finish}
        onKeyDown={keys}
      />
      {suffix && (written ?? text) !== '' ? <span className="unit">{suffix}</span> : null}
    </span>
  );
}
