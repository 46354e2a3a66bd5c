import { useMemo } from 'react';
import type { SettingsState } from '../../lib/client/imports/import.store.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { ImportPreview, ImportProblem } from '../../lib/contract/imports.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { useStateWord } from '../chart/ChannelValue.tsx';
import { useNarrow } from '../shell/Signed.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { Status } from '../ui/Status.tsx';

type Row = ImportPreview['rows'][number];

/** The first rows as they would be stored. */
export function PreviewTable({ state: { settings, preview, stale }, channels }: { state: SettingsState; channels: readonly Channel[] }) {
  const t = useT();
  const format = useFormat();
  const { columns } = settings;
  const narrow = useNarrow();
  const troubled = preview.rows.some(({ problems }) => problems.length > 0);
  const shown = useMemo((): readonly TableColumn<Row>[] => {
    const problem: TableColumn<Row> = {
      id: 'problem',
      name: t('imports:problem'),
      cell: ({ problems }) => (problems.length > 0 ? <Problems problems={problems} /> : null),
    };
    return [
      { id: 'line', name: t('imports:line'), width: 76, end: true, cell: ({ line }) => line },
      {
        id: 'ts',
        name: t('imports:stored_time'),
        width: narrow ? 156 : 190,
        cell: ({ ts, cells }) =>
          ts === null ? <span className="muted one-line">{cells[settings.time.columns[0] ?? 0]}</span> : format.dateTime(ts, 'second'),
      },
      // What is wrong stands beside the time, in sight however many columns there are.
      ...(troubled ? [problem] : []),
      ...columns.map(
        (column, at): TableColumn<Row> => ({
          id: `value-${at}`,
          name: channels.find(({ key }) => key === column.key)?.name ?? column.key,
          width: 130,
          end: column.kind === 'gauge' || column.kind === 'counter',
          cell: ({ values }) => <Cell value={values[at] ?? null} />,
        }),
      ),
      ...(troubled ? [] : [problem]),
    ];
  }, [t, format, columns, settings.time.columns, channels, narrow, troubled]);
  return (
    <section className="grid gap-2" aria-busy={stale}>
      <h3 className="h2">{t('imports:preview')}</h3>
      <div className="flex h-72 min-h-0 flex-col rounded-2 border border-line-2">
        <DataTable label={t('imports:preview')} columns={shown} rows={preview.rows} rowId={({ line }) => String(line)} compact />
      </div>
    </section>
  );
}

function Cell({ value }: { value: Row['values'][number] }) {
  const t = useT();
  const format = useFormat();
  const word = useStateWord();
  if (value === null) return <span className="muted">{t('imports:no_value')}</span>;
  if (typeof value === 'number') return format.number(value);
  return <span className="one-line">{typeof value === 'boolean' ? word(value, null) : value}</span>;
}

function Problems({ problems }: { problems: readonly ImportProblem[] }) {
  const t = useT();
  const said = problems.map(({ code, key }) => (key === undefined ? '' : `${key}: `) + t(`received-data:error.${code}`)).join(' ');
  return (
    <span className="block py-1 [&_.st]:whitespace-normal">
      <Status kind="late">{said}</Status>
    </span>
  );
}
