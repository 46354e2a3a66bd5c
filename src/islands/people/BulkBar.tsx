import { UserCog, UserX } from 'lucide-react';
import { useState } from 'react';
import type { PeopleStore, PersonPatch } from '../../lib/client/people/people.store.ts';
import type { WorkspaceName } from '../../lib/client/workspaces/workspace-names.store.ts';
import type { Person } from '../../lib/contract/people.ts';
import { ORGANIZATION_ROLES, WORKSPACE_ROLES } from '../../lib/contract/scopes.ts';
import { useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { BulkBar as Bar } from '../ui/BulkBar.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import type { Picked } from '../ui/table/picking.tsx';
import { useBulk } from '../ui/useBulk.ts';
import { type Role, roleRights } from './granter.ts';
import { PLACE, placesOf, roleSetOf } from './places.ts';

/** The roles of a person with one of them given or taken in a place. */
function withRole({ roles }: Person, place: string, role: Role, given: boolean): PersonPatch {
  const places = placesOf(roles, [place]);
  const before = (places[place] ?? []).filter((one) => one !== role);
  return { roles: roleSetOf({ ...places, [place]: given ? [...before, role] : before }) };
}

/** What can be done with all people that were picked; taken back from the toast. */
export default function BulkBar({
  context,
  store,
  workspaces,
  rows,
  $picked,
}: {
  context: PageContext;
  store: PeopleStore;
  workspaces: readonly WorkspaceName[];
  rows: readonly Person[];
  $picked: Picked;
}) {
  const t = useT();
  const [asking, setAsking] = useState<'roles' | 'deactivate' | null>(null);
  const { busy, refusals, run } = useBulk<Person, PersonPatch>({
    $picked,
    async save(row, patch) {
      const result = await store.save(row, patch);
      if (result.status === 'saved') return result.row;
      throw result.status === 'error' ? result.error : { code: 'stale_rev' };
    },
    settle: () => undefined,
  });
  const rights = roleRights(context);
  // Nobody shuts himself out along with the others.
  const others = rows.filter((row) => row.deactivated_at === null && row.id !== context.profile.id);
  return (
    <>
      <Bar
        label={t('people:bulk.label')}
        count={t('people:bulk.picked', { count: rows.length })}
        refusals={refusals}
        onClear={() => $picked.set(new Set())}
      >
        <Button size="sm" icon={UserCog} isPending={busy} onPress={() => setAsking('roles')}>
          {t('people:bulk.roles')}
        </Button>
        {rights.manages(null) ? (
          <Button size="sm" icon={UserX} isDisabled={busy || others.length === 0} onPress={() => setAsking('deactivate')}>
            {t('people:deactivate')}
          </Button>
        ) : null}
      </Bar>
      {asking === 'roles' ? (
        <RolesDialog
          context={context}
          workspaces={workspaces}
          count={rows.length}
          onClose={() => setAsking(null)}
          onChoose={(place, role, given) => {
            setAsking(null);
            void run(
              rows,
              (row) => withRole(row, place, role, given),
              (count) => t('people:bulk.changed', { count }),
              (before) => ({ roles: before.roles }),
            );
          }}
        />
      ) : null}
      <Dialog
        title={t('people:bulk.deactivate_title', { count: others.length })}
        isOpen={asking === 'deactivate'}
        size="sm"
        onClose={() => setAsking(null)}
        footer={
          <>
            <Button variant="ghost" onPress={() => setAsking(null)}>
              {t('ui:cancel')}
            </Button>
            <Button
              variant="danger"
              onPress={() => {
                setAsking(null);
                void run(
                  others,
                  () => ({ deactivated: true }),
                  (count) => t('people:bulk.deactivated', { count }),
                  () => ({ deactivated: false }),
                );
              }}
            >
              {t('people:deactivate')}
            </Button>
          </>
        }
      >
        <p>{t('people:bulk.deactivate_text')}</p>
        <p className="soft mt-2">{others.map(({ name }) => name).join(', ')}</p>
      </Dialog>
    </>
  );
}

/** One role in one place, given to all of them or taken. */
function RolesDialog({
  context,
  workspaces,
  count,
  onChoose,
  onClose,
}: {
  context: PageContext;
  workspaces: readonly WorkspaceName[];
  count: number;
  onChoose: (place: string, role: Role, given: boolean) => void;
  onClose: () => void;
}) {
  const t = useT();
  const rights = roleRights(context);
  const places = [
    ...(rights.manages(null) ? [{ id: PLACE, text: t('people:roles.organization') }] : []),
    ...workspaces.filter(({ id }) => rights.manages(id)).map(({ id, name }) => ({ id, text: name })),
  ];
  const [place, setPlace] = useState(context.workspace ?? places.at(-1)?.id ?? PLACE);
  const rolesIn = (where: string): readonly Role[] => (where === PLACE ? ORGANIZATION_ROLES : WORKSPACE_ROLES);
  const [role, setRole] = useState<Role>('viewer');
  const chosen = rolesIn(place).includes(role) ? role : (rolesIn(place).at(-1) as Role);
  const may = (isHeld: boolean) => rights.mayTurn(place === PLACE ? null : place, chosen, isHeld);
  return (
    <Dialog
      title={t('people:bulk.roles_title', { count })}
      isOpen
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button isDisabled={!may(true)} onPress={() => onChoose(place, chosen, false)}>
            {t('people:bulk.take')}
          </Button>
          <Button variant="primary" isDisabled={!may(false)} onPress={() => onChoose(place, chosen, true)}>
            {t('people:bulk.give')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <Select label={t('people:bulk.place')} value={place} options={places} onChange={setPlace} />
        <Select
          label={t('people:bulk.role')}
          hint={t(`people:role_hint.${chosen}`)}
          value={chosen}
          options={rolesIn(place).map((id) => ({ id, text: t(`people:role.${id}`) }))}
          onChange={(next) => setRole(next as Role)}
        />
      </div>
    </Dialog>
  );
}
