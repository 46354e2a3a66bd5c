import type { RecordingStore } from '../../lib/client/recordings/recording.store.ts';
import type { Recording } from '../../lib/contract/recordings.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { DateTimeField } from '../ui/form/MomentField.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { useForm } from '../ui/form/useForm.ts';

/** Something to be said of a moment of the recording. */
export default function NewNote({
  store,
  row,
  id,
  onClose,
}: {
  store: RecordingStore;
  row: Recording;
  id: string;
  organization: string;
  onClose: () => void;
}) {
  const t = useT();
  const zone = useTimeZone();
  const end = row.to === null || Date.parse(row.to) > Date.now() ? Date.now() : Date.parse(row.to);
  const form = useForm({
    initial: { at: new Date(Math.floor(end / 60_000) * 60_000).toISOString() as string | null, text: '' },
    rules: { text: 'required|max:500' },
    draft: `recording-note ${row.id}`,
    onSubmit: async ({ at, text }) => {
      await store.addNote({ id, at: at ?? new Date(end).toISOString(), text: text.trim() });
      onClose();
    },
  });
  return (
    <FormDialog title={t('recordings:notes.new')} size="sm" form={form} submit={t('recordings:notes.submit')} onClose={onClose}>
      <DateTimeField {...form.typed('at')} label={t('recordings:notes.at')} zone={zone} required />
      <TextArea {...form.field('text')} label={t('recordings:notes.text')} required rows={2} />
    </FormDialog>
  );
}
