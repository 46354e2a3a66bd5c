import { useStore } from '@nanostores/react';
import { Bell, BellOff, Send } from 'lucide-react';
import { useState } from 'react';
import type { Here, PushStore } from '../../lib/client/session/push.store.ts';
import { PUSH_AWAY_S } from '../../lib/constants.ts';
import { PUSH_LASTS, type PushLasts, type PushSubscriptionRow } from '../../lib/contract/push.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Age } from '../ui/Age.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { failureOf } from '../ui/problem.ts';
import { RevokeButton } from '../ui/RevokeButton.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { browserName } from './browser-name.ts';

const DAY_S = 86_400;

/** Alarms in this browser: how it stands, and the person's other browsers that are told. */
export function PushSection({ store }: { store: PushStore }) {
  useStarted(store);
  const state = useStore(store.$state);
  const here = useStore(store.$here);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  if (state.status === 'loading' || here === 'unknown') return <Skeleton height={92} />;
  return (
    <div className="stack">
      <ThisBrowser store={store} here={here} />
      <Browsers store={store} rows={state.data.items} />
    </div>
  );
}

function ThisBrowser({ store, here }: { store: PushStore; here: Exclude<Here, 'unknown'> }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [lasts, setLasts] = useState<PushLasts>('session');
  const days = PUSH_AWAY_S / DAY_S;
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) =>
      toast({ kind: 'alarm', text: `${t('user:push.failed')} ${t(`errors:${failureOf(error).code}`)}` }),
    );
    setBusy(false);
  };
  const turnOn = async () => {
    const answer = await store.turnOn(lasts);
    if (answer === 'refused' || answer === 'dismissed') toast({ kind: 'alarm', text: t(`user:push.${answer}`) });
    if (answer === 'on') toast({ text: t('user:push.turned_on') });
  };
  const turnOff = async () => {
    await store.turnOff();
    toast({ text: t('user:push.turned_off') });
  };
  if (here === 'on')
    return (
      <div className="grid justify-items-start gap-2">
        <Status kind="online">{t('user:push.on')}</Status>
        <Button icon={BellOff} isPending={busy} onPress={() => void run(turnOff)}>
          {t('user:push.turn_off')}
        </Button>
      </div>
    );
  if (here === 'off')
    return (
      <div className="grid justify-items-start gap-2">
        <Status kind="offline">{t('user:push.off')}</Status>
        <p className="med mt-2">{t('user:push.lasts.label')}</p>
        <Segmented
          label={t('user:push.lasts.label')}
          value={lasts}
          options={PUSH_LASTS.map((id) => ({ id, label: t(`user:push.lasts.${id}`) }))}
          onChange={setLasts}
        />
        <p className="soft mb-2 max-w-[46em] text-pretty">{t(`user:push.lasts.${lasts}_text`, { count: days })}</p>
        <Button icon={Bell} isPending={busy} onPress={() => void run(turnOn)}>
          {t('user:push.turn_on')}
        </Button>
      </div>
    );
  return <p className="text-pretty">{t(`user:push.${here}`)}</p>;
}

function Browsers({ store, rows }: { store: PushStore; rows: readonly PushSubscriptionRow[] }) {
  const t = useT();
  if (rows.length === 0) return <p className="soft">{t('user:push.nowhere')}</p>;
  return (
    <div>
      <h3 className="text-12 font-medium text-ink-2">{t('user:push.list', { count: rows.length })}</h3>
      <ul aria-label={t('user:push.title')}>
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-b-0"
          >
            <Told row={row} />
            <Actions store={store} row={row} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Told({ row }: { row: PushSubscriptionRow }) {
  const t = useT();
  const format = useFormat();
  return (
    <div className="min-w-0 flex-[1_1_220px]">
      <p className="row flex-wrap">
        <span className="med">{browserName(t, row)}</span>
        {row.current ? <Tag>{t('user:push.this')}</Tag> : null}
        {row.signed_in ? null : <Tag>{t('user:push.signed_out')}</Tag>}
      </p>
      <p className="soft text-12">{t('user:push.since', { time: format.dateTime(row.created_at) })}</p>
      <p className="soft text-12">
        {t('user:push.opened')} <Age of={row.last_opened_at} />
      </p>
      <p className="soft text-12">{t('user:push.until', { time: format.dateTime(row.ends_at) })}</p>
      {row.last_sent_at === null ? null : (
        <p className="soft text-12">
          {t('user:push.sent')} <Age of={row.last_sent_at} />
        </p>
      )}
      {row.last_failed_at === null ? null : (
        <p className="text-12">
          <Status kind="late">{t('user:push.last_failed', { time: format.dateTime(row.last_failed_at) })}</Status>
        </p>
      )}
    </div>
  );
}

function Actions({ store, row }: { store: PushStore; row: PushSubscriptionRow }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const browser = browserName(t, row);
  const test = async () => {
    setBusy(true);
    try {
      const { failure, gone } = await store.test(row.id);
      if (failure === null) toast({ text: t('user:push.tested', { browser }) });
      else toast({ kind: 'alarm', text: t(gone ? 'user:push.gone' : 'user:push.test_failed', { browser }) });
    } catch (error) {
      toast({ kind: 'alarm', text: `${t('user:push.failed')} ${t(`errors:${failureOf(error).code}`)}` });
    }
    setBusy(false);
  };
  const words = {
    revoke: t('user:push.remove'),
    name: t('user:push.remove_name', { browser }),
    keep: t('user:push.keep'),
    revoking: t('user:push.removing', { browser }),
    failed: t('user:push.remove_failed', { browser }),
  };
  return (
    <div className="row flex-wrap">
      <Button size="sm" icon={Send} isPending={busy} aria-label={t('user:push.test_name', { browser })} onPress={() => void test()}>
        {t('user:push.test')}
      </Button>
      {row.current ? null : <RevokeButton id={row.id} store={store} words={words} />}
    </div>
  );
}
