import { useStore } from '@nanostores/react';
import { Archive, ArchiveRestore } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Loaded } from '../../lib/client/kernel/block-store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { createStudied, OperationStore, StandardStore } from '../../lib/client/operations/operations.store.ts';
import type { Operation, OperationStandard } from '../../lib/contract/operations.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { useCrumbs } from '../shell/crumbs.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Acts } from '../standards/Acts.tsx';
import { OperationStep } from '../standards/StandardStatus.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs, TabsWaiting } from '../ui/Tabs.tsx';
import { Tag } from '../ui/Tag.tsx';
import { toast } from '../ui/toasts.ts';
import { useStarted } from '../ui/useStarted.ts';

const StandardTab = part(() => import('../standards/StandardTab.tsx'));
const StudyTab = part(() => import('./StudyTab.tsx'));
const ElementsTab = part(() => import('./ElementsTab.tsx'));
const Settings = part(() => import('./Settings.tsx'));

export interface DetailStores {
  deps: StoreDeps;
  operation: OperationStore;
  standard: StandardStore;
  studied: ReturnType<typeof createStudied>;
}

/** Shown until the operation is known. */
export function DetailWaiting() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="screen" aria-busy="true">
      <PageHead
        crumbs={[{ text: t('operations:title'), href: href('/tm/operations', null, locale) }]}
        title={<Skeleton width={220} height={20} />}
      />
      <TabsWaiting />
    </div>
  );
}

export function DetailScreen({ context, create }: { context: PageContext; create: () => DetailStores }) {
  const [stores] = useState(create);
  useStarted(stores.operation);
  useStarted(stores.standard);
  const state = useStore(stores.operation.$state);
  if (state.status === 'loading') return <DetailWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState whole error={state.code} onRetry={() => void stores.operation.load()} />
      </div>
    );
  return <Whole context={context} stores={stores} row={state.row} />;
}

function Whole({ context, stores, row }: { context: PageContext; stores: DetailStores; row: Operation }) {
  const t = useT();
  const locale = useLocale();
  const format = useFormat();
  const found = useStore(stores.standard.$state);
  const mayWrite = context.can('tm:write', row.workspace_id);
  const isOff = row.archived_at !== null;
  const archive = async (from: Operation, archived: boolean, undo: boolean) => {
    const result = await stores.operation.save(from.rev, { archived });
    if (result.status === 'saved')
      toast({
        text: t(archived ? 'operations:archive_done' : 'operations:restored', { name: from.name }),
        ...(undo ? { action: { text: t('operations:undo'), run: () => void archive(result.row, !archived, false) } } : {}),
      });
    else {
      const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
      toast({ kind: 'alarm', text: `${from.name}: ${t(`errors:${code}`)}` });
    }
  };
  const crumbs = useCrumbs(context, row.workspace_id, { text: t('operations:title'), href: href('/tm/operations', null, locale) });
  const facts = [
    row.code,
    row.product,
    row.machine_name,
    row.pieces_per_cycle === 1 ? null : t('operations:pieces_fact', { n: format.number(row.pieces_per_cycle), unit: row.unit }),
  ].filter(Boolean);
  return (
    <div className="screen">
      <PageHead
        crumbs={crumbs}
        title={row.name}
        status={
          <>
            <OperationStep row={row} />
            {isOff ? <Tag>{t('operations:archived')}</Tag> : null}
            <span className="soft text-12">{facts.join(' · ')}</span>
          </>
        }
        actions={
          <>
            {mayWrite ? (
              <Button icon={isOff ? ArchiveRestore : Archive} onPress={() => void archive(row, !isOff, true)}>
                {t(isOff ? 'operations:restore' : 'operations:archive')}
              </Button>
            ) : null}
            {found.status === 'ready' && !isOff ? (
              <Acts
                store={stores.standard}
                row={row}
                standard={found.data}
                mayWrite={mayWrite}
                mayApprove={context.can('tm:approve', row.workspace_id)}
                onDone={stores.operation.load}
              />
            ) : null}
          </>
        }
      />
      <Tabs
        label={t('operations:tabs')}
        hash
        items={[
          {
            id: 'standard',
            title: t('operations:tab.standard'),
            content: (
              <Shown found={found} onRetry={stores.standard.load}>
                {(standard) => <StandardTab row={row} standard={standard} organization={context.organization} />}
              </Shown>
            ),
          },
          {
            id: 'study',
            title: t('operations:tab.study'),
            count: row.measurement_count,
            content: (
              <Boundary>
                <StudyTab store={stores.studied} row={row} />
              </Boundary>
            ),
          },
          {
            id: 'elements',
            title: t('operations:tab.elements'),
            content: (
              <Shown found={found} onRetry={stores.standard.load}>
                {(standard) => <ElementsTab stores={stores} row={row} standard={standard} mayWrite={mayWrite} />}
              </Shown>
            ),
          },
          {
            id: 'settings',
            title: t('operations:tab.settings'),
            content: (
              <Boundary>
                <Settings
                  deps={stores.deps}
                  store={stores.operation}
                  row={row}
                  mayWrite={mayWrite}
                  canSeeMachines={context.can('machines:read', row.workspace_id)}
                />
              </Boundary>
            ),
          },
        ]}
      />
    </div>
  );
}

export interface OfStandard {
  stores: DetailStores;
  row: Operation;
  standard: OperationStandard;
  mayWrite: boolean;
}

/** A tab that wants the standard. */
function Shown({
  found,
  onRetry,
  children,
}: {
  found: Loaded<OperationStandard>;
  onRetry: () => Promise<void>;
  children: (standard: OperationStandard) => ReactNode;
}) {
  if (found.status === 'error') return <ErrorState error={found.code} onRetry={() => void onRetry()} />;
  if (found.status === 'loading') return <Waiting />;
  return <Boundary waiting={<Waiting />}>{children(found.data)}</Boundary>;
}

function Waiting() {
  return (
    <div className="grid gap-2 p-5" aria-busy="true">
      {[44, 90, 160].map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </div>
  );
}
