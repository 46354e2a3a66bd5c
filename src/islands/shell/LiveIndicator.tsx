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

/** Do values come by themselves right now? As wide as its longest word, so that nothing beside it moves; on a phone the lamp alone stands for it. */
export function LiveIndicator({ organization }: { organization: string | null }) {
  const t = useT();
  const stream = useLive(organization).status;
  const line = useConnection();
  const { kind, text } = LOOK[line.status === 'silent' ? 'silent' : stream];
  const words = Object.values(LOOK).map((look) => t(`ui:shell.live.${look.text}`));
  return (
    <span className="live" role="status" data-words={words.join('\n')}>
      <Status kind={kind}>{t(`ui:shell.live.${text}`)}</Status>
    </span>
  );
}
