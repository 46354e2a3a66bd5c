import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { type KeyboardEvent, useContext, useMemo, useState } from 'react';
import { CellTexts, putText } from './cell-texts.ts';

/** Leads to the same field of the row above or below. */
function walk(from: HTMLInputElement, by: number): void {
  const row = from.closest('tr');
  const next = by < 0 ? row?.previousElementSibling : row?.nextElementSibling;
  next?.querySelector<HTMLInputElement>(`[data-field="${from.dataset.field}"]`)?.focus();
}

/** A field that looks like the text it changes. Enter and leaving it save, Escape gives up, arrows lead to the next row. */
export function CellInput<V>({
  row,
  field,
  label,
  text,
  read,
  end,
  placeholder,
  suffix,
  hint,
  prepare,
  onSave,
}: {
  /** Id of what stands in the row. */
  row: string;
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
  /** What has to come before anything can be read; asked for with the first touch. */
  prepare?: () => Promise<void>;
  onSave: (value: V) => void;
}) {
  const $texts = useContext(CellTexts);
  const cell = `${row} ${field}`;
  const written = useStore(useMemo(() => computed($texts, (texts) => texts[cell] ?? null), [$texts, cell]));
  const setWritten = (next: string | null) => putText($texts, cell, next);
  const [prepared, setPrepared] = useState(prepare === undefined);
  const bad = prepared && written !== null && written !== text && read(written) === undefined;
  const come = async () => {
    if (prepared) return;
    // Without the line it is asked for again with the next touch; what was written stays.
    await prepare?.().then(
      () => setPrepared(true),
      () => undefined,
    );
  };
  const finish = async () => {
    if (written === null) return;
    if (!prepared && written !== text) await come();
    const value = written === text ? undefined : read(written);
    // What can't be read stays to be mended, until the row goes.
    if (written !== text && value === undefined) return;
    setWritten(null);
    if (value !== undefined) onSave(value);
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') void finish();
    else if (event.key === 'Escape') setWritten(null);
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') walk(event.currentTarget, event.key === 'ArrowUp' ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const suffixed = suffix !== undefined && suffix !== '' && (written ?? text) !== '';
  return (
    // What is written stands where the head of its column does, and the field reaches beyond it.
    <span className={`tm-cell w-full ${end ? `end ${suffixed ? '' : '-mr-1'}` : '-ml-1'}`}>
      <input
        data-field={field}
        aria-label={label}
        title={hint}
        placeholder={placeholder}
        aria-invalid={bad || undefined}
        autoComplete="off"
        value={written ?? text}
        onChange={({ target }) => setWritten(target.value)}
        onFocus={({ target }) => {
          target.select();
          // Whoever keeps what is typed comes before the first letter.
          setWritten(written);
          void come();
        }}
        onBlur={() => void finish()}
        onKeyDown={keys}
      />
      {suffixed ? <span className="unit flex-none whitespace-nowrap">{suffix}</span> : null}
    </span>
  );
}
