import type { WritableAtom } from 'nanostores';
import { useEffect } from 'react';
import { ready } from '../../lib/i18n/ready.ts';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { useKept } from '../ui/form/useKept.ts';
import type { Texts } from './cell-texts.ts';

await ready('forms');

/** Keeps what is typed into the cells of a table; it comes when the first of them is touched, or where something was kept. */
export default function CellDrafts({
  draft,
  $texts,
  isThere,
}: {
  draft: string;
  $texts: WritableAtom<Texts>;
  /** Is there a cell of that name still? */
  isThere: (cell: string) => boolean;
}) {
  const { values, restored, set, reset } = useKept<{ texts: Texts }>(draft, { texts: {} });
  useEffect(() => {
    const kept = Object.fromEntries(Object.entries(values.texts).filter(([cell]) => isThere(cell)));
    // What was typed while this was on its way is newer.
    $texts.set({ ...kept, ...$texts.get() });
    return $texts.subscribe((texts) => {
      if (Object.keys(texts).length > 0) set('texts', texts);
      else reset();
    });
  }, [$texts]);
  return <DraftNote form={{ restored, reset: () => $texts.set({}) }} />;
}
