import { useRef } from 'react';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import type { SensorTypesStore } from '../../lib/client/sensor-types/sensor-types.store.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { newRowForm } from '../shell/useAdding.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { TypeFields } from './TypeFields.tsx';
import { NEW_TYPE, namesOf, type TypeValues } from './type-values.ts';

/** The dialog of a new type. */
export default function NewSensorType({ context, store, onClose }: { context: PageContext; store: SensorTypesStore; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  // Sent again after a broken line the same type answers.
  const id = useRef(uuidv7());
  const form = useForm<TypeValues>({
    initial: NEW_TYPE,
    rules: { [`name_${locale}`]: 'required|max:120', display_unit: 'required|max:20' },
    draft: newRowForm('sensor-type', context.organization),
    onSubmit: async ({ name_cs, name_en, name_sk, ...rest }) => {
      const names = namesOf({ name_cs, name_en, name_sk }, locale);
      const row = await store.create({ ...rest, names, state_words: null, id: id.current });
      navigateTo(href('/dlog/sensor-types/{id}', { id: row.id }, locale));
    },
  });
  return (
    <FormDialog title={t('sensor-types:new.title')} form={form} submit={t('sensor-types:new.submit')} onClose={onClose}>
      <TypeFields form={form} />
    </FormDialog>
  );
}
