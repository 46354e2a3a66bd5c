import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import type { RecordingStore } from '../../lib/client/recordings/recording.store.ts';
import type { Recording } from '../../lib/contract/recordings.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';

const NewNote = part(() => import('./NewNote.tsx'));

/** What people wrote at moments of the recording; their numbers stand below the chart. */
export function Notes({
  store,
  row,
  mayWrite,
  organization,
}: {
  store: RecordingStore;
  row: Recording;
  mayWrite: boolean;
  organization: string;
}) {
  const t = useT();
  const format = useFormat();
  const [adding, setAdding] = useState<string | null>(null);
  if (row.notes.length === 0 && !mayWrite) return null;
  const remove = (id: string) =>
    store.removeNote(id).catch((error: unknown) => toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) }));
  return (
    <section className="border-t border-line-2 px-5 py-3 slim:px-4" aria-labelledby="recording-notes">
      <div className="flex items-center gap-3">
        <h2 id="recording-notes" className="h2">
          {t('recordings:notes.title')}
        </h2>
        <span className="spacer" />
        {mayWrite && row.from !== null ? (
          <Button size="sm" icon={Plus} onPress={() => setAdding(uuidv7())} {...opensDialog(NewNote)}>
            {t('recordings:notes.add')}
          </Button>
        ) : null}
      </div>
      {row.notes.length === 0 ? <p className="muted">{t('recordings:notes.none')}</p> : null}
      <ol>
        {row.notes.map((note, index) => (
          <li key={note.id} className="flex min-h-9 items-baseline gap-3 border-b border-line py-1.5 last:border-b-0">
            <span className="rounded-1 border border-line-control px-1.5 text-12 font-medium">{index + 1}</span>
            <span className="soft whitespace-nowrap">{format.dateTime(note.at, 'minute')}</span>
            <span className="min-w-0 flex-1 wrap-anywhere">
              {note.text} {note.created_by === null ? null : <span className="muted">{note.created_by}</span>}
            </span>
            {mayWrite ? (
              <IconButton size="sm" icon={X} label={t('recordings:notes.remove', { n: index + 1 })} onPress={() => void remove(note.id)} />
            ) : null}
          </li>
        ))}
      </ol>
      <Boundary instead={null} onFailure={() => setAdding(null)}>
        {adding === null ? null : (
          <NewNote store={store} row={row} id={adding} organization={organization} onClose={() => setAdding(null)} />
        )}
      </Boundary>
    </section>
  );
}
