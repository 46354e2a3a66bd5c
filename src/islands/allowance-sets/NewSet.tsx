import { useRef } from 'react';
import { makeSet } from '../../lib/client/allowance-sets/allowance-sets.store.ts';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { newRowForm } from '../shell/useAdding.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { SetFields, type SetValues, sharesOf } from './SetFields.tsx';

/** The dialog of a new set. */
export default function NewSet({ deps, context, onClose }: { deps: StoreDeps; context: PageContext; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  // Sent again after a broken line the same set answers.
  const id = useRef(uuidv7());
  const form = useForm<SetValues>({
    initial: { name: '', basis: 'job', personal: 5, fatigue: 4, contingency: 2, interference: 0, to_confirm: true },
    rules: { name: 'required|max:200' },
    draft: newRowForm('allowance-set', context.organization),
    onSubmit: async ({ name, basis, to_confirm, ...percents }) => {
      const row = await makeSet(deps, { id: id.current, name, basis, to_confirm, shares: sharesOf(percents) });
      navigateTo(href('/tm/allowance-sets/{id}', { id: row.id }, locale));
    },
  });
  return (
    <FormDialog title={t('allowance-sets:new.title')} form={form} submit={t('allowance-sets:new.submit')} onClose={onClose}>
      <SetFields form={form} fresh />
    </FormDialog>
  );
}
