import { ApiError } from '../../lib/client/kernel/api.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { RecordingStore } from '../../lib/client/recordings/recording.store.ts';
import type { Recording } from '../../lib/contract/recordings.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { shownLimits } from './limits.ts';
import { RecordingForm } from './RecordingForm.tsx';

/** Changes a recording that nobody has signed. */
export default function EditRecording({
  deps,
  store,
  row,
  onDone,
  onClose,
}: {
  deps: StoreDeps;
  store: RecordingStore;
  row: Recording;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  return (
    <RecordingForm
      deps={deps}
      workspace={row.workspace_id}
      title={t('recordings:edit_title')}
      submit={t('recordings:save')}
      draft={`recording ${row.id}`}
      isNew={false}
      initial={{
        name: row.name,
        purpose: row.purpose,
        note: row.note ?? '',
        channels: row.channels.map((channel) => ({
          id: channel.channel_id,
          name: channel.name,
          logger: channel.datalogger_name,
          kind: channel.kind,
          unit: channel.unit,
          display_unit: channel.display_unit,
          conversion: channel.conversion,
          limits: shownLimits(channel.limits, channel),
        })),
        when: row.from === null ? 'later' : 'span',
        from: row.from,
        to: row.to,
      }}
      onSubmit={async (input) => {
        const result = await store.save(row.rev, input);
        if (result.status === 'conflict') throw new ApiError('stale_rev', null);
        if (result.status === 'error') throw result.error;
        void onDone();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
