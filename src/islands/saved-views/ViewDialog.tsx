import type { SavedView, ViewedList } from '../../lib/contract/saved-views.ts';
import { useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';

const MINE = '';

/** The name of a view and who sees it; `view` null = a new one. */
export default function ViewDialog({
  context,
  list,
  view,
  onSave,
  onClose,
}: {
  context: PageContext;
  list: ViewedList;
  view: SavedView | null;
  onSave: (patch: { name: string; workspace_id: string | null }) => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  const places = context.profile.links.workspaces.filter(
    ({ organization_id, workspace_id }) => organization_id === context.organization && context.can('org:manage', workspace_id),
  );
  const form = useForm({
    initial: { name: view?.name ?? '', place: view?.workspace_id ?? MINE },
    draft: `view ${view?.id ?? `new ${context.organization}`}`,
    rules: { name: 'required|max:200' },
    onSubmit: ({ name, place }) => onSave({ name: name.trim(), workspace_id: place === MINE ? null : place }),
  });
  return (
    <FormDialog title={t(view ? 'lists:views.edit' : 'lists:views.new')} form={form} submit={t('lists:views.submit')} onClose={onClose}>
      <TextField
        {...form.field('name')}
        label={t('lists:views.name')}
        hint={t(list === 'charts' ? 'lists:views.chart_hint' : 'lists:views.name_hint')}
        required
        autoFocus
        autoComplete="off"
      />
      {places.length > 0 ? (
        <Select
          {...form.field('place')}
          label={t('lists:views.who')}
          options={[
            { id: MINE, text: t('lists:views.mine') },
            ...places.map(({ workspace_id, name }) => ({ id: workspace_id, text: t('lists:views.everyone', { place: name }) })),
          ]}
        />
      ) : null}
    </FormDialog>
  );
}
