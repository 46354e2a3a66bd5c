import { useStore } from '@nanostores/react';
import { Ban, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { type ApiKeysStore, keyState } from '../../lib/client/people/api-keys.store.ts';
import type { WorkspaceName } from '../../lib/client/workspaces/workspace-names.store.ts';
import type { ApiKey } from '../../lib/contract/api-keys.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useNarrow } from '../shell/Signed.tsx';
import { Age, useNow } from '../ui/Age.tsx';
import { Button } from '../ui/Button.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { failureOf } from '../ui/problem.ts';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { standingToast, toast } from '../ui/toasts.ts';
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
  const revoking = useStore(store.$revoking);
  if (row.revoked_at !== null) return null;
  if (revoking.has(row.id) && narrow)
    return <IconButton icon={Undo2} size="sm" label={t('api-keys:keep')} onPress={() => store.keep(row.id)} />;
  if (revoking.has(row.id))
    return (
      <Button size="sm" icon={Undo2} onPress={() => store.keep(row.id)}>
        {t('api-keys:keep')}
      </Button>
    );
  const { name } = row;
  const revoke = () => {
    const over = standingToast({
      kind: 'late',
      text: t('api-keys:revoking_toast', { name }),
      action: { text: t('api-keys:keep'), run: () => store.keep(row.id) },
    });
    store.revoke(row.id, {
      over,
      failed: (error) => toast({ kind: 'alarm', text: `${t('api-keys:failed', { name })} ${t(`errors:${failureOf(error).code}`)}` }),
    });
  };
  if (narrow) return <IconButton icon={Ban} size="sm" variant="danger" label={t('api-keys:revoke_name', { name })} onPress={revoke} />;
  return (
    <Button size="sm" variant="danger" icon={Ban} aria-label={t('api-keys:revoke_name', { name })} onPress={revoke}>
      {t('api-keys:revoke')}
    </Button>
  );
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
