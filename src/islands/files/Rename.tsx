import { useEffect, useRef } from 'react';
import { fileName } from '../../lib/client/files/files.store.ts';
import type { StoredFile } from '../../lib/contract/files.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useKept } from '../ui/form/useKept.ts';
import type { FileActions } from './FileMenu.tsx';

/** The name of a file, or the field in its place while it is renamed. Enter and leaving save, Escape leaves it as it was. */
export function Rename({ row, actions, onDone }: { row: StoredFile; actions: FileActions; onDone: () => void }) {
  const t = useT();
  const { values, restored, set, reset } = useKept(`file ${row.id}`, { name: row.name });
  const text = values.name;
  const frame = useRef<HTMLSpanElement>(null);
  const done = useRef(false);
  useEffect(() => {
    const input = frame.current?.querySelector('input');
    input?.focus();
    // The ending stays, as in every list of files.
    const stem = row.name.lastIndexOf('.');
    input?.setSelectionRange(0, stem > 0 ? stem : row.name.length);
  }, [row.name]);
  const finish = (save: boolean) => {
    if (done.current) return;
    done.current = true;
    reset();
    const name = fileName(text);
    if (save && text.trim() !== '' && name !== row.name) void actions.write?.rename(row, name);
    onDone();
  };
  return (
    <span className="rename flex-1 min-w-0" ref={frame}>
      <TextField
        label={t('files:rename.label')}
        bare
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={(name) => set('name', name)}
        onBlur={() => finish(true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish(true);
          if (event.key === 'Escape') {
            event.stopPropagation();
            finish(false);
          }
        }}
      />
      <DraftNote form={{ restored, reset }} />
    </span>
  );
}
