import type { Datalogger, DataloggerFilter, DataloggerState } from '../../lib/contract/dataloggers.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Age } from '../ui/Age.tsx';
import { LiveStatus } from '../ui/AsOf.tsx';
import type { StatusKind } from '../ui/StatusLamp.tsx';

/** Lamps of what has none of its own. A logger of which nothing could be stored yet isn't waiting, somebody has to look at it. */
const LAMPS: Partial<Record<DataloggerFilter, StatusKind>> = {
  refused: 'alarm',
  failing: 'offline',
  file: 'info',
  ahead: 'late',
  trouble: 'alarm',
};

export const lampOf = (state: DataloggerFilter): StatusKind => LAMPS[state] ?? (state as StatusKind);

/** State of a logger as shape and word. */
export function LoggerStatus({ state, badge }: { state: DataloggerState; badge?: boolean }) {
  const t = useT();
  return (
    <LiveStatus kind={lampOf(state)} badge={badge}>
      {t(`dataloggers:state.${state}`)}
    </LiveStatus>
  );
}

/** When a logger that never sent got its readings from a file, else that it is waited for. */
export function NeverSent({ row }: { row: Pick<Datalogger, 'filed_at'> }) {
  const t = useT();
  if (row.filed_at === null) return <span className="soft">{t('dataloggers:never')}</span>;
  return (
    <span className="soft">
      {t('dataloggers:by_file')} <Age of={row.filed_at} />
    </span>
  );
}
