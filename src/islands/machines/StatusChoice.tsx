import { ChevronDown } from 'lucide-react';
import { Button } from '#button';
import type { MachineStore } from '../../lib/client/machines/machine.store.ts';
import { type MachineStatus as Kind, MACHINE_STATUSES, type Machine } from '../../lib/contract/machines.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { MachineStatus } from './MachineStatus.tsx';

/** The state of a machine, changed where it stands and taken back from the toast. */
export function StatusChoice({ store, row, canWrite }: { store: MachineStore; row: Machine; canWrite: boolean }) {
  const t = useT();
  if (!canWrite || row.archived_at !== null) return <MachineStatus row={row} />;
  const turn = async (from: Machine, status: Kind, undo: boolean): Promise<void> => {
    const result = await store.save(from.rev, { status });
    // Somebody changed something else meanwhile: the state is as it was seen, so the change still means the same.
    if (result.status === 'conflict' && result.current.status === from.status) return turn(result.current, status, undo);
    if (result.status === 'saved') {
      const { row: saved } = result;
      if (undo)
        toast({
          text: t('machines:detail.status_changed', { name: saved.name, status: t(`machines:status.${status}`) }),
          action: { text: t('machines:undo'), run: () => void turn(saved, from.status, false) },
        });
    } else {
      const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
      toast({ kind: 'alarm', text: `${t('machines:failed')}: ${t(`errors:${code}`)}` });
    }
  };
  const word = t(`machines:status.${row.status}`);
  const opener = (
    <Button
      className="inline-flex items-center gap-1 pr-1 rounded-1 hover:bg-hover"
      aria-label={t('machines:detail.change_status', { status: word })}
    >
      <MachineStatus row={row} />
      <Icon of={ChevronDown} size={14} />
    </Button>
  );
  return (
    <Menu trigger={opener} label={t('machines:field.status')}>
      {MACHINE_STATUSES.map((status) => (
        <MenuItem
          key={status}
          id={status}
          checked={status === row.status}
          onAction={() => (status === row.status ? undefined : void turn(row, status, true))}
        >
          {t(`machines:status.${status}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
