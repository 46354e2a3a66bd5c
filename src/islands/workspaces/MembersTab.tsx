import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { createWorkspaceRows, ROWS_SHOWN } from '../../lib/client/workspaces/workspace-rows.store.ts';
import { getPersonAvatar, listPeople, type Person } from '../../lib/contract/people.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Avatar } from '../people/Avatar.tsx';
import { useRoleWords } from '../people/role-words.ts';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { Email } from '../ui/Email.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { TableNote } from './TableNote.tsx';

await ready('people');

const NO_ROWS: readonly Person[] = [];

/** Who works with the workspace, and as what: by a role in it, or by one of the organisation. */
export default function MembersTab({ deps, context, workspace }: { deps: StoreDeps; context: PageContext; workspace: string }) {
  const t = useT();
  const locale = useLocale();
  const [store] = useState(() =>
    createWorkspaceRows(deps, workspace, 'people', (call, query) =>
      call(listPeople, { params: { organization_id: deps.organization }, query }),
    ),
  );
  useStarted(store);
  const state = useStore(store.$state);
  const columns = useColumns(deps.organization, workspace);
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  const manage = context.can('members:manage', workspace) ? (
    <ButtonLink href={href(`/org?in=${workspace}#people`, null, locale)}>{t('workspaces:members.manage')}</ButtonLink>
  ) : null;
  return (
    <div className="tab-body">
      {manage ? <div className="flex gap-1.5 px-5 py-2.5 slim:px-4">{manage}</div> : null}
      <DataTable
        label={t('workspaces:members.list')}
        height="content"
        columns={columns}
        rows={state.status === 'ready' ? state.rows : NO_ROWS}
        rowId={(row) => row.id}
        loading={state.status === 'loading'}
        empty={
          <EmptyState title={t('workspaces:members.empty')} actions={manage}>
            {t('workspaces:members.empty_text')}
          </EmptyState>
        }
      />
      {state.status === 'ready' && state.more ? <TableNote>{t('workspaces:equipment.more', { count: ROWS_SHOWN })}</TableNote> : null}
    </div>
  );
}

const pictureOf = (organization: string, { id, avatar }: Person): string | null =>
  avatar === null ? null : `${getPersonAvatar.path.replace(':organization_id', organization).replace(':id', id)}?v=${avatar}`;

function useColumns(organization: string, workspace: string): readonly TableColumn<Person>[] {
  const t = useT();
  const narrow = useNarrow();
  return useMemo(
    () => [
      {
        id: 'name',
        name: t('workspaces:members.name'),
        cell: (row) => (
          <span className="flex items-center gap-2.5 min-w-0">
            <Avatar name={row.name} src={pictureOf(organization, row)} />
            <span className="two">
              <span className="med one-line">{row.name}</span>
              {row.email === null ? null : (
                <small className="one-line">
                  <Email of={row.email} />
                </small>
              )}
            </span>
          </span>
        ),
        skeleton: [132, 96],
      },
      {
        id: 'roles',
        name: t('workspaces:members.roles'),
        width: narrow ? 150 : 260,
        cell: (row) => <Roles row={row} workspace={workspace} />,
        skeleton: [96],
      },
      {
        id: 'last_active_at',
        name: t('workspaces:members.active'),
        width: 136,
        priority: 2,
        cell: (row) =>
          row.last_active_at === null ? <span className="muted">{t('workspaces:members.never')}</span> : <Age of={row.last_active_at} />,
        skeleton: [72],
      },
    ],
    [t, organization, workspace, narrow],
  );
}

/** Roles in force here; those of the organisation say where they come from. */
function Roles({ row, workspace }: { row: Person; workspace: string }) {
  const t = useT();
  const words = useRoleWords(() => null);
  const here = row.roles.workspaces.find((one) => one.workspace_id === workspace)?.roles ?? [];
  const { organization } = row.roles;
  return (
    <span className="two">
      {here.length > 0 ? <span>{words.list(here)}</span> : null}
      {organization.length > 0 ? (
        <span>
          {words.list(organization)} <small className="muted">{t('workspaces:members.from_organization')}</small>
        </span>
      ) : null}
    </span>
  );
}
