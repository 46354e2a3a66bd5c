import { useMemo } from 'react';
import type { Machine } from '../../lib/contract/machines.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Photo } from '../files/Photo.tsx';
import { placeOf } from '../machine-choice/place-of.ts';
import type { TableColumn } from '../ui/DataTable.tsx';
import { LastSign } from './LastSign.tsx';
import { MachineStatus } from './MachineStatus.tsx';

export interface ColumnDeps {
  organization: string;
  narrow: boolean;
}

function Name({ row, narrow }: { row: Machine; narrow: boolean }) {
  const under = [row.code, narrow ? placeOf(row).main : null].filter(Boolean).join(' · ');
  return (
    <span className="two">
      <span className="med">{row.name}</span>
      <small>{under}</small>
    </span>
  );
}

/** Columns of the list. Those that are sorted have the server's names; the server sorts. */
export function useColumns({ organization, narrow }: ColumnDeps): readonly TableColumn<Machine>[] {
  const t = useT();
  const format = useFormat();
  return useMemo(() => {
    const name: TableColumn<Machine> = {
      id: 'name',
      name: t('machines:column.name'),
      link: true,
      hideable: false,
      cell: (row) => <Name row={row} narrow={narrow} />,
      sortBy: (row) => row.name,
      skeleton: [132, 64],
    };
    const photo: TableColumn<Machine> = {
      id: 'photo',
      name: t('machines:column.photo'),
      header: '',
      width: 68,
      cell: (row) => <Photo organization={organization} file={row.photo_file_id} />,
      skeleton: [44],
    };
    const status: TableColumn<Machine> = {
      id: 'status',
      name: t('machines:column.status'),
      // The last column keeps more off its edge.
      width: narrow ? 132 : 120,
      cell: (row) => <MachineStatus row={row} />,
      sortBy: (row) => row.status,
      skeleton: [84],
    };
    if (narrow) return [name, status];
    const word = (id: 'kind' | 'manufacturer', width: number, more: Partial<TableColumn<Machine>>): TableColumn<Machine> => ({
      id,
      name: t(`machines:field.${id}`),
      width,
      cell: (row) => <span className="soft one-line">{row[id] ?? ''}</span>,
      skeleton: [72],
      ...more,
    });
    return [
      photo,
      name,
      {
        id: 'code',
        name: t('machines:field.code'),
        width: 120,
        hidden: true,
        cell: (row) => <span className="soft one-line">{row.code ?? ''}</span>,
        sortBy: (row) => row.code,
        skeleton: [56],
      },
      status,
      word('kind', 150, { priority: 3 }),
      {
        id: 'place',
        name: t('machines:column.place'),
        width: 160,
        priority: 2,
        cell: (row) => {
          const { main, under } = placeOf(row);
          return (
            <span className="two">
              <span className="soft">{main}</span>
              <small>{under}</small>
            </span>
          );
        },
        skeleton: [96, 56],
      },
      word('manufacturer', 140, { hidden: true }),
      {
        id: 'datalogger_count',
        name: t('machines:column.loggers'),
        width: 84,
        end: true,
        priority: 3,
        cell: (row) => <span className={row.datalogger_count === 0 ? 'muted' : ''}>{format.number(row.datalogger_count)}</span>,
        skeleton: [12],
      },
      {
        id: 'last_seen_at',
        name: t('machines:column.last_sign'),
        width: 120,
        priority: 2,
        cell: (row) => <LastSign row={row} />,
        skeleton: [72],
      },
      {
        id: 'created_at',
        name: t('machines:column.created'),
        width: 120,
        hidden: true,
        cell: (row) => <span className="soft">{format.date(row.created_at)}</span>,
        sortBy: (row) => row.created_at,
        skeleton: [64],
      },
    ];
  }, [t, format, organization, narrow]);
}
