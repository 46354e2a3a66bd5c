import { useMemo } from 'react';
import type { SeriesState, Span } from '../../lib/client/charts/series.store.ts';
import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import { Decimals } from '../../lib/domain/text/csv-writer.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { useTimeZone } from '../shell/zone.ts';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useStateWord } from './ChannelValue.tsx';
import type { OtherTime } from './refined.ts';
import { chartTable, csvHeads, type ChartTable as Table, type Taken } from './take.ts';

type Row = Table['rows'][number];

/** What a chart shows, read line by line: the same points as in its file. */
export default function ChartTable({
  channels,
  states,
  window,
  other,
  onClose,
}: {
  /** Those in sight. */
  channels: readonly Taken[];
  states: Readonly<Record<string, SeriesState>>;
  window: Span;
  /** Another time that is shown beside it. */
  other?: OtherTime | null | undefined;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const format = useFormat();
  const word = useStateWord();
  const { heads, rows, otherHeads } = useMemo(
    () =>
      chartTable(
        { channels, states, window, other },
        { ...csvHeads(t), locale, zone, state: (channel, value) => word(value, channel.state_words) },
      ),
    // The words are those of the page.
    [channels, states, window, other, zone],
  );
  const columns = useMemo((): TableColumn<Row>[] => {
    const moment = (us: number) => <time dateTime={new Date(us / 1_000).toISOString()}>{format.dateTime(us / 1_000, 'second')}</time>;
    const cellsOf = (names: readonly string[], of: 'cells' | 'otherCells') =>
      names.map(
        (name, at): TableColumn<Row> => ({
          id: `${of} ${at}`,
          name,
          end: true,
          width: 130,
          cell: (row) => {
            const cell = row[of]?.[at];
            if (cell instanceof Decimals) return format.number(cell.value, cell.digits);
            return typeof cell === 'number' ? format.number(cell) : cell == null ? null : String(cell);
          },
        }),
      );
    return [
      { id: 'ts', name: t('dataloggers:chart.take_time'), width: 190, hideable: false, cell: ({ ts }) => moment(ts) },
      ...cellsOf(heads, 'cells'),
      ...(other && otherHeads
        ? [
            { id: 'other', name: other.words.time, width: 190, cell: ({ otherTs }: Row) => (otherTs == null ? null : moment(otherTs)) },
            ...cellsOf(otherHeads, 'otherCells'),
          ]
        : []),
    ];
  }, [heads, otherHeads, other, format]);
  const range = axisLabels(format, zone).range(window.from, window.to);
  return (
    <Dialog title={t('dataloggers:chart.table_title', { range })} isOpen onClose={onClose} size="lg">
      {/* Heads of one channel differ at their ends only. */}
      <div className="flex h-[60vh] flex-col [&_thead_th]:align-bottom [&_thead_th]:py-1 [&_thead_.one-line]:whitespace-normal [&_thead_.one-line]:overflow-visible">
        <DataTable
          compact
          label={t('dataloggers:chart.table_title', { range })}
          columns={columns}
          rows={rows}
          rowId={({ ts, otherTs }) => `${ts} ${otherTs ?? ''}`}
          empty={<EmptyState scene="nothing-found" title={t('dataloggers:chart.no_data_here')} />}
        />
      </div>
    </Dialog>
  );
}
