import { useStore } from '@nanostores/react';
import { useMemo, useState } from 'react';
import { createDataloggerChoices } from '../../lib/client/dataloggers/datalogger-names.store.ts';
import { createMergeChannel, type MergeChannelState, type MergeChannelStore } from '../../lib/client/dataloggers/merge-channel.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import { finder } from '../../lib/domain/text/folded.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Choice, ChoiceList } from '../machine-choice/ChoiceList.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog, opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { SearchField } from '../ui/form/SearchField.tsx';
import { useStarted } from '../ui/useStarted.ts';

const UndoTask = part(() => import('../tasks/UndoTask.tsx'));

/** More of them nobody reads; the search finds the others. */
const SHOWN = 50;
const isNumber = ({ kind }: Channel) => kind === 'gauge' || kind === 'counter';
/** Can they be one series at all? What else stands in the way the preview tells. */
const fits = (from: Channel, into: Channel): boolean =>
  (isNumber(from) ? isNumber(into) : from.kind === into.kind) && (from.unit === null || from.unit === into.unit);

/** Gives the readings of a channel, and what messages say under its key from now on, to another channel. */
export default function MergeChannel({ deps, channel, onClose }: { deps: StoreDeps; channel: Channel; onClose: () => void }) {
  const t = useT();
  const [store] = useState(() => createMergeChannel(deps, channel));
  useStarted(store);
  const state = useStore(store.$state);
  const [undoing, setUndoing] = useState(false);
  const back = () => setUndoing(false);
  if (undoing && state.step === 'ended')
    return (
      <Boundary instead={null} onFailure={back}>
        <UndoTask deps={deps} task={state.task} onUndo={store.undo} onClose={back} />
      </Boundary>
    );
  return (
    <Dialog
      title={t('channel-life:merge.title', { name: channel.name })}
      isOpen
      onClose={onClose}
      size="md"
      footer={<Footer store={store} state={state} onUndo={() => setUndoing(true)} onClose={onClose} />}
    >
      {state.step === 'choosing' ? <Choosing deps={deps} store={store} channel={channel} channels={state.channels} /> : null}
      {state.step === 'looking' ? <div className="min-h-40" aria-busy="true" /> : null}
      {state.step === 'looked' ? <Looked state={state} channel={channel} /> : null}
      {state.step === 'working' || state.step === 'ended' ? <Work state={state} /> : null}
      {state.step === 'error' ? <ErrorState error={state.code} onRetry={store.back} /> : null}
    </Dialog>
  );
}

function Footer({
  store,
  state,
  onUndo,
  onClose,
}: {
  store: MergeChannelStore;
  state: MergeChannelState;
  onUndo: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const undoable = state.step === 'ended' && state.task.undoable;
  return (
    <>
      {state.step === 'looked' ? <Button onPress={store.back}>{t('channel-life:merge.other')}</Button> : null}
      <Button onPress={onClose}>{t(state.step === 'ended' || state.step === 'working' ? 'ui:close' : 'ui:cancel')}</Button>
      {undoable ? (
        <Button onPress={onUndo} {...opensDialog(UndoTask)}>
          {t('channel-life:merge.undo')}
        </Button>
      ) : null}
      {state.step === 'looked' ? (
        <Button variant="primary" isDisabled={state.preview.obstacle !== null} onPress={() => void store.apply()}>
          {t('channel-life:merge.submit')}
        </Button>
      ) : null}
    </>
  );
}

function Choosing({
  deps,
  store,
  channel,
  channels,
}: {
  deps: StoreDeps;
  store: MergeChannelStore;
  channel: Channel;
  channels: readonly Channel[] | null;
}) {
  const t = useT();
  const format = useFormat();
  const [q, setQ] = useState('');
  const names = useMemo(() => createDataloggerChoices(deps, null, { archived: false }), [deps]);
  useStarted(names);
  const named = useStore(names.$state);
  const nameOf = useMemo(() => new Map(named.status === 'ready' ? named.data.map(({ id, name }) => [id, name]) : []), [named]);
  if (named.status === 'error') return <ErrorState error={named.code} onRetry={() => void names.load()} />;
  // Channels of different loggers are called alike: without their loggers' names nobody could choose.
  if (channels === null || named.status === 'loading') return <div className="min-h-40" aria-busy="true" />;
  const finds = finder(q);
  const loggerOf = ({ datalogger_id }: Channel) => nameOf.get(datalogger_id ?? '') ?? '';
  // Those of its own logger first, then those that are called alike.
  const place = (one: Channel) => (one.datalogger_id === channel.datalogger_id ? 0 : one.key === channel.key ? 1 : 2);
  const found = channels.filter((one) => fits(channel, one) && finds(one.name, one.key, loggerOf(one))).sort((a, b) => place(a) - place(b));
  return (
    <div className="grid min-w-0 gap-2">
      <p className="soft">{t('channel-life:merge.text')}</p>
      <SearchField kind="search" label={t('channel-life:merge.search')} value={q} onChange={setQ} />
      <ChoiceList label={t('channel-life:merge.into')}>
        {found.slice(0, SHOWN).map((one) => (
          <Choice key={one.id} onClick={() => store.choose(one)}>
            <span className="med">{one.name}</span>
            <small className="muted">{[loggerOf(one), one.key, one.unit].filter(Boolean).join(' · ')}</small>
          </Choice>
        ))}
      </ChoiceList>
      {found.length > SHOWN ? <p className="muted">{t('channel-life:move_to.more', { n: format.number(SHOWN) })}</p> : null}
      {found.length === 0 ? <p className="soft">{t('channel-life:merge.none')}</p> : null}
    </div>
  );
}

function Looked({ state: { into, preview }, channel }: { state: Extract<MergeChannelState, { step: 'looked' }>; channel: Channel }) {
  const t = useT();
  const format = useFormat();
  const { obstacle, readings, overlaps, differing, from, to } = preview;
  const facts = [
    ['readings', format.number(readings)],
    ['overlaps', format.number(overlaps)],
    ['differing', format.number(differing)],
  ] as const;
  return (
    <div className="grid min-w-0 gap-2">
      <p>{t('channel-life:merge.how', { name: channel.name, into: into.name })}</p>
      <dl className="grid grid-cols-3 border-y border-line-2 slim:grid-cols-1">
        {facts.map(([name, value]) => (
          <div key={name} className="px-3 py-2">
            <dt className="text-12 text-ink-3">{t(`channel-life:merge.${name}`)}</dt>
            <dd className="tnum text-20 font-semi text-ink">{value}</dd>
          </div>
        ))}
      </dl>
      {from !== null && to !== null ? (
        <p className="soft">{t('channel-life:merge.span', { from: format.dateTime(from), to: format.dateTime(to) })}</p>
      ) : null}
      {differing > 0 ? <p className="soft">{t('channel-life:merge.newest')}</p> : null}
      {obstacle !== null ? (
        <p className="text-alarm-text" role="alert">
          {t(`channel-life:merge.obstacle.${obstacle}`)}
        </p>
      ) : null}
    </div>
  );
}

function Work({ state: { into, task } }: { state: Extract<MergeChannelState, { step: 'working' | 'ended' }> }) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <p role="status" className="tnum">
        {t(`received-data:again.task.${task.state}`)} {into.name}
      </p>
      {task.changes ? (
        <p className="soft">
          {t('channel-life:merge.done', {
            new: format.number(task.changes.new),
            changed: format.number(task.changes.changed),
            gone: format.number(task.changes.gone),
          })}
        </p>
      ) : null}
      {task.error ? <ErrorState error={task.error} /> : null}
    </>
  );
}
