import { useMemo } from 'react';
import type { AllowanceSet, AllowanceShares } from '../../lib/contract/allowance-sets.ts';
import { ALLOWANCE_KINDS } from '../../lib/domain/time-study/standard-card.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';
import { usePercent } from './percent.ts';

export const sumOf = (shares: AllowanceShares): number => ALLOWANCE_KINDS.reduce((sum, kind) => sum + shares[kind], 0);

/** Has a specialist of the organisation confirmed the set? */
export function Confirmed({ row }: { row: Pick<AllowanceSet, 'to_confirm'> }) {
  const t = useT();
  return row.to_confirm ? (
    <Status kind="late">{t('allowance-sets:to_confirm')}</Status>
  ) : (
    <Status kind="online">{t('allowance-sets:confirmed')}</Status>
  );
}

export function useColumns(narrow: boolean): readonly TableColumn<AllowanceSet>[] {
  const t = useT();
  const format = useFormat();
  const percent = usePercent();
  return useMemo(() => {
    const name: TableColumn<AllowanceSet> = {
      id: 'name',
      name: t('allowance-sets:column.name'),
      link: true,
      hideable: false,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="two">
            <span className="med">{row.name}</span>
            <small>{t(`allowance-sets:basis.${row.basis}`)}</small>
            {narrow ? null : (
              <small className="hidden @max-[1081px]:block">
                {ALLOWANCE_KINDS.map((kind) => `${t(`allowance-sets:kind.${kind}`)} ${percent(row.shares[kind])}`).join(' · ')}
              </small>
            )}
          </span>
          {row.archived_at === null ? null : <Tag>{t('allowance-sets:archived')}</Tag>}
        </span>
      ),
      sortBy: (row) => row.name,
      skeleton: [150, 90],
    };
    const total: TableColumn<AllowanceSet> = {
      id: 'total',
      name: t('allowance-sets:column.total'),
      width: narrow ? 84 : 92,
      end: true,
      cell: (row) => <span className="med">{percent(sumOf(row.shares))}</span>,
      skeleton: [36],
    };
    if (narrow) return [name, total];
    return [
      name,
      ...ALLOWANCE_KINDS.map(
        (kind): TableColumn<AllowanceSet> => ({
          id: kind,
          name: t(`allowance-sets:kind.${kind}`),
          width: 132,
          end: true,
          // Where the window has no room for four more columns they stand below the name.
          priority: 3,
          cell: (row) => percent(row.shares[kind]),
          skeleton: [30],
        }),
      ),
      total,
      {
        id: 'version',
        name: t('allowance-sets:column.version'),
        width: 76,
        end: true,
        cell: (row) => format.number(row.version),
        skeleton: [12],
      },
      {
        id: 'state',
        name: t('allowance-sets:column.state'),
        width: 180,
        cell: (row) => (
          <span className="[&_.st]:items-baseline [&_.st]:whitespace-normal">
            <Confirmed row={row} />
          </span>
        ),
        skeleton: [110],
      },
      {
        id: 'created_at',
        name: t('allowance-sets:column.created'),
        width: 120,
        hidden: true,
        cell: (row) => <span className="soft">{format.date(row.created_at)}</span>,
        sortBy: (row) => row.created_at,
        skeleton: [64],
      },
    ];
  }, [t, format, narrow]);
}
