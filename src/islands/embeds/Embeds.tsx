import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
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
import { RevokeButton } from '../ui/RevokeButton.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useStarted } from '../ui/useStarted.ts';

await ready('embeds');

const NewEmbed = part(() => import('./NewEmbed.tsx'));
const NO_ROWS: readonly Embed[] = [];

/** Where newest values of a logger are shown in pages elsewhere: which pages, until when, how often; a new one, the end of an old one. */
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
  const columns = useColumns(store, maySign);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const shown = channels.filter(({ archived_at, merged_into }) => archived_at === null && merged_into === null);
  const button =
    maySign && shown.length > 0 ? (
      <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewEmbed)}>
        {t('embeds:new')}
      </Button>
    ) : null;
  const isEmpty = state.status === 'ready' && state.data.length === 0;
  return (
    <div className="tab-body">
      {isEmpty || button === null ? null : <div className="flex gap-1.5 px-5 py-2.5 slim:px-4">{button}</div>}
      <DataTable
        label={t('embeds:list')}
        height="content"
        columns={columns}
        rows={state.status === 'ready' ? state.data : NO_ROWS}
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
    </div>
  );
}

/** @param now null = the page waits for its clock */
const isOver = ({ expires_at }: Embed, now: number | null): boolean => now !== null && Date.parse(expires_at) <= now;

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

function Revoke({ row, store }: { row: Embed; store: EmbedsStore }) {
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
  return <RevokeButton id={row.id} store={store} words={words} />;
}

function useColumns(store: EmbedsStore, maySign: boolean): readonly TableColumn<Embed>[] {
  const t = useT();
  const format = useFormat();
  const folded = useMedia('(max-width: 1023px)');
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
      width: 140,
      end: true,
      cell: (row) => <Revoke row={row} store={store} />,
      skeleton: [],
    };
    return [name, origins, ...(folded ? [] : [standing]), opened, ...(maySign ? [act] : [])];
  }, [t, format, store, maySign, folded]);
}
