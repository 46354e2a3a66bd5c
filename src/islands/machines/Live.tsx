import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { stateNow } from '../../lib/client/dataloggers/datalogger-row.ts';
import type { MachineLoggersState, MachineLoggersStore } from '../../lib/client/machines/machine-loggers.store.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { Datalogger, DataloggerState } from '../../lib/contract/dataloggers.ts';
import type { Machine } from '../../lib/contract/machines.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { chartsHref } from '../chart/charts-href.ts';
import { SensorFailing } from '../chart/SensorFailing.tsx';
import { ClockAhead } from '../dataloggers/ClockAhead.tsx';
import { LoggerStatus } from '../dataloggers/LoggerStatus.tsx';
import { useCoarseNow } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import { useAsOf } from '../ui/AsOf.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const AttachLogger = part(() => import('./AttachLogger.tsx'));

/** Whose logger is silent says how it was, not how it is. */
const STALE: readonly DataloggerState[] = ['late', 'offline', 'refused', 'paused'];

/** What the machine's loggers say: their state and the last values of what measures it. */
export function Live({
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
  const locale = useLocale();
  const state = useStore(store.$state);
  const [attaching, setAttaching] = useState(false);
  return (
    <Panel
      title={t('machines:live.title')}
      actions={
        seesLoggers && state.status === 'ready' && state.channels.length > 0 ? (
          <a className="link text-12" href={chartsHref({ machine: row.id }, locale)}>
            {t('dataloggers:compare')}
          </a>
        ) : null
      }
    >
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
      <div className="grid min-w-0 justify-items-start gap-2 p-3" aria-busy="true">
        <Skeleton width={180} height={14} />
        <Skeleton width={140} height={14} />
      </div>
    );
  const { channels, loggers } = state;
  const own = new Set(loggers.map(({ id }) => id));
  const elsewhere = channels.filter(({ datalogger_id }) => datalogger_id === null || !own.has(datalogger_id));
  if (loggers.length === 0 && elsewhere.length === 0)
    return (
      <div className="grid min-w-0 justify-items-start gap-2 p-3">
        <p className="soft">{t('machines:live.none')}</p>
        {onAttach ? <Button onPress={onAttach}>{t('machines:live.attach')}</Button> : null}
      </div>
    );
  return (
    <>
      {loggers.map((logger) => (
        <OfLogger key={logger.id} logger={logger} channels={channels.filter(({ datalogger_id }) => datalogger_id === logger.id)} />
      ))}
      {elsewhere.length > 0 ? (
        <section className="border-t border-t-line-2" aria-label={t('machines:loggers.elsewhere')}>
          <h3 className="px-3 pt-2 text-12 font-medium text-ink-2">{t('machines:loggers.elsewhere')}</h3>
          <Channels rows={elsewhere} stale={false} />
        </section>
      ) : null}
    </>
  );
}

function OfLogger({ logger, channels }: { logger: Datalogger; channels: readonly Channel[] }) {
  const t = useT();
  const locale = useLocale();
  const state = stateNow(logger, useCoarseNow());
  return (
    <section className="not-first:border-t not-first:border-t-line-2" aria-label={logger.name}>
      <h3 className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-3 pt-2 text-12">
        <a
          className="min-w-0 font-medium wrap-anywhere text-ink-2 hover:underline"
          href={href('/dlog/dataloggers/{id}', { id: logger.id }, locale)}
        >
          {logger.name}
        </a>
        <LoggerStatus state={state} />
      </h3>
      {channels.length > 0 ? (
        <Channels rows={channels} stale={STALE.includes(state)} />
      ) : (
        <p className="soft px-3 pt-0.5 pb-2">{t(logger.last_seen_at === null ? 'machines:live.no_values' : 'machines:live.elsewhere')}</p>
      )}
    </section>
  );
}

/** Names with their last values and how old these are; grey where nobody keeps them true. */
function Channels({ rows, stale }: { rows: readonly Channel[]; stale: boolean }) {
  const isLost = useAsOf() !== null;
  const grey = stale || isLost;
  return (
    <dl data-stale={grey ? '' : undefined}>
      {rows.map((channel) => (
        <div className="flex items-baseline justify-between gap-4 px-3 py-1.5 not-first:border-t not-first:border-t-line" key={channel.id}>
          <dt className="min-w-0 wrap-anywhere">{channel.name}</dt>
          <dd className={`grid flex-none justify-items-end ${grey ? 'text-ink-3' : ''}`}>
            <ChannelValue value={channel.last?.value ?? null} of={channel} />
            <small className="text-11 text-ink-3">
              {channel.failing_ts !== null ? (
                <SensorFailing of={channel} />
              ) : channel.last ? (
                <Age of={channel.last.ts} late={stale} />
              ) : null}{' '}
              <ClockAhead of={channel} />
            </small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
