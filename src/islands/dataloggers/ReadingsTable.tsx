import { useStore } from '@nanostores/react';
import { type CSSProperties, useCallback, useEffect, useMemo, useState } from 'react';
import type { ChannelsState } from '../../lib/client/dataloggers/channels.store.ts';
import { createReadings, type ReadingRow } from '../../lib/client/dataloggers/readings.store.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Channel } from '../../lib/contract/channels.ts';
import type { ReadingValue } from '../../lib/contract/common.ts';
import { shownNumber } from '../../lib/domain/quantities/shown.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ChannelValue } from '../chart/ChannelValue.tsx';
import { useNarrow } from '../shell/Signed.tsx';
import { DataTable, type TableColumn } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';

const NO_ROWS: readonly ReadingRow[] = [];
/** Pixels; the table is only as wide as its columns, so that figures stay beside their time, and they move together before it scrolls. */
const WIDE = { time: 200, value: 140, least: 100 };
/** On a phone the date goes under the time, so that three channels stand beside it. */
const PHONE = { time: 110, value: 128, least: 92 };
const NO_CHANNELS: readonly Channel[] = [];

interface ReadingsTableProps {
  deps: StoreDeps;
  datalogger: string;
  channels: Exclude<ChannelsState, { status: 'error' }>;
}

/** Readings of all channels joined by time, the newest first; older pages come as one scrolls. */
export default function ReadingsTable({ deps, datalogger, channels }: ReadingsTableProps) {
  const t = useT();
  const [store] = useState(() => createReadings(deps, datalogger));
  useStarted(store);
  const rows = channels.status === 'ready' ? channels.rows : NO_CHANNELS;
  const ids = rows.map((channel) => channel.id).join();
  useEffect(() => {
    if (ids !== '') store.show(ids.split(','));
  }, [store, ids]);
  const state = useStore(store.$state);
  const narrow = useNarrow();
  const { time, value, least } = narrow ? PHONE : WIDE;
  const columns = useColumns(rows, narrow);
  const more = useCallback(() => void store.more(), [store]);

  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void store.reload()} />;
  return (
    <div
      className="[&_.tbl]:w-full [&_.tbl]:max-w-(--table-width) [&_.tbl]:min-w-(--table-least) [&_.value_b]:text-13 [&_.value_b]:font-regular phone:[&_:is(th,td)+:is(th,td)]:pl-2 phone:[&_:is(th,td):not(:last-child)]:pr-2 [&_:is(th,td):first-child]:sticky [&_:is(th,td):first-child]:left-0 [&_th:first-child]:z-4 [&_td:first-child]:z-1 [&_td:first-child]:bg-surface phone:[&_th_.one-line]:line-clamp-2 phone:[&_th_.one-line]:leading-3.5 phone:[&_th_.one-line]:whitespace-normal"
      style={{ '--table-width': `${time + rows.length * value}px`, '--table-least': `${time + rows.length * least}px` } as CSSProperties}
    >
      <DataTable
        compact={!narrow}
        label={t('dataloggers:table.label')}
        columns={columns}
        rows={state.status === 'ready' ? state.rows : NO_ROWS}
        rowId={(row) => row.ts}
        loading={state.status === 'loading'}
        empty={<EmptyState title={t('dataloggers:table.empty')} />}
        onEnd={more}
      />
    </div>
  );
}

/** What came, as it is shown; only numbers are corrected. */
const rawOf = (raw: ReadingValue, { conversion }: Channel): number => (typeof raw === 'number' ? shownNumber(raw, conversion) : 0);

function useColumns(channels: readonly Channel[], narrow: boolean): readonly TableColumn<ReadingRow>[] {
  const t = useT();
  const format = useFormat();
  const { time } = narrow ? PHONE : WIDE;
  return useMemo(
    () => [
      {
        id: 'ts',
        name: t('dataloggers:table.time'),
        width: time,
        hideable: false,
        cell: ({ ts, us }) => {
          const finest = us % 1_000_000 === 0 ? 'second' : 'millisecond';
          if (!narrow) return <time dateTime={ts}>{format.dateTime(us / 1000, finest)}</time>;
          return (
            <time dateTime={ts} className="two">
              <span>{format.time(us / 1000, finest)}</span>
              <small>{format.date(us / 1000)}</small>
            </time>
          );
        },
        skeleton: narrow ? [64, 56] : [120],
      },
      ...channels.map(
        (channel): TableColumn<ReadingRow> => ({
          id: channel.id,
          name: channel.display_unit ? `${channel.name}, ${channel.display_unit}` : channel.name,
          end: true,
          cell: (row) => {
            const reading = row.cells[channel.id];
            if (!reading) return null;
            const value = <ChannelValue value={reading.value} of={channel} unit={null} />;
            if (reading.raw !== undefined)
              return (
                <span className="underline decoration-info decoration-dotted underline-offset-3">
                  {value}{' '}
                  <small>{t('dataloggers:table.raw', { value: format.number(rawOf(reading.raw, channel), channel.decimals) })}</small>
                </span>
              );
            if (reading.quality === 'good') return value;
            return (
              <span className="underline decoration-late decoration-dotted underline-offset-3">
                {value} <small>{t(`dataloggers:table.${reading.quality}`)}</small>
              </span>
            );
          },
          skeleton: [44],
        }),
      ),
    ],
    [t, format, channels, narrow],
  );
}
