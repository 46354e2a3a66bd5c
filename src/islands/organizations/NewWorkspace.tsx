import { useState } from 'react';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import type { WorkspacesStore } from '../../lib/client/workspaces/workspaces.store.ts';
import { createWorkspace, type Workspace } from '../../lib/contract/workspaces.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { newRowForm } from '../shell/useAdding.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { useZones } from './choices.ts';

await ready('workspaces');

export default function NewWorkspace({
  organization,
  zone,
  store,
  onClose,
  onCreated,
}: {
  organization: string;
  /** Zone of the organisation, which a workspace takes unless it says another. */
  zone: string;
  store: WorkspacesStore;
  onClose: () => void;
  onCreated: (row: Workspace) => void;
}) {
  const t = useT();
  const [id] = useState(() => uuidv7());
  const form = useForm({
    initial: { name: '', code: '', description: '', time_zone: zone },
    schema: createWorkspace.body,
    rules: { name: 'required|max:200', code: 'max:40', description: 'max:2000' },
    draft: newRowForm('workspace', organization),
    onSubmit: async (values) => {
      const row = await store.create({ ...values, id, code: values.code.trim() || null });
      onCreated(row);
      onClose();
    },
  });
  const zones = useZones(form.values.time_zone);
  return (
    <FormDialog title={t('organizations:new.title')} form={form} submit={t('organizations:new.submit')} onClose={onClose}>
      <TextField
        {...form.field('name')}
        label={t('workspaces:overview.name')}
        hint={t('organizations:new.name_hint')}
        required
        autoFocus
        autoComplete="off"
      />
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        <TextField
          {...form.field('code')}
          label={t('workspaces:overview.code')}
          hint={t('workspaces:overview.code_hint')}
          autoComplete="off"
        />
        <SearchSelect
          {...form.field('time_zone')}
          label={t('workspaces:overview.time_zone')}
          options={zones}
          nothing={t('organizations:general.nothing')}
        />
      </div>
      <TextArea {...form.field('description')} label={t('workspaces:overview.description')} rows={3} />
    </FormDialog>
  );
}
