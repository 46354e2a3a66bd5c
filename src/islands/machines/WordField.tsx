import { useId } from 'react';
import { TextField, type TextFieldProps } from '../ui/form/TextField.tsx';

/** A text with the words that other machines have there already: two spellings of one hall would be two halls. */
export function WordField({ words, ...field }: TextFieldProps & { words: readonly string[] }) {
  const list = useId();
  return (
    <div>
      <TextField {...field} autoComplete="off" list={list} />
      <datalist id={list}>
        {words.map((word) => (
          <option key={word} value={word} />
        ))}
      </datalist>
    </div>
  );
}
