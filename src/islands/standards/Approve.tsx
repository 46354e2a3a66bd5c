import type { StandardStore } from '../../lib/client/operations/operations.store.ts';
import type { Operation, StandardVersion } from '../../lib/contract/operations.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { toast } from '../ui/toasts.ts';
import { Seen } from './Seen.tsx';

await ready('standards');

/** Approves the reviewed version that is seen, with its hash. */
export default function Approve({
  store,
  row,
  version,
  onDone,
  onClose,
}: {
  store: StandardStore;
  row: Operation;
  version: StandardVersion;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const form = useForm({
    initial: { statement: '' },
    rules: { statement: 'max:500' },
    draft: `approve ${row.id}`,
    onSubmit: async ({ statement }) => {
      try {
        await store.approve(row, version.hash, statement);
      } finally {
        onDone();
      }
      toast({ text: t('standards:approve.done', { version: version.version }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('standards:approve.title', { version: version.version })}
      form={form}
      submit={t('standards:approve.submit')}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Seen row={row} of={version} />
        <p className="soft">
          {row.active === null ? t('standards:approve.first') : t('standards:approve.text', { version: row.active.version })}
        </p>
        <TextArea {...form.field('statement')} label={t('standards:approve.statement')} rows={2} maxLength={500} />
      </div>
    </FormDialog>
  );
}
