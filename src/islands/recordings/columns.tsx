import { useMemo } from 'react';
import type { RecordingRow } from '../../lib/contract/recordings.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { Status } from '../ui/Status.tsx';
import { Length, RecordingStatus, useSpan, VerdictStatus } from './RecordingStatus.tsx';

/** Columns of the list. Those that are sorted have the server's names; the server sorts. */
export function useColumns(narrow: boolean): readonly TableColumn<RecordingRow>[] {
  const t = useT();
  const format = useFormat();
  const span = useSpan();
  return useMemo(() => {
    const loggers = ({ dataloggers }: RecordingRow) => dataloggers.map(({ name }) => name).join(', ');
    const verdict: TableColumn<RecordingRow> = {
      id: 'verdict',
      name: t('recordings:column.verdict'),
      width: 148,
      cell: (row) => (
        <span className="grid justify-items-start gap-0.5">
          <VerdictStatus verdict={row.verdict} />
          {row.changed ? (
            <Status kind="late">{t('recordings:changed')}</Status>
          ) : narrow ? (
            <RecordingStatus state={row.state} brief />
          ) : null}
        </span>
      ),
      skeleton: [84],
    };
    const name: TableColumn<RecordingRow> = {
      id: 'name',
      name: t('recordings:column.name'),
      link: true,
      hideable: false,
      cell: (row) => (
        <span className="two">
          <span className="med">{row.name}</span>
          <small>{narrow ? span(row) : t(`recordings:purpose.${row.purpose}`)}</small>
        </span>
      ),
      sortBy: (row) => row.name,
      skeleton: [150, 84],
    };
    if (narrow) return [name, verdict];
    return [
      name,
      {
        id: 'state',
        name: t('recordings:column.state'),
        width: 120,
        cell: (row) => <RecordingStatus state={row.state} />,
        skeleton: [74],
      },
      verdict,
      {
        id: 'from',
        name: t('recordings:column.time'),
        width: 248,
        cell: (row) => (
          <span className="two">
            <span>{span(row)}</span>
            <small>
              <Length row={row} />
            </small>
          </span>
        ),
        sortBy: (row) => row.from ?? row.created_at,
        skeleton: [160, 52],
      },
      {
        id: 'loggers',
        name: t('recordings:column.loggers'),
        width: 200,
        priority: 3,
        cell: (row) => <span className="soft one-line">{loggers(row)}</span>,
        skeleton: [120],
      },
      {
        id: 'channels',
        name: t('recordings:column.channels'),
        width: 84,
        end: true,
        priority: 3,
        cell: (row) => format.number(row.channel_count),
        skeleton: [20],
      },
      {
        id: 'approved',
        name: t('recordings:column.approved'),
        width: 160,
        priority: 3,
        cell: (row) =>
          row.approved_at === null ? null : (
            <span className="two">
              <span className="one-line">{row.approved_by ?? ''}</span>
              <small>{format.dateTime(row.approved_at, 'minute')}</small>
            </span>
          ),
        skeleton: [88, 64],
      },
      {
        id: 'created_at',
        name: t('recordings:column.created'),
        width: 120,
        hidden: true,
        cell: (row) => <span className="soft">{format.date(row.created_at)}</span>,
        sortBy: (row) => row.created_at,
        skeleton: [64],
      },
    ];
  }, [t, format, span, narrow]);
}
