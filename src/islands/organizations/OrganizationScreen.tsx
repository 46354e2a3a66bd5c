import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { OrganizationStore } from '../../lib/client/organizations/organization.store.ts';
import type { Scope } from '../../lib/contract/scopes.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { MailNotice } from '../people/MailNotice.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useMounted } from '../ui/useMounted.ts';
import { useStarted } from '../ui/useStarted.ts';

const GeneralTab = part(() => import('./GeneralTab.tsx'));
const WorkspacesTab = part(() => import('./WorkspacesTab.tsx'));
const PeopleTab = part(() => import('../people/PeopleTab.tsx'));
const KeysTab = part(() => import('../api-keys/KeysTab.tsx'));
const WebhooksTab = part(() => import('../webhooks/WebhooksTab.tsx'));
const AuditTab = part(() => import('../audit-events/AuditTab.tsx'));

export interface Stores {
  deps: StoreDeps;
  organization: OrganizationStore;
}

/** In the shape of a form. */
function TabWaiting() {
  return (
    <div className="settings" aria-busy="true">
      {[180, 240, 200, 260].map((width) => (
        <span key={width} className="grid min-w-0 justify-items-start gap-2">
          <Skeleton width={width / 2} />
          <Skeleton height={32} />
        </span>
      ))}
    </div>
  );
}

/** Shown until the person is known. */
export function OrganizationWaiting() {
  const t = useT();
  return (
    <div className="screen">
      <PageHead title={t('organizations:title')} />
    </div>
  );
}

interface ScreenProps {
  context: PageContext;
  /** Do mails leave the installation? Null when the server didn't tell. */
  mail: boolean | null;
  create: () => Stores;
}

export function OrganizationScreen({ context, mail, create }: ScreenProps) {
  const t = useT();
  const [{ deps, organization }] = useState(create);
  const mounted = useMounted();
  useStarted(organization);
  const state = useStore(organization.$state);
  if (state.status === 'error')
    return (
      <div className="screen">
        <PageHead title={t('organizations:title')} />
        <ErrorState error={state.code} onRetry={() => void organization.load()} />
      </div>
    );
  const row = state.status === 'ready' ? state.row : null;
  // What the person may do in the chosen organisation only the browser knows.
  const may = (scope: Scope) => mounted && context.can(scope);
  const items: { id: 'general' | 'workspaces' | 'people' | 'keys' | 'webhooks' | 'audit'; content: ReactNode; shown: boolean }[] = [
    {
      id: 'general',
      content: row ? <GeneralTab context={context} deps={deps} store={organization} row={row} /> : <TabWaiting />,
      shown: true,
    },
    {
      id: 'workspaces',
      content: <WorkspacesTab context={context} deps={deps} zone={row?.time_zone ?? 'UTC'} />,
      shown: true,
    },
    { id: 'people', content: <PeopleTab context={context} />, shown: may('org:read') },
    { id: 'keys', content: <KeysTab context={context} />, shown: may('keys:manage') },
    { id: 'webhooks', content: <WebhooksTab context={context} />, shown: may('org:manage') },
    { id: 'audit', content: <AuditTab context={context} />, shown: may('audit:read') },
  ];
  return (
    <div className="screen">
      <PageHead title={row ? row.name : <Skeleton width={200} height={18} />} {...(row ? { note: t('organizations:title') } : {})} />
      <MailNotice context={context} deps={deps} initial={mail} />
      <Tabs
        label={t('organizations:tabs')}
        hash
        // Filters of one tab mean nothing to another.
        onSelect={() => history.replaceState(history.state, '', location.pathname + location.hash)}
        items={items
          .filter(({ shown }) => shown)
          .map(({ id, content }) => ({
            id,
            title: t(`organizations:tab.${id}`),
            content: <Boundary waiting={<TabWaiting />}>{content}</Boundary>,
          }))}
      />
    </div>
  );
}
