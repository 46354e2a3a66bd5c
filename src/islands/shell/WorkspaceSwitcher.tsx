import { ChevronsUpDown, Warehouse } from 'lucide-react';
import { ButtonContext } from 'react-aria-components';
import { Button as AriaButton } from '#button';
import type { Prefs } from '../../lib/client/session/prefs.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { Icon } from '../ui/Icon.tsx';
import { late } from '../ui/late.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useOverlayButton } from '../ui/useOverlayButton.ts';

const panel = late(() => import('./PlacePanel.tsx'));

/** Which organisation and workspace the screens show, and the way to others. */
export function WorkspaceSwitcher({ profile, prefs }: { profile: Profile; prefs: Prefs }) {
  const { button, shown, triggerId, overlayId, close } = useOverlayButton(panel, 'dialog');
  return (
    <>
      <ButtonContext value={button}>
        <AriaButton className="switcher">
          <Icon of={Warehouse} />
          <span className="one-line">
            <Chosen profile={profile} prefs={prefs} />
          </span>
          <Icon of={ChevronsUpDown} size={14} />
        </AriaButton>
      </ButtonContext>
      {shown ? (
        <Boundary instead={null} onFailure={close}>
          <shown.code.PlacePanel
            id={overlayId}
            trigger={button.ref}
            triggerId={triggerId}
            opening={shown.opening}
            profile={profile}
            prefs={prefs}
            onClose={close}
          />
        </Boundary>
      ) : null}
    </>
  );
}

function Chosen({ profile, prefs }: { profile: Profile; prefs: Prefs }) {
  const t = useT();
  const { base_roles, links } = profile;
  if (prefs.organization === null) return <b>{t(base_roles.access_all_orgs ? 'ui:shell.workspace.choose' : 'ui:shell.workspace.none')}</b>;
  const organization = links.organizations.find((one) => one.organization_id === prefs.organization);
  // Only the browser knows the name of one beyond the links.
  if (!organization)
    return (
      <>
        <span className="vh">{t('ui:shell.workspace.label')}</span>
        <Skeleton width={140} height={12} />
      </>
    );
  const workspace = links.workspaces.find((one) => one.workspace_id === prefs.workspace);
  return (
    <>
      <span className="muted phone:hidden">{organization.name} / </span>
      <b>{workspace?.name ?? t('ui:shell.workspace.all')}</b>
    </>
  );
}
