import { Plus, Trash2 } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TypedRow } from '../../lib/domain/time-study/desk-study.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { type Choice, COLUMNS, type Column, emptyRow, nextActivity, pasted } from './rows.ts';

const FIELD =
  'w-full min-w-0 rounded-1 border border-line bg-surface px-1.5 py-1 text-ink focus:border-accent aria-invalid:border-alarm pointer-coarse:min-h-(--control-touch)';

/** Rows of a study that keys alone can fill: Enter goes down and begins the next row, Tab goes to the right. */
export function Grid({
  rows,
  choices,
  wrong,
  onChange,
}: {
  rows: readonly TypedRow[];
  choices: readonly Choice[];
  /** Lines with a problem, from 1. */
  wrong: ReadonlySet<number>;
  onChange: (rows: readonly TypedRow[]) => void;
}) {
  const t = useT();
  const format = useFormat();
  const table = useRef<HTMLTableElement>(null);
  /** A cell that is to have the focus once it is there. */
  const [wanted, setWanted] = useState<{ row: number; column: Column } | null>(null);
  useEffect(() => {
    if (wanted === null) return;
    table.current?.querySelector<HTMLElement>(`[data-cell="${wanted.row} ${wanted.column}"]`)?.focus();
    setWanted(null);
  }, [wanted]);
  const set = (at: number, over: Partial<TypedRow>) => onChange(rows.map((row, index) => (index === at ? { ...row, ...over } : row)));
  const add = () => onChange([...rows, emptyRow(nextActivity(rows, choices))]);
  const keys = (event: KeyboardEvent, row: number, column: Column) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = row + (event.shiftKey ? -1 : 1);
    if (to >= rows.length) add();
    if (to >= 0) setWanted({ row: to, column });
  };
  const paste = (event: ClipboardEvent, row: number, column: Column) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    onChange(pasted(rows, text.trimEnd(), { row, column }, choices));
  };
  const cell = (row: number, column: Column) => ({
    'data-cell': `${row} ${column}`,
    'aria-label': t('desk-study:cell', { column: t(`desk-study:column.${column}`), row: format.number(row + 1) }),
    className: `${FIELD} ${column === 'time' || column === 'rating' ? 'text-right' : ''}`,
    onKeyDown: (event: KeyboardEvent) => keys(event, row, column),
    onPaste: (event: ClipboardEvent) => paste(event, row, column),
  });
  return (
    <div className="grid gap-2">
      <div className="max-h-[45vh] overflow-auto rounded-1 border border-line">
        <table ref={table} className="tbl compact w-full [&_td]:px-1 [&_td]:py-0.5 [&_th]:px-2" aria-label={t('desk-study:grid')}>
          <thead>
            <tr>
              <th scope="col" className="num">
                <span className="vh">{t('desk-study:row')}</span>
              </th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={column === 'time' || column === 'rating' ? 'num' : ''}>
                  {t(`desk-study:column.${column}`)}
                </th>
              ))}
              <th scope="col">
                <span className="vh">{t('desk-study:remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // Rows are what stands in their place.
              <tr key={at} className={wrong.has(at + 1) ? 'bg-alarm-soft' : ''}>
                <td className="num soft">{format.number(at + 1)}</td>
                <td className="min-w-56 slim:min-w-54">
                  <select {...cell(at, 'activity')} value={row.activity} onChange={(event) => set(at, { activity: event.target.value })}>
                    <option value="">{t('desk-study:choose')}</option>
                    {choices.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </select>
                </td>
                <td className="min-w-20">
                  <input
                    {...cell(at, 'time')}
                    inputMode="decimal"
                    value={row.time}
                    onChange={(event) => set(at, { time: event.target.value })}
                  />
                </td>
                <td className="min-w-16">
                  <input
                    {...cell(at, 'rating')}
                    inputMode="numeric"
                    value={row.rating}
                    onChange={(event) => set(at, { rating: event.target.value })}
                  />
                </td>
                <td className="min-w-28">
                  <input
                    {...cell(at, 'note')}
                    value={row.note}
                    maxLength={2_000}
                    onChange={(event) => set(at, { note: event.target.value })}
                  />
                </td>
                <td className="min-w-32">
                  <input
                    {...cell(at, 'excluded')}
                    value={row.excluded}
                    maxLength={2_000}
                    onChange={(event) => set(at, { excluded: event.target.value })}
                  />
                </td>
                <td>
                  <IconButton
                    icon={Trash2}
                    label={t('desk-study:remove_row', { row: format.number(at + 1) })}
                    onPress={() => onChange(rows.length === 1 ? [emptyRow(nextActivity([], choices))] : rows.toSpliced(at, 1))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button
          size="sm"
          icon={Plus}
          onPress={() => {
            add();
            setWanted({ row: rows.length, column: 'time' });
          }}
        >
          {t('desk-study:add')}
        </Button>
      </div>
      <p className="soft text-12">{t('desk-study:keys')}</p>
    </div>
  );
}
