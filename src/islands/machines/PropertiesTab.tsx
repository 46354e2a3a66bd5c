import { Archive, ArchiveRestore } from 'lucide-react';
import type { MachineStore } from '../../lib/client/machines/machine.store.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { Properties } from './Properties.tsx';

/** What the machine is, changed where it stands, and whether it takes part at all. */
export default function PropertiesTab({ context, store, row }: { context: PageContext; store: MachineStore; row: Machine }) {
  const canWrite = context.can('machines:write', row.workspace_id);
  return (
    <div className="grid max-w-180 gap-8 p-5 slim:p-4">
      <Properties context={context} store={store} row={row} canWrite={canWrite} />
      {canWrite ? <ArchiveSwitch store={store} row={row} /> : null}
    </div>
  );
}

/** Archiving: done at once, taken back from the toast. */
function ArchiveSwitch({ store, row }: { store: MachineStore; row: Machine }) {
  const t = useT();
  const archived = row.archived_at !== null;
  const turn = async (from: Machine, to: boolean, undo: boolean) => {
    const result = await store.save(from.rev, { archived: to });
    if (result.status === 'saved') {
      const { row: saved } = result;
      if (undo)
        toast({
          text: t(to ? 'machines:archive.done' : 'machines:archive.restored', { name: saved.name }),
          action: { text: t('machines:undo'), run: () => void turn(saved, !to, false) },
        });
    } else {
      const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
      toast({ kind: 'alarm', text: `${t('machines:failed')}: ${t(`errors:${code}`)}` });
    }
  };
  return (
    <section className="grid min-w-0 justify-items-start gap-2">
      <h2 className="h2">{t('machines:archive.title')}</h2>
      <p className="soft">{t('machines:archive.text')}</p>
      <Button icon={archived ? ArchiveRestore : Archive} onPress={() => void turn(row, !archived, true)}>
        {t(archived ? 'machines:archive.restore' : 'machines:archive.do')}
      </Button>
    </section>
  );
}
