import type { Machine } from '../../lib/contract/machines.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Age } from '../ui/Age.tsx';

/** Whoever doesn't read loggers isn't told which they are, nor when they spoke. */
export const hidesLoggers = (row: Machine): boolean => row.datalogger_count > 0 && row.datalogger_ids.length === 0;

export function LastSign({ row }: { row: Machine }) {
  const t = useT();
  if (hidesLoggers(row)) return null;
  if (row.last_seen_at === null)
    return <span className="muted">{t(row.datalogger_count === 0 ? 'machines:no_loggers' : 'machines:never')}</span>;
  return <Age of={row.last_seen_at} />;
}
