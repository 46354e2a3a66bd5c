import type { StandardStore } from '../../lib/client/operations/operations.store.ts';
import type { Operation, OperationStandard } from '../../lib/contract/operations.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { toast } from '../ui/toasts.ts';
import { Seen } from './Seen.tsx';

await ready('standards');

/** Keeps the draft as it was seen, so that somebody can approve it. */
export default function Review({
  store,
  row,
  draft,
  onDone,
  onClose,
}: {
  store: StandardStore;
  row: Operation;
  draft: NonNullable<OperationStandard['draft']>;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const form = useForm({
    initial: { note: '' },
    rules: { note: 'max:500' },
    draft: `review ${row.id}`,
    onSubmit: async ({ note }) => {
      try {
        await store.review(row, draft.hash, note);
      } finally {
        onDone();
      }
      toast({ text: t('standards:review.done', { version: draft.version }) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('standards:review.title', { version: draft.version })}
      form={form}
      submit={t('standards:review.submit')}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <Seen row={row} of={draft} />
        <p className="soft">{t('standards:review.text')}</p>
        <TextArea {...form.field('note')} label={t('standards:review.note')} rows={2} maxLength={500} />
      </div>
    </FormDialog>
  );
}
