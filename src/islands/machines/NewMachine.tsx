import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import type { MachinesStore } from '../../lib/client/machines/machines.store.ts';
import { createMachine, MACHINE_STATUSES, type MachineStatus } from '../../lib/contract/machines.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { newRowForm } from '../shell/useAdding.ts';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { toast } from '../ui/toasts.ts';
import { wordsOf } from './facets.ts';
import { RULES } from './rules.ts';
import { WordField } from './WordField.tsx';

const WORDS = ['kind', 'site', 'hall', 'line'] as const;

/** The dialog of a new machine; for a whole hall it stays open and keeps what the next one shares. */
export default function NewMachine({ context, store, onClose }: { context: PageContext; store: MachinesStore; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const [another, setAnother] = useState(false);
  // Sent again after a broken line the same machine answers.
  const id = useRef(uuidv7());
  const places = useStore(store.$places) ?? [];
  useEffect(() => void store.loadPlaces(), [store]);
  const workspaces = context.profile.links.workspaces.filter(
    (one) => one.organization_id === context.organization && context.can('machines:write', one.workspace_id),
  );
  const form = useForm({
    initial: {
      name: '',
      workspace_id: context.workspace ?? workspaces[0]?.workspace_id ?? '',
      code: '',
      kind: '',
      site: '',
      hall: '',
      line: '',
      status: 'in_operation' as MachineStatus,
    },
    schema: createMachine.body,
    rules: RULES,
    draft: newRowForm('machine', context.organization),
    onSubmit: async (values) => {
      const row = await store.create({ ...values, id: id.current });
      id.current = uuidv7();
      const open = href('/org/machines/{id}', { id: row.id }, locale);
      toast({ text: t('machines:new.created', { name: row.name }), action: { text: t('machines:new.open'), run: () => navigateTo(open) } });
      form.reset({ ...values, name: '', code: '' });
      if (another) form.props.ref.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
      else onClose();
    },
  });
  return (
    <FormDialog
      title={t('machines:new.title')}
      form={form}
      submit={t('machines:new.submit')}
      aside={
        <>
          <span className="self-center">
            <Checkbox checked={another} onChange={setAnother}>
              {t('machines:new.another')}
            </Checkbox>
          </span>
          <span className="spacer" />
        </>
      }
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={t('machines:field.name')}
        hint={t('machines:new.name_hint')}
        required
        autoFocus
        autoComplete="off"
      />
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        {workspaces.length > 1 ? (
          <Select
            {...form.field('workspace_id')}
            label={t('machines:field.workspace_id')}
            options={workspaces.map((one) => ({ id: one.workspace_id, text: one.name }))}
            required
          />
        ) : null}
        <TextField {...form.field('code')} label={t('machines:field.code')} autoComplete="off" />
        {WORDS.map((word) => (
          <WordField key={word} {...form.field(word)} label={t(`machines:field.${word}`)} words={wordsOf(places, word)} />
        ))}
        <Select
          {...form.field('status')}
          onChange={(status) => form.set('status', status as MachineStatus)}
          onCommit={(status) => form.field('status').onCommit(status as MachineStatus)}
          label={t('machines:field.status')}
          options={MACHINE_STATUSES.map((status) => ({ id: status, text: t(`machines:status.${status}`) }))}
        />
      </div>
    </FormDialog>
  );
}
