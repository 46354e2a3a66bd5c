import { Building2, ChevronsUpDown, Warehouse } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { navigateTo } from '../../lib/client/navigate.ts';
import type { Prefs } from '../../lib/client/prefs.ts';
import type { Profile } from '../../lib/contract/auth.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu, MenuItem, MenuSection } from '../ui/Menu.tsx';
import { prefs as prefsStore } from './session.ts';

/** Where to go when the place changes: a detail of the other place would not be there, its list is. */
const listOf = (path: string) => path.replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=[?#]|$).*/, '').replace(/[?#].*/, '');

/** Which organisation and workspace the screens show. */
export function WorkspaceSwitcher({ profile, prefs, path }: { profile: Profile; prefs: Prefs; path: string }) {
  const t = useT();
  const { organizations, workspaces } = profile.links;
  const organization = organizations.find((one) => one.organization_id === prefs.organization);
  const workspace = workspaces.find((one) => one.workspace_id === prefs.workspace);
  const choose = (organization_id: string, workspace_id: string | null) => {
    prefsStore().choose(profile, { organization: organization_id, workspace: workspace_id });
    navigateTo(listOf(path));
  };
  return (
    <Menu
      label={t('ui:shell.workspace.label')}
      trigger={
        <AriaButton className="switcher">
          <Icon of={Warehouse} />
          <span className="truncate">
            {organization ? (
              <>
                <span className="muted org">{organization.name} / </span>
                <b>{workspace?.name ?? t('ui:shell.workspace.all')}</b>
              </>
            ) : (
              <b>{t('ui:shell.workspace.none')}</b>
            )}
          </span>
          <Icon of={ChevronsUpDown} size={14} />
        </AriaButton>
      }
    >
      {organizations.map((one) => (
        <MenuSection key={one.organization_id} title={one.name}>
          {workspaces
            .filter((link) => link.organization_id === one.organization_id)
            .map((link) => (
              <MenuItem
                key={link.workspace_id}
                id={link.workspace_id}
                icon={Warehouse}
                checked={link.workspace_id === prefs.workspace}
                onAction={() => choose(one.organization_id, link.workspace_id)}
              >
                {link.name}
              </MenuItem>
            ))}
          <MenuItem
            id={`all-${one.organization_id}`}
            icon={Building2}
            checked={one.organization_id === prefs.organization && prefs.workspace === null}
            onAction={() => choose(one.organization_id, null)}
          >
            {t('ui:shell.workspace.all')}
          </MenuItem>
        </MenuSection>
      ))}
    </Menu>
  );
}
