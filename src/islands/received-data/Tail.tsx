import { useStore } from '@nanostores/react';
import { ArrowUp, Pause, Play } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import type { ReceivedDataStore } from '../../lib/client/received-data/received-data.store.ts';
import type { ReceivedData } from '../../lib/contract/received-data.ts';
import { href } from '../../lib/i18n/href.ts';
import type { T } from '../../lib/i18n/index.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { useNarrow } from '../shell/Signed.tsx';
import { Button } from '../ui/Button.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Status } from '../ui/Status.tsx';
import type { Picking } from '../ui/table/picking.tsx';
import { Points } from './Points.tsx';
import { STATUS_LAMP } from './status.ts';
import { useReader } from './useReader.ts';

const NO_ROWS: readonly ReceivedData[] = [];

/** Messages as they come, the newest first. */
export function Tail({
  store,
  empty,
  logger,
  picking,
  address = '',
}: {
  store: ReceivedDataStore;
  empty: ReactNode;
  /** Show which logger sent it. */
  logger: boolean;
  picking?: Picking<ReceivedData> | undefined;
  /** What the address of a message says of the list that it is opened from. */
  address?: string;
}) {
  const t = useT();
  const locale = useLocale();
  const state = useStore(store.$state);
  const columns = useColumns(store, logger);
  const more = useCallback(() => void store.more(), [store]);
  const list = useRef<HTMLDivElement>(null);
  useReader(list, store.hold);
  return (
    <div ref={list} className="contents">
      {state.status === 'error' ? (
        <ErrorState error={state.code} onRetry={() => void store.load()} />
      ) : (
        <DataTable
          label={t('received-data:list')}
          columns={columns}
          rows={state.status === 'ready' ? state.rows : NO_ROWS}
          rowId={(row) => row.id}
          rowHref={(row) => href('/dlog/received-data/{id}', { id: row.id }, locale) + address}
          loading={state.status === 'loading'}
          empty={empty}
          onEnd={more}
          picking={picking}
        />
      )}
    </div>
  );
}

/** Stops the tail so that a row can be read, and says how much waits meanwhile. */
export function TailSwitch({ store }: { store: ReceivedDataStore }) {
  const t = useT();
  const format = useFormat();
  const tail = useStore(store.$tail, { ssr: () => ({ status: 'running' as const }) });
  if (tail.status !== 'paused')
    return (
      <span className="row slim:flex-none">
        <span role="status">
          {tail.status === 'held' && tail.waiting > 0 ? (
            <Button size="sm" variant="primary" icon={ArrowUp} onPress={store.resume}>
              {t('received-data:tail.fresh', { count: tail.waiting, n: format.number(tail.waiting) })}
            </Button>
          ) : null}
        </span>
        <Button size="sm" icon={Pause} tool onPress={store.pause}>
          {t('received-data:tail.pause')}
        </Button>
      </span>
    );
  return (
    <span className="row slim:flex-none">
      <span className="soft num" role="status">
        {tail.waiting > 0 ? t('received-data:tail.waiting', { count: tail.waiting, n: format.number(tail.waiting) }) : ''}
      </span>
      <Button size="sm" variant="primary" icon={Play} onPress={store.resume}>
        {t('received-data:tail.resume')}
      </Button>
    </span>
  );
}

function ReceivedAt({ row, store }: { row: ReceivedData; store: ReceivedDataStore }) {
  const format = useFormat();
  const fresh = useStore(store.$fresh, { ssr: () => new Set<string>() }).has(row.id);
  return (
    <span className="two">
      <time className={fresh ? 'flash med' : 'med'} dateTime={row.received_at}>
        {format.time(row.received_at, 'second')}
      </time>
      <small>{format.date(row.received_at)}</small>
    </span>
  );
}

function useColumns(store: ReceivedDataStore, logger: boolean): readonly TableColumn<ReceivedData>[] {
  const t = useT();
  const format = useFormat();
  const narrow = useNarrow();
  return useMemo(() => {
    const received: TableColumn<ReceivedData> = {
      id: 'received_at',
      name: t('received-data:column.received_at'),
      width: narrow ? 96 : 116,
      link: true,
      cell: (row) => <ReceivedAt row={row} store={store} />,
      skeleton: [56, 64],
    };
    const statusOf = (row: ReceivedData) => <Status kind={STATUS_LAMP[row.status]}>{t(`received-data:status.${row.status}`)}</Status>;
    const status: TableColumn<ReceivedData> = {
      id: 'status',
      name: t('received-data:column.status'),
      width: narrow ? 112 : 120,
      cell: statusOf,
      skeleton: [72],
    };
    const datalogger: TableColumn<ReceivedData> = {
      id: 'datalogger',
      name: t('received-data:column.datalogger'),
      width: 172,
      priority: 2,
      cell: (row) => (
        <span className="two">
          <span>{row.datalogger_name}</span>
        </span>
      ),
      skeleton: [132],
    };
    const points: TableColumn<ReceivedData> = {
      id: 'points',
      name: t('received-data:column.points'),
      cell: (row) => <Points row={row} />,
      skeleton: [120],
    };
    const size: TableColumn<ReceivedData> = {
      id: 'size',
      name: t('received-data:column.size'),
      width: 84,
      end: true,
      priority: 2,
      cell: (row) => format.bytes(row.size),
      skeleton: [40],
    };
    const door: TableColumn<ReceivedData> = {
      id: 'door',
      name: t('received-data:column.door'),
      width: 160,
      priority: 3,
      cell: (row) => (
        <span className="two">
          <span>
            <Door door={row.door} />
          </span>
          {row.topic === null ? null : (
            <small className="one-line" title={row.topic}>
              {row.topic}
            </small>
          )}
        </span>
      ),
      skeleton: [56],
    };
    /** On a phone what became of a message goes under its logger's name, so that the name keeps the room. */
    const message: TableColumn<ReceivedData> = {
      id: 'datalogger',
      name: t('received-data:column.datalogger'),
      cell: (row) => (
        <span className="two">
          <span>{row.datalogger_name}</span>
          <span>
            <span className="row">
              {statusOf(row)}
              <small>
                <Points row={row} />
              </small>
            </span>
          </span>
        </span>
      ),
      skeleton: [132, 96],
    };
    if (narrow) return logger ? [received, message] : [received, points, status];
    return logger ? [received, status, datalogger, points, size, door] : [received, status, points, size, door];
  }, [t, format, store, logger, narrow]);
}

/** Ways in that have a name in words; those of a newer server are shown as they are called there. */
export const DOORS = ['json', 'senml', 'influx', 'thingsboard', 'tts', 'chirpstack', 'collectd', 'mqtt', 'import'] as const;

export function doorName(t: T, door: string): string {
  const known = DOORS.find((one) => one === door);
  return known ? t(`received-data:door.${known}`) : door;
}

/** The way a message came in. */
export function Door({ door }: { door: string }) {
  return <span className="soft">{doorName(useT(), door)}</span>;
}
