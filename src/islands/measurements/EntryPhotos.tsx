import { useStore } from '@nanostores/react';
import { Camera } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { StoredFile } from '../../lib/contract/files.ts';
import type { Entry } from '../../lib/domain/taps/entries.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import Lightbox from '../files/Lightbox.tsx';
import { useFileActions } from '../files/useFileActions.ts';
import { Icon } from '../ui/Icon.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { entryOf, filesOf } from './measurement-files.ts';
import type { Work } from './work.ts';

await ready('files');

export type Mark = (entry: Entry) => ReactNode;

/** Gives a sign for each entry of which there are photos; one press shows them. */
export default function EntryPhotos({ work, onMark }: { work: Work; onMark: (mark: Mark) => void }) {
  const t = useT();
  const { organization } = work.context;
  const store = filesOf(work);
  useStarted(store);
  const state = useStore(store.$state);
  const actions = useFileActions({ store, organization, photoFileId: null, onPhoto: undefined });
  const [looked, setLooked] = useState<{ entry: string; photo: string } | null>(null);
  const { day, lanes, look, now } = work;
  const files = state.status === 'ready' ? state.rows : NONE;
  const photos = useMemo(() => {
    const taken = files.filter(({ width, taken_at }) => width !== null && taken_at !== null);
    // In the order in which they were taken.
    return Map.groupBy(taken.toReversed(), (file) => entryOf({ day, lanes, now }, file)?.id ?? '');
  }, [files, day, lanes]);
  const mark = useCallback(
    (entry: Entry) => {
      const own = photos.get(entry.id);
      if (!own?.[0]) return null;
      const { id } = own[0];
      const label = `${look(entry).name}: ${t('measurement-tabs:entries.photos', { count: own.length })}`;
      return (
        <button
          type="button"
          className="flex min-h-6 flex-none print:hidden items-center gap-1 rounded-1 px-1 text-12 text-ink-2 hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center"
          aria-label={label}
          title={label}
          onClick={() => setLooked({ entry: entry.id, photo: id })}
        >
          <Icon of={Camera} size={16} />
          {own.length > 1 ? own.length : null}
        </button>
      );
    },
    [photos, look, t],
  );
  useEffect(() => onMark(mark), [mark, onMark]);
  const rows = looked && photos.get(looked.entry);
  if (!looked || !rows) return null;
  return (
    <Lightbox
      rows={rows}
      organization={organization}
      actions={actions}
      shown={looked.photo}
      onShow={(photo) => setLooked({ ...looked, photo })}
      onClose={() => setLooked(null)}
    />
  );
}

const NONE: readonly StoredFile[] = [];
