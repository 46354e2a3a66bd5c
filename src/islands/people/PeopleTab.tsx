import { useStore } from '@nanostores/react';
import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createInvitations } from '../../lib/client/people/invitations.store.ts';
import { createPeople } from '../../lib/client/people/people.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import { createWorkspaceNames } from '../../lib/client/workspaces/workspace-names.store.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { type PageContext, putQuery } from '../shell/Signed.tsx';
import { useAdding } from '../shell/useAdding.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { roleRights } from './granter.ts';
import { PeopleList } from './PeopleList.tsx';

await ready('common', 'ui', 'errors', 'people');

const Invitations = part(() => import('./Invitations.tsx'));
const InviteDialog = part(() => import('./InviteDialog.tsx'));

type View = 'people' | 'invitations';

/** Tab of `/org`: who belongs to the organisation, with what roles, and who is invited. */
export default function PeopleTab({ context }: { context: PageContext }) {
  return <People key={context.organization} context={context} />;
}

function People({ context }: { context: PageContext }) {
  const t = useT();
  const format = useFormat();
  const manages = roleRights(context).managesAny;
  const [stores] = useState(() => {
    const deps = browserDeps(context.organization);
    const query = new URLSearchParams(location.search);
    const links = context.profile.links.workspaces.filter((one) => one.organization_id === context.organization);
    return {
      query,
      people: createPeople(deps, query.get('state') === 'deactivated' ? 'deactivated' : 'active'),
      invitations: manages ? createInvitations(deps) : null,
      workspaces: createWorkspaceNames(
        deps,
        links.map(({ workspace_id, name }) => ({ id: workspace_id, name })),
      ),
    };
  });
  const [view, setView] = useState<View>(manages && stores.query.get('show') === 'invitations' ? 'invitations' : 'people');
  const [inviting, setInviting] = useAdding(context.profile.id, null);
  const [led, setLed] = useState(false);
  useStarted(stores.people);
  useStarted(stores.workspaces);
  useEffect(() => stores.invitations?.start(), [stores]);
  const people = useStore(stores.people.$state);
  const invited = useStore((stores.invitations ?? stores.people).$state);
  const workspaces = useStore(stores.workspaces.$value);

  const show = (next: View) => {
    setView(next);
    putQuery({ show: next === 'people' ? null : next });
  };
  const title = (text: string, state: typeof invited) => (
    <>
      {text}
      {state.status === 'ready' ? <small className="ml-1 opacity-75"> {format.number(state.rows.length)}</small> : null}
    </>
  );
  const invite = manages ? (
    // Whoever is led to the other view takes the keyboard along.
    <Button variant="primary" icon={UserPlus} autoFocus={led} onPress={() => setInviting(true)} {...opensDialog(InviteDialog)}>
      {t('people:invite.action')}
    </Button>
  ) : null;
  const views = stores.invitations ? (
    <Segmented
      label={t('people:view.label')}
      value={view}
      options={[
        { id: 'people', label: title(t('people:view.people'), people) },
        { id: 'invitations', label: title(t('people:view.invitations'), invited) },
      ]}
      onChange={(next) => {
        setLed(false);
        show(next);
      }}
    />
  ) : null;

  return (
    <div className="tab-body">
      {view === 'people' || !stores.invitations ? (
        <PeopleList context={context} store={stores.people} workspaces={workspaces} query={stores.query} views={views} actions={invite} />
      ) : (
        <Boundary>
          <Invitations store={stores.invitations} workspaces={workspaces} views={views} actions={invite} />
        </Boundary>
      )}
      {inviting && stores.invitations ? (
        <Boundary instead={null} onFailure={() => setInviting(false)}>
          <InviteDialog
            context={context}
            store={stores.invitations}
            workspaces={workspaces}
            onClose={(sent) => {
              setInviting(false);
              if (!sent) return;
              setLed(view !== 'invitations');
              show('invitations');
            }}
          />
        </Boundary>
      ) : null}
    </div>
  );
}
