import { useStore } from '@nanostores/react';
import { Pencil, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { createEmbeds, type EmbedsStore } from '../../lib/client/embeds/embeds.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Embed } from '../../lib/contract/embeds.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useMedia } from '../shell/hooks.ts';
import { useCoarseNow } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { RevokeButton } from '../ui/RevokeButton.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { isOver } from './is-over.ts';

await ready('embeds');

const NewEmbed = part(() => import('./NewEmbed.tsx'));
const ChangeEmbed = part(() => import('./ChangeEmbed.tsx'));
const NO_ROWS: readonly Embed[] = [];

/** Where newest values of a logger are shown in pages elsewhere: which pages, until when, how often; a new one, changes and the end of an old one. */
export default function Embeds({
  deps,
  row,
  channels,
  maySign,
}: {
  deps: StoreDeps;
  row: { id: string; name: string; workspace_id: string };
  channels: readonly { id: string; name: string; archived_at: string | null; merged_into: string | null }[];
  maySign: boolean;
}) {
  const t = useT();
  const [store] = useState(() => createEmbeds(deps, row.id));
  useStarted(store);
  const state = useStore(store.$state);
  const [adding, setAdding] = useState(false);
  const [changed, setChanged] = useState<Embed | null>(null);
  const columns = useColumns(store, maySign, setChanged);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const shown = channels.filter(({ archived_at, merged_into }) => archived_at === null && merged_into === null);
  const button =
    maySign && shown.length > 0 ? (
      <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewEmbed)}>
        {t('embeds:new')}
      </Button>
    ) : null;
  const rows = state.status === 'ready' ? state.data : NO_ROWS;
  const isEmpty = state.status === 'ready' && state.data.length === 0;
  return (
    <div className="tab-body">
      {isEmpty || button === null ? null : <div className="flex gap-1.5 px-5 py-2.5 slim:px-4">{button}</div>}
      <DataTable
        label={t('embeds:list')}
        height="content"
        columns={columns}
        rows={rows}
        rowId={(one) => one.id}
        loading={state.status === 'loading'}
        empty={
          <EmptyState title={t('embeds:empty.title')} actions={button}>
            {t('embeds:empty.text')}
          </EmptyState>
        }
      />
      {adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewEmbed deps={deps} store={store} logger={row} channels={shown} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
      {changed === null ? null : (
        <Boundary instead={null} onFailure={() => setChanged(null)}>
          {/* One that shows no channel of this logger any more is no longer listed here. */}
          <ChangeEmbed
            deps={deps}
            store={store}
            row={rows.find(({ id }) => id === changed.id) ?? changed}
            onClose={() => setChanged(null)}
          />
        </Boundary>
      )}
    </div>
  );
}

function Standing({ row, store }: { row: Embed; store: EmbedsStore }) {
  const t = useT();
  const format = useFormat();
  const now = useCoarseNow();
  const revoking = useStore(store.$revoking);
  if (revoking.has(row.id)) return <Tag>{t('embeds:revoking')}</Tag>;
  if (row.revoked_at !== null) return <Tag>{t('embeds:revoked')}</Tag>;
  if (isOver(row, now)) return <Tag>{t('embeds:over')}</Tag>;
  return <span>{t('embeds:valid', { date: format.date(row.expires_at) })}</span>;
}

function Change({ row, store, onChange }: { row: Embed; store: EmbedsStore; onChange: (row: Embed) => void }) {
  const t = useT();
  const revoking = useStore(store.$revoking);
  if (row.revoked_at !== null || revoking.has(row.id)) return null;
  const label = t('embeds:change_name', { name: row.name });
  return <IconButton icon={Pencil} size="sm" label={label} onPress={() => onChange(row)} {...opensDialog(ChangeEmbed)} />;
}

function Revoke({ row, store, narrow }: { row: Embed; store: EmbedsStore; narrow: boolean }) {
  const t = useT();
  const now = useCoarseNow();
  const { name } = row;
  if (row.revoked_at !== null || isOver(row, now)) return null;
  const words = {
    revoke: t('embeds:revoke'),
    name: t('embeds:revoke_name', { name }),
    keep: t('embeds:keep'),
    revoking: t('embeds:revoking_toast', { name }),
    failed: t('embeds:failed'),
  };
  return <RevokeButton id={row.id} store={store} words={words} narrow={narrow} />;
}

function useColumns(store: EmbedsStore, maySign: boolean, onChange: (row: Embed) => void): readonly TableColumn<Embed>[] {
  const t = useT();
  const format = useFormat();
  // Beside the menu there is no room for all of it before that.
  const folded = useMedia('(max-width: 1279px)');
  const narrow = useMedia('(max-width: 640px)');
  return useMemo(() => {
    const name: TableColumn<Embed> = {
      id: 'name',
      name: t('embeds:column_name'),
      cell: (row) => (
        <span className="two">
          <span className="med">
            {row.name} <span className="muted mono whitespace-nowrap">…{row.token_hint}</span>
          </span>
          <small>{format.list(row.channels.map(({ name }) => name))}</small>
          {folded ? (
            <small>
              <Standing row={row} store={store} />
            </small>
          ) : null}
        </span>
      ),
      skeleton: [120, 80],
    };
    const origins: TableColumn<Embed> = {
      id: 'origins',
      name: t('embeds:column_origins'),
      priority: 2,
      cell: (row) => (
        <span className="two">
          {row.origins.map((origin) => (
            <span key={origin}>{origin.replace('https://', '')}</span>
          ))}
        </span>
      ),
      skeleton: [120],
    };
    const standing: TableColumn<Embed> = {
      id: 'state',
      name: t('embeds:column_state'),
      width: 170,
      cell: (row) => <Standing row={row} store={store} />,
      skeleton: [96],
    };
    const opened: TableColumn<Embed> = {
      id: 'opened',
      name: t('embeds:column_opened'),
      width: 160,
      priority: 2,
      cell: (row) =>
        row.last_opened_at === null ? (
          <span className="muted">{t('embeds:never')}</span>
        ) : (
          <span className="two">
            <span>{t('embeds:times', { count: row.opened })}</span>
            <small>{format.dateTime(row.last_opened_at, 'minute')}</small>
          </span>
        ),
      skeleton: [72],
    };
    const act: TableColumn<Embed> = {
      id: 'act',
      name: t('embeds:revoke'),
      header: '',
      width: narrow ? 120 : 180,
      end: true,
      cell: (row) => (
        <span className="inline-flex items-center gap-2 slim:gap-0">
          <Change row={row} store={store} onChange={onChange} />
          <Revoke row={row} store={store} narrow={narrow} />
        </span>
      ),
      skeleton: [],
    };
    return [name, origins, ...(folded ? [] : [standing]), opened, ...(maySign ? [act] : [])];
  }, [t, format, store, maySign, onChange, folded, narrow]);
}
