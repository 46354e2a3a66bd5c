import { useStore } from '@nanostores/react';
import { useState } from 'react';
import {
  createReparse,
  type ReparseOf,
  type ReparseState,
  type ReparseStore,
  type Tried,
} from '../../lib/client/received-data/reparse.store.ts';
import { browserDeps } from '../../lib/client/session/browser-deps.ts';
import type { ReadingChanges } from '../../lib/contract/received-data.ts';
import { isUnderWay } from '../../lib/contract/tasks.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useValueText } from '../chart/ChannelValue.tsx';
import { Effects } from '../tasks/Effects.tsx';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { toldOf } from '../tasks/told.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog, opensDialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { doorName } from './Tail.tsx';

await ready('tasks', 'reparse-effects', 'channels');

const UndoTask = part(() => import('../tasks/UndoTask.tsx'));

/** Decoders that a person may choose, by their names. */
const READERS = { json: 'json@1', senml: 'senml@1', influx: 'line-protocol@1?precision=ns', thingsboard: 'thingsboard@1' } as const;
type Reader = keyof typeof READERS;
const OUTCOMES = ['new', 'changed', 'gone', 'unchanged'] as const satisfies readonly (keyof ReadingChanges)[];
const EXAMPLES = 5;

/** Reads messages again, or takes back what they gave: shows first what that changes. */
export default function Reparse({
  organization,
  of,
  logger,
  onClose,
}: {
  organization: string;
  of: ReparseOf;
  logger?: string | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const [store] = useState(() => createReparse(browserDeps(organization), of));
  useStarted(store);
  const state = useStore(store.$state);
  const [undoing, setUndoing] = useState(false);
  const back = () => setUndoing(false);
  if (undoing && state.step === 'ended')
    return (
      <Boundary instead={null} onFailure={back}>
        <UndoTask deps={browserDeps(organization)} task={state.task} onUndo={store.undo} onClose={back} />
      </Boundary>
    );
  return (
    <Dialog
      title={logger === undefined ? t('received-data:again.title') : t('received-data:again.title_of', { logger })}
      isOpen
      onClose={onClose}
      size="lg"
      footer={<Footer store={store} state={state} onUndo={() => setUndoing(true)} onClose={onClose} />}
    >
      {state.step === 'working' || state.step === 'ended' ? <Work state={state} /> : <Trial store={store} state={state} of={of} />}
    </Dialog>
  );
}

function Footer({ store, state, onUndo, onClose }: { store: ReparseStore; state: ReparseState; onUndo: () => void; onClose: () => void }) {
  const t = useT();
  const changes = state.step === 'tried' ? state.tried.changes : null;
  const changesAny = changes !== null && changes.new + changes.changed + changes.gone > 0;
  // What else it changes is said before it is done.
  const isTold = state.step === 'tried' && (state.effects.status === 'none' || state.effects.status === 'ready');
  const undoable = state.step === 'ended' && state.task.undoable;
  const stoppable = state.step === 'working' || (state.step === 'trying' && state.tried !== null);
  return (
    <>
      <Button onPress={onClose}>{t(state.step === 'ended' || state.step === 'working' ? 'ui:close' : 'received-data:again.cancel')}</Button>
      {stoppable ? <Button onPress={store.stop}>{t('received-data:again.stop')}</Button> : null}
      {undoable ? (
        <Button onPress={onUndo} {...opensDialog(UndoTask)}>
          {t('received-data:again.undo')}
        </Button>
      ) : null}
      {state.step === 'working' || state.step === 'ended' ? null : (
        <Button variant="primary" isDisabled={!changesAny || !isTold} onPress={() => void store.apply()}>
          {t('received-data:again.apply')}
        </Button>
      )}
    </>
  );
}

/** The messages that are meant: those between two moments, with the state and the door of the filter. */
function Meant({ of: { id, ids, from, to, status, door, topic, warned } }: { of: ReparseOf }) {
  const t = useT();
  const format = useFormat();
  if (id !== undefined) return null;
  const moment = (text: string) => format.dateTime(new Date(Number(text)), 'minute');
  const parts = [
    ids === undefined ? null : t('received-data:bulk.picked', { count: ids.split(',').length }),
    from === undefined ? null : t('received-data:again.from', { time: moment(from) }),
    to === undefined ? null : t('received-data:again.to', { time: moment(to) }),
    status === undefined ? null : t(`received-data:status.${status}`),
    door === undefined ? null : doorName(t, door),
    topic === undefined ? null : `${t('received-data:detail.topic')}: ${topic}`,
    warned === undefined ? null : t('received-data:filter.warned'),
  ].filter((text) => text !== null);
  return <p className="text-ink">{parts.length === 0 ? t('received-data:again.every') : parts.join(' · ')}</p>;
}

function Trial({ store, state, of }: { store: ReparseStore; state: Exclude<ReparseState, { step: 'working' | 'ended' }>; of: ReparseOf }) {
  const t = useT();
  const format = useFormat();
  const way = useStore(store.$way);
  const reader = (Object.keys(READERS) as Reader[]).find((name) => READERS[name] === way.decoder) ?? null;
  const tried = state.step === 'error' ? null : state.tried;
  return (
    <>
      <Meant of={of} />
      <p>{t('received-data:again.trial')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <Segmented
          label={t('received-data:again.what')}
          value={way.withdraw ? 'withdraw' : 'read'}
          options={[
            { id: 'read', label: t('received-data:again.read') },
            { id: 'withdraw', label: t('received-data:again.withdraw') },
          ]}
          onChange={(what) => store.choose({ ...way, withdraw: what === 'withdraw' })}
        />
        {way.withdraw ? null : (
          <Select
            label={t('received-data:again.reader')}
            value={reader ?? 'today'}
            options={[
              { id: 'today', text: t('received-data:again.today') },
              ...(Object.keys(READERS) as Reader[]).map((name) => ({ id: name, text: t(`received-data:door.${name}`) })),
            ]}
            onChange={(name) => store.choose({ ...way, decoder: name === 'today' ? null : READERS[name as Reader] })}
          />
        )}
      </div>
      {state.step === 'error' ? <ErrorState error={state.code} onRetry={() => store.choose(way)} /> : null}
      {tried ? (
        <>
          <p role="status" className="tnum">
            {t('received-data:again.looked', { n: format.number(tried.messages), of: format.number(tried.total ?? tried.messages) })}
          </p>
          <Outcomes changes={tried.changes} />
          <Channels tried={tried} />
          {state.step === 'tried' ? <Effects of={state.effects} whole={state.whole} onRetry={() => void store.askEffects()} /> : null}
          <Notes tried={tried} />
        </>
      ) : null}
    </>
  );
}

/** One vocabulary for every difference. */
function Outcomes({ changes }: { changes: ReadingChanges }) {
  const t = useT();
  const format = useFormat();
  return (
    <dl className="grid grid-cols-4 border-y border-line-2 slim:grid-cols-2">
      {OUTCOMES.map((outcome) => (
        <div key={outcome} className="px-3 py-2">
          <dt className="text-12 text-ink-3">{t(`received-data:again.${outcome}`)}</dt>
          <dd className="tnum text-20 font-semi text-ink">{format.number(changes[outcome])}</dd>
        </div>
      ))}
    </dl>
  );
}

function Channels({ tried }: { tried: Tried }) {
  const t = useT();
  const format = useFormat();
  const text = useValueText();
  const examples = tried.examples.slice(0, EXAMPLES);
  const channels = new Map(tried.channels.map((channel) => [channel.key, channel]));
  const shown = (value: Tried['examples'][number]['before'], unit: string | null) => (value === null ? '–' : text(value, unit));
  return (
    <>
      {tried.channels.length > 0 ? (
        <table className="num w-full border-collapse text-left [&_td]:py-1 [&_td]:pl-3 [&_td]:text-right [&_th]:py-1 [&_th]:font-regular [&_thead_th:not(:first-child)]:pl-3 [&_thead_th:not(:first-child)]:text-right">
          <thead className="border-b border-line-2 text-12 text-ink-3">
            <tr>
              <th scope="col">{t('received-data:readings.channel')}</th>
              {OUTCOMES.map((outcome) => (
                <th key={outcome} scope="col">
                  {t(`received-data:again.${outcome}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tried.channels.map((channel) => (
              <tr key={channel.key} className="border-b border-line align-baseline">
                <th scope="row" className="wrap-anywhere text-ink">
                  {channel.name} {channel.channel_id === null ? <span className="muted">{t('received-data:again.made')}</span> : null}
                </th>
                {OUTCOMES.map((outcome) => (
                  <td key={outcome} className={channel[outcome] === 0 ? 'text-ink-3' : 'text-ink'}>
                    {channel[outcome] === 0 ? '–' : format.number(channel[outcome])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {examples.length > 0 ? (
        <ul className="num grid gap-1 border-t border-line-2 pt-2">
          {examples.map(({ key, ts, before, after }) => (
            <li key={`${key} ${ts}`} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {format.dateTime(ts, 'second')} {channels.get(key)?.name ?? key}
              </span>
              <span className="text-ink">
                {shown(before, channels.get(key)?.unit ?? null)} → {shown(after, channels.get(key)?.unit ?? null)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Notes({ tried }: { tried: Tried }) {
  const t = useT();
  const { changes, left_out, unparsed, damaged } = tried;
  const nothing = changes.new + changes.changed + changes.gone === 0;
  return (
    <>
      {unparsed > 0 ? <p>{t('received-data:again.unparsed', { count: unparsed })}</p> : null}
      {damaged > 0 ? <p>{t('received-data:again.damaged', { count: damaged })}</p> : null}
      {left_out > 0 ? <p>{t('received-data:again.left_out', { count: left_out })}</p> : null}
      <p>{t(nothing ? 'received-data:again.nothing' : 'received-data:again.undo_until')}</p>
    </>
  );
}

function Work({ state }: { state: Extract<ReparseState, { step: 'working' | 'ended' }> }) {
  const t = useT();
  const format = useFormat();
  const { task } = state;
  return (
    <>
      <p role="status" className="tnum">
        {t(`received-data:again.task.${toldOf(task)}`)}{' '}
        {task.total === null ? null : t('received-data:again.looked', { n: format.number(task.done), of: format.number(task.total) })}
      </p>
      {isUnderWay(task.state) ? <TaskProgress task={task} /> : null}
      {task.changes ? <Outcomes changes={task.changes} /> : null}
      {task.damaged > 0 ? <p>{t('received-data:again.damaged', { count: task.damaged })}</p> : null}
      {task.error ? <ErrorState error={task.error} /> : null}
    </>
  );
}
