import { useMemo } from 'react';
import type { MarkActs } from '../../lib/client/marks/marks.store.ts';
import type { ListedMark } from '../../lib/contract/mark-lists.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useMarkWords } from '../marks/mark-words.ts';
import { Turn } from '../marks/Turn.tsx';
import type { TableColumn } from '../ui/DataTable.tsx';
import { Status } from '../ui/Status.tsx';
import { Tag } from '../ui/Tag.tsx';

/** Columns of the list. Those that are sorted have the server's names; the server sorts. */
/**
 * @param folded everything of a mark stands in one cell
 * @param printing nothing of it may be missing
 */
export function useColumns(folded: boolean, turn: MarkActs['turn'] | null, mayTurn: (workspace: string) => boolean, printing = false) {
  const t = useT();
  const format = useFormat();
  const words = useMarkWords();
  return useMemo((): readonly TableColumn<ListedMark>[] => {
    const by = (who: string | null) => who ?? t('marks:service');
    const revoked = (row: ListedMark) =>
      row.revoked_at === null ? null : (
        <span className="row flex-wrap gap-x-1.5 gap-y-0">
          <Tag>{t('marks:revoked')}</Tag>
          <small className="muted whitespace-normal">{`${by(row.revoked_by)}, ${format.dateTime(row.revoked_at, 'minute')}`}</small>
        </span>
      );
    const said = (row: ListedMark) => (
      <span className="[&_.st]:whitespace-normal">
        <Status kind={row.revoked_at === null ? (row.kind === 'exclude' ? 'offline' : 'info') : 'paused'}>{words.what(row)}</Status>
      </span>
    );
    const channel: TableColumn<ListedMark> = {
      id: 'channel',
      name: t('mark-list:column.channel'),
      link: true,
      hideable: false,
      cell: (row) =>
        folded ? (
          <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 py-1">
            <span className="med wrap-anywhere whitespace-normal">
              {[row.channel_name, row.datalogger_name].filter(Boolean).join(', ')}
            </span>
            {said(row)}
            <small className="wrap-anywhere whitespace-normal">{row.reason}</small>
            <small className="soft whitespace-normal">{words.time(row)}</small>
            <small className="muted whitespace-normal">{`${by(row.created_by)}, ${format.dateTime(row.created_at, 'minute')}`}</small>
            {revoked(row)}
          </span>
        ) : (
          <span className="two">
            <span className="med">{row.channel_name}</span>
            <small>{row.datalogger_name ?? ''}</small>
          </span>
        ),
      skeleton: [150, 84],
    };
    const act: readonly TableColumn<ListedMark>[] =
      turn === null
        ? []
        : [
            {
              id: 'act',
              name: t('marks:column.act'),
              header: '',
              // A finger wants wider buttons.
              width: folded ? 152 : 132,
              end: true,
              cell: (row) => (mayTurn(row.workspace_id) ? <Turn row={row} turn={turn} /> : null),
              skeleton: [],
            },
          ];
    if (folded) return [channel, ...act];
    return [
      channel,
      {
        id: 'what',
        name: t('mark-list:column.what'),
        width: 300,
        cell: (row) => (
          <span className="grid gap-0.5 py-1">
            {said(row)}
            <small className="soft whitespace-normal">{row.reason}</small>
            {revoked(row)}
          </span>
        ),
        skeleton: [120, 160],
      },
      {
        id: 'from',
        name: t('mark-list:column.time'),
        width: 230,
        cell: (row) => <span className="whitespace-normal">{words.time(row)}</span>,
        sortBy: (row) => row.from,
        skeleton: [180],
      },
      {
        id: 'created_at',
        name: t('mark-list:column.by'),
        width: 170,
        ...(printing ? {} : { priority: 3 }),
        cell: (row) => (
          <span className="grid gap-0.5 py-1">
            <span className="whitespace-normal">{by(row.created_by)}</span>
            <small className="soft whitespace-nowrap">{format.dateTime(row.created_at, 'minute')}</small>
          </span>
        ),
        sortBy: (row) => row.created_at,
        skeleton: [120, 90],
      },
      ...act,
    ];
  }, [t, format, folded, turn, mayTurn, printing]);
}
