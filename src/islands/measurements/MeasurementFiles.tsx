import { useMemo } from 'react';
import type { StoredFile } from '../../lib/contract/files.ts';
import { part } from '../ui/Boundary.tsx';
import { entryOf, filesOf, takenAt } from './measurement-files.ts';
import type { Work } from './work.ts';

// With its files by itself: whoever names a part names all that it stands on, and the page is full.
const FilesTab = part(() => import('../files/FilesTab.tsx'));

/** Photos that were taken while capturing, with their moment and what went on, and whatever else was added. */
export default function MeasurementFiles({ work }: { work: Work }) {
  const kept = useMemo(() => ({ current: filesOf(work) }), [work.stores, work.row.id]);
  const momentOf = (file: StoredFile): string | null => {
    const at = takenAt(file);
    if (at === null) return null;
    const entry = entryOf(work, file);
    return [work.shown.time(at), entry ? work.look(entry).name : null].filter(Boolean).join(' · ');
  };
  return (
    <FilesTab
      context={work.context}
      entity="measurements"
      entityId={work.row.id}
      kept={kept}
      canWrite={work.canEdit && work.context.can('tm:capture', work.row.workspace_id)}
      photoFileId={null}
      momentOf={momentOf}
    />
  );
}
