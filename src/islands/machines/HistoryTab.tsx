import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createMachineHistory } from '../../lib/client/machines/machine-history.store.ts';
import type { AuditEvent } from '../../lib/contract/audit-events.ts';
import type { MachineStatus } from '../../lib/contract/machines.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';
import { type Change, changesOf, eventKind } from './history.ts';

const BODY = 'max-w-215 p-5 slim:p-4';

/** Who changed what of the machine, the newest first: before → after. */
export default function HistoryTab({ context, deps, id }: { context: PageContext; deps: StoreDeps; id: string }) {
  const t = useT();
  const [store] = useState(() => createMachineHistory(deps, id));
  const [busy, setBusy] = useState(false);
  useEffect(() => store.start(), [store]);
  const state = useStore(store.$state);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  if (state.status === 'loading')
    return (
      <div className={`${BODY} stack`} aria-busy="true">
        {[260, 200, 240].map((width) => (
          <Skeleton key={width} width={width} height={14} />
        ))}
      </div>
    );
  if (state.events.length === 0) return <p className={`${BODY} soft`}>{t('machines:history.empty')}</p>;
  const more = async () => {
    setBusy(true);
    try {
      await store.more();
    } catch (error) {
      toast({ kind: 'alarm', text: `${t('machines:failed')}: ${t(`errors:${failureOf(error).code}`)}` });
    }
    setBusy(false);
  };
  return (
    <div className={BODY}>
      <ol aria-label={t('machines:history.list')}>
        {state.events.map((event) => (
          <Event key={event.id} context={context} event={event} machine={id} />
        ))}
      </ol>
      {state.next === null ? null : (
        <div className="mt-4">
          <Button isPending={busy} onPress={() => void more()}>
            {t('machines:history.more')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Event({ context, event, machine }: { context: PageContext; event: AuditEvent; machine: string }) {
  const t = useT();
  const format = useFormat();
  const { kind, name } = eventKind(event, machine);
  const changes = changesOf(event);
  const who = event.actor_name ?? t(event.actor_kind === 'system' ? 'machines:history.system' : 'machines:history.somebody');
  return (
    <li className="grid grid-cols-[200px_minmax(0,1fr)] gap-4 py-2.5 not-first:border-t not-first:border-t-line slim:grid-cols-1 slim:gap-0.5">
      <p className="grid content-start text-12 text-ink-2">
        <time dateTime={event.at}>{format.dateTime(event.at)}</time>
        <span>
          {who}
          {event.actor_kind === 'key' ? <small className="muted"> ({t('machines:history.service')})</small> : null}
        </span>
      </p>
      <div>
        <b className="med">{t(`machines:history.event.${kind}`, { name: name ?? '…' })}</b>
        {changes.length === 0 ? null : (
          <dl>
            {changes.map((change) => (
              <Line key={change.field} context={context} change={change} />
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}

function Line({ context, change: { field, before, after } }: { context: PageContext; change: Change }) {
  const t = useT();
  const format = useFormat();
  const written = (value: unknown) => {
    if (value === null || value === '') return <span className="muted">{t('machines:history.nothing')}</span>;
    if (field === 'status') return t(`machines:status.${value as MachineStatus}`);
    if (field === 'workspace_id') return context.profile.links.workspaces.find((one) => one.workspace_id === value)?.name ?? '…';
    if (field === 'photo_file_id') return t('machines:history.photo_set');
    return typeof value === 'number' ? format.number(value, null) : String(value);
  };
  return (
    <div className="grid grid-cols-[180px_minmax(0,1fr)] gap-3 pt-0.5 slim:grid-cols-1 slim:gap-0.5">
      <dt className="text-ink-3">{t(`machines:field.${field}`)}</dt>
      <dd className="flex flex-wrap gap-y-0.5 gap-x-2 wrap-anywhere">
        <span className="text-ink-2">{written(before)}</span>
        <span aria-hidden="true">→</span>
        <span className="vh">{t('machines:history.to')}</span>
        <span>{written(after)}</span>
      </dd>
    </div>
  );
}
