import { useState } from 'react';
import { TimeField } from './MomentField.tsx';
import type { FieldProblem } from './sentence.ts';

/** Any day will do: the clock time of a calendar belongs to none. */
const DAY = '1970-01-05';

/** A time of day, `HH:MM`; null while the text is no time. */
export function ClockField({
  label,
  value,
  onChange,
  error = null,
  required,
}: {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  error?: FieldProblem | null;
  required?: boolean;
}) {
  const [typed, setTyped] = useState<{ text: string; problem: FieldProblem | null } | null>(null);
  const [left, setLeft] = useState(false);
  return (
    <TimeField
      label={label}
      {...(required ? { required } : {})}
      zone="UTC"
      day={`${DAY}T00:00:00Z`}
      hint=""
      value={value === null ? null : `${DAY}T${value}:00Z`}
      typed={typed?.text ?? null}
      error={error ?? (left ? (typed?.problem ?? null) : null)}
      onChange={() => undefined}
      onType={(next, text, problem) => {
        setTyped(text === null ? null : { text, problem });
        setLeft(false);
        onChange(next === null ? null : next.slice(11, 16));
      }}
      onCommit={() => setLeft(true)}
    />
  );
}
