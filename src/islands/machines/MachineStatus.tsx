import type { MachineStatus as Kind, Machine } from '../../lib/contract/machines.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Status } from '../ui/Status.tsx';
import type { StatusKind } from '../ui/StatusLamp.tsx';

/** Shape of each state of a machine. */
export const STATUS_LAMP: Record<Kind, StatusKind> = {
  in_operation: 'online',
  standby: 'paused',
  maintenance: 'info',
  out_of_service: 'offline',
};

/** The state as shape and word; an archived machine has no other. */
export function MachineStatus({ row, badge = false }: { row: Pick<Machine, 'status' | 'archived_at'>; badge?: boolean }) {
  const t = useT();
  if (row.archived_at !== null)
    return (
      <Status kind="never" badge={badge}>
        {t('machines:archived')}
      </Status>
    );
  return (
    <Status kind={STATUS_LAMP[row.status]} badge={badge}>
      {t(`machines:status.${row.status}`)}
    </Status>
  );
}
