import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { useMemo } from 'react';
import type { SparklinesStore } from '../../lib/client/charts/sparklines.store.ts';
import { stateNow } from '../../lib/client/dataloggers/datalogger-row.ts';
import type { DataloggersStore } from '../../lib/client/dataloggers/dataloggers.store.ts';
import type { Datalogger } from '../../lib/contract/dataloggers.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { FailingCount, ShownAge } from '../chart/SensorFailing.tsx';
import { Star } from '../favorites/Star.tsx';
import { type PageContext, useCoarseNow } from '../shell/Signed.tsx';
import { Age } from '../ui/Age.tsx';
import { KEPT_TRUE } from '../ui/AsOf.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { Tag } from '../ui/Tag.tsx';
import { ClockAhead } from './ClockAhead.tsx';
import { BatteryLevel, ClockSkew, CoverageShare, SignalLevel } from './Health.tsx';
import { LoggerStatus, NeverSent } from './LoggerStatus.tsx';
import { SparkAxis } from './SparkAxis.tsx';
import { Sparkline } from './Sparkline.tsx';

/** wide: everything in its own column; medium: the age goes under the value; phone: the state goes under the name; small: names need the room of the picture. */
export type ListSize = 'wide' | 'medium' | 'phone' | 'small';

const SPARK_WIDTH: Record<ListSize, number> = { wide: 216, medium: 116, phone: 84, small: 84 };

export interface ColumnDeps {
  context: PageContext;
  dataloggers: DataloggersStore;
  sparklines: SparklinesStore;
  /** Share of the day under the pointer. */
  $cursor: ReadableAtom<number | null>;
  size: ListSize;
}

/** State of the logger with its failing sensors; in one line only what is graver. */
function State({ row, isOneLine }: { row: Datalogger; isOneLine?: boolean }) {
  const t = useT();
  const state = stateNow(row, useCoarseNow());
  if (row.archived_at !== null) return <Tag>{t('dataloggers:archived')}</Tag>;
  if (row.failing === 0 || state === 'paused') return <LoggerStatus state={state} />;
  if (isOneLine) return state === 'online' ? <FailingCount count={row.failing} /> : <LoggerStatus state={state} />;
  return (
    <span className="grid justify-items-start gap-y-0.5">
      <LoggerStatus state={state} />
      <FailingCount count={row.failing} />
    </span>
  );
}

/** When the logger was heard of last; late ones in the colour of the state. */
function LastSeen({ row }: { row: Datalogger }) {
  const state = stateNow(row, useCoarseNow());
  if (row.last_seen_at === null) return <NeverSent row={row} />;
  return <Age of={row.last_seen_at} late={state === 'late' || state === 'offline'} />;
}

/** The last value, flashing once when it comes by itself. */
function LastValue({ row, store, size }: { row: Datalogger; store: DataloggersStore; size: ListSize }) {
  const t = useT();
  const touched = useStore(store.$touched, { ssr: () => ({}) })[row.id] ?? 0;
  const under = row.last ? row.last.channel_name : row.refused_at === null ? t('dataloggers:waiting_first') : '';
  return (
    <span className="two">
      <span key={touched} className={touched > 0 ? `flash ${KEPT_TRUE}` : KEPT_TRUE}>
        <ChannelValue value={row.last?.value ?? null} of={row.last} />
      </span>
      <small>
        {row.ahead_ts !== null ? (
          <ClockAhead of={row} short={size === 'phone' || size === 'small'} />
        ) : row.failing_ts !== null && row.last ? (
          size === 'wide' ? (
            <ShownAge of={row} />
          ) : (
            <Age of={row.last.ts} late />
          )
        ) : size !== 'wide' ? (
          <LastSeen row={row} />
        ) : (
          under
        )}
      </small>
    </span>
  );
}

function Name({ row, withState }: { row: Datalogger; withState: boolean }) {
  const under = [row.code, row.kind].filter(Boolean).join(' · ');
  return (
    <span className="two">
      <span className="med">{row.name}</span>
      {withState ? <State isOneLine row={row} /> : <small>{under}</small>}
    </span>
  );
}

function Day({ row, deps, width }: { row: Datalogger; deps: ColumnDeps; width: number }) {
  const cursor = useMemo(() => ({ $at: deps.$cursor, of: row.last }), [deps.$cursor, row.last]);
  return <Sparkline row={row} store={deps.sparklines} now={useCoarseNow()} width={width} cursor={cursor} />;
}
function DayHead({ deps, width }: { deps: ColumnDeps; width: number }) {
  return <SparkAxis now={useCoarseNow()} width={width} cursor={deps.$cursor} />;
}

/** Columns of the list; on a phone state, name, value with age and the small picture remain. */
export function useColumns({ context, dataloggers, sparklines, $cursor, size }: ColumnDeps): readonly TableColumn<Datalogger>[] {
  const t = useT();
  return useMemo(() => {
    const deps = { context, dataloggers, sparklines, $cursor, size };
    const phone = size === 'phone' || size === 'small';
    const width = SPARK_WIDTH[size];
    const state: TableColumn<Datalogger> = {
      // Sorted by what wants attention.
      id: 'trouble',
      name: t('dataloggers:column.state'),
      width: 124,
      cell: (row) => <State row={row} />,
      sortBy: (row) => row.state,
      skeleton: [72],
    };
    const name: TableColumn<Datalogger> = {
      id: 'name',
      name: t('dataloggers:column.name'),
      link: true,
      hideable: false,
      cell: (row) => <Name row={row} withState={phone} />,
      sortBy: (row) => row.name,
      skeleton: [132, 96],
    };
    const where: TableColumn<Datalogger> = {
      id: 'place',
      name: t('dataloggers:column.place'),
      width: 150,
      priority: 3,
      cell: (row) => <span className="soft one-line">{row.place ?? ''}</span>,
      sortBy: (row) => row.place,
      skeleton: [88],
    };
    const tags: TableColumn<Datalogger> = {
      id: 'tags',
      name: t('dataloggers:tags.name'),
      width: 170,
      priority: 3,
      hidden: true,
      cell: (row) => (
        <span className="flex gap-1 overflow-hidden">
          {row.tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      ),
      skeleton: [64],
    };
    const value: TableColumn<Datalogger> = {
      id: 'value',
      name: t('dataloggers:column.value'),
      ...(phone ? { header: t('dataloggers:column.value_short') } : {}),
      width: { wide: 150, medium: 130, phone: 104, small: 104 }[size],
      end: true,
      cell: (row) => <LastValue row={row} store={dataloggers} size={size} />,
      skeleton: [56, 44],
    };
    const age: TableColumn<Datalogger> = {
      id: 'last_seen_at',
      name: t('dataloggers:column.age'),
      width: 116,
      priority: 2,
      cell: (row) => <LastSeen row={row} />,
      sortBy: (row) => row.last_seen_at,
      skeleton: [64],
    };
    const day: TableColumn<Datalogger> = {
      id: 'day',
      name: t('dataloggers:column.day'),
      header: phone ? t('dataloggers:column.day_short') : <DayHead deps={deps} width={width} />,
      width: width + 20,
      cell: (row) => <Day row={row} deps={deps} width={width} />,
      skeleton: [width],
    };
    const health = (
      id: 'coverage' | 'coverage_7d' | 'battery' | 'signal' | 'clock',
      width: number,
      Cell: (props: { row: Datalogger }) => React.ReactNode,
      hidden = true,
    ): TableColumn<Datalogger> => ({
      id,
      name: t(`dataloggers:health.${id}`),
      width,
      end: true,
      priority: 3,
      hidden,
      cell: (row) => <Cell row={row} />,
      sortBy: (row) => row.health?.coverage_24h,
      skeleton: [40],
    });
    const found = [
      health('coverage', 112, ({ row }) => <CoverageShare share={row.health?.coverage_24h} />, false),
      health('coverage_7d', 128, ({ row }) => <CoverageShare share={row.health?.coverage_7d} />),
      health('battery', 112, BatteryLevel),
      health('signal', 96, SignalLevel),
      health('clock', 150, ClockSkew),
    ];
    const channels: TableColumn<Datalogger> = {
      id: 'channel_count',
      name: t('dataloggers:column.channels'),
      width: 88,
      end: true,
      priority: 3,
      cell: (row) => <span className={row.channel_count === 0 ? 'muted' : ''}>{row.channel_count}</span>,
      skeleton: [16],
    };
    const star: TableColumn<Datalogger> = {
      id: 'favorite',
      name: t('dataloggers:column.favorite'),
      header: <span className="vh">{t('dataloggers:column.favorite')}</span>,
      width: 56,
      cell: (row) => <Star inRow context={context} entity="dataloggers" entityId={row.id} label={row.name} />,
      skeleton: [16],
    };
    if (phone) return size === 'small' ? [name, value] : [name, value, day];
    return size === 'medium'
      ? [state, name, value, day, channels, star]
      : [state, name, where, tags, value, age, day, ...found, channels, star];
  }, [t, context, dataloggers, sparklines, $cursor, size]);
}
