import { Download, Ellipsis, ExternalLink, ImageMinus, ImageUp, Pencil, Trash2 } from 'lucide-react';
import type { StoredFile } from '../../lib/contract/files.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx';

export interface FileActions {
  download(row: StoredFile): Promise<void>;
  /** Shows it in a window of its own, where the browser can. */
  open(row: StoredFile): Promise<void>;
  /** Null for whoever may only look. */
  write: {
    rename(row: StoredFile, name: string): Promise<void>;
    takeAway(row: StoredFile): Promise<void>;
    setCover: ((row: StoredFile | null) => void) | null;
  } | null;
}

export const isPdf = (row: StoredFile): boolean => row.media_type === 'application/pdf';

/** Everything that can be done with one file. */
export function FileMenu({
  row,
  actions,
  isCover = false,
  onRename,
}: {
  row: StoredFile;
  actions: FileActions;
  isCover?: boolean;
  onRename: () => void;
}) {
  const t = useT();
  const { write } = actions;
  const setCover = row.width === null ? null : write?.setCover;
  return (
    <Menu
      placement="bottom end"
      label={t('files:more', { name: row.name })}
      trigger={<IconButton icon={Ellipsis} size="sm" label={t('files:more', { name: row.name })} />}
    >
      {isPdf(row) ? (
        <MenuItem id="open" icon={ExternalLink} onAction={() => void actions.open(row)}>
          {t('files:open')}
        </MenuItem>
      ) : null}
      <MenuItem id="download" icon={Download} onAction={() => void actions.download(row)}>
        {t('files:download')}
      </MenuItem>
      {setCover ? (
        <MenuItem id="cover" icon={isCover ? ImageMinus : ImageUp} onAction={() => setCover(isCover ? null : row)}>
          {t(isCover ? 'files:cover.leave' : 'files:cover.choose')}
        </MenuItem>
      ) : null}
      {write ? (
        <>
          <MenuItem id="rename" icon={Pencil} onAction={onRename}>
            {t('files:rename.do')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem id="take-away" icon={Trash2} danger onAction={() => void write.takeAway(row)}>
            {t('files:take_away')}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
