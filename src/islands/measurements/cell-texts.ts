import { atom, type WritableAtom } from 'nanostores';
import { createContext } from 'react';

/** Texts that stand in cells and are not saved yet, by the name of the cell. */
export type Texts = Readonly<Record<string, string>>;

/** Those of the table around; a row that scrolls out of sight leaves its text there. */
export const CellTexts = createContext<WritableAtom<Texts>>(atom({}));

/** @param text null = the cell shows what is saved */
export function putText($texts: WritableAtom<Texts>, cell: string, text: string | null): void {
  const { [cell]: _old, ...others } = $texts.get();
  $texts.set(text === null ? others : { ...others, [cell]: text });
}
