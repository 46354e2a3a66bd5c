import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { createApiKeys } from '../../lib/client/people/api-keys.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { createWorkspaceNames } from '../../lib/client/workspaces/workspace-names.store.ts';
import type { ApiKey } from '../../lib/contract/api-keys.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { useColumns } from './columns.tsx';

await ready('common', 'ui', 'errors', 'api-keys');

const NewKey = part(() => import('./NewKey.tsx'));

const NO_ROWS: readonly ApiKey[] = [];

/** Tab of `/org`: keys with which services act in the organisation. */
export default function KeysTab({ context }: { context: PageContext }) {
  return <Keys key={context.organization} context={context} />;
}

function Keys({ context }: { context: PageContext }) {
  const t = useT();
  const [{ store, names }] = useState(() => {
    const deps = browserDeps(context.organization);
    return { store: createApiKeys(deps), names: createWorkspaceNames(deps, []) };
  });
  const [adding, setAdding] = useState(false);
  useStarted(store);
  useStarted(names);
  const state = useStore(store.$state);
  const workspaces = useStore(names.$value);
  const columns = useColumns(store, workspaces);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const button = (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewKey)}>
      {t('api-keys:new.action')}
    </Button>
  );
  return (
    <div className="tab-body keys">
      {state.status === 'ready' && state.rows.length === 0 ? null : (
        <div className="flex flex-wrap items-center justify-between gap-y-2 gap-x-6 py-3 px-5 bg-surface border-b border-b-line slim:px-4">
          <p className="soft flex-[1_1_320px] max-w-[52em]">{t('api-keys:lead')}</p>
          {button}
        </div>
      )}
      <DataTable
        label={t('api-keys:list')}
        height="content"
        columns={columns}
        rows={state.status === 'ready' ? state.rows : NO_ROWS}
        rowId={(row) => row.id}
        loading={state.status === 'loading'}
        empty={
          <EmptyState title={t('api-keys:empty.title')} actions={button}>
            {t('api-keys:empty.text')}
          </EmptyState>
        }
      />
      {adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewKey context={context} store={store} workspaces={workspaces} onClose={() => setAdding(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}
