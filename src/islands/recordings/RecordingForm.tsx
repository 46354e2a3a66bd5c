import { useState } from 'react';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { RECORDING_PURPOSES, type RecordingLimits, type RecordingPurpose } from '../../lib/contract/recordings.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useTimeZone } from '../shell/zone.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { DateTimeField } from '../ui/form/MomentField.tsx';
import { Select } from '../ui/form/Select.tsx';
import { TextArea } from '../ui/form/TextArea.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useForm } from '../ui/form/useForm.ts';
import { Segmented } from '../ui/Segmented.tsx';
import { ChannelsField, type FormChannel, judgedBy } from './ChannelsField.tsx';
import { isCrossed } from './limits.ts';

await ready('recording-form');

/** now: at once; later: somebody starts it; span: from a moment to another one. */
const WHENS = ['now', 'later', 'span'] as const;
type When = (typeof WHENS)[number];

export type RecordingValues = {
  name: string;
  purpose: RecordingPurpose;
  note: string;
  channels: readonly FormChannel[];
  when: When;
  from: string | null;
  to: string | null;
};
export interface RecordingInput {
  name: string;
  purpose: RecordingPurpose;
  note: string | null;
  channels: { channel_id: string; limits: RecordingLimits | null }[];
  from: string | null;
  to: string | null;
}

/** A recording that is made, or changed before it is signed. */
export function RecordingForm({
  deps,
  workspace,
  title,
  submit,
  draft,
  initial,
  isNew,
  onSubmit,
  onClose,
}: {
  deps: StoreDeps;
  workspace: string | null;
  title: string;
  submit: string;
  draft: string;
  initial: RecordingValues;
  isNew: boolean;
  onSubmit: (input: RecordingInput) => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  const zone = useTimeZone();
  const [missing, setMissing] = useState(false);
  const form = useForm({
    initial,
    rules: { name: 'required|max:200', note: 'max:4000' },
    draft,
    onSubmit: async ({ name, purpose, note, channels, when, from, to }) => {
      if (channels.length === 0 || channels.some(({ limits }) => isCrossed(limits))) {
        setMissing(channels.length === 0);
        return;
      }
      await onSubmit({
        name: name.trim(),
        purpose,
        note: note.trim() || null,
        channels: judgedBy(channels),
        from: when === 'span' ? from : null,
        to: when === 'span' ? to : null,
      });
    },
  });
  const { channels, when } = form.values;
  const put = (next: readonly FormChannel[]) => {
    form.set('channels', next);
    setMissing(false);
  };
  return (
    <FormDialog title={title} size="lg" form={form} submit={submit} onClose={onClose}>
      <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
        <TextField {...form.field('name')} label={t('recording-form:name')} required autoFocus autoComplete="off" />
        <Select
          {...form.field('purpose')}
          label={t('recording-form:purpose')}
          options={RECORDING_PURPOSES.map((id) => ({ id, text: t(`recordings:purpose.${id}`) }))}
          onChange={(next) => form.set('purpose', next as RecordingPurpose)}
          onCommit={(next) => form.set('purpose', next as RecordingPurpose)}
        />
      </div>
      <fieldset className="grid min-w-0 justify-items-start gap-2 mt-4 justify-items-stretch">
        <legend className="med">{t('recording-form:when')}</legend>
        {isNew ? (
          <Segmented
            label={t('recording-form:when')}
            value={when}
            options={WHENS.map((id) => ({ id, label: t(`recording-form:whens.${id}`) }))}
            onChange={(next) => form.set('when', next)}
          />
        ) : null}
        {when === 'span' ? (
          <div className="grid grid-cols-2 items-start gap-4 *:min-w-0 slim:grid-cols-1">
            <DateTimeField {...form.typed('from')} label={t('recording-form:from')} zone={zone} required />
            <DateTimeField {...form.typed('to')} label={t('recording-form:to')} zone={zone} />
          </div>
        ) : null}
      </fieldset>
      <ChannelsField deps={deps} workspace={workspace} channels={channels} missing={missing} onChange={put} />
      <div className="mt-4">
        <TextArea {...form.field('note')} label={t('recording-form:note')} rows={2} />
      </div>
    </FormDialog>
  );
}
