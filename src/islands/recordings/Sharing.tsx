import { useStore } from '@nanostores/react';
import { Ban, Plus } from 'lucide-react';
import { useState } from 'react';
import type { SharesStore } from '../../lib/client/recordings/shares.store.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { NumberField } from '../ui/form/NumberField.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { failureOf } from '../ui/problem.ts';
import { Status } from '../ui/Status.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { Group } from './Group.tsx';

const USUAL_DAYS = 30;

/** Links by which anybody may read the recording. */
export default function Sharing({ store, id, maySign }: { store: SharesStore; id: string; maySign: boolean }) {
  const t = useT();
  const format = useFormat();
  useStarted(store);
  const state = useStore(store.$state);
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  if (state.status !== 'ready' || (state.data.length === 0 && !maySign)) return null;
  const now = Date.now();
  const revoke = (share: string) =>
    store.revoke(share).catch((error: unknown) => toast({ kind: 'alarm', text: t(`errors:${failureOf(error).code}`) }));
  return (
    <Group
      title={t('recordings:share.title')}
      note={
        maySign ? (
          <Button size="sm" icon={Plus} onPress={() => setAdding(true)}>
            {t('recordings:share.add')}
          </Button>
        ) : null
      }
    >
      {state.data.length === 0 ? <p className="soft">{t('recordings:share.none')}</p> : null}
      <ul className="grid gap-3 print:hidden">
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
      {adding ? <NewShare store={store} id={id} onMade={setMade} onClose={() => setAdding(false)} /> : null}
      {made === null ? null : (
        <Dialog
          title={t('recordings:share.made')}
          isOpen
          dismissable={false}
          onClose={() => setMade(null)}
          footer={
            <Button variant="primary" onPress={() => setMade(null)}>
              {t('recordings:share.done')}
            </Button>
          }
        >
          <div className="stack justify-items-stretch">
            <p className="soft">{t('recordings:share.made_text')}</p>
            <CopyField label={t('recordings:share.link')} text={made} />
          </div>
        </Dialog>
      )}
    </Group>
  );
}

function NewShare({ store, id, onMade, onClose }: { store: SharesStore; id: string; onMade: (link: string) => void; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const form = useForm({
    initial: { label: '', days: USUAL_DAYS as number | null, password: '' },
    rules: { label: 'max:120', password: 'max:200' },
    // A password is never kept.
    draft: `recording-share ${id}`,
    onSubmit: async ({ label, days, password }) => {
      const { token } = await store.make({
        label: label.trim() || null,
        expires_in_days: Math.round(days ?? USUAL_DAYS),
        password: password || null,
      });
      onClose();
      onMade(location.origin + href('/shared/recording/{token}', { token }, locale));
    },
  });
  return (
    <FormDialog title={t('recordings:share.new')} size="sm" form={form} submit={t('recordings:share.submit')} onClose={onClose}>
      <p className="soft">{t('recordings:share.text')}</p>
      <TextField {...form.field('label')} label={t('recordings:share.label')} autoComplete="off" />
      <NumberField
        {...form.typed('days')}
        label={t('recordings:share.days')}
        unit={t('recordings:share.days_unit')}
        min={1}
        max={366}
        decimals={0}
        required
      />
      <TextField
        {...form.field('password')}
        type="password"
        label={t('recordings:share.password')}
        hint={t('recordings:share.password_hint')}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}
