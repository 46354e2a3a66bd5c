import { useStore } from '@nanostores/react';
import { Plus, Unlink } from 'lucide-react';
import { useMemo, useState } from 'react';
import { stateNow } from '../../lib/client/dataloggers/datalogger-row.ts';
import { createMachineChoice, type MachineChoiceStore } from '../../lib/client/machines/machine-choice.store.ts';
import type { MachineLoggersStore } from '../../lib/client/machines/machine-loggers.store.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { SensorFailing } from '../chart/SensorFailing.tsx';
import { ClockAhead } from '../dataloggers/ClockAhead.tsx';
import { LoggerStatus } from '../dataloggers/LoggerStatus.tsx';
import MachineChoice from '../machine-choice/MachineChoice.tsx';
import { type PageContext, useCoarseNow } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import { KEPT_TRUE } from '../ui/AsOf.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { failureOf } from '../ui/problem.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { toast } from '../ui/toasts.ts';
import type { DetailStores } from './DetailScreen.tsx';

await ready('channels', 'dataloggers');

const AttachLogger = part(() => import('./AttachLogger.tsx'));

/** Loggers on the machine and the channels that measure it, with what they say now. */
export default function LoggersTab({
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
  const t = useT();
  const { loggers: store, deps } = stores;
  const state = useStore(store.$state);
  const [attaching, setAttaching] = useState(false);
  const choice = useMemo(() => createMachineChoice(deps, row.workspace_id), [deps, row.workspace_id]);
  const canWrite = context.can('dlog:write', row.workspace_id);
  if (!seesLoggers) return <p className="max-w-180 p-5 slim:p-4 soft">{t('machines:live.no_right')}</p>;
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.load()} />;
  if (state.status === 'loading')
    return (
      <div className="p-5 slim:p-4" aria-busy="true">
        <Skeleton width={220} height={16} />
      </div>
    );
  const { loggers, channels } = state;
  const own = new Set(loggers.map((logger) => logger.id));
  const elsewhere = channels.filter((channel) => channel.datalogger_id === null || !own.has(channel.datalogger_id));
  const attach = canWrite ? (
    <Button icon={Plus} variant={loggers.length === 0 ? 'primary' : 'default'} onPress={() => setAttaching(true)}>
      {t('machines:loggers.attach')}
    </Button>
  ) : null;
  const table = { store, choice, canWrite };
  return (
    <div>
      {loggers.length === 0 && elsewhere.length === 0 ? (
        <EmptyState title={t('machines:loggers.empty_title')} actions={attach}>
          {t('machines:loggers.empty_text')}
        </EmptyState>
      ) : attach ? (
        <div className="flex gap-1.5 px-5 py-2.5 slim:px-4">{attach}</div>
      ) : null}
      {loggers.map((logger) => (
        <section key={logger.id} className="border-t border-t-line-2" aria-label={logger.name}>
          <LoggerHead logger={logger} store={store} canWrite={canWrite} />
          <Channels label={logger.name} rows={channels.filter((channel) => channel.datalogger_id === logger.id)} {...table} />
        </section>
      ))}
      {elsewhere.length > 0 ? (
        <section className="border-t border-t-line-2" aria-label={t('machines:loggers.elsewhere')}>
          <header className="flex flex-wrap items-center gap-y-1 gap-x-3 min-h-11 py-1.5 px-5 slim:px-4">
            <h2 className="h2">{t('machines:loggers.elsewhere')}</h2>
            <span className="muted">{t('machines:loggers.elsewhere_text')}</span>
          </header>
          <Channels label={t('machines:loggers.elsewhere')} rows={elsewhere} {...table} />
        </section>
      ) : null}
      {attaching ? (
        <Boundary instead={null} onFailure={() => setAttaching(false)}>
          <AttachLogger store={store} row={row} onClose={() => setAttaching(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}

function useRefusal() {
  const t = useT();
  return (error: unknown) => toast({ kind: 'alarm', text: `${t('machines:failed')}: ${t(`errors:${failureOf(error).code}`)}` });
}

function LoggerHead({ logger, store, canWrite }: { logger: Datalogger; store: MachineLoggersStore; canWrite: boolean }) {
  const t = useT();
  const locale = useLocale();
  const refuse = useRefusal();
  const state = stateNow(logger, useCoarseNow());
  const detach = async () => {
    try {
      const saved = await store.put(logger, null);
      toast({
        text: t('machines:loggers.detached', { name: logger.name }),
        action: { text: t('machines:undo'), run: () => void store.put(saved, logger.machine_id).catch(refuse) },
      });
    } catch (error) {
      refuse(error);
    }
  };
  return (
    <header className="flex flex-wrap items-center gap-y-1 gap-x-3 min-h-11 py-1.5 px-5 slim:px-4">
      <h2 className="h2">
        <a href={href('/dlog/dataloggers/{id}', { id: logger.id }, locale)}>{logger.name}</a>
      </h2>
      {logger.code ? <span className="muted">{logger.code}</span> : null}
      <LoggerStatus state={state} />
      <small className="soft">{logger.last_seen_at === null ? t('machines:never') : <Age of={logger.last_seen_at} />}</small>
      <span className="spacer" />
      {canWrite ? (
        <Button
          size="sm"
          variant="ghost"
          icon={Unlink}
          aria-label={`${t('machines:loggers.detach')}: ${logger.name}`}
          onPress={() => void detach()}
        >
          {t('machines:loggers.detach')}
        </Button>
      ) : null}
    </header>
  );
}

/** On phones a channel has two lines: its name and value, then what it measures. */
const CELL = 'py-0.5 slim:h-auto slim:px-4 slim:border-0';

function Channels({
  label,
  rows,
  store,
  choice,
  canWrite,
}: {
  label: string;
  rows: readonly Channel[];
  store: MachineLoggersStore;
  choice: MachineChoiceStore;
  canWrite: boolean;
}) {
  const t = useT();
  const refuse = useRefusal();
  if (rows.length === 0) return <p className="soft pt-0 px-5 pb-4">{t('machines:loggers.no_channels')}</p>;
  return (
    <table className="tbl compact table-fixed" aria-label={label}>
      <thead className="slim:sr-only">
        <tr>
          <th scope="col">{t('machines:loggers.column.channel')}</th>
          <th scope="col" className="num w-1/5">
            {t('machines:loggers.column.value')}
          </th>
          <th scope="col" className="w-1/5">
            {t('machines:loggers.column.age')}
          </th>
          {canWrite ? (
            <th scope="col" className="w-60">
              {t('machines:loggers.column.measures')}
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((channel) => (
          <tr
            key={channel.id}
            className="plain slim:grid slim:grid-cols-[minmax(0,1fr)_auto] slim:items-center slim:border-b slim:border-b-line"
          >
            <td className={`${CELL} one-line slim:py-2 slim:whitespace-normal slim:wrap-break-word`}>{channel.name}</td>
            <td className={`${CELL} num ${KEPT_TRUE}`}>
              <ChannelValue value={channel.last?.value ?? null} of={channel} />
            </td>
            <td className={`${CELL} slim:hidden`}>
              <small className="soft">
                {channel.failing_ts !== null ? (
                  <SensorFailing of={channel} />
                ) : channel.last ? (
                  <Age of={channel.last.ts} />
                ) : channel.ahead_ts === null ? (
                  t('machines:never')
                ) : null}{' '}
                <ClockAhead of={channel} />
              </small>
            </td>
            {canWrite ? (
              <td className={`${CELL} slim:col-span-full slim:pt-0 slim:pb-2`}>
                <MachineChoice
                  bare
                  store={choice}
                  label={t('machines:choice.of', { key: channel.key })}
                  value={channel.machine_id}
                  none={t('machines:choice.as_logger')}
                  onChange={(machine) => void store.putChannel(channel, machine).catch(refuse)}
                />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
