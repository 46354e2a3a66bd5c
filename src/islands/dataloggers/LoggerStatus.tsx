import type { DataloggerState } from '../../lib/contract/dataloggers.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { LiveStatus } from '../ui/AsOf.tsx';
import type { StatusKind } from '../ui/StatusLamp.tsx';

/** Lamp of a state: a logger of which nothing could be stored yet isn't waiting, somebody has to look at it. */
export const lampOf = (state: DataloggerState): StatusKind => (state === 'refused' ? 'alarm' : state);

/** State of a logger as shape and word. */
export function LoggerStatus({ state, badge }: { state: DataloggerState; badge?: boolean }) {
  const t = useT();
  return (
    <LiveStatus kind={lampOf(state)} badge={badge}>
      {t(`dataloggers:state.${state}`)}
    </LiveStatus>
  );
}
