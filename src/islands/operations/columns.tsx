import { useMemo } from 'react';
import type { Operation } from '../../lib/contract/operations.ts';
import { unitWord } from '../../lib/domain/text/unit-words.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { OperationStep } from '../standards/StandardStatus.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { Tag } from '../ui/Tag.tsx';

/** Columns of the list. Those that are sorted have the server's names; the server sorts. */
export function useColumns(narrow: boolean): readonly TableColumn<Operation>[] {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  return useMemo(() => {
    const time = ({ active }: Operation) => (active ? format.quantity(active.standard, 's', 2) : '');
    const name: TableColumn<Operation> = {
      id: 'name',
      name: t('operations:column.name'),
      link: true,
      hideable: false,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="two">
            <span className="med">{row.name}</span>
            <small>{[narrow ? row.code : null, row.product].filter(Boolean).join(' · ')}</small>
          </span>
          {row.archived_at === null ? null : <Tag>{t('operations:archived')}</Tag>}
        </span>
      ),
      sortBy: (row) => row.name,
      skeleton: [170, 96],
    };
    const standard: TableColumn<Operation> = {
      id: 'standard',
      name: t('operations:column.standard'),
      width: narrow ? 118 : 128,
      end: true,
      cell: (row) =>
        row.active === null ? (
          <span className="muted">–</span>
        ) : (
          <span className="two">
            <span className="med whitespace-nowrap">{time(row)}</span>
            <small>{t('operations:per_unit', { unit: unitWord(row.unit, locale) })}</small>
          </span>
        ),
      skeleton: [52, 30],
    };
    if (narrow) return [name, standard];
    return [
      {
        id: 'code',
        name: t('operations:column.code'),
        width: 128,
        cell: (row) => <span className="one-line">{row.code}</span>,
        sortBy: (row) => row.code,
        skeleton: [60],
      },
      name,
      standard,
      {
        id: 'step',
        name: t('operations:column.step'),
        width: 200,
        cell: (row) => <OperationStep row={row} />,
        skeleton: [120],
      },
      {
        id: 'machine',
        name: t('operations:column.machine'),
        width: 176,
        priority: 3,
        cell: (row) => <span className="soft one-line">{row.machine_name ?? ''}</span>,
        skeleton: [96],
      },
      {
        id: 'measurements',
        name: t('operations:column.measurements'),
        width: 84,
        end: true,
        priority: 2,
        cell: (row) => format.number(row.measurement_count),
        skeleton: [16],
      },
      {
        id: 'approved',
        name: t('operations:column.approved'),
        width: 120,
        priority: 3,
        cell: (row) => (row.active ? <span className="soft">{format.date(row.active.approved_at)}</span> : null),
        skeleton: [64],
      },
      {
        id: 'created_at',
        name: t('operations:column.created'),
        width: 120,
        hidden: true,
        cell: (row) => <span className="soft">{format.date(row.created_at)}</span>,
        sortBy: (row) => row.created_at,
        skeleton: [64],
      },
    ];
  }, [t, format, locale, narrow]);
}
