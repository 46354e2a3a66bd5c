import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { WorkspaceStore } from '../../lib/client/workspaces/workspace.store.ts';
import type { Workspace } from '../../lib/contract/workspaces.ts';
import { formatter } from '../../lib/i18n/format.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLanguage, useLocale, useT } from '../../lib/i18n/react.tsx';
import { zoneText } from '../../lib/i18n/zone-name.ts';
import { type PageContext, useCoarseNow } from '../shell/Signed.tsx';
import { useNow } from '../ui/Age.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useStarted } from '../ui/useStarted.ts';

const Overview = part(() => import('./Overview.tsx'));
const ShiftsTab = part(() => import('./ShiftsTab.tsx'));
const MembersTab = part(() => import('./MembersTab.tsx'));
const EquipmentTab = part(() => import('./EquipmentTab.tsx'));

export interface Stores {
  deps: StoreDeps;
  workspace: WorkspaceStore;
}

const TABS = ['overview', 'shifts', 'members', 'equipment'] as const;

/** The way back to all workspaces of the organisation. */
function useCrumbs() {
  const t = useT();
  const locale = useLocale();
  return [{ text: t('workspaces:plural'), href: href('/org#workspaces', null, locale) }];
}

/** Shown until the person is known. */
export function WorkspaceWaiting() {
  return (
    <div className="screen">
      <PageHead
        crumbs={useCrumbs()}
        title={<Skeleton width={160} height={18} />}
        facts={[[1, 2, 3].map((key) => ({ name: '\u00a0'.repeat(key), value: <Skeleton width={56} /> }))]}
      />
    </div>
  );
}

export function WorkspaceScreen({ context, id, create }: { context: PageContext; id: string; create: () => Stores }) {
  const t = useT();
  const [{ deps, workspace }] = useState(create);
  useStarted(workspace);
  const state = useStore(workspace.$state);
  const crumbs = useCrumbs();
  if (state.status === 'loading') return <WorkspaceWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <PageHead crumbs={crumbs} title={t('workspaces:title')} />
        <ErrorState error={state.code} onRetry={() => void workspace.load()} />
      </div>
    );
  const { row } = state;
  const manages = context.can('org:manage', id) && row.archived_at === null;
  const contents: Record<(typeof TABS)[number], ReactNode> = {
    overview: <Overview context={context} store={workspace} row={row} />,
    shifts: <ShiftsTab deps={deps} workspace={row} canWrite={manages} />,
    members: <MembersTab deps={deps} context={context} workspace={id} />,
    equipment: <EquipmentTab deps={deps} context={context} workspace={id} />,
  };
  const counts = { overview: undefined, shifts: undefined, members: undefined, equipment: row.machine_count + row.datalogger_count };
  return (
    <div className="screen">
      <Head row={row} crumbs={crumbs} />
      <Tabs
        label={t('workspaces:tabs')}
        hash
        items={TABS.map((tab) => ({
          id: tab,
          title: t(`workspaces:tab.${tab}`),
          count: counts[tab],
          content: <Boundary waiting={<TabWaiting />}>{contents[tab]}</Boundary>,
        }))}
      />
    </div>
  );
}

function TabWaiting() {
  return (
    <div className="grid min-h-95 flex-1 grid-cols-1 content-start gap-4 p-5 slim:p-4" aria-busy="true">
      {[220, 320, 180].map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}

function Head({ row, crumbs }: { row: Workspace; crumbs: { text: string; href: string }[] }) {
  const t = useT();
  const { locale, habits } = useLanguage();
  const format = useFormat();
  // What time it is there everybody's clock says, also without the server.
  const isKnown = useCoarseNow() !== null;
  const now = useNow();
  return (
    <PageHead
      crumbs={crumbs}
      title={row.name}
      status={
        <>
          <Tag>{t(row.archived_at === null ? 'workspaces:active' : 'workspaces:archived')}</Tag>
          {row.code ? <span className="muted">{row.code}</span> : null}
        </>
      }
      facts={[
        [
          { name: t('workspaces:fact.people'), value: format.number(row.member_count) },
          { name: t('workspaces:fact.machines'), value: format.number(row.machine_count) },
          { name: t('workspaces:fact.loggers'), value: format.number(row.datalogger_count) },
        ],
        [
          { name: t('workspaces:fact.zone'), value: zoneText(row.time_zone, locale) },
          {
            name: t('workspaces:fact.now'),
            value: <span className="num">{!isKnown ? '\u00a0' : formatter(locale, row.time_zone, habits).time(now)}</span>,
          },
        ],
      ]}
    />
  );
}
