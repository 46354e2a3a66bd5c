import { useRef } from 'react';
import type { PeopleStore } from '../../lib/client/people/people.store.ts';
import type { WorkspaceName } from '../../lib/client/workspaces/workspace-names.store.ts';
import type { Person } from '../../lib/contract/people.ts';
import { useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useRowForm } from '../ui/form/useRowForm.tsx';
import { failureOf } from '../ui/problem.ts';
import { toast } from '../ui/toasts.ts';
import { type Role, roleRights } from './granter.ts';
import { PLACE, type Places, placesOf, roleSetOf } from './places.ts';
import { RolesField } from './RolesField.tsx';
import { useRoleWords } from './role-words.ts';

const FORM = 'roles';

/** Roles of one person, saved together; what somebody else changed meanwhile is decided place by place. */
export default function RoleEditor({
  context,
  row,
  store,
  workspaces,
  onClose,
}: {
  context: PageContext;
  row: Person;
  store: PeopleStore;
  workspaces: readonly WorkspaceName[];
  onClose: () => void;
}) {
  const t = useT();
  const rights = roleRights(context);
  const words = useRoleWords(() => null);
  const ids = workspaces.map(({ id }) => id);
  // A change names only its own places; the others go along as they are in the row that it is based on.
  const rowsByRev = useRef(new Map([[row.rev, row]]));
  const { form, dirty, conflict } = useRowForm<Person, Places>({
    row,
    valuesOf: ({ roles }) => placesOf(roles, ids),
    // A person has the same id in each of his organisations.
    draft: `${FORM} ${context.organization} ${row.id}`,
    label: (field) =>
      field === PLACE ? t('people:roles.organization') : (workspaces.find(({ id }) => id === field)?.name ?? t('people:unknown_workspace')),
    written: (_, value) => words.list(value as Role[]),
    async save(rev, patch) {
      const from = rowsByRev.current.get(rev) ?? row;
      const roles = roleSetOf({ ...placesOf(from.roles, ids), ...(patch as Places) });
      const result = await store.save({ ...from, rev }, { roles });
      if (result.status === 'conflict') rowsByRev.current.set(result.current.rev, result.current);
      if (result.status === 'saved') {
        toast({
          text: t('people:roles.saved', { name: row.name }),
          action: { text: t('people:undo'), run: () => void undo(result.row, from) },
        });
        onClose();
      }
      return result;
    },
  });
  const undo = async (saved: Person, before: Person) => {
    const result = await store.save(saved, { roles: before.roles });
    if (result.status === 'saved') return;
    const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
    toast({ kind: 'alarm', text: t(`errors:${code}`) });
  };

  return (
    <FormDialog
      title={t('people:roles.title', { name: row.name })}
      form={form}
      submit={t('people:roles.save')}
      isDisabled={!dirty}
      onClose={onClose}
    >
      <RolesField value={form.values} onChange={(next) => changed(form, next)} workspaces={workspaces} rights={rights} />
      {conflict}
    </FormDialog>
  );
}

/** Sets the places that differ. */
function changed({ values, set }: { values: Places; set: (place: string, roles: readonly string[]) => void }, next: Places): void {
  for (const [place, roles] of Object.entries(next)) if (values[place] !== roles) set(place, roles);
}
