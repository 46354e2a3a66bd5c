import { useMemo } from 'react';
import type { SeriesState, Span } from '../../lib/client/charts/series.store.ts';
import { axisLabels } from '../../lib/client/charts/time-axis.ts';
import { Decimals } from '../../lib/domain/text/csv-writer.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { offsetIfTwice } from '../../lib/i18n/twice.ts';
import { useTimeZone } from '../shell/zone.ts';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useStateWord } from './ChannelValue.tsx';
import { chartTable, csvHeads, type ChartTable as Table, type Taken } from './take.ts';

type Row = Table['rows'][number];

/** What a chart shows, read line by line: the same points as in its file. */
export default function ChartTable({
  channels,
  states,
  window,
  onClose,
}: {
  /** Those in sight. */
  channels: readonly Taken[];
  states: Readonly<Record<string, SeriesState>>;
  window: Span;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const format = useFormat();
  const word = useStateWord();
  const { heads, rows } = useMemo(
    () =>
      chartTable(
        { channels, states, window },
        { ...csvHeads(t), locale, zone, state: (channel, value) => word(value, channel.state_words) },
      ),
    // The words are those of the page.
    [channels, states, window, zone],
  );
  const columns = useMemo(
    (): TableColumn<Row>[] => [
      {
        id: 'ts',
        name: t('dataloggers:chart.take_time'),
        width: 190,
        hideable: false,
        cell: ({ ts }) => (
          <time dateTime={new Date(ts / 1_000).toISOString()}>
            {format.dateTime(ts / 1_000, 'second')} {offsetIfTwice(Math.floor(ts / 1_000), zone)}
          </time>
        ),
      },
      ...heads.map(
        (name, at): TableColumn<Row> => ({
          id: String(at),
          name,
          end: true,
          width: 130,
          cell: ({ cells }) => {
            const cell = cells[at];
            if (cell instanceof Decimals) return format.number(cell.value, cell.digits);
            return typeof cell === 'number' ? format.number(cell) : cell == null ? null : String(cell);
          },
        }),
      ),
    ],
    [heads, format, zone],
  );
  const range = axisLabels(format, zone).range(window.from, window.to);
  return (
    <Dialog title={t('dataloggers:chart.table_title', { range })} isOpen onClose={onClose} size="lg">
      <div className="flex h-[60vh] flex-col">
        <DataTable
          compact
          label={t('dataloggers:chart.table_title', { range })}
          columns={columns}
          rows={rows}
          rowId={({ ts }) => String(ts)}
          empty={<EmptyState scene="nothing-found" title={t('dataloggers:chart.no_data_here')} />}
        />
      </div>
    </Dialog>
  );
}
