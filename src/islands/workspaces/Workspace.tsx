import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { createWorkspace } from '../../lib/client/workspaces/workspace.store.ts';
import type { Workspace as Row } from '../../lib/contract/workspaces.ts';
import { ready } from '../../lib/i18n/ready.ts';
import { type IslandProps, type PageContext, Signed } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { useMounted } from '../ui/useMounted.ts';
import { WorkspaceScreen, WorkspaceWaiting } from './WorkspaceScreen.tsx';
import '../dataloggers/dataloggers.css';
import './workspaces.css';

await ready('common', 'ui', 'errors', 'workspaces');

const Choice = part(() => import('./Choice.tsx'));

/** `/org/workspace/workspace`: the chosen workspace, or the choice of one. */
export default function Workspace({ locale, profile, saved, initial }: IslandProps<Row>) {
  return (
    <Signed locale={locale} profile={profile} saved={saved} waiting={<WorkspaceWaiting />}>
      {(context) => <Chosen context={context} initial={initial} />}
    </Signed>
  );
}

function Chosen({ context, initial }: { context: PageContext; initial: Row | null }) {
  const mounted = useMounted();
  const { organization } = context;
  // Only the browser knows the choice; the first render shows what the server has found by the cookie.
  const workspace = mounted ? context.workspace : (initial?.id ?? null);
  if (workspace !== null)
    return (
      <WorkspaceScreen
        key={workspace}
        context={context}
        id={workspace}
        create={() => {
          const deps = browserDeps(organization);
          return { deps, workspace: createWorkspace(deps, workspace, initial?.id === workspace ? initial : null) };
        }}
      />
    );
  if (!mounted) return <WorkspaceWaiting />;
  return (
    <Boundary waiting={<WorkspaceWaiting />}>
      <Choice key={organization} context={context} />
    </Boundary>
  );
}
