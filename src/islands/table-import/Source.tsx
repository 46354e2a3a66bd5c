import { type ReactNode, useState } from 'react';
import type { ImportFault } from '../../lib/client/kernel/table-import.store.ts';
import { TABLE_MAX_BYTES, TABLE_MAX_ROWS } from '../../lib/contract/table-imports.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { FileField } from '../ui/form/FileField.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { StatusLamp } from '../ui/StatusLamp.tsx';

/** Where the table comes from: a file, or what was copied out of a spreadsheet. */
export function Source({
  fault,
  text,
  onText,
  note,
  intro,
  onRead,
}: {
  fault: ImportFault | null;
  text: string;
  onText: (text: string) => void;
  /** That the text was kept. */
  note: ReactNode;
  /** What may stand in the table, where that isn't told by the fields alone. */
  intro?: ReactNode;
  onRead: (source: Uint8Array | string) => void;
}) {
  const t = useT();
  const format = useFormat();
  const [files, setFiles] = useState<readonly File[]>([]);
  const take = async (next: readonly File[]) => {
    setFiles(next);
    if (next[0]) onRead(new Uint8Array(await next[0].arrayBuffer()));
  };
  return (
    <div className="stack text-ink">
      {note}
      <p className="soft">{t('table-import:intro')}</p>
      {intro}
      <div role="alert">
        {fault ? (
          <p className="note alarm">
            <StatusLamp kind="alarm" />
            {t(`table-import:fault.${fault}`, { rows: format.number(TABLE_MAX_ROWS), size: format.bytes(TABLE_MAX_BYTES) })}
          </p>
        ) : null}
      </div>
      <FileField
        label={t('table-import:file')}
        hint={t('table-import:file_hint', { rows: format.number(TABLE_MAX_ROWS), size: format.bytes(TABLE_MAX_BYTES) })}
        rules="ext:csv,txt,tsv"
        value={files}
        onChange={(next) => void take(next)}
      />
      <TextArea
        label={t('table-import:paste')}
        hint={t('table-import:paste_hint')}
        rows={5}
        value={text}
        onChange={onText}
        spellCheck={false}
      />
      <div>
        <Button isDisabled={text.trim() === ''} onPress={() => onRead(text)}>
          {t('table-import:read')}
        </Button>
      </div>
    </div>
  );
}
