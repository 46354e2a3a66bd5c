import { useMemo } from 'react';
import type { Measurement } from '../../lib/contract/measurements.ts';
import { noonOf } from '../../lib/domain/time/wall-clock.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import type { TableColumn } from '../ui/DataTable.tsx';
import { Status } from '../ui/Status.tsx';
import { Length, MeasurementStatus, timesOf } from './MeasurementStatus.tsx';

/** Columns of the list. Those that are sorted have the server's names; the server sorts. */
export function useColumns(narrow: boolean): readonly TableColumn<Measurement>[] {
  const t = useT();
  const format = useFormat();
  const zone = useTimeZone();
  return useMemo(() => {
    const range = (row: Measurement) => timesOf(row, format, t) ?? '';
    const people = ({ lanes }: Measurement) => lanes.flatMap(({ worker_name, worker }) => worker_name ?? worker ?? []).join(', ');
    const review = ({ conflict_count }: Measurement) =>
      conflict_count === 0 ? null : (
        <Status kind="late">{t('measurements:review_count', { count: conflict_count, n: format.number(conflict_count) })}</Status>
      );
    const name: TableColumn<Measurement> = {
      id: 'name',
      name: t('measurements:column.name'),
      link: true,
      hideable: false,
      cell: (row) => (
        <span className="two">
          <span className="med">{row.name}</span>
          <small>
            {narrow ? [format.date(noonOf(row.day, zone)), range(row)].filter(Boolean).join(' · ') : t(`measurements:method.${row.method}`)}
          </small>
        </span>
      ),
      sortBy: (row) => row.name,
      skeleton: [150, 84],
    };
    const state: TableColumn<Measurement> = {
      id: 'state',
      name: t('measurements:column.state'),
      width: 128,
      // What waits for a review stands here where its own column has no room.
      cell: (row) => (
        <span className="two">
          <MeasurementStatus row={row} />
          {row.conflict_count === 0 ? null : <span className="hidden @max-[1080px]:block">{review(row)}</span>}
        </span>
      ),
      skeleton: [74],
    };
    // What is to be reviewed stands there below the state.
    if (narrow) return [name, { ...state, width: 144 }];
    return [
      name,
      state,
      {
        id: 'day',
        name: t('measurements:column.day'),
        width: 132,
        cell: (row) => (
          <span className="two">
            <span>{format.date(noonOf(row.day, zone), 'weekday')}</span>
            <small>{row.shift?.name ?? '\u00a0'}</small>
          </span>
        ),
        sortBy: (row) => row.day,
        skeleton: [88, 52],
      },
      {
        id: 'time',
        name: t('measurements:column.time'),
        width: 128,
        end: true,
        cell: (row) => (
          <span className="two">
            <span>
              <Length row={row} />
            </span>
            <small>{range(row) || '\u00a0'}</small>
          </span>
        ),
        skeleton: [52, 72],
      },
      {
        id: 'machine',
        name: t('measurements:column.machine'),
        width: 168,
        priority: 3,
        cell: (row) => <span className="soft one-line">{row.machine_name ?? ''}</span>,
        skeleton: [96],
      },
      {
        id: 'people',
        name: t('measurements:column.people'),
        width: 132,
        priority: 3,
        cell: (row) => <span className="soft one-line">{people(row)}</span>,
        skeleton: [64],
      },
      {
        id: 'observer',
        name: t('measurements:column.observer'),
        width: 148,
        hidden: true,
        cell: (row) => <span className="soft one-line">{row.observer_name ?? ''}</span>,
        skeleton: [84],
      },
      {
        id: 'entries',
        name: t('measurements:column.entries'),
        width: 84,
        end: true,
        priority: 3,
        cell: (row) => <span className={row.entry_count === 0 ? 'muted' : ''}>{format.number(row.entry_count)}</span>,
        skeleton: [20],
      },
      {
        id: 'review',
        name: t('measurements:column.review'),
        width: 152,
        priority: 3,
        cell: review,
        skeleton: [20],
      },
      {
        id: 'created_at',
        name: t('measurements:column.created'),
        width: 120,
        hidden: true,
        cell: (row) => <span className="soft">{format.date(row.created_at)}</span>,
        sortBy: (row) => row.created_at,
        skeleton: [64],
      },
    ];
  }, [t, format, zone, narrow]);
}
