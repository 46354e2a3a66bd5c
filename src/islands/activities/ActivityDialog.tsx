import type { ActivitiesStore } from '../../lib/client/activities/activities.store.ts';
import type { Activity } from '../../lib/contract/activities.ts';
import type { Taxonomy } from '../../lib/contract/taxonomies.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { toast } from '../ui/toasts.ts';
import { ActivityForm, NewActivityForm } from './ActivityForms.tsx';

/** The window of one activity, new or not. */
export default function ActivityDialog({
  store,
  taxonomies,
  row,
  workspace,
  color,
  onDone,
  onClose,
}: {
  store: ActivitiesStore;
  taxonomies: readonly Taxonomy[];
  /** Null = a new one. */
  row: Activity | null;
  workspace: string;
  color: number;
  onDone?: (row: Activity) => void;
  onClose: () => void;
}) {
  const t = useT();
  const done = (saved: Activity) => {
    toast({ text: t(row ? 'activities:saved' : 'activities:created', { name: saved.name }) });
    onDone?.(saved);
    onClose();
  };
  const shared = { store, taxonomies, onDone: done };
  if (row)
    return (
      <ActivityForm {...shared} row={row}>
        {({ form, fields }) => (
          <FormDialog title={row.name} form={form} submit={t('activities:save')} onClose={onClose}>
            {fields}
          </FormDialog>
        )}
      </ActivityForm>
    );
  return (
    <NewActivityForm {...shared} workspace={workspace} color={color}>
      {({ form, fields }) => (
        <FormDialog title={t('activities:new')} form={form} submit={t('activities:create')} onClose={onClose}>
          {fields}
        </FormDialog>
      )}
    </NewActivityForm>
  );
}
