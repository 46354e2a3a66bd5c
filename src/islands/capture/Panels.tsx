import { useStore } from '@nanostores/react';
import { TabletSmartphone } from 'lucide-react';
import { useState } from 'react';
import { createPanels, type PanelRow } from '../../lib/client/screens/panels.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { listPanels } from '../../lib/contract/screens.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { AskedHere } from '../shell/Here.tsx';
import { type IslandProps, type PageContext, Signed } from '../shell/Signed.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useStarted } from '../ui/useStarted.ts';

await ready('common', 'ui', 'errors', 'capture');

export interface PanelsData {
  organization: string;
  workspace: string | null;
  rows: readonly PanelRow[];
}

/** `/tm/screens` for whoever captures and does nothing else: the panels of his workspace, large enough for a finger. */
export default function Panels({ locale, profile, saved, initial }: IslandProps<PanelsData>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<Waiting />}>
      {(context) => <PanelsIn key={`${context.organization} ${context.workspace}`} context={context} initial={initial} />}
    </Signed>
  );
}

const PANELS = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-3 p-5';

function Waiting() {
  const t = useT();
  return (
    <div className="screen" aria-busy="true">
      <PageHead title={t('capture:panels.title')} />
      <ul className={PANELS}>
        <li>
          <Skeleton width={240} height={20} />
        </li>
      </ul>
    </div>
  );
}

function PanelsIn({ context, initial }: { context: PageContext; initial: PanelsData | null }) {
  const t = useT();
  const locale = useLocale();
  const own = initial?.organization === context.organization && initial.workspace === context.workspace ? initial.rows : null;
  const [deps] = useState(() => browserDeps(context.organization));
  const [store] = useState(() => createPanels(deps, context.workspace, own));
  useStarted(store);
  const state = useStore(store.$state);
  if (state.status === 'loading') return <Waiting />;
  return (
    <div className="screen">
      <PageHead title={t('capture:panels.title')} />
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : state.rows.length === 0 ? (
        <AskedHere
          context={context}
          deps={deps}
          ask={async (call) => (await call(listPanels, { params: { organization_id: context.organization }, query: {} })).items.length}
        >
          <EmptyState title={t('capture:panels.none')}>{t('capture:panels.none_text')}</EmptyState>
        </AskedHere>
      ) : (
        <ul className={PANELS}>
          {state.rows.map((row) => (
            <li key={row.id}>
              <a
                className="flex min-h-18 items-center gap-3 rounded-2 border border-line-2 bg-surface px-4 py-3 text-ink hover:border-accent"
                href={href('/tm/screens/{id}', { id: row.id }, locale)}
              >
                <Icon of={TabletSmartphone} size={24} />
                <span>
                  <b className="block text-16 font-semi">{row.name}</b>
                  <small className="text-ink-3">{t(`capture:panels.${row.method}`)}</small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
