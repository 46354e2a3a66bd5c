import { useRef, useState } from 'react';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import type { ScreensStore } from '../../lib/client/screens/screens.store.ts';
import type { ScreenDocument } from '../../lib/contract/screens.ts';
import { DOCUMENT_MAX, type DocumentFault, readDocument } from '../../lib/domain/screens/screen-document.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { writableWorkspaces } from '../shell/rights.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { FileField } from '../ui/form/FileField.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { StatusLamp } from '../ui/StatusLamp.tsx';
import { PanelThumb } from './PanelThumb.tsx';

const RULES = { name: 'required|max:200' };

/** A screen out of a file: first what it is, then where it comes. */
export default function ImportScreen({ context, store, onClose }: { context: PageContext; store: ScreensStore; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const id = useRef(uuidv7());
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fault, setFault] = useState<DocumentFault | { code: 'too_large' } | null>(null);
  const workspaces = writableWorkspaces(context);
  const chosen = workspaces.find((one) => one.workspace_id === context.workspace);
  const form = useForm({
    // What the file says is kept with its name, so that it needn't be chosen again.
    initial: { name: '', workspace_id: (chosen ?? workspaces[0])?.workspace_id ?? '', document: null as ScreenDocument | null },
    rules: RULES,
    draft: `import-screen ${context.organization}`,
    onRestore({ changed }) {
      // Kept by an older version of this page, it may mean nothing to this one.
      if (changed.document && 'fault' in readDocument(JSON.stringify(changed.document))) form.set('document', null);
    },
    onSubmit: async ({ document, ...values }) => {
      if (!document) return;
      const row = await store.create({ ...values, id: id.current, document });
      navigateTo(href('/tm/screens/{id}', { id: row.id }, locale));
    },
  });
  const { document } = form.values;
  const take = async (next: readonly File[]) => {
    setFiles(next);
    form.set('document', null);
    setFault(null);
    const [file] = next;
    if (!file) return;
    if (file.size > DOCUMENT_MAX) return setFault({ code: 'too_large' });
    const read = readDocument(await file.text());
    if ('fault' in read) return setFault(read.fault);
    form.set('document', read.document);
    form.set('name', read.document.name);
    id.current = uuidv7();
  };
  return (
    <FormDialog title={t('screens:import.title')} form={form} submit={t('screens:import.submit')} isDisabled={!document} onClose={onClose}>
      <FileField
        label={t('screens:import.file')}
        hint={document || fault ? undefined : t('screens:import.hint')}
        rules="ext:json"
        value={files}
        onChange={(next) => void take(next)}
      />
      <div role="alert">
        {fault ? (
          <p className="note alarm">
            <StatusLamp kind="alarm" />
            <span>
              {t(`screens:import.fault.${fault.code}`)}
              {fault.code === 'damaged' && fault.path ? <small className="mono"> {fault.path}</small> : null}
            </span>
          </p>
        ) : null}
      </div>
      {document ? (
        <>
          <div className="grid grid-cols-[132px_minmax(0,1fr)] gap-4">
            <PanelThumb large draft={document.definition} activities={document.activities.map((one) => ({ ...one, categories: {} }))} />
            <div className="grid min-w-0 justify-items-start gap-2">
              <span className="med">{t(`screens:method.${document.method}`)}</span>
              <span className="soft">{t('screens:import.buttons', { count: document.definition.buttons.length })}</span>
              <span className="soft">{t('screens:import.activities', { count: document.activities.length })}</span>
              <small className="muted">{t('screens:import.activities_hint')}</small>
            </div>
          </div>
          <TextField {...form.field('name')} label={t('screens:field.name')} required autoComplete="off" />
          {!chosen && workspaces.length > 1 ? (
            <Select
              {...form.field('workspace_id')}
              label={t('screens:field.workspace_id')}
              options={workspaces.map((one) => ({ id: one.workspace_id, text: one.name }))}
              required
            />
          ) : null}
        </>
      ) : null}
    </FormDialog>
  );
}
