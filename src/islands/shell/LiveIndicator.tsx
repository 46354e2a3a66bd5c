import { useT } from '../../lib/i18n/react.tsx';
import { useConnection } from '../ui/AsOf.tsx';
import { Status } from '../ui/Status.tsx';
import { useLive } from './hooks.ts';

const LOOK = {
  connecting: { kind: 'never', text: 'connecting' },
  live: { kind: 'online', text: 'open' },
  offline: { kind: 'offline', text: 'lost' },
  silent: { kind: 'offline', text: 'offline' },
} as const;

/** Do values come by themselves right now? */
export function LiveIndicator({ organization }: { organization: string | null }) {
  const t = useT();
  const stream = useLive(organization).status;
  const line = useConnection();
  const { kind, text } = LOOK[line.status === 'silent' ? 'silent' : stream];
  return (
    <span
      className="live mr-1 inline-flex items-center gap-1.5 text-12 font-medium whitespace-nowrap tabular-nums max-[361px]:[&>.st]:gap-0 max-[361px]:[&>.st]:text-[0px]"
      role="status"
    >
      <Status kind={kind}>{t(`ui:shell.live.${text}`)}</Status>
    </span>
  );
}
