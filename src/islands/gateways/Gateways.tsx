import { useStore } from '@nanostores/react';
import { Plus, SlidersHorizontal } from 'lucide-react';
import { useMemo, useState } from 'react';
import { createGateways, type GatewaysStore } from '../../lib/client/gateways/gateways.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Gateway } from '../../lib/contract/gateways.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Age } from '../ui/Age.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { RevokeButton } from '../ui/RevokeButton.tsx';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useStarted } from '../ui/useStarted.ts';

await ready('gateways');

const GatewaySettings = part(() => import('./GatewaySettings.tsx'));
const NewGateway = part(() => import('./NewGateway.tsx'));
const NO_ROWS: readonly Gateway[] = [];

/** Gateways of a workspace: which there are, what their devices do, a new one, the end of an old one. */
export default function Gateways({ deps, workspace, canWrite }: { deps: StoreDeps; workspace: string; canWrite: boolean }) {
  const t = useT();
  const [store] = useState(() => createGateways(deps, workspace));
  useStarted(store);
  const [adding, setAdding] = useState(false);
  const state = useStore(store.$state);
  const [editing, setEditing] = useState<Gateway | null>(null);
  const columns = useColumns(store, canWrite, setEditing);
  return (
    <section className="[&_.table-empty]:border-t [&_.table-empty]:border-t-line">
      <header className="row px-5 pt-4 pb-2 slim:px-4">
        <h2 className="h2">{t('gateways:title')}</h2>
        <span className="spacer" />
        {canWrite ? (
          <Button size="sm" icon={Plus} {...opensDialog(NewGateway)} onPress={() => setAdding(true)}>
            {t('gateways:new.action')}
          </Button>
        ) : null}
      </header>
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <DataTable
          label={t('gateways:title')}
          height="content"
          columns={columns}
          rows={state.status === 'ready' ? state.data : NO_ROWS}
          rowId={(row) => row.id}
          loading={state.status === 'loading'}
          empty={<p className="px-5 py-3 text-ink-3 slim:px-4">{t('gateways:empty')}</p>}
        />
      )}
      {adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewGateway store={store} workspace={workspace} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
      {editing ? (
        <Boundary instead={null} onFailure={() => setEditing(null)}>
          <GatewaySettings store={store} row={editing} onClose={() => setEditing(null)} />
        </Boundary>
      ) : null}
    </section>
  );
}

function useColumns(store: GatewaysStore, canWrite: boolean, onEdit: (row: Gateway) => void): readonly TableColumn<Gateway>[] {
  const t = useT();
  return useMemo(() => {
    const columns: TableColumn<Gateway>[] = [
      {
        id: 'name',
        name: t('gateways:column.name'),
        cell: (row) => (
          <span className="two">
            <span className="med one-line">{row.name}</span>
            <small className="mono">{row.token_hint}…</small>
            <span className="mt-1 @min-[681px]:hidden">
              <Devices row={row} />
            </span>
          </span>
        ),
        skeleton: [132, 80],
      },
      // Where this column has no room, its words stand under the name.
      {
        id: 'devices',
        name: t('gateways:column.devices'),
        width: 200,
        priority: 2,
        cell: (row) => <Devices row={row} />,
        skeleton: [120],
      },
      {
        id: 'used',
        name: t('gateways:column.used'),
        width: 150,
        priority: 2,
        cell: (row) => (row.last_used_at === null ? <span className="muted">{t('gateways:unused')}</span> : <Age of={row.last_used_at} />),
        skeleton: [72],
      },
    ];
    if (canWrite)
      columns.push({
        id: 'act',
        name: t('gateways:revoke'),
        header: '',
        width: 190,
        end: true,
        cell: (row) => (
          <span className="row justify-end">
            {row.revoked_at === null ? (
              <IconButton
                size="sm"
                icon={SlidersHorizontal}
                label={t('gateways:settings.title', { name: row.name })}
                {...opensDialog(GatewaySettings)}
                onPress={() => onEdit(row)}
              />
            ) : null}
            <Revoke row={row} store={store} />
          </span>
        ),
        skeleton: [],
      });
    return columns;
  }, [t, store, canWrite, onEdit]);
}

function Devices({ row }: { row: Gateway }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  if (row.revoked_at !== null) return <Tag>{t('gateways:revoked')}</Tag>;
  return (
    <span className="two">
      <span>{t('gateways:assigned', { count: row.assigned_count, n: format.number(row.assigned_count) })}</span>
      {row.waiting_count > 0 ? (
        <small>
          <a className="link" href={href('/dlog/received-data', null, locale)}>
            {t('gateways:waiting', { count: row.waiting_count, n: format.number(row.waiting_count) })}
          </a>
        </small>
      ) : null}
    </span>
  );
}

function Revoke({ row, store }: { row: Gateway; store: GatewaysStore }) {
  const t = useT();
  const revoking = useStore(store.$revoking);
  const { name } = row;
  if (row.revoked_at !== null) return null;
  const words = {
    revoke: t('gateways:revoke'),
    name: t('gateways:revoke_name', { name }),
    keep: t('gateways:keep'),
    revoking: t('gateways:revoking_toast', { name }),
    failed: `${t('gateways:failed')}:`,
  };
  return (
    <span className="row">
      {revoking.has(row.id) ? <Status kind="late">{t('gateways:revoking')}</Status> : null}
      <RevokeButton id={row.id} store={store} words={words} />
    </span>
  );
}
