import { useRef } from 'react';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { makeOperation } from '../../lib/client/operations/operations.store.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { writableWorkspaces } from '../shell/rights.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { newRowForm } from '../shell/useAdding.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';

/** The dialog of a new operation: what it is called and where it is done; all else has its place on its page. */
export default function NewOperation({ deps, context, onClose }: { deps: StoreDeps; context: PageContext; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  // Sent again after a broken line the same operation answers.
  const id = useRef(uuidv7());
  const workspaces = writableWorkspaces(context);
  const chosen = workspaces.find((one) => one.workspace_id === context.workspace);
  const form = useForm({
    initial: {
      code: '',
      name: '',
      product: '',
      unit: t('operations:form.unit_first'),
      workspace_id: (chosen ?? workspaces[0])?.workspace_id ?? '',
    },
    rules: { code: 'required|max:40', name: 'required|max:200', product: 'max:200', unit: 'required|max:20' },
    draft: newRowForm('operation', context.organization),
    onSubmit: async ({ product, ...values }) => {
      const row = await makeOperation(deps, { ...values, id: id.current, product: product.trim() || null });
      navigateTo(href('/tm/operations/{id}', { id: row.id }, locale));
    },
  });
  return (
    <FormDialog title={t('operations:new.title')} form={form} submit={t('operations:new.submit')} onClose={onClose}>
      <div className="grid gap-4">
        <p className="soft">{t('operations:new.text')}</p>
        <div className="grid grid-cols-[1fr_2fr] items-start gap-4 *:min-w-0 slim:grid-cols-1">
          <TextField {...form.field('code')} label={t('operations:form.code')} required autoFocus autoComplete="off" maxLength={40} />
          <TextField {...form.field('name')} label={t('operations:form.name')} required autoComplete="off" maxLength={200} />
        </div>
        <div className="grid grid-cols-[2fr_1fr] items-start gap-4 *:min-w-0 slim:grid-cols-1">
          <TextField {...form.field('product')} label={t('operations:form.product')} autoComplete="off" maxLength={200} />
          <TextField {...form.field('unit')} label={t('operations:form.unit')} required autoComplete="off" maxLength={20} />
        </div>
        {workspaces.length > 1 ? (
          <Select
            {...form.field('workspace_id')}
            label={t('operations:form.workspace')}
            options={workspaces.map(({ workspace_id, name }) => ({ id: workspace_id, text: name }))}
          />
        ) : null}
      </div>
    </FormDialog>
  );
}
