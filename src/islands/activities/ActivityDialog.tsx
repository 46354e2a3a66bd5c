import { useId } from 'react';
import type { ActivitiesStore } from '../../lib/client/activities/activities.store.ts';
import type { Activity } from '../../lib/contract/activities.ts';
import type { Taxonomy } from '../../lib/contract/taxonomies.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FormButtons } from '../ui/form/FormDialog.tsx';
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
  const form = useId();
  const done = (saved: Activity) => {
    toast({ text: t(row ? 'activities:saved' : 'activities:created', { name: saved.name }) });
    onDone?.(saved);
    onClose();
  };
  return (
    <Dialog
      title={row ? row.name : t('activities:new')}
      isOpen
      onClose={onClose}
      footer={<FormButtons form={form} submit={t(row ? 'activities:save' : 'activities:create')} onCancel={onClose} />}
    >
      {row ? (
        <ActivityForm id={form} store={store} taxonomies={taxonomies} row={row} onDone={done} />
      ) : (
        <NewActivityForm id={form} store={store} taxonomies={taxonomies} workspace={workspace} color={color} onDone={done} />
      )}
    </Dialog>
  );
}
