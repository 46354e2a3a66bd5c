import type { Datalogger, DataloggerState } from '../../lib/contract/dataloggers.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { LiveStatus } from '../ui/AsOf.tsx';

/** State of a logger as shape and word. One that sends, and of which nothing could be stored yet, isn't waiting for its first message. */
export function LoggerStatus({ row, state, badge }: { row: Pick<Datalogger, 'refused_at'>; state: DataloggerState; badge?: boolean }) {
  const t = useT();
  if (state === 'never' && row.refused_at !== null)
    return (
      <LiveStatus kind="alarm" badge={badge}>
        {t('dataloggers:refused')}
      </LiveStatus>
    );
  return (
    <LiveStatus kind={state} badge={badge}>
      {t(`dataloggers:state.${state}`)}
    </LiveStatus>
  );
}
