import { Download, FileSpreadsheet, FileText, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { StoredFile } from '../../lib/contract/files.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { type FileActions, FileMenu, isPdf } from './FileMenu.tsx';
import { Rename } from './Rename.tsx';

const SHEET = /csv|spreadsheet/;
const iconOf = ({ media_type }: StoredFile): LucideIcon => (SHEET.test(media_type) ? FileSpreadsheet : FileText);

interface DocumentsProps {
  rows: readonly StoredFile[];
  actions: FileActions;
}

/** Files that are no pictures: a PDF opens, everything else is saved. */
export function Documents({ rows, actions }: DocumentsProps) {
  return (
    <ul>
      {rows.map((row) => (
        <Document key={row.id} row={row} actions={actions} />
      ))}
    </ul>
  );
}

function Document({ row, actions }: { row: StoredFile; actions: FileActions }) {
  const t = useT();
  const format = useFormat();
  const [renaming, setRenaming] = useState(false);
  const pdf = isPdf(row);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 min-h-[var(--row)] py-1 border-b border-b-line first:border-t first:border-t-line-2 [&_.i]:text-ink-3">
      <Icon of={iconOf(row)} size={20} />
      {renaming ? (
        <Rename row={row} actions={actions} onDone={() => setRenaming(false)} />
      ) : (
        <span className="two">
          <button
            type="button"
            className="link one-line max-w-full justify-self-start text-left"
            title={row.name}
            onClick={() => void (pdf ? actions.open(row) : actions.download(row))}
          >
            {row.name}
          </button>
          <small>
            {format.bytes(row.size)} · {format.dateTime(row.created_at)}
          </small>
        </span>
      )}
      <span className="row">
        <IconButton
          icon={Download}
          size="sm"
          label={t('files:download_name', { name: row.name })}
          onPress={() => void actions.download(row)}
        />
        <FileMenu row={row} actions={actions} onRename={() => setRenaming(true)} />
      </span>
    </li>
  );
}
