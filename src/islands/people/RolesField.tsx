import { ChevronDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button as AriaButton } from '#button';
import type { WorkspaceName } from '../../lib/client/workspaces/workspace-names.store.ts';
import { ORGANIZATION_ROLES, type OrganizationRole, WORKSPACE_ROLES, type WorkspaceRole } from '../../lib/contract/scopes.ts';
import { folded } from '../../lib/domain/text/folded.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { CHIP_OFF, CHIP_ON } from '../ui/Chip.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import type { RoleRights } from './granter.ts';
import { PLACE, type Places } from './places.ts';
import { useRoleWords } from './role-words.ts';

/** Workspaces from which on a field finds one. */
const MANY = 8;

interface RolesFieldProps {
  value: Places;
  onChange: (value: Places) => void;
  workspaces: readonly WorkspaceName[];
  rights: RoleRights;
}

const toggled = <R extends string>(order: readonly R[], roles: readonly string[], role: R): R[] =>
  order.filter((one) => roles.includes(one) !== (one === role));

const PLACE_ROW =
  'flex items-center justify-between gap-3 min-h-9.5 py-1 pr-1.5 pl-3 not-first:border-t not-first:border-t-line pointer-coarse:min-h-14';

/** Roles of one person: in the organisation as a whole, and in each workspace. */
export function RolesField({ value, onChange, workspaces, rights }: RolesFieldProps) {
  const t = useT();
  const organizationRoles = (value[PLACE] ?? []) as readonly OrganizationRole[];
  const words = useRoleWords(() => null);
  return (
    <div className="stack">
      <fieldset className="grid gap-2">
        <legend className="med mb-2">{t('people:roles.organization')}</legend>
        {ORGANIZATION_ROLES.map((role) => (
          <Checkbox
            key={role}
            checked={organizationRoles.includes(role)}
            disabled={!rights.mayTurn(null, role, organizationRoles.includes(role))}
            hint={t(`people:role_hint.${role}`)}
            onChange={() => onChange({ ...value, [PLACE]: toggled(ORGANIZATION_ROLES, organizationRoles, role) })}
          >
            {words.one(role)}
          </Checkbox>
        ))}
      </fieldset>
      {workspaces.length > 0 ? <WorkspaceRoles value={value} onChange={onChange} workspaces={workspaces} rights={rights} /> : null}
    </div>
  );
}

function WorkspaceRoles({ value, onChange, workspaces, rights }: RolesFieldProps) {
  const t = useT();
  const [q, setQ] = useState('');
  // Those where he had a role when the form opened stand first, and stay there while it is open.
  const [first] = useState(() => new Set(Object.keys(value).filter((place) => (value[place] ?? []).length > 0)));
  const sorted = useMemo(
    () => workspaces.toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)) || a.name.localeCompare(b.name)),
    [workspaces, first],
  );
  const shown = sorted.filter(({ name }) => folded(name).includes(folded(q.trim())));
  return (
    <fieldset className="grid gap-2">
      <legend className="med mb-2">{t('people:roles.workspaces')}</legend>
      {workspaces.length > MANY ? <SearchField label={t('people:roles.find')} value={q} onChange={setQ} /> : null}
      <ul className="max-h-66 overflow-auto border border-line-2 rounded-2">
        {shown.map((workspace) => (
          <li key={workspace.id} className={PLACE_ROW}>
            <span className="one-line flex-1">{workspace.name}</span>
            <PlaceRoles
              workspace={workspace}
              roles={(value[workspace.id] ?? []) as readonly WorkspaceRole[]}
              rights={rights}
              onChange={(roles) => onChange({ ...value, [workspace.id]: roles })}
            />
          </li>
        ))}
        {shown.length === 0 ? <li className={`${PLACE_ROW} muted`}>{t('people:roles.none_found')}</li> : null}
      </ul>
    </fieldset>
  );
}

/** Roles in one workspace, chosen in a menu that stays open. */
function PlaceRoles({
  workspace,
  roles,
  rights,
  onChange,
}: {
  workspace: WorkspaceName;
  roles: readonly WorkspaceRole[];
  rights: RoleRights;
  onChange: (roles: readonly WorkspaceRole[]) => void;
}) {
  const t = useT();
  const words = useRoleWords(() => null);
  const text = roles.length > 0 ? words.list(roles) : t('people:roles.no_role');
  if (!rights.manages(workspace.id)) return <span className="soft">{text}</span>;
  const opener = (
    <AriaButton
      className={`${roles.length > 0 ? CHIP_ON : CHIP_OFF} max-w-3/5 min-w-0`}
      aria-label={t('people:roles.in_workspace', { workspace: workspace.name, roles: text })}
    >
      <span className="one-line">{text}</span>
      <Icon of={ChevronDown} size={14} />
    </AriaButton>
  );
  return (
    <Menu trigger={opener} label={workspace.name} placement="bottom end">
      {WORKSPACE_ROLES.map((role) => (
        <MenuItem
          key={role}
          id={role}
          stay
          checked={roles.includes(role)}
          text={words.one(role)}
          disabled={!rights.mayTurn(workspace.id, role, roles.includes(role))}
          onAction={() => onChange(toggled(WORKSPACE_ROLES, roles, role))}
        >
          {words.one(role)}
          <small>{t(`people:role_hint.${role}`)}</small>
        </MenuItem>
      ))}
    </Menu>
  );
}
