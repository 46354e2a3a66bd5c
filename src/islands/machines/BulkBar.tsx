import { Archive, X } from 'lucide-react';
import { useState } from 'react';
import type { MachinesStore } from '../../lib/client/machines/machines.store.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';

/** What can be done with all machines that were picked; done at once, taken back from the toast. */
export default function BulkBar({ store, rows, onDone }: { store: MachinesStore; rows: readonly Machine[]; onDone: () => void }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const refuse = (error: unknown) => toast({ kind: 'alarm', text: `${t('machines:failed')}: ${t(`errors:${failureOf(error).code}`)}` });
  const archive = async () => {
    setBusy(true);
    const { done, error } = await store.archive(
      rows.filter((row) => row.archived_at === null),
      true,
    );
    setBusy(false);
    onDone();
    if (done.length > 0)
      toast({
        text: t('machines:bulk.archived', { count: done.length }),
        action: {
          text: t('machines:undo'),
          run: async () => {
            const back = await store.archive(done, false);
            if (back.error) refuse(back.error);
          },
        },
      });
    if (error) refuse(error);
  };
  return (
    <div className="bulk flex-wrap phone:py-1.5" role="toolbar" aria-label={t('machines:bulk.label')}>
      <span aria-live="polite">{t('machines:bulk.picked', { count: rows.length })}</span>
      <Button
        size="sm"
        icon={Archive}
        isPending={busy}
        isDisabled={rows.every((row) => row.archived_at !== null)}
        onPress={() => void archive()}
      >
        {t('machines:bulk.archive')}
      </Button>
      <span className="spacer" />
      <IconButton icon={X} size="sm" label={t('machines:bulk.clear')} onPress={onDone} />
    </div>
  );
}
