import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useProfile } from '../shell/hooks.ts';
import { type IslandProps, type PageContext, Signed } from '../shell/Signed.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useMounted } from '../ui/useMounted.ts';
import { type DashboardData, DashboardScreen, DashboardWaiting } from './DashboardScreen.tsx';

await ready('common', 'ui', 'errors', 'dashboard', 'alarms', 'dataloggers', 'channels', 'favorites', 'measurements');

/** `/user/dashboard`. `choosing`: the server knows that somebody who sees all organisations has chosen none. */
export default function Dashboard({ locale, profile, saved, initial, choosing }: IslandProps<DashboardData> & { choosing: boolean }) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<NoPlace profile={profile} choosing={choosing} />}>
      {(context) => <DashboardIn context={context} initial={initial} />}
    </Signed>
  );
}

/** The screen of one organisation and workspace, made anew for another. */
function DashboardIn({ context, initial }: { context: PageContext; initial: DashboardData | null }) {
  const own = initial?.organization === context.organization && initial.workspace === context.workspace ? initial : null;
  return (
    <DashboardScreen
      key={`${context.organization} ${context.workspace}`}
      context={context}
      initial={own}
      create={() => browserDeps(context.organization)}
    />
  );
}

/** Whoever sees all organisations chooses one; nothing is chosen for him. */
function NoPlace({ profile: given, choosing }: { profile: Profile | null; choosing: boolean }) {
  const t = useT();
  const mounted = useMounted();
  const profile = useProfile(given);
  if (!profile?.base_roles.access_all_orgs || !(choosing || mounted)) return <DashboardWaiting />;
  return (
    <div className="screen">
      <PageHead title={t('dashboard:title')} />
      <EmptyState scene="nothing-found" title={t('dashboard:choose.title')}>
        {t('dashboard:choose.text')}
      </EmptyState>
    </div>
  );
}
