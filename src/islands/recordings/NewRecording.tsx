import { useEffect, useState } from 'react';
import { navigateTo } from '../../lib/client/kernel/navigate.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { uuidv7 } from '../../lib/client/kernel/uuid.ts';
import { suggestedLimits } from '../../lib/client/recordings/recording.store.ts';
import { makeRecording } from '../../lib/client/recordings/recordings.store.ts';
import { listChannelChoices } from '../../lib/contract/channels.ts';
import type { RecordingLimits } from '../../lib/contract/recordings.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { newRowForm } from '../shell/useAdding.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { channelOf } from './ChannelsField.tsx';
import { readProposal } from './proposal.ts';
import { RecordingForm, type RecordingValues } from './RecordingForm.tsx';

const NOTHING: RecordingValues = { name: '', purpose: 'monitoring', note: '', channels: [], when: 'now', from: null, to: null };

/** A new recording: of channels and a time that the address brings, or of those that are chosen here. */
export default function NewRecording({ deps, context, onClose }: { deps: StoreDeps; context: PageContext; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  // Sent again after a broken line the same recording answers.
  const [id] = useState(() => uuidv7());
  const [proposal] = useState(() => readProposal(new URLSearchParams(location.search)));
  const [initial, setInitial] = useState<RecordingValues | null>(proposal ? null : NOTHING);
  useEffect(() => {
    if (!proposal) return;
    const { channels, from, to } = proposal;
    const params = { organization_id: deps.organization };
    const none = () => new Map<string, RecordingLimits>();
    void Promise.all([
      deps.call(listChannelChoices, { params, query: { ids: channels.join() } }).then(
        ({ items }) => items,
        () => [],
      ),
      suggestedLimits(deps, channels).catch(none),
    ]).then(([items, limits]) =>
      setInitial({
        ...NOTHING,
        channels: items.map((choice) => channelOf(choice, limits.get(choice.channel.id) ?? null)),
        when: 'span',
        from,
        to,
      }),
    );
  }, [deps, proposal]);
  if (initial === null)
    return (
      <Dialog title={t('recordings:new.title')} isOpen onClose={onClose} size="lg">
        <div className="stack" aria-busy="true">
          <Skeleton width={220} />
          <Skeleton width={160} />
        </div>
      </Dialog>
    );
  return (
    <RecordingForm
      deps={deps}
      workspace={context.workspace}
      title={t('recordings:new.title')}
      submit={t('recordings:new.submit')}
      draft={proposal ? `recording-of ${proposal.from} ${proposal.to}` : newRowForm('recording', context.organization)}
      initial={initial}
      isNew
      onSubmit={async (input) => {
        const { from, ...rest } = input;
        const row = await makeRecording(deps, { id, ...rest, from });
        navigateTo(href('/dlog/recordings2/{id}', { id: row.id }, locale));
      }}
      onClose={onClose}
    />
  );
}
