import { Pencil, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import type { Shift } from '../../lib/contract/shift-calendars.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { FOLDS, Folded } from '../ui/table/Folded.tsx';
import { categoryOf, crossesMidnight, netMinutes, useCalendarWords } from './calendar.ts';

interface Line {
  index: number;
  shift: Shift;
}

/** The shifts of the week, one a row. */
export function ShiftList({
  shifts,
  canWrite,
  onEdit,
  onRemove,
}: {
  shifts: readonly Shift[];
  canWrite: boolean;
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
}) {
  const t = useT();
  const format = useFormat();
  const words = useCalendarWords();
  const rows = useMemo(() => shifts.map((shift, index): Line => ({ index, shift })), [shifts]);
  const columns = useMemo((): TableColumn<Line>[] => {
    const breaks = ({ breaks: rests }: Shift) =>
      rests.length === 0
        ? t('workspaces:shifts.no_breaks')
        : rests.map((rest) => `${words.span(rest)} ${t(rest.paid ? 'workspaces:shifts.paid' : 'workspaces:shifts.unpaid')}`).join(', ');
    return [
      {
        id: 'name',
        name: t('workspaces:shifts.column.name'),
        cell: ({ shift, index }) => (
          <span className="flex items-center gap-2.5 min-w-0">
            <i className="flex-none size-3 rounded-1" style={{ background: `var(--cat-${categoryOf(index)})` }} />
            <span className={`two ${FOLDS}`}>
              <span className="med one-line">{shift.name}</span>
              <Folded>
                {words.days(shift.days)}, <span className="whitespace-nowrap">{words.span(shift)}</span>
              </Folded>
            </span>
          </span>
        ),
      },
      { id: 'days', name: t('workspaces:shifts.column.days'), width: 150, priority: 2, cell: ({ shift }) => words.days(shift.days) },
      {
        id: 'time',
        name: t('workspaces:shifts.column.time'),
        width: 170,
        priority: 2,
        cell: ({ shift }) => (
          <span className="num">
            {words.span(shift)} {crossesMidnight(shift) ? <span className="muted">{t('workspaces:shifts.next_day')}</span> : null}
          </span>
        ),
      },
      {
        id: 'breaks',
        name: t('workspaces:shifts.column.breaks'),
        width: 280,
        priority: 3,
        cell: ({ shift }) => <span className={shift.breaks.length === 0 ? 'muted' : 'whitespace-normal'}>{breaks(shift)}</span>,
      },
      {
        id: 'net',
        name: t('workspaces:shifts.column.net'),
        width: 110,
        end: true,
        cell: ({ shift }) => <span className="num">{format.interval(netMinutes(shift) * 60)}</span>,
      },
      ...(canWrite
        ? [
            {
              id: 'act',
              name: t('organizations:workspaces.column.act'),
              header: <span className="vh">{t('organizations:workspaces.column.act')}</span>,
              width: 112,
              end: true,
              cell: ({ shift, index }: Line) => (
                <span className="row justify-end gap-0">
                  <IconButton
                    icon={Pencil}
                    size="sm"
                    label={t('workspaces:shifts.edit', { name: shift.name })}
                    onPress={() => onEdit(index)}
                  />
                  <IconButton
                    icon={Trash2}
                    size="sm"
                    label={t('workspaces:shifts.remove', { name: shift.name })}
                    onPress={() => onRemove(index)}
                  />
                </span>
              ),
            },
          ]
        : []),
    ];
  }, [t, format, words, canWrite, onEdit, onRemove]);
  return (
    <DataTable label={t('workspaces:shifts.list')} height="content" columns={columns} rows={rows} rowId={({ index }) => String(index)} />
  );
}
