import { useState } from 'react';
import { TextField } from '../ui/form/TextField.tsx';

/** A name that is kept when the field is left; without one the placeholder holds. */
export function NameField({
  label,
  placeholder,
  value,
  maxLength,
  canWrite,
  onChange,
}: {
  label: string;
  placeholder: string;
  value: string;
  maxLength: number;
  canWrite: boolean;
  onChange: (name: string) => void;
}) {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setText(value);
  }
  return (
    <TextField
      bare
      label={label}
      placeholder={placeholder}
      value={text}
      maxLength={maxLength}
      autoComplete="off"
      disabled={!canWrite}
      onChange={setText}
      onCommit={(next) => {
        if (next.trim() !== value) onChange(next.trim());
      }}
    />
  );
}
