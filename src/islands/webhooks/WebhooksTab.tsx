import { useStore } from '@nanostores/react';
import { List, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { createWebhooks, type WebhooksStore } from '../../lib/client/webhooks/webhooks.store.ts';
import type { Webhook } from '../../lib/contract/webhooks.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { useOutcome } from './outcome.ts';

await ready('common', 'ui', 'errors', 'alarms', 'webhooks');

const WebhookForm = part(() => import('./WebhookForm.tsx'));
const Deliveries = part(() => import('./Deliveries.tsx'));

type Open = { dialog: 'new' } | { dialog: 'edit' | 'log'; row: Webhook };

/** Tab of `/org`: where alarms are sent to other programs. */
export default function WebhooksTab({ context }: { context: PageContext }) {
  return <Webhooks key={context.organization} context={context} />;
}

function Webhooks({ context }: { context: PageContext }) {
  const t = useT();
  const [{ deps, store }] = useState(() => {
    const made = browserDeps(context.organization);
    return { deps: made, store: createWebhooks(made) };
  });
  const [open, setOpen] = useState<Open | null>(null);
  useStarted(store);
  const state = useStore(store.$state);
  const close = () => setOpen(null);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => setOpen({ dialog: 'new' })} {...opensDialog(WebhookForm)}>
      {t('webhooks:new.action')}
    </Button>
  );
  return (
    <div className="tab-body">
      {state.status === 'ready' && state.data.length === 0 ? (
        <EmptyState title={t('webhooks:empty.title')} actions={add}>
          {t('webhooks:empty.text')}
        </EmptyState>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line bg-surface px-5 py-3 slim:px-4">
          <p className="soft max-w-[52em] flex-[1_1_320px]">{t('webhooks:lead')}</p>
          {add}
        </div>
      )}
      {state.status === 'loading' ? (
        <div className="p-5" aria-busy="true">
          <Skeleton width={280} />
        </div>
      ) : (
        <ul aria-label={t('webhooks:list')}>
          {state.data.map((row) => (
            <Line key={row.id} store={store} row={row} onOpen={(dialog) => setOpen({ dialog, row })} />
          ))}
        </ul>
      )}
      <Boundary instead={null} onFailure={close}>
        {open === null ? null : <Opened open={open} deps={deps} store={store} onClose={close} />}
      </Boundary>
    </div>
  );
}

function Opened({ open, deps, store, onClose }: { open: Open; deps: StoreDeps; store: WebhooksStore; onClose: () => void }) {
  if (open.dialog === 'log') return <Deliveries deps={deps} row={open.row} onClose={onClose} />;
  return <WebhookForm store={store} row={open.dialog === 'edit' ? open.row : null} organization={deps.organization} onClose={onClose} />;
}

function Line({ store, row, onOpen }: { store: WebhooksStore; row: Webhook; onOpen: (dialog: 'edit' | 'log') => void }) {
  const t = useT();
  const format = useFormat();
  const outcome = useOutcome();
  const [busy, setBusy] = useState(false);
  const refuse = (error: unknown) => toast({ kind: 'alarm', text: `${row.name}: ${t(`errors:${failureOf(error).code}`)}` });
  const test = () => {
    setBusy(true);
    store
      .test(row.id)
      .then((delivery) => {
        toast({ ...(delivery.failure === null ? {} : { kind: 'alarm' as const }), text: `${row.name}: ${outcome(delivery)}` });
      }, refuse)
      .finally(() => setBusy(false));
  };
  const turn = (active: boolean) => void store.save(row, { active }).catch(refuse);
  const remove = () =>
    void store.save(row, { archived: true }).then(
      (gone) =>
        toast({
          text: t('webhooks:removed', { name: row.name }),
          action: { text: t('webhooks:undo'), run: () => void store.save(gone, { archived: false }).catch(refuse) },
        }),
      refuse,
    );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 slim:grid-cols-1 slim:px-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="med wrap-anywhere">{row.name}</span>
          <State row={row} />
        </p>
        <p className="mono soft text-12 wrap-anywhere">{row.url}</p>
        <p className="soft text-12">
          {format.list(row.severities.map((severity) => t(`alarms:severity.${severity}`)))}
          {' · '}
          {row.last === null
            ? t('webhooks:never')
            : t('webhooks:last', { time: format.dateTime(row.last.tried_at ?? row.last.made_at, 'minute'), outcome: outcome(row.last) })}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" icon={Send} isPending={busy} onPress={test}>
          {t('webhooks:test')}
        </Button>
        <Button size="sm" onPress={() => turn(!row.active)}>
          {t(row.active ? 'webhooks:deactivate' : 'webhooks:activate')}
        </Button>
        {/* They keep together where there is no room for all. */}
        <span className="row slim:gap-0">
          <IconButton
            size="sm"
            icon={List}
            label={t('webhooks:log_of', { name: row.name })}
            onPress={() => onOpen('log')}
            {...opensDialog(Deliveries)}
          />
          <IconButton
            size="sm"
            icon={Pencil}
            label={t('webhooks:edit_name', { name: row.name })}
            onPress={() => onOpen('edit')}
            {...opensDialog(WebhookForm)}
          />
          <IconButton size="sm" icon={Trash2} variant="danger" label={t('webhooks:remove_name', { name: row.name })} onPress={remove} />
        </span>
      </div>
    </li>
  );
}

function State({ row }: { row: Webhook }) {
  const t = useT();
  const format = useFormat();
  if (row.switched_off_at !== null && !row.active)
    return <Status kind="alarm">{t('webhooks:state.switched_off', { time: format.dateTime(row.switched_off_at, 'minute') })}</Status>;
  if (!row.active) return <Status kind="paused">{t('webhooks:state.off')}</Status>;
  if (row.failing_since !== null)
    return <Status kind="late">{t('webhooks:state.failing', { time: format.dateTime(row.failing_since, 'minute') })}</Status>;
  return <Status kind="online">{t('webhooks:state.on')}</Status>;
}
