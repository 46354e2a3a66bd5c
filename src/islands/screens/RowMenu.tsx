import { Archive, ArchiveRestore, Copy, Ellipsis, FileDown, SquarePen, Timer } from 'lucide-react';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import type { ScreensStore } from '../../lib/client/screens/screens.store.ts';
import type { Screen } from '../../lib/contract/screens.ts';
import { fileNameOf } from '../../lib/domain/screens/screen-document.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx';
import { failureOf } from '../ui/problem.ts';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toasts.ts';

/** What can be done with a screen of the list. */
export default function RowMenu({ store, context, row }: { store: ScreensStore; context: PageContext; row: Screen }) {
  const t = useT();
  const locale = useLocale();
  const address = (id: string) => href('/tm/screens/{id}', { id }, locale);
  const canWrite = context.can('tm:write', row.workspace_id);
  const failed = (error: unknown) =>
    toast({ kind: 'alarm', text: `${row.name}: ${t('screens:failed')} ${t(`errors:${failureOf(error).code}`)}` });

  const duplicate = async () => {
    try {
      const copy = await store.create({
        id: uuidv7(),
        workspace_id: row.workspace_id,
        name: t('screens:copy_of', { name: row.name }).slice(0, 200),
        machine_id: row.machine_id,
        copy_of: row.id,
      });
      const open = { text: t('screens:open'), run: () => navigateTo(address(copy.id)) };
      toast({ text: t('screens:duplicated', { name: copy.name }), action: open });
    } catch (error) {
      failed(error);
    }
  };
  const download = async () => {
    try {
      const document = await store.document(row);
      saveFile(fileNameOf(row.name), JSON.stringify(document, null, 2));
    } catch (error) {
      failed(error);
    }
  };
  const archive = async (from: Screen, archived: boolean, undo: boolean) => {
    try {
      const saved = await store.archive(from, archived);
      const back = { text: t('screens:undo'), run: () => void archive(saved, !archived, false) };
      toast({ text: t(archived ? 'screens:archive_done' : 'screens:restored', { name: saved.name }), ...(undo ? { action: back } : {}) });
    } catch (error) {
      failed(error);
    }
  };
  const archived = row.archived_at !== null;
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t('screens:actions', { name: row.name })} />} placement="bottom end">
      <MenuItem icon={SquarePen} href={address(row.id)}>
        {t('screens:open')}
      </MenuItem>
      {context.can('tm:capture', row.workspace_id) ? (
        <MenuItem icon={Timer} href={`${address(row.id)}#capture`} disabled={row.version === null}>
          {t('screens:capture')}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      {canWrite ? (
        <MenuItem icon={Copy} onAction={() => void duplicate()}>
          {t('screens:duplicate')}
        </MenuItem>
      ) : null}
      <MenuItem icon={FileDown} onAction={() => void download()}>
        {t('screens:export')}
      </MenuItem>
      {canWrite ? (
        <MenuItem icon={archived ? ArchiveRestore : Archive} onAction={() => void archive(row, !archived, true)}>
          {t(archived ? 'screens:restore' : 'screens:archive')}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
