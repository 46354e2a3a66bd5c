import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useContext, useEffect, useMemo, useState } from 'react';
import { type CredentialsStore, createCredentials } from '../../lib/client/dataloggers/credentials.store.ts';
import { createFirstMessage } from '../../lib/client/dataloggers/first-message.store.ts';
import { returningTo } from '../../lib/client/forms/drafts-page.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { type Credential, createCredential } from '../../lib/contract/credentials.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useMedia } from '../shell/hooks.ts';
import { Age } from '../ui/Age.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { DraftOwner } from '../ui/form/drafts.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { RevokeButton } from '../ui/RevokeButton.tsx';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { TokenShown } from './TokenShown.tsx';

await ready('logger-tokens');

const NO_ROWS: readonly Credential[] = [];
const NEW_TOKEN = 'new-token';

/** Tokens of a logger: which there are, when they were last used, a new one, the end of an old one. */
export default function Credentials({ deps, row, canWrite }: { deps: StoreDeps; row: Datalogger; canWrite: boolean }) {
  const t = useT();
  const [store] = useState(() => createCredentials(deps, row.id));
  const owner = useContext(DraftOwner);
  const [adding, setAdding] = useState(false);
  // Whoever was writing a new token's label when his session ended finds it open again.
  useEffect(() => {
    if (owner !== null) void returningTo(owner, NEW_TOKEN).then((found) => found !== null && setAdding(true));
  }, [owner]);
  useStarted(store);
  const state = useStore(store.$state);
  const columns = useColumns(store, canWrite);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const button = canWrite ? (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
      {t('logger-tokens:new')}
    </Button>
  ) : null;
  const empty = state.status === 'ready' && state.rows.length === 0;
  return (
    <div className="tab-body">
      {empty ? null : <div className="flex gap-1.5 px-5 py-2.5 slim:px-4">{button}</div>}
      <DataTable
        label={t('logger-tokens:list')}
        height="content"
        columns={columns}
        rows={state.status === 'ready' ? state.rows : NO_ROWS}
        rowId={(one) => one.id}
        loading={state.status === 'loading'}
        empty={
          <EmptyState title={t('logger-tokens:empty.title')} actions={button}>
            {t('logger-tokens:empty.text')}
          </EmptyState>
        }
      />
      {adding ? <NewToken deps={deps} store={store} row={row} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

function Standing({ row, store, brief }: { row: Credential; store: CredentialsStore; brief?: boolean }) {
  const t = useT();
  const format = useFormat();
  const revoking = useStore(store.$revoking);
  if (row.revoked_at !== null) {
    const revoked = <Tag>{t('logger-tokens:revoked')}</Tag>;
    if (brief) return revoked;
    return (
      <span className="two">
        {revoked}
        <small>{format.dateTime(row.revoked_at)}</small>
      </span>
    );
  }
  if (revoking.has(row.id)) return <Status kind="late">{t('logger-tokens:revoking')}</Status>;
  return <Tag>{t('logger-tokens:valid')}</Tag>;
}

function Revoke({ row, store }: { row: Credential; store: CredentialsStore }) {
  const t = useT();
  const hint = row.token_hint;
  if (row.revoked_at !== null) return null;
  const words = {
    revoke: t('logger-tokens:revoke'),
    name: t('logger-tokens:revoke_name', { hint }),
    keep: t('logger-tokens:keep'),
    revoking: t('logger-tokens:revoking_toast', { hint }),
    failed: `${t('logger-tokens:failed')}:`,
  };
  return <RevokeButton id={row.id} store={store} words={words} />;
}

function useColumns(store: CredentialsStore, canWrite: boolean): readonly TableColumn<Credential>[] {
  const t = useT();
  const format = useFormat();
  const folded = useMedia('(max-width: 1023px)');
  return useMemo(() => {
    const token: TableColumn<Credential> = {
      id: 'token_hint',
      name: t('logger-tokens:column_label'),
      cell: (row) => (
        <span className="two">
          <span className="med">{row.label ?? <span className="muted">{t('logger-tokens:unnamed')}</span>}</span>
          <span>
            <span className="row flex-wrap">
              <small className="mono">{row.token_hint}…</small>
              {folded ? <Standing brief row={row} store={store} /> : null}
            </span>
          </span>
        </span>
      ),
      skeleton: [120, 80],
    };
    const standing: TableColumn<Credential> = {
      id: 'revoked_at',
      name: t('logger-tokens:column_state'),
      width: 190,
      cell: (row) => <Standing row={row} store={store} />,
      skeleton: [64],
    };
    const created: TableColumn<Credential> = {
      id: 'created_at',
      name: t('logger-tokens:column_created'),
      width: 170,
      priority: 2,
      cell: (row) => <time dateTime={row.created_at}>{format.dateTime(row.created_at)}</time>,
      skeleton: [96],
    };
    const used: TableColumn<Credential> = {
      id: 'last_used_at',
      name: t('logger-tokens:column_used'),
      width: 160,
      priority: 2,
      cell: (row) =>
        row.last_used_at === null ? <span className="muted">{t('logger-tokens:unused')}</span> : <Age of={row.last_used_at} />,
      skeleton: [72],
    };
    const act: TableColumn<Credential> = {
      id: 'act',
      name: t('logger-tokens:revoke'),
      header: '',
      width: 140,
      end: true,
      cell: (row) => <Revoke row={row} store={store} />,
      skeleton: [],
    };
    // In a narrow window the state goes under the token, so that the name keeps the room.
    return [token, ...(folded ? [] : [standing]), created, used, ...(canWrite ? [act] : [])];
  }, [t, format, store, canWrite, folded]);
}

function NewToken({ deps, store, row, onClose }: { deps: StoreDeps; store: CredentialsStore; row: Datalogger; onClose: () => void }) {
  const t = useT();
  const [token, setToken] = useState<string | null>(null);
  const first = useMemo(() => createFirstMessage(deps, row.id), [deps, row.id]);
  const form = useForm({
    initial: { label: '' },
    schema: createCredential.body,
    rules: { label: 'max:80' },
    draft: NEW_TOKEN,
    onSubmit: async ({ label }) => {
      const created = await store.create(label.trim() || null);
      setToken(created.token);
    },
  });
  if (token !== null)
    return (
      <Dialog
        title={t('dataloggers:token.title', { name: row.name })}
        isOpen
        dismissable={false}
        onClose={onClose}
        footer={
          <Button variant="primary" onPress={onClose}>
            {t('dataloggers:token.done')}
          </Button>
        }
      >
        <TokenShown
          token={token}
          first={row.last_seen_at === null ? first : null}
          logger={{ deps, id: row.id, name: row.name, typeId: row.logger_type_id, canMap: false }}
        />
      </Dialog>
    );
  return (
    <FormDialog title={t('logger-tokens:new_title')} size="sm" form={form} submit={t('logger-tokens:create')} onClose={onClose}>
      <TextField
        {...form.field('label')}
        label={t('logger-tokens:note')}
        hint={t('logger-tokens:note_hint')}
        autoFocus
        autoComplete="off"
      />
    </FormDialog>
  );
}
