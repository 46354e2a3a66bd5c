import type { Machine } from '../../lib/contract/machines.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Tag } from '../ui/Tag.tsx';

/** What people say of the machine, without a lamp: whether it really works, only its loggers tell. An archived one has no other state. */
export function MachineStatus({ row }: { row: Pick<Machine, 'status' | 'archived_at'> }) {
  const t = useT();
  return <Tag>{t(row.archived_at === null ? `machines:status.${row.status}` : 'machines:archived')}</Tag>;
}
