import { useStore } from '@nanostores/react';
import { Archive, ArchiveRestore, Ellipsis, Pencil } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { type ActivitiesStore, createActivities, filterActivities } from '../../lib/client/activities/activities.store.ts';
import { createTaxonomies } from '../../lib/client/activities/taxonomies.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { type Activity, listActivities } from '../../lib/contract/activities.ts';
import type { Taxonomy } from '../../lib/contract/taxonomies.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { AskedHere } from '../shell/Here.tsx';
import { writableWorkspaces } from '../shell/rights.ts';
import { type PageContext, putQuery, useNarrow } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Chip } from '../ui/Chip.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { failureOf } from '../ui/problem.ts';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';
import { ActivityMark } from './ActivityMark.tsx';
import { freeColor } from './free-color.ts';

await ready('activities', 'forms');

const ActivityDialog = part(() => import('./ActivityDialog.tsx'));

const NO_ROWS: readonly Activity[] = [];
const NO_TAXONOMIES: readonly Taxonomy[] = [];

/** Tab of `/tm/screens`: the catalogue of what people do at their work. */
export default function ActivitiesTab({
  context,
  deps,
  adding,
  onClose,
}: {
  context: PageContext;
  deps: StoreDeps;
  adding: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const [stores] = useState(() => ({
    query: new URLSearchParams(location.search),
    activities: createActivities(deps, { workspace: context.workspace }),
    taxonomies: createTaxonomies(deps),
  }));
  useStarted(stores.activities);
  useStarted(stores.taxonomies);
  useEffect(() => stores.activities.follow(context.workspace), [stores, context.workspace]);
  const state = useStore(stores.activities.$state);
  const sorted = useStore(stores.taxonomies.$state);
  const taxonomies = sorted.status === 'ready' ? sorted.rows : NO_TAXONOMIES;
  const [q, setQ] = useState(stores.query.get('activity') ?? '');
  const [archived, setArchived] = useState(false);
  const [editing, setEditing] = useState<Activity | null>(null);
  const all = state.status === 'ready' ? state.rows : NO_ROWS;
  const found = useMemo(() => filterActivities(all, q), [all, q]);
  const rows = useMemo(() => found.filter((row) => archived || row.archived_at === null), [found, archived]);
  const columns = useColumns({ context, store: stores.activities, taxonomies, onEdit: setEditing });
  const workspace = context.workspace ?? writableWorkspaces(context)[0]?.workspace_id ?? null;
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void stores.activities.load()} />;
  const close = () => {
    setEditing(null);
    onClose();
  };
  const search = (text: string) => {
    setQ(text);
    putQuery({ activity: text });
  };
  const isNone = q.trim() === '';
  return (
    <>
      <div className="filters pt-2.5">
        <SearchField label={t('activities:filter.q')} value={q} onChange={search} />
        <Chip
          name={t('activities:filter.archived')}
          value={archived ? 'archived' : null}
          all={t('activities:filter.without_archived')}
          options={[{ id: 'archived', text: t('activities:filter.with_archived') }]}
          onChange={(id) => setArchived(id !== null)}
        />
      </div>
      <DataTable
        label={t('activities:list')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        loading={state.status === 'loading'}
        empty={
          found.length > 0 ? (
            <NothingFound
              title={t('activities:all_archived.title')}
              clear={t('activities:all_archived.show')}
              onClear={() => setArchived(true)}
            >
              {t('activities:all_archived.text')}
            </NothingFound>
          ) : isNone ? (
            <AskedHere
              context={context}
              deps={deps}
              ask={async (call) => {
                const query = { limit: '1', count: '1' } as const;
                const { items, total } = await call(listActivities, { params: { organization_id: context.organization }, query });
                return total ?? items.length;
              }}
            >
              <EmptyState scene="later" title={t('activities:empty.title')}>
                {t('activities:empty.text')}
              </EmptyState>
            </AskedHere>
          ) : (
            <NothingFound title={t('activities:nothing_found.title')} clear={t('activities:filter.clear')} onClear={() => search('')}>
              {t('activities:nothing_found.text')}
            </NothingFound>
          )
        }
      />
      {(editing || adding) && workspace ? (
        <Boundary instead={null} onFailure={close}>
          <ActivityDialog
            key={editing?.id ?? ''}
            store={stores.activities}
            taxonomies={taxonomies}
            row={editing}
            workspace={editing?.workspace_id ?? workspace}
            color={freeColor(all)}
            onClose={close}
          />
        </Boundary>
      ) : null}
    </>
  );
}

interface ColumnDeps {
  context: PageContext;
  store: ActivitiesStore;
  taxonomies: readonly Taxonomy[];
  onEdit: (row: Activity) => void;
}

function Actions({ context, store, row, onEdit }: Omit<ColumnDeps, 'taxonomies'> & { row: Activity }) {
  const t = useT();
  if (!context.can('tm:write', row.workspace_id)) return null;
  const isOff = row.archived_at !== null;
  const turn = async (from: Activity, archived: boolean, undo: boolean) => {
    const result = await store.save(from.id, from.rev, { archived });
    if (result.status === 'saved')
      toast({
        text: t(archived ? 'activities:archive_done' : 'activities:restored', { name: from.name }),
        ...(undo ? { action: { text: t('activities:undo'), run: () => void turn(result.row, !archived, false) } } : {}),
      });
    else {
      const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
      toast({ kind: 'alarm', text: `${from.name}: ${t(`errors:${code}`)}` });
    }
  };
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="sm" label={t('activities:actions', { name: row.name })} />} placement="bottom end">
      <MenuItem icon={Pencil} onAction={() => onEdit(row)}>
        {t('activities:edit')}
      </MenuItem>
      <MenuItem icon={isOff ? ArchiveRestore : Archive} onAction={() => void turn(row, !isOff, true)}>
        {t(isOff ? 'activities:restore' : 'activities:archive')}
      </MenuItem>
    </Menu>
  );
}

function useColumns({ context, store, taxonomies, onEdit }: ColumnDeps): readonly TableColumn<Activity>[] {
  const t = useT();
  const locale = useLocale();
  const narrow = useNarrow();
  return useMemo(() => {
    const name: TableColumn<Activity> = {
      id: 'name',
      name: t('activities:field.name'),
      cell: (row) => (
        <span className="activity-name flex items-center gap-2.5 min-w-0">
          <ActivityMark of={row} />
          <span className="two">
            {context.can('tm:write', row.workspace_id) ? (
              <button
                type="button"
                className="hover:underline hover:[text-underline-offset:3px] med max-w-full rounded-1"
                onClick={() => onEdit(row)}
              >
                {row.name}
              </button>
            ) : (
              <span className="med">{row.name}</span>
            )}
            {row.short ? <small>{row.short}</small> : null}
          </span>
        </span>
      ),
      sortBy: (row) => row.name,
      skeleton: [132],
    };
    const kind: TableColumn<Activity> = {
      id: 'kind',
      name: t('activities:field.kind'),
      width: 100,
      cell: (row) => <span className="soft">{t(`activities:kind.${row.kind}`)}</span>,
      sortBy: (row) => row.kind,
      skeleton: [56],
    };
    const menu: TableColumn<Activity> = {
      id: 'menu',
      name: t('activities:column.menu'),
      header: '',
      width: narrow ? 76 : 56,
      end: true,
      cell: (row) => <Actions context={context} store={store} row={row} onEdit={onEdit} />,
      skeleton: [16],
    };
    if (narrow) return [name, { ...kind, width: 80 }, menu];
    const shown = taxonomies.filter((one) => one.archived_at === null).slice(0, 3);
    return [
      name,
      kind,
      ...shown.map(
        (taxonomy, index): TableColumn<Activity> => ({
          id: taxonomy.id,
          name: taxonomy.names[locale],
          width: 188,
          priority: index === 0 ? 2 : 3,
          cell: (row) => {
            const code = row.categories[taxonomy.id];
            const found = taxonomy.categories.find((one) => one.code === code);
            return <span className="soft block py-1 leading-4.5 whitespace-normal">{found?.names[locale] ?? code ?? ''}</span>;
          },
          skeleton: [88],
        }),
      ),
      {
        id: 'marks',
        name: t('activities:column.marks'),
        width: 150,
        priority: 2,
        cell: (row) => (
          <span className="row">
            {row.archived_at === null ? null : <Tag>{t('activities:mark.archived')}</Tag>}
            {row.loss ? <Tag>{t('activities:mark.loss')}</Tag> : null}
            {row.element ? <Tag>{t('activities:mark.element')}</Tag> : null}
            {row.ends_cycle ? <Tag>{t('activities:mark.ends_cycle')}</Tag> : null}
          </span>
        ),
        skeleton: [48],
      },
      menu,
    ];
  }, [t, locale, narrow, context, store, taxonomies, onEdit]);
}
