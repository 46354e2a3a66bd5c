import { useState } from 'react';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import type { WorkspacesStore } from '../../lib/client/workspaces/workspaces.store.ts';
import { createWorkspace, type Workspace } from '../../lib/contract/workspaces.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { FormFailure } from '../ui/form/FormFailure.tsx';
import { SearchSelect } from '../ui/form/SearchSelect.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { useZones } from './choices.ts';
import { newWorkspaceForm } from './form-names.ts';

await ready('workspaces');

const FORM = 'new-workspace';

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
    draft: newWorkspaceForm(organization),
    onSubmit: async (values) => {
      const row = await store.create({ ...values, id, code: values.code.trim() || null });
      onCreated(row);
      onClose();
    },
  });
  const zones = useZones(form.values.time_zone);
  const cancel = () => {
    form.reset();
    onClose();
  };
  return (
    <Dialog
      title={t('organizations:new.title')}
      isOpen
      onClose={cancel}
      footer={
        <>
          <Button variant="ghost" onPress={cancel}>
            {t('ui:cancel')}
          </Button>
          <Button variant="primary" type="submit" form={FORM} isPending={form.busy}>
            {t('organizations:new.submit')}
          </Button>
        </>
      }
    >
      <form id={FORM} className="stack" {...form.props}>
        <DraftNote restored={form.restored} onDiscard={() => form.reset()} />
        <FormFailure failure={form.failure} />
        <TextField
          {...form.field('name')}
          label={t('workspaces:overview.name')}
          hint={t('organizations:new.name_hint')}
          required
          autoFocus
          autoComplete="off"
        />
        <div className="fields-2">
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
      </form>
    </Dialog>
  );
}
