import { useStore } from '@nanostores/react';
import { Archive, ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import type { MachineStore } from '../../lib/client/machines/machine.store.ts';
import type { MachineLoggersState, MachineLoggersStore } from '../../lib/client/machines/machine-loggers.store.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { ClockAhead } from '../dataloggers/ClockAhead.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';
import type { DetailStores } from './DetailScreen.tsx';
import { Properties } from './Properties.tsx';

await ready('channels');

const AttachLogger = part(() => import('./AttachLogger.tsx'));

/** What the machine does now, what it is, and whether it takes part at all. */
export default function Overview({
  context,
  stores,
  row,
  seesLoggers,
}: {
  context: PageContext;
  stores: DetailStores;
  row: Machine;
  seesLoggers: boolean;
}) {
  const canWrite = context.can('machines:write', row.workspace_id);
  return (
    <div className="grid grid-cols-[minmax(0,680px)_minmax(240px,380px)] items-start gap-8 p-5 max-[961px]:grid-cols-1 max-[961px]:gap-5 max-[961px]:[&>.panel]:order-first slim:p-4">
      <div className="grid gap-8 min-w-0">
        <Properties context={context} store={stores.machine} row={row} canWrite={canWrite} />
        {canWrite ? <ArchiveSwitch store={stores.machine} row={row} /> : null}
      </div>
      <Live store={stores.loggers} row={row} seesLoggers={seesLoggers} canAttach={context.can('dlog:write', row.workspace_id)} />
    </div>
  );
}

function Live({
  store,
  row,
  seesLoggers,
  canAttach,
}: {
  store: MachineLoggersStore;
  row: Machine;
  seesLoggers: boolean;
  canAttach: boolean;
}) {
  const t = useT();
  const state = useStore(store.$state);
  const [attaching, setAttaching] = useState(false);
  return (
    <Panel title={t('machines:live.title')}>
      {seesLoggers ? (
        <Values state={state} onAttach={canAttach ? () => setAttaching(true) : null} />
      ) : (
        <p className="soft p-3">{t('machines:live.no_right')}</p>
      )}
      {attaching ? (
        <Boundary instead={null} onFailure={() => setAttaching(false)}>
          <AttachLogger store={store} row={row} onClose={() => setAttaching(false)} />
        </Boundary>
      ) : null}
    </Panel>
  );
}

function Values({ state, onAttach }: { state: MachineLoggersState; onAttach: (() => void) | null }) {
  const t = useT();
  if (state.status === 'error') return <p className="soft p-3">{t(`errors:${state.code}`)}</p>;
  if (state.status === 'loading')
    return (
      <div className="stack tight p-3">
        <Skeleton width={180} height={14} />
        <Skeleton width={140} height={14} />
      </div>
    );
  const { channels, loggers } = state;
  const heard = loggers.some((logger) => logger.last_seen_at !== null);
  if (channels.length === 0)
    return (
      <div className="stack tight p-3">
        <p className="soft">
          {t(loggers.length === 0 ? 'machines:live.none' : heard ? 'machines:live.elsewhere' : 'machines:live.no_values')}
        </p>
        {loggers.length === 0 && onAttach ? <Button onPress={onAttach}>{t('machines:live.attach')}</Button> : null}
      </div>
    );
  return (
    <dl>
      {channels.map((channel) => (
        <div className="flex items-baseline justify-between gap-4 py-1.75 px-3 not-first:border-t not-first:border-t-line" key={channel.id}>
          <dt className="min-w-0 overflow-hidden text-ellipsis">{channel.name}</dt>
          <dd className="grid justify-items-end flex-none">
            <ChannelValue value={channel.last?.value ?? null} unit={channel.unit} decimals={channel.decimals} />
            <small className="muted text-11">
              {channel.last ? <Age of={channel.last.ts} /> : null} <ClockAhead of={channel} />
            </small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Archiving: done at once, taken back from the toast. */
function ArchiveSwitch({ store, row }: { store: MachineStore; row: Machine }) {
  const t = useT();
  const archived = row.archived_at !== null;
  const turn = async (from: Machine, to: boolean, undo: boolean) => {
    const result = await store.save(from.rev, { archived: to });
    if (result.status === 'saved') {
      const { row: saved } = result;
      if (undo)
        toast({
          text: t(to ? 'machines:archive.done' : 'machines:archive.restored', { name: saved.name }),
          action: { text: t('machines:undo'), run: () => void turn(saved, !to, false) },
        });
    } else {
      const code = result.status === 'conflict' ? 'stale_rev' : failureOf(result.error).code;
      toast({ kind: 'alarm', text: `${t('machines:failed')}: ${t(`errors:${code}`)}` });
    }
  };
  return (
    <section className="stack tight">
      <h2 className="h2">{t('machines:archive.title')}</h2>
      <p className="soft">{t('machines:archive.text')}</p>
      <Button icon={archived ? ArchiveRestore : Archive} onPress={() => void turn(row, !archived, true)}>
        {t(archived ? 'machines:archive.restore' : 'machines:archive.do')}
      </Button>
    </section>
  );
}
