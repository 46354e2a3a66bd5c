import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { type ApiKeysStore, keyState } from '../../lib/client/people/api-keys.store.ts';
import type { WorkspaceName } from '../../lib/client/workspaces/workspace-names.store.ts';
import type { ApiKey } from '../../lib/contract/api-keys.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useNarrow } from '../shell/Signed.tsx';
import { Age, useNow } from '../ui/Age.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { RevokeButton } from '../ui/RevokeButton.tsx';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { scopeWord } from './scope-words.ts';

function Standing({ row, store }: { row: ApiKey; store: ApiKeysStore }) {
  const t = useT();
  const format = useFormat();
  const revoking = useStore(store.$revoking);
  const state = keyState(row, useNow());
  if (revoking.has(row.id))
    return (
      <Status kind="late">
        <span className="whitespace-normal">{t('api-keys:state.revoking')}</span>
      </Status>
    );
  if (state === 'valid' || state === 'ending')
    return (
      <span className="two">
        {state === 'valid' ? <Tag>{t('api-keys:state.valid')}</Tag> : <Status kind="late">{t('api-keys:state.ending')}</Status>}
        <small>{t('api-keys:until', { date: format.date(row.expires_at) })}</small>
      </span>
    );
  return (
    <span className="two">
      <Tag>{t(`api-keys:state.${state}`)}</Tag>
      <small>{format.dateTime((state === 'revoked' ? row.revoked_at : row.expires_at) ?? row.created_at)}</small>
    </span>
  );
}

function Revoke({ row, store }: { row: ApiKey; store: ApiKeysStore }) {
  const t = useT();
  const narrow = useNarrow();
  if (row.revoked_at !== null) return null;
  const { name } = row;
  const words = {
    revoke: t('api-keys:revoke'),
    name: t('api-keys:revoke_name', { name }),
    keep: t('api-keys:keep'),
    revoking: t('api-keys:revoking_toast', { name }),
    failed: t('api-keys:failed', { name }),
  };
  return <RevokeButton id={row.id} store={store} words={words} narrow={narrow} />;
}

function Name({ row }: { row: ApiKey }) {
  return (
    <span className="two">
      <span className="med">{row.name}</span>
      <small className="mono">tlk_…{row.token_hint}</small>
    </span>
  );
}

/** What the key may do and where; the whole list is in the tooltip. */
function Scopes({ row, workspace }: { row: ApiKey; workspace: string | null }) {
  const t = useT();
  const format = useFormat();
  const text = format.list(row.scopes.map((scope) => scopeWord(t, scope)));
  return (
    <span className="two" title={text}>
      <span>{text}</span>
      <small>{workspace ?? t('api-keys:everywhere')}</small>
    </span>
  );
}

export function useColumns(store: ApiKeysStore, workspaces: readonly WorkspaceName[]): readonly TableColumn<ApiKey>[] {
  const t = useT();
  const format = useFormat();
  const narrow = useNarrow();
  return useMemo(() => {
    const names = new Map(workspaces.map(({ id, name }) => [id, name]));
    const whereOf = ({ workspace_id }: ApiKey) =>
      workspace_id === null ? null : (names.get(workspace_id) ?? t('api-keys:unknown_workspace'));
    return [
      { id: 'name', name: t('api-keys:column.name'), cell: (row) => <Name row={row} />, skeleton: [120, 80] },
      {
        id: 'scopes',
        name: t('api-keys:column.scopes'),
        width: 260,
        priority: 2,
        cell: (row) => <Scopes row={row} workspace={whereOf(row)} />,
        skeleton: [160, 96],
      },
      {
        id: 'state',
        name: t('api-keys:column.state'),
        width: narrow ? 118 : 160,
        cell: (row) => <Standing row={row} store={store} />,
        skeleton: [64, 56],
      },
      {
        id: 'last_used_at',
        name: t('api-keys:column.used'),
        width: 140,
        priority: 3,
        cell: (row) => (row.last_used_at === null ? <span className="muted">{t('api-keys:unused')}</span> : <Age of={row.last_used_at} />),
        skeleton: [72],
      },
      {
        id: 'created_at',
        name: t('api-keys:column.created'),
        width: 130,
        priority: 3,
        cell: (row) => <time dateTime={row.created_at}>{format.date(row.created_at)}</time>,
        skeleton: [72],
      },
      {
        id: 'act',
        name: t('api-keys:revoke'),
        header: '',
        width: narrow ? 72 : 140,
        end: true,
        cell: (row) => <Revoke row={row} store={store} />,
        skeleton: [],
      },
    ] satisfies TableColumn<ApiKey>[];
  }, [t, format, narrow, store, workspaces]);
}
