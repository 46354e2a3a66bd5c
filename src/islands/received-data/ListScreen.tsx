import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { DataloggersStore } from '../../lib/client/dataloggers/dataloggers.store.ts';
import type { ReceivedDataStore } from '../../lib/client/received-data/received-data.store.ts';
import { RECEIVED_STATUSES, type ReceivedStatus } from '../../lib/contract/received-data.ts';
import { useT } from '../../lib/i18n/react.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { useListQuery } from '../shell/useListScreen.ts';
import { Chip } from '../ui/Chip.tsx';
import { EmptyState, NothingFound } from '../ui/EmptyState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { STATUS_LAMP } from './status.ts';
import { Tail, TailSwitch } from './Tail.tsx';

interface Filter {
  state: ReceivedStatus | null;
  datalogger: string | null;
}
const writeQuery = ({ state, datalogger }: Filter) => ({ status: state, datalogger });

/** Shown until the person is known. */
export function ListWaiting() {
  const t = useT();
  return (
    <div className="screen">
      <PageHead title={t('received-data:title')} />
    </div>
  );
}

export function ListScreen({
  context,
  initial,
  create,
}: {
  context: PageContext;
  initial: Filter;
  create: () => { received: ReceivedDataStore; dataloggers: DataloggersStore };
}) {
  const t = useT();
  const [{ received, dataloggers }] = useState(create);
  const { workspace } = context;
  const { filter, change } = useListQuery({ context, first: initial, writeQuery, show: received.follow });
  useStarted(received);
  useStarted(dataloggers);
  const loggers = useStore(dataloggers.$state);
  useEffect(() => dataloggers.follow({ workspace, archived: true }), [dataloggers, workspace]);

  const filtered = filter.state !== null || filter.datalogger !== null;
  const empty = filtered ? (
    <NothingFound
      title={t('received-data:nothing_found.title')}
      clear={t('received-data:filter.clear')}
      onClear={() => change({ state: null, datalogger: null })}
    >
      {t('received-data:nothing_found.text')}
    </NothingFound>
  ) : (
    <EmptyState title={t('received-data:empty.title')}>{t('received-data:empty.text')}</EmptyState>
  );
  return (
    <div className="screen">
      <PageHead bare title={t('received-data:title')} />
      <div className="filters">
        <Chip
          name={t('received-data:filter.status')}
          all={t('received-data:filter.all_statuses')}
          value={filter.state}
          options={RECEIVED_STATUSES.map((id) => ({ id, text: t(`received-data:status.${id}`), lamp: STATUS_LAMP[id] }))}
          onChange={(state) => change({ state })}
        />
        <Chip
          name={t('received-data:filter.datalogger')}
          all={t('received-data:filter.all_dataloggers')}
          value={filter.datalogger}
          options={loggers.status === 'ready' ? loggers.rows.map((row) => ({ id: row.id, text: row.name })) : []}
          onChange={(datalogger) => change({ datalogger })}
        />
        <span className="spacer" />
        <TailSwitch store={received} />
      </div>
      <div className="border-t border-line">
        <Tail store={received} logger empty={empty} />
      </div>
    </div>
  );
}
