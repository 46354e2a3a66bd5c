import type { FilesStore } from '../../lib/client/files/files.store.ts';
import { FILES_UNDO_DAYS } from '../../lib/constants.ts';
import type { StoredFile } from '../../lib/contract/files.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { fileAddress, freshToken } from './address.ts';
import type { FileActions } from './FileMenu.tsx';

interface Options {
  store: FilesStore;
  organization: string;
  photoFileId: string | null;
  onPhoto: ((fileId: string | null) => void) | undefined;
}

/** What can be done with a file, each with a message to the person. */
export function useFileActions({ store, organization, photoFileId, onPhoto }: Options): FileActions {
  const t = useT();
  const failed = (row: StoredFile, error: unknown) =>
    toast({ kind: 'alarm', text: `${t('files:failed', { name: row.name })} ${t(`errors:${failureOf(error).code}`)}` });

  const bringBack = async (row: StoredFile, asCover: boolean) => {
    try {
      await store.setAway(row, false);
      if (asCover) onPhoto?.(row.id);
    } catch (error) {
      failed(row, error);
    }
  };
  return {
    async download(row) {
      const address = fileAddress(organization, row.id, { download: true });
      await freshToken(address);
      // The answer is an attachment: the page stays.
      location.assign(address);
    },
    async open(row) {
      const address = fileAddress(organization, row.id, { size: 'original' });
      // Opened within the press: a window that comes later is taken for an advertisement.
      const opened = window.open('', '_blank');
      if (opened) opened.opener = null;
      await freshToken(address);
      if (opened) opened.location.href = address;
      else location.assign(address);
    },
    write: {
      async rename(row, name) {
        try {
          await store.rename(row, name);
        } catch (error) {
          failed(row, error);
        }
      },
      async takeAway(row) {
        const wasCover = row.id === photoFileId;
        try {
          if (wasCover) onPhoto?.(null);
          const gone = await store.setAway(row, true);
          toast({
            text: t('files:taken_away', { name: row.name, count: FILES_UNDO_DAYS }),
            action: { text: t('files:undo'), run: () => void bringBack(gone, wasCover) },
          });
        } catch (error) {
          if (wasCover) onPhoto?.(row.id);
          failed(row, error);
        }
      },
      setCover: onPhoto ? (row) => onPhoto(row === null ? null : row.id) : null,
    },
  };
}
