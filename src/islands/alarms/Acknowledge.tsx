import type { AlarmsStore } from '../../lib/client/alarms/alarms.store.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { toast } from '../ui/toasts.ts';

/** Says that somebody knows of an alarm, and what he knows. */
export default function Acknowledge({ store, row, onClose }: { store: Pick<AlarmsStore, 'acknowledge'>; row: Alarm; onClose: () => void }) {
  const t = useT();
  const form = useForm({
    initial: { note: '' },
    rules: { note: 'max:500' },
    draft: `acknowledge ${row.id}`,
    onSubmit: async ({ note }) => {
      await store.acknowledge(row, note);
      toast({ text: t('alarms:acknowledge.done', { name: row.rule_name }) });
      onClose();
    },
  });
  return (
    <FormDialog title={t('alarms:acknowledge.title')} size="sm" form={form} submit={t('alarms:acknowledge.submit')} onClose={onClose}>
      <p className="soft">{[row.rule_name, row.datalogger_name, row.channel_name].filter(Boolean).join(' · ')}</p>
      <TextArea {...form.field('note')} label={t('alarms:acknowledge.note')} hint={t('alarms:acknowledge.note_hint')} rows={3} />
    </FormDialog>
  );
}
