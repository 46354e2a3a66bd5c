import { useStore } from '@nanostores/react';
import { computed } from 'nanostores';
import { type ComponentProps, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { filterPeople, type PeopleFilter, type PeopleScope, type PeopleStore } from '../../lib/client/people/people.store.ts';
import type { WorkspaceName } from '../../lib/client/workspaces/workspace-names.store.ts';
import type { Person } from '../../lib/contract/people.ts';
import { ORGANIZATION_ROLES, WORKSPACE_ROLES } from '../../lib/contract/scopes.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Views } from '../saved-views/Views.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { useFilter } from '../shell/useListScreen.ts';
import { ListTake } from '../take/ListTake.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { newPicked, usePickedRows, usePicking } from '../ui/table/picking.tsx';
import { useColumns } from './columns.tsx';
import { type Role, roleRights } from './granter.ts';

const BulkBar = part(() => import('./BulkBar.tsx'));
const DeactivateDialog = part(() => import('./DeactivateDialog.tsx'));
const RoleEditor = part(() => import('./RoleEditor.tsx'));

const NO_ROWS: readonly Person[] = [];
const ROLES: readonly Role[] = [...ORGANIZATION_ROLES, ...WORKSPACE_ROLES];

interface Filter extends PeopleFilter {
  state: PeopleScope;
}
const readFilter = (query: URLSearchParams): Filter => ({
  q: query.get('person') ?? '',
  role: ROLES.find((role) => role === query.get('role')) ?? null,
  workspace: query.get('in'),
  state: query.get('state') === 'deactivated' ? 'deactivated' : 'active',
});
const writeFilter = ({ q, role, workspace, state }: Filter) => ({
  person: q,
  role,
  in: workspace,
  state: state === 'active' ? null : state,
});

/** Everybody of the organisation, with filters that stand in the address. */
export function PeopleList({
  context,
  store,
  workspaces,
  query,
  views,
  actions,
}: {
  context: PageContext;
  store: PeopleStore;
  workspaces: readonly WorkspaceName[];
  query: URLSearchParams;
  views: ReactNode;
  actions: ReactNode;
}) {
  const t = useT();
  const { filter, change } = useFilter(() => readFilter(query), writeFilter);
  const [editing, setEditing] = useState<string | null>(null);
  const [ending, setEnding] = useState<Omit<ComponentProps<typeof DeactivateDialog>, 'onClose'> | null>(null);
  const onKeys = useCallback<Parameters<typeof useColumns>[0]['onKeys']>((row, keys, onConfirm) => setEnding({ row, keys, onConfirm }), []);
  const state = useStore(store.$state);
  const { q, role, workspace, state: scope } = filter;
  useEffect(() => store.follow(scope), [store, scope]);

  const all = state.status === 'ready' ? state.rows : NO_ROWS;
  const rows = useMemo(() => filterPeople(all, { q, role, workspace }), [all, q, role, workspace]);
  const left = useMemo(
    () => ({
      $state: computed(store.$state, (found) => {
        if (found.status !== 'ready') return found;
        if (!found.complete) return { status: 'loading' as const };
        const people = filterPeople(found.rows, { q, role, workspace });
        return { status: 'ready' as const, rows: people, total: people.length, next: null, work: 'none' as const };
      }),
      more: async () => undefined,
    }),
    [store, q, role, workspace],
  );
  const columns = useColumns({ context, store, workspaces, onEdit: setEditing, onKeys });
  const [$picked] = useState(newPicked);
  const manages = roleRights(context).managesAny;
  const narrow = useNarrow();
  const picking = usePicking<Person>($picked, manages && !narrow, (word, row) => word('people:pick', { name: row.name }));
  const edited = all.find(({ id }) => id === editing);

  return (
    <>
      <div className="filters pt-2.5">
        {views}
        <SearchField label={t('people:filter.q')} value={q} onChange={(next) => change({ q: next })} />
        <Chip
          name={t('people:filter.role')}
          all={t('people:filter.all_roles')}
          value={role}
          options={ROLES.map((id) => ({ id, text: t(`people:role.${id}`) }))}
          onChange={(next) => change({ role: next })}
        />
        {workspaces.length > 1 ? (
          <Chip
            name={t('people:filter.workspace')}
            all={t('people:filter.all_workspaces')}
            value={workspace}
            options={workspaces.map(({ id, name }) => ({ id, text: name }))}
            onChange={(next) => change({ workspace: next })}
          />
        ) : null}
        <Chip
          name={t('people:filter.state')}
          all={t('people:filter.active')}
          value={scope === 'deactivated' ? 'deactivated' : null}
          options={[{ id: 'deactivated', text: t('people:filter.deactivated') }]}
          onChange={(next) => change({ state: next ?? 'active' })}
        />
        {/* Where they don't fit beside the choices they have their own line together. */}
        <span className="ml-auto flex flex-none items-center gap-1.5">
          <Views
            context={context}
            list="people"
            query={writeFilter(filter)}
            onQuery={(said) => change(readFilter(new URLSearchParams(said)))}
          />
          <ListTake title={t('people:list')} store={left} columns={columns} />
          {actions}
        </span>
      </div>
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <DataTable
          label={t('people:list')}
          columns={columns}
          rows={rows}
          rowId={(row) => row.id}
          picking={picking}
          loading={state.status === 'loading' || (!state.complete && rows.length === 0)}
          empty={<Nobody filter={filter} onClear={() => change({ q: '', role: null, workspace: null, state: 'active' })} />}
        />
      )}
      {picking ? <Bulk context={context} store={store} workspaces={workspaces} rows={rows} $picked={$picked} /> : null}
      {ending ? (
        <Boundary instead={null} onFailure={() => setEnding(null)}>
          <DeactivateDialog {...ending} onClose={() => setEnding(null)} />
        </Boundary>
      ) : null}
      {edited ? (
        <Boundary instead={null} onFailure={() => setEditing(null)}>
          <RoleEditor
            key={edited.id}
            context={context}
            row={edited}
            store={store}
            workspaces={workspaces}
            onClose={() => setEditing(null)}
          />
        </Boundary>
      ) : null}
    </>
  );
}

/** Stands below the list while people are picked. */
function Bulk({ rows, $picked, ...rest }: ComponentProps<typeof BulkBar>) {
  const found = usePickedRows($picked, rows);
  return found.length === 0 ? null : (
    <Boundary instead={null}>
      <BulkBar rows={found} $picked={$picked} {...rest} />
    </Boundary>
  );
}

function Nobody({ filter, onClear }: { filter: Filter; onClear: () => void }) {
  const t = useT();
  const plain = filter.q === '' && filter.role === null && filter.workspace === null;
  const clear = t('people:empty.clear');
  return plain && filter.state === 'deactivated' ? (
    <EmptyState title={t('people:empty.deactivated')} actions={<Button onPress={onClear}>{clear}</Button>}>
      {t('people:empty.deactivated_text')}
    </EmptyState>
  ) : (
    <NothingFound title={t('people:empty.title')} clear={clear} onClear={onClear}>
      {t('people:empty.text')}
    </NothingFound>
  );
}
