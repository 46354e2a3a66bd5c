import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import type { LoggerTypesStore, TypeCatalogue } from '../../lib/client/logger-types/logger-types.store.ts';
import { type PortableType, portableType } from '../../lib/contract/logger-types.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { newRowForm } from '../shell/useAdding.ts';
import { FileField } from '../ui/form/FileField.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { useStarted } from '../ui/useStarted.ts';

const NOTHING = 'nothing';
const FILE = 'file';

/** The dialog of a new type: from nothing, from what comes with the product, or from a file. */
export default function NewLoggerType({ context, store, onClose }: { context: PageContext; store: LoggerTypesStore; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  // Sent again after a broken line the same type answers.
  const id = useRef(uuidv7());
  useStarted(store.catalogue);
  const state = useStore(store.catalogue.$state);
  const catalogue: TypeCatalogue = state.status === 'ready' ? state.data : [];
  const [files, setFiles] = useState<readonly File[]>([]);
  const [portable, setPortable] = useState<PortableType | 'bad' | null>(null);
  const form = useForm({
    initial: { name: '', from: NOTHING },
    rules: { name: 'required|max:200' },
    draft: newRowForm('logger-type', context.organization),
    onSubmit: async ({ name, from }) => {
      const begin = from === NOTHING ? {} : from === FILE ? (portable && portable !== 'bad' ? { portable } : {}) : { from };
      const row = await store.create({ id: id.current, name: name.trim(), ...begin });
      navigateTo(href('/dlog/logger-types/{id}', { id: row.id }, locale));
    },
  });
  const { from } = form.values;
  const choose = (next: string) => {
    const before = catalogue.find(({ key }) => key === from)?.name ?? '';
    form.set('from', next);
    // A name that nobody wrote follows the choice.
    if (form.values.name.trim() === '' || form.values.name === before)
      form.set('name', catalogue.find(({ key }) => key === next)?.name ?? '');
  };
  const read = async (chosen: readonly File[]) => {
    setFiles(chosen);
    const [file] = chosen;
    if (!file) {
      setPortable(null);
      return;
    }
    try {
      const parsed = portableType.parse(JSON.parse(file.size > 200_000 ? '' : await file.text()));
      setPortable(parsed);
      if (form.values.name.trim() === '') form.set('name', parsed.name);
    } catch {
      setPortable('bad');
    }
  };
  return (
    <FormDialog
      title={t('logger-types:new.title')}
      form={form}
      submit={t('logger-types:new.submit')}
      isDisabled={from === FILE && (portable === null || portable === 'bad')}
      onClose={onClose}
    >
      <Select
        name="from"
        value={from}
        label={t('logger-types:new.from')}
        hint={t('logger-types:new.from_hint')}
        options={[
          { id: NOTHING, text: t('logger-types:new.nothing') },
          ...catalogue.map(({ key, name }) => ({ id: key, text: name })),
          { id: FILE, text: t('logger-types:new.file') },
        ]}
        onChange={choose}
      />
      {from === FILE ? (
        <FileField label={t('logger-types:new.file_label')} value={files} rules="ext:json" onChange={(next) => void read(next)} />
      ) : null}
      {from === FILE && portable === 'bad' ? (
        <p className="text-alarm-text" role="alert">
          {t('logger-types:new.file_bad')}
        </p>
      ) : null}
      <TextField {...form.field('name')} label={t('logger-types:field.name')} required autoComplete="off" />
    </FormDialog>
  );
}
