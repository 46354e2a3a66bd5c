import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { RecordingPlansStore } from '../../lib/client/recording-plans/recording-plans.store.ts';
import type { RecordingPlan } from '../../lib/contract/recording-plans.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { Plan } from './Plan.tsx';

const PlanForm = part(() => import('./PlanForm.tsx'));

/** Whence people come here. */
function useCrumbsHere() {
  const t = useT();
  const locale = useLocale();
  return [{ text: t('recordings:title'), href: href('/dlog/recordings2', null, locale) }];
}

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  const crumbs = useCrumbsHere();
  return (
    <div className="screen">
      <PageHead crumbs={crumbs} title={t('recording-plans:title')} />
      <Waiting />
    </div>
  );
}

const Waiting = () => (
  <div className="stack p-5 slim:p-4" aria-busy="true">
    <Skeleton width={280} height={18} />
    <Skeleton width={420} />
    <Skeleton width={360} />
  </div>
);

export function ListScreen({ context, create }: { context: PageContext; create: () => { deps: StoreDeps; plans: RecordingPlansStore } }) {
  const t = useT();
  const format = useFormat();
  const crumbs = useCrumbsHere();
  const [{ deps, plans }] = useState(create);
  useStarted(plans);
  const state = useStore(plans.$state);
  const [edited, setEdited] = useState<RecordingPlan | 'new' | null>(null);
  const mayWrite = context.can('dlog:write');
  const items = state.status === 'ready' ? state.data.items : [];
  const isEmpty = state.status === 'ready' && items.length === 0;
  const newButton = mayWrite ? (
    <Button variant="primary" icon={Plus} onPress={() => setEdited('new')} {...opensDialog(PlanForm)}>
      {t('recording-plans:new')}
    </Button>
  ) : null;
  return (
    <div className="screen">
      <PageHead
        crumbs={crumbs}
        title={t('recording-plans:title')}
        {...(items.length > 0 ? { note: format.number(items.length) } : {})}
        actions={isEmpty ? null : newButton}
      />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void plans.load()} />
      ) : state.status === 'loading' ? (
        <Waiting />
      ) : isEmpty ? (
        <EmptyState title={t('recording-plans:empty.title')} actions={newButton}>
          {t('recording-plans:empty.text')}
        </EmptyState>
      ) : (
        <div className="block min-h-0 flex-1 overflow-y-auto print:overflow-visible">
          <ul aria-label={t('recording-plans:list')} className="*:border-b *:border-line">
            {items.map((plan) => (
              <Plan
                key={plan.id}
                store={plans}
                plan={plan}
                mayWrite={context.can('dlog:write', plan.workspace_id)}
                onEdit={() => setEdited(plan)}
                edit={opensDialog(PlanForm)}
              />
            ))}
          </ul>
        </div>
      )}
      {edited !== null ? (
        <Boundary instead={null} onFailure={() => setEdited(null)}>
          <PlanForm deps={deps} context={context} store={plans} plan={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Boundary>
      ) : null}
    </div>
  );
}
