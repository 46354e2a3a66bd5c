import type { RecordingStore } from '../../lib/client/recordings/recording.store.ts';
import type { Recording, RecordingEvaluation } from '../../lib/contract/recordings.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { toast } from '../ui/toasts.ts';
import { Hash } from './Hash.tsx';
import { VerdictStatus } from './RecordingStatus.tsx';

/** Signs what is seen: its verdict and the hash of its data. */
export default function Approve({
  store,
  row,
  evaluation,
  onDone,
  onClose,
}: {
  store: RecordingStore;
  row: Recording;
  evaluation: RecordingEvaluation;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const form = useForm({
    initial: { statement: '' },
    rules: { statement: 'max:500' },
    draft: `approve ${row.id}`,
    onSubmit: async ({ statement }) => {
      await store.approve(row, evaluation.hash!, statement);
      toast({ text: t('recordings:approve.done', { name: row.name }) });
      void onDone();
      onClose();
    },
  });
  return (
    <FormDialog title={t('recordings:approve.title')} form={form} submit={t('recordings:approve.submit')} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        <dt className="soft">{t('recordings:column.verdict')}</dt>
        <dd>
          <VerdictStatus verdict={evaluation.verdict} />
        </dd>
        <dt className="soft">{t('recordings:figures.n')}</dt>
        <dd>{format.number(evaluation.readings)}</dd>
        <dt className="soft">SHA-256</dt>
        <dd>
          <Hash of={evaluation.hash!} />
        </dd>
      </dl>
      <p className="soft">{t('recordings:approve.text')}</p>
      <TextArea {...form.field('statement')} label={t('recordings:approve.statement')} rows={2} />
    </FormDialog>
  );
}
