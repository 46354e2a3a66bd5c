import { useStore } from '@nanostores/react';
import { Archive, ArchiveRestore, Plus } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { auth } from '../../lib/client/auth/browser.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createWorkspaces, filterWorkspaces, type WorkspacesStore } from '../../lib/client/workspaces/workspaces.store.ts';
import type { Workspace } from '../../lib/contract/workspaces.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { managesOrganization } from '../shell/rights.ts';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { choosePlace } from '../shell/session.ts';
import { newRowForm, useAdding } from '../shell/useAdding.ts';
import { useFilter } from '../shell/useListScreen.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { failureOf } from '../ui/problem.ts';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';

const NewWorkspace = part(() => import('./NewWorkspace.tsx'));

const NO_ROWS: readonly Workspace[] = [];
const refreshLinks = () =>
  void auth()
    .fetchUser()
    .catch(() => undefined);

const readFilter = () => {
  const query = new URLSearchParams(location.search);
  return { q: query.get('q') ?? '', archived: query.get('archived') === '1' };
};
const writeFilter = ({ q, archived }: ReturnType<typeof readFilter>) => ({ q, archived: archived ? '1' : null });

/** Workspaces of the organisation: which there are, a new one, the end of an old one. */
export default function WorkspacesTab({ context, deps, zone }: { context: PageContext; deps: StoreDeps; zone: string }) {
  const t = useT();
  const { filter, change } = useFilter(readFilter, writeFilter);
  const [store] = useState(() => createWorkspaces(deps, { archived: filter.archived, answer: null }));
  const [adding, setAdding] = useAdding(context.profile.id, newRowForm('workspace', context.organization));
  useStarted(store);
  useEffect(() => store.follow(filter.archived), [store, filter.archived]);
  const state = useStore(store.$state);
  const manages = managesOrganization(context);
  const columns = useColumns(store, context, manages);
  const all = state.status === 'ready' ? state.rows : NO_ROWS;
  const rows = useMemo(() => filterWorkspaces(all, filter.q), [all, filter.q]);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const button = manages ? (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)} {...opensDialog(NewWorkspace)}>
      {t('organizations:workspaces.new')}
    </Button>
  ) : null;
  return (
    <div className="tab-body">
      <div className="filters pt-2.5">
        <SearchField label={t('organizations:workspaces.filter')} value={filter.q} onChange={(q) => change({ q })} />
        <Chip
          name={t('organizations:workspaces.show')}
          all={t('organizations:workspaces.without_archived')}
          value={filter.archived ? 'archived' : null}
          options={[{ id: 'archived', text: t('organizations:workspaces.with_archived') }]}
          onChange={(next) => change({ archived: next !== null })}
        />
        <span className="spacer" />
        {button}
      </div>
      <DataTable
        label={t('organizations:workspaces.list')}
        height="content"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        loading={state.status === 'loading'}
        empty={<Nothing filtered={filter.q !== ''} manages={manages} onClear={() => change({ q: '' })} onAdd={() => setAdding(true)} />}
      />
      {adding ? (
        <Boundary instead={null} onFailure={() => setAdding(false)}>
          <NewWorkspace
            organization={context.organization}
            zone={zone}
            store={store}
            onClose={() => setAdding(false)}
            onCreated={(row) => {
              refreshLinks();
              toast({ text: t('organizations:workspaces.created_toast', { name: row.name }) });
            }}
          />
        </Boundary>
      ) : null}
    </div>
  );
}

function Nothing({ filtered, manages, onClear, onAdd }: { filtered: boolean; manages: boolean; onClear: () => void; onAdd: () => void }) {
  const t = useT();
  if (filtered)
    return (
      <NothingFound
        title={t('organizations:workspaces.nothing_found.title')}
        clear={t('organizations:workspaces.nothing_found.clear')}
        onClear={onClear}
      >
        {t('organizations:workspaces.nothing_found.text')}
      </NothingFound>
    );
  return (
    <EmptyState
      title={t('organizations:workspaces.empty.title')}
      actions={
        manages ? (
          <Button icon={Plus} onPress={onAdd}>
            {t('organizations:workspaces.new')}
          </Button>
        ) : null
      }
    >
      {t(manages ? 'organizations:workspaces.empty.text' : 'organizations:workspaces.empty.read_only')}
    </EmptyState>
  );
}

function useColumns(store: WorkspacesStore, context: PageContext, manages: boolean): readonly TableColumn<Workspace>[] {
  const t = useT();
  const narrow = useNarrow();
  const format = useFormat();
  return useMemo(() => {
    const count = (
      id: 'member_count' | 'machine_count' | 'datalogger_count',
      name: 'people' | 'machines' | 'loggers',
    ): TableColumn<Workspace> => ({
      id,
      name: t(`organizations:workspaces.column.${name}`),
      width: 88,
      end: true,
      priority: 2,
      cell: (row) => <span className={row[id] === 0 ? 'num muted' : 'num'}>{format.number(row[id])}</span>,
      sortBy: (row) => row[id],
      skeleton: [16],
    });
    const name: TableColumn<Workspace> = {
      id: 'name',
      name: t('organizations:workspaces.column.name'),
      cell: (row) => <Name row={row} context={context} />,
      sortBy: (row) => row.name,
      skeleton: [132, 96],
    };
    const code: TableColumn<Workspace> = {
      id: 'code',
      name: t('organizations:workspaces.column.code'),
      width: 110,
      priority: 3,
      cell: (row) => <span className="soft one-line">{row.code ?? ''}</span>,
      sortBy: (row) => row.code,
      skeleton: [48],
    };
    const zone: TableColumn<Workspace> = {
      id: 'time_zone',
      name: t('organizations:workspaces.column.zone'),
      width: 170,
      priority: 3,
      cell: (row) => <span className="soft one-line">{row.time_zone.replaceAll('_', ' ')}</span>,
      sortBy: (row) => row.time_zone,
      skeleton: [96],
    };
    const state: TableColumn<Workspace> = {
      id: 'state',
      name: t('organizations:workspaces.column.state'),
      width: 130,
      priority: 2,
      cell: (row) => <Tag>{t(row.archived_at === null ? 'organizations:workspaces.active' : 'organizations:workspaces.archived')}</Tag>,
      skeleton: [72],
    };
    const act: TableColumn<Workspace> = {
      id: 'act',
      name: t('organizations:workspaces.column.act'),
      header: <span className="vh">{t('organizations:workspaces.column.act')}</span>,
      width: 152,
      end: true,
      cell: (row) => <Act row={row} store={store} />,
      skeleton: [],
    };
    const counts = [count('member_count', 'people'), count('machine_count', 'machines'), count('datalogger_count', 'loggers')];
    return [name, ...(narrow ? [] : [code, zone]), ...counts, state, ...(manages ? [act] : [])];
  }, [t, format, store, context, manages, narrow]);
}

/** The name leads to the workspace, which becomes the chosen one. */
function Name({ row, context }: { row: Workspace; context: PageContext }) {
  const locale = useLocale();
  const text = (
    <span className="two">
      <span className="med one-line">{row.name}</span>
      <small className="one-line">{row.description}</small>
    </span>
  );
  const linked = context.profile.links.workspaces.some((one) => one.workspace_id === row.id);
  if (row.archived_at !== null || !linked) return text;
  return (
    <a
      className="row-link"
      href={`${href('/org/workspace/workspace', null, locale)}?${new URLSearchParams({ org: context.organization, ws: row.id })}`}
      onClick={() => choosePlace(context.profile, context.organization, row.id)}
    >
      {text}
    </a>
  );
}

/** Archiving and bringing back: done at once, taken back from the toast. */
function Act({ row, store }: { row: Workspace; store: WorkspacesStore }) {
  const t = useT();
  const archived = row.archived_at !== null;
  const turn = async (from: Workspace, on: boolean, undo: boolean) => {
    try {
      const saved = await store.archive(from, on);
      refreshLinks();
      if (undo)
        toast({
          text: t(on ? 'organizations:workspaces.archived_toast' : 'organizations:workspaces.restored_toast', { name: saved.name }),
          action: { text: t('organizations:workspaces.undo'), run: () => void turn(saved, !on, false) },
        });
    } catch (error) {
      toast({ kind: 'alarm', text: `${t('organizations:workspaces.failed')}: ${t(`errors:${failureOf(error).code}`)}` });
    }
  };
  return (
    <Button
      size="sm"
      icon={archived ? ArchiveRestore : Archive}
      aria-label={t(archived ? 'organizations:workspaces.restore_name' : 'organizations:workspaces.archive_name', { name: row.name })}
      onPress={() => void turn(row, !archived, true)}
    >
      {t(archived ? 'organizations:workspaces.restore' : 'organizations:workspaces.archive')}
    </Button>
  );
}
