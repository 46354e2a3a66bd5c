import { Ellipsis, Timer, UserCheck, UserCog, UserX } from 'lucide-react';
import { useMemo } from 'react';
import type { PeopleStore } from '../../lib/client/people/people.store.ts';
import type { WorkspaceName } from '../../lib/client/workspaces/workspace-names.store.ts';
import type { ApiKey } from '../../lib/contract/api-keys.ts';
import { getPersonAvatar, type Person } from '../../lib/contract/people.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { useMedia } from '../shell/hooks.ts';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { Email } from '../ui/Email.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { Avatar } from './Avatar.tsx';
import { type RoleRights, roleRights } from './granter.ts';
import { useRoleWords } from './role-words.ts';

interface ColumnDeps {
  context: PageContext;
  store: PeopleStore;
  workspaces: readonly WorkspaceName[];
  onEdit: (id: string) => void;
  /** Asks before the keys of a person end with his access. */
  onKeys: (row: Person, keys: readonly ApiKey[], confirmed: () => void) => void;
}

function pictureOf(organization: string, { id, avatar }: Person): string | null {
  if (avatar === null) return null;
  return `${getPersonAvatar.path.replace(':organization_id', organization).replace(':id', id)}?v=${avatar}`;
}

function Name({
  context,
  row,
  phone,
  workspaces,
}: {
  context: PageContext;
  row: Person;
  phone: boolean;
  workspaces: readonly WorkspaceName[];
}) {
  const t = useT();
  const format = useFormat();
  return (
    <span className="flex items-center gap-2.5 min-w-0 py-1.25 phone:py-1.5">
      <Avatar name={row.name} src={pictureOf(context.organization, row)} />
      <span className="two">
        <span className="med">
          {row.name}
          {row.id === context.profile.id ? <small className="ml-1.5 text-accent">{t('people:you')}</small> : null}
        </span>
        {row.email === null ? null : (
          <small>
            <Email of={row.email} />
          </small>
        )}
        {phone ? <RoleLines row={row} workspaces={workspaces} /> : null}
        {row.deactivated_at === null ? null : <small>{t('people:deactivated_since', { date: format.date(row.deactivated_at) })}</small>}
      </span>
    </span>
  );
}

/** At most two lines; the rest is counted and stands in the tooltip. */
function RoleLines({ row, workspaces }: { row: Person; workspaces: readonly WorkspaceName[] }) {
  const t = useT();
  const names = new Map(workspaces.map(({ id, name }) => [id, name]));
  const lines = useRoleWords((id) => names.get(id) ?? null).lines(row.roles);
  if (lines.length === 0) return <small className="muted">{t('people:roles.no_role')}</small>;
  const [first, second] = lines;
  return (
    <span className="two" title={lines.join('\n')}>
      <span>{first}</span>
      {lines.length === 2 ? <small>{second}</small> : null}
      {lines.length > 2 ? <small>{t('people:roles.more', { count: lines.length - 1 })}</small> : null}
    </span>
  );
}

/** What a person measured is told to who manages members; each sees his own. */
const seesMeasurements = (context: PageContext) => context.can('tm:read');

/** What can be done with a person. */
function Actions({ row, context, store, rights, onEdit, onKeys }: Omit<ColumnDeps, 'workspaces'> & { row: Person; rights: RoleRights }) {
  const t = useT();
  const locale = useLocale();
  const isOff = row.deactivated_at !== null;
  const turn = async (from: Person, deactivated: boolean, undo: boolean) => {
    const result = await store.save(from, { deactivated });
    if (result.status === 'saved') {
      const { row: saved } = result;
      toast({
        text: t(deactivated ? 'people:deactivated' : 'people:brought_back', { name: saved.name }),
        ...(undo ? { action: { text: t('people:undo'), run: () => void turn(saved, !deactivated, false) } } : {}),
      });
    } else {
      const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
      toast({ kind: 'alarm', text: `${t('people:failed', { name: from.name })} ${t(`errors:${code}`)}` });
    }
  };
  const deactivate = async () => {
    try {
      const keys = await store.keysOf(row.id);
      if (keys.length > 0) onKeys(row, keys, () => void turn(row, true, true));
      else await turn(row, true, true);
    } catch (error) {
      toast({ kind: 'alarm', text: `${t('people:failed', { name: row.name })} ${t(`errors:${failureOf(error).code}`)}` });
    }
  };
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={t('people:actions', { name: row.name })} size="sm" />} placement="bottom end">
      {rights.managesAny ? (
        <MenuItem icon={UserCog} onAction={() => onEdit(row.id)}>
          {t('people:roles.edit')}
        </MenuItem>
      ) : null}
      {seesMeasurements(context) ? (
        <MenuItem icon={Timer} href={href(`/tm/measurements?person=${row.id}`, null, locale)}>
          {t('people:measurements')}
        </MenuItem>
      ) : null}
      {rights.manages(null) && row.id !== context.profile.id ? (
        <MenuItem icon={isOff ? UserCheck : UserX} danger={!isOff} onAction={() => void (isOff ? turn(row, false, true) : deactivate())}>
          {t(isOff ? 'people:bring_back' : 'people:deactivate')}
        </MenuItem>
      ) : null}
    </Menu>
  );
}

export function useColumns({ context, store, workspaces, onEdit, onKeys }: ColumnDeps): readonly TableColumn<Person>[] {
  const t = useT();
  const phone = useNarrow();
  const medium = useMedia('(max-width: 1000px)');
  return useMemo(() => {
    const rights = roleRights(context);
    const columns: (TableColumn<Person> | null)[] = [
      {
        id: 'name',
        name: t('people:column.name'),
        ...(phone ? {} : { width: medium ? 280 : 380 }),
        cell: (row) => <Name context={context} row={row} phone={phone} workspaces={workspaces} />,
        skeleton: [132, 160],
      },
      phone
        ? null
        : {
            id: 'roles',
            name: t('people:column.roles'),
            cell: (row) => <RoleLines row={row} workspaces={workspaces} />,
            skeleton: [96, 140],
          },
      medium
        ? null
        : {
            id: 'last_active_at',
            name: t('people:column.last_active'),
            width: 160,
            cell: (row) =>
              row.last_active_at === null ? <span className="muted">{t('people:never')}</span> : <Age of={row.last_active_at} />,
            skeleton: [72],
          },
      rights.managesAny || seesMeasurements(context)
        ? {
            id: 'act',
            name: t('people:column.actions'),
            header: '',
            width: 84,
            end: true,
            cell: (row) =>
              rights.managesAny || row.id === context.profile.id ? (
                <Actions row={row} context={context} store={store} rights={rights} onEdit={onEdit} onKeys={onKeys} />
              ) : null,
            skeleton: [],
          }
        : null,
    ];
    return columns.filter((column) => column !== null);
  }, [t, context, store, workspaces, onEdit, onKeys, phone, medium]);
}
