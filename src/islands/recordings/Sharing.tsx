import { useStore } from '@nanostores/react';
import { Ban, Plus } from 'lucide-react';
import { useState } from 'react';
import type { SharesStore } from '../../lib/client/recordings/shares.store.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { failureOf } from '../ui/problem.ts';
import { Status } from '../ui/Status.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { Group } from './Group.tsx';

const NewShare = part(() => import('./NewShare.tsx'));

/** Links by which anybody may read the recording. */
export default function Sharing({ store, id, maySign }: { store: SharesStore; id: string; maySign: boolean }) {
  const t = useT();
  const format = useFormat();
  useStarted(store);
  const state = useStore(store.$state);
  const [adding, setAdding] = useState(false);
  if (state.status !== 'ready' || (state.data.length === 0 && !maySign)) return null;
  const now = Date.now();
  const revoke = (share: string) =>
    store.revoke(share).catch((error: unknown) => toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) }));
  return (
    <Group
      screenOnly
      title={t('recordings:share.title')}
      note={
        maySign ? (
          <Button size="sm" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewShare)}>
            {t('recordings:share.add')}
          </Button>
        ) : null
      }
    >
      {state.data.length === 0 ? <p className="soft">{t('recordings:share.none')}</p> : null}
      <ul className="grid gap-3">
        {state.data.map((share) => {
          const isOver = share.revoked_at !== null || Date.parse(share.expires_at) <= now;
          return (
            <li key={share.id} className="grid gap-0.5">
              <span className="flex items-center justify-between gap-3">
                <span className="med min-w-0 wrap-anywhere">
                  {share.label ?? t('recordings:share.unnamed')} <span className="muted mono">…{share.token_hint}</span>
                </span>
                <Status kind={isOver ? 'offline' : 'online'}>
                  {t(share.revoked_at !== null ? 'recordings:share.revoked' : isOver ? 'recordings:share.over' : 'recordings:share.valid')}
                </Status>
              </span>
              <span className="text-12 text-ink-2">
                {[
                  t('recordings:share.until', { date: format.date(share.expires_at) }),
                  share.has_password ? t('recordings:share.password_short') : null,
                  t('recordings:share.opened', { count: share.opened }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {maySign && !isOver ? (
                <span>
                  <Button size="sm" icon={Ban} onPress={() => void revoke(share.id)}>
                    {t('recordings:share.revoke')}
                  </Button>
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
      {adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewShare store={store} id={id} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </Group>
  );
}
