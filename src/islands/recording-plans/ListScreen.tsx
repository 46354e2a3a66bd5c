import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { RecordingPlansStore } from '../../lib/client/recording-plans/recording-plans.store.ts';
import { listRecordingPlans } from '../../lib/contract/recording-plans.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { AskedHere } from '../shell/Here.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { part } from '../ui/Boundary.tsx';
import { ShortList, ShortListWaiting } from '../ui/ShortList.tsx';
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
  return <ShortListWaiting crumbs={useCrumbsHere()} title={t('recording-plans:title')} />;
}

export function ListScreen({ context, create }: { context: PageContext; create: () => { deps: StoreDeps; plans: RecordingPlansStore } }) {
  const t = useT();
  const crumbs = useCrumbsHere();
  const [{ deps, plans }] = useState(create);
  useStarted(plans);
  return (
    <ShortList
      crumbs={crumbs}
      words={{
        title: t('recording-plans:title'),
        create: t('recording-plans:new'),
        list: t('recording-plans:list'),
        empty: { title: t('recording-plans:empty.title'), text: t('recording-plans:empty.text') },
      }}
      state={useStore(plans.$state)}
      retry={() => void plans.load()}
      mayCreate={context.can('dlog:write')}
      form={PlanForm}
      here={(own, create) => (
        <AskedHere
          context={context}
          deps={deps}
          create={create}
          ask={async (call) =>
            (await call(listRecordingPlans, { params: { organization_id: context.organization }, query: {} })).items.length
          }
        >
          {own}
        </AskedHere>
      )}
      row={(plan, editing) => (
        <Plan key={plan.id} store={plans} plan={plan} mayWrite={context.can('dlog:write', plan.workspace_id)} {...editing} />
      )}
      dialog={(plan, onClose) => <PlanForm deps={deps} context={context} store={plans} plan={plan} onClose={onClose} />}
    />
  );
}
