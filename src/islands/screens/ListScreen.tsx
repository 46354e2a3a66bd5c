import { useStore } from '@nanostores/react';
import { FileUp, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { ScreensQuery, ScreensStore } from '../../lib/client/screens/screens.store.ts';
import { scopesOf } from '../../lib/contract/scopes.ts';
import type { Screen } from '../../lib/contract/screens.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Here } from '../shell/Here.tsx';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { newRowForm, useAdding } from '../shell/useAdding.ts';
import { usePagedScreen } from '../shell/useListScreen.ts';
import { ListTake } from '../take/ListTake.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { ColumnChooser } from '../ui/ColumnChooser.tsx';
import { DataTable } from '../ui/DataTable.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Tabs, TabsWaiting } from '../ui/Tabs.tsx';
import { useColumns } from './columns.tsx';
import { isFiltered, writeQuery } from './query.ts';
import { useHash } from './useHash.ts';

const NewScreen = part(() => import('./NewScreen.tsx'));
const ImportScreen = part(() => import('./ImportScreen.tsx'));
const NoScreens = part(() => import('./NoScreens.tsx'));
const ActivitiesTab = part(() => import('../activities/ActivitiesTab.tsx'));
const TaxonomiesTab = part(() => import('../activities/TaxonomiesTab.tsx'));

const NO_ROWS: readonly Screen[] = [];
const WAITING = <div className="table-scroll fill" aria-busy="true" />;
const TABS = ['screens', 'activities', 'taxonomies'] as const;
type Tab = (typeof TABS)[number];

export interface ListStores {
  deps: StoreDeps;
  screens: ScreensStore;
}

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const columns = useColumns({ store: null, context: null, narrow: useNarrow() });
  return (
    <div className="screen">
      <PageHead bare title={t('screens:title')} />
      <TabsWaiting />
      <DataTable label={t('screens:list')} columns={columns} rows={NO_ROWS} rowId={(row) => row.id} loading />
    </div>
  );
}

export function ListScreen({ context, query: first, create }: { context: PageContext; query: ScreensQuery; create: () => ListStores }) {
  const t = useT();
  const format = useFormat();
  const hash = useHash();
  const [stores] = useState(create);
  const store = stores.screens;
  useEffect(() => store.start(), [store]);
  const state = useStore(store.$state);
  const [adding, setAdding] = useState<Exclude<Tab, 'screens'> | 'import' | null>(null);
  const [creating, setCreating] = useAdding(context.profile.id, newRowForm('screen', context.organization));
  const close = () => setAdding(null);
  const tab: Tab = TABS.includes(hash as Tab) ? (hash as Tab) : 'screens';
  const canWrite = context.can('tm:write');
  const bare = state.status === 'ready' && isBare(state, store.query());

  const actions: Record<Tab, ReactNode> = {
    screens: canWrite ? (
      <>
        <Button icon={FileUp} onPress={() => setAdding('import')} {...opensDialog(ImportScreen)}>
          {t('screens:import.action')}
        </Button>
        {bare ? null : (
          <Button variant="primary" icon={Plus} onPress={() => setCreating(true)} {...opensDialog(NewScreen)}>
            {t('screens:new.action')}
          </Button>
        )}
      </>
    ) : null,
    activities: canWrite ? (
      <Button variant="primary" icon={Plus} onPress={() => setAdding('activities')}>
        {t('screens:new.activity')}
      </Button>
    ) : null,
    taxonomies: isWhole(context) ? (
      <Button variant="primary" icon={Plus} onPress={() => setAdding('taxonomies')}>
        {t('screens:new.taxonomy')}
      </Button>
    ) : null,
  };
  const contents: Record<Tab, ReactNode> = {
    screens: <Screens context={context} store={store} query={first} onNew={() => setCreating(true)} />,
    activities: <ActivitiesTab context={context} deps={stores.deps} adding={adding === 'activities'} onClose={close} />,
    taxonomies: <TaxonomiesTab deps={stores.deps} canWrite={isWhole(context)} adding={adding === 'taxonomies'} onClose={close} />,
  };
  const items = TABS.map((one) => ({
    id: one,
    title: t(`screens:tab.${one}`),
    // What the server renders stands in no boundary: React would bring a large one by an inline script, which the security policy refuses.
    content: one === 'screens' ? contents[one] : <Boundary waiting={WAITING}>{contents[one]}</Boundary>,
  }));
  return (
    <div className="screen">
      <PageHead
        bare
        title={t('screens:title')}
        {...(tab === 'screens' && state.status === 'ready' ? { note: format.number(state.total) } : {})}
        actions={actions[tab]}
      />
      <Tabs label={t('screens:tabs')} items={items} hash />
      <Boundary instead={null} onFailure={close}>
        {creating ? <NewScreen context={context} stores={stores} onClose={() => setCreating(false)} /> : null}
        {adding === 'import' ? <ImportScreen context={context} store={store} onClose={close} /> : null}
      </Boundary>
    </div>
  );
}

/** There is no screen to look for: the page only says how to begin. Archived ones may be there, and stay within reach. */
const isBare = ({ total, elsewhere }: { total: number; elsewhere?: unknown }, query: ScreensQuery): boolean =>
  total === 0 && !elsewhere && !isFiltered(query) && !query.archived;

/** Taxonomies belong to the whole organisation: a role in one workspace isn't enough. */
const isWhole = ({ organization, profile }: PageContext): boolean => {
  const roles = profile.links.organizations.find((one) => one.organization_id === organization)?.roles ?? [];
  return profile.base_roles.access_all_orgs || scopesOf(roles).includes('tm:write');
};

function Screens({
  context,
  store,
  query: first,
  onNew,
}: {
  context: PageContext;
  store: ScreensStore;
  query: ScreensQuery;
  onNew: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const narrow = useNarrow();
  const columns = useColumns({ store, context, narrow });
  const screen = usePagedScreen({ table: 'screens', context, store, first, columns, writeQuery });
  const { state, filter, query, change, choice } = screen;
  const rowHref = useCallback((row: Screen) => href('/tm/screens/{id}', { id: row.id }, locale), [locale]);
  const bare = state.status === 'ready' && isBare(state, filter);
  const empty = (
    <Here context={context} elsewhere={screen.elsewhere} narrowed={isFiltered(filter)}>
      <Boundary>
        <NoScreens
          filtered={isFiltered(filter)}
          canWrite={context.can('tm:write')}
          onNew={onNew}
          onClear={() => change({ q: '', method: null })}
        />
      </Boundary>
    </Here>
  );
  return (
    <>
      <div className="filters pt-2.5">
        {bare ? null : (
          <>
            <SearchField label={t('screens:filter.q')} value={query.q} onChange={(q) => change({ q })} />
            <Chip
              name={t('screens:field.method')}
              value={query.method}
              all={t('screens:filter.any_method')}
              options={(['snapshot', 'study'] as const).map((id) => ({ id, text: t(`screens:method.${id}`) }))}
              onChange={(method) => change({ method })}
            />
          </>
        )}
        <Chip
          name={t('screens:filter.archived')}
          value={query.archived ? 'archived' : null}
          all={t('screens:filter.without_archived')}
          options={[{ id: 'archived', text: t('screens:filter.with_archived') }]}
          onChange={(id) => change({ archived: id !== null })}
        />
        <span className="spacer" />
        {bare ? null : <ListTake title={t('screens:title')} store={store} columns={screen.columns} />}
        {narrow || bare ? null : <ColumnChooser choice={choice} />}
      </div>
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <div className={`flex min-h-0 flex-1 flex-col transition-opacity duration-2 ${screen.stale ? 'opacity-60' : ''}`}>
          <DataTable
            label={t('screens:list')}
            columns={screen.columns}
            rowId={(row) => row.id}
            rowHref={rowHref}
            empty={empty}
            {...screen.list}
            {...screen.sorting}
          />
        </div>
      )}
      {screen.failed ? (
        <p className="bulk" role="alert">
          {t('screens:more_failed')}
          <Button size="sm" onPress={screen.list.onEnd}>
            {t('ui:error.retry')}
          </Button>
        </p>
      ) : null}
    </>
  );
}
