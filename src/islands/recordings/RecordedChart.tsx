import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import type { ChannelChoice } from '../../lib/contract/channels.ts';
import type { Recording, RecordingEvaluation } from '../../lib/contract/recordings.ts';
import type { Span } from '../../lib/domain/time/range.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { type ChartAddress, chartLink } from '../chart/address.ts';
import { type Bounds, Chart } from '../chart/Chart.tsx';
import { ChartWaiting } from '../chart/ChartWaiting.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { DetailStores } from './DetailScreen.tsx';

const RecordedStarts = part(() => import('./RecordedStarts.tsx'));

const NONE: readonly ChannelChoice[] = [];
/** Room for the numbers of notes, pixels. */
const NOTES = 26;

/** The recording's time with its limits, what is beyond them, and the numbers of its notes. */
export function RecordedChart({
  context,
  address,
  stores,
  row,
  evaluation,
}: {
  context: PageContext;
  address: ChartAddress;
  stores: DetailStores;
  row: Recording;
  evaluation: RecordingEvaluation | null;
}) {
  const t = useT();
  const ids = row.channels.map(({ channel_id }) => channel_id).join();
  const from = Date.parse(row.from!);
  const to = row.to === null ? null : Date.parse(row.to);
  const charted = useMemo(() => stores.charted(ids.split(',')), [stores, ids]);
  // One that runs is shown up to now; the page follows it by the live stream.
  const [opened] = useState(() => Date.now());
  const series = useMemo(
    () => stores.series(from, to === null || to > opened ? Math.max(opened, from + 60_000) : to),
    [stores, from, to, opened],
  );
  useStarted(charted);
  useStarted(series);
  useEffect(() => series.watch(ids.split(',')), [series, ids]);
  const state = useStore(charted.$state);
  const choices = state.status === 'ready' ? state.choices : NONE;
  const channels = useMemo(
    () =>
      choices.map(({ channel, datalogger }) => ({
        ...channel,
        key: channel.id,
        name: datalogger === null ? channel.name : `${datalogger.name} · ${channel.name}`,
      })),
    [choices],
  );
  const names = useMemo(
    () => new Map(choices.map(({ channel, datalogger }) => [channel.id, { name: channel.name, under: datalogger?.name ?? '' }])),
    [choices],
  );
  const bounds = useMemo(
    () =>
      Object.fromEntries(
        row.channels.flatMap(({ channel_id, limits }): [string, Bounds][] => {
          if (limits === null) return [];
          const spans = evaluation?.channels.find((one) => one.channel_id === channel_id)?.excursions ?? [];
          return [[channel_id, { limits: [limits.low, limits.high].filter((limit) => limit !== null), spans }]];
        }),
      ),
    [row, evaluation],
  );
  const intervals = useMemo(() => new Map(row.channels.map(({ channel_id, interval_s }) => [channel_id, interval_s])), [row]);
  const expected = useMemo(() => (id: string) => intervals.get(id) ?? null, [intervals]);
  const { organization, workspace } = context;
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void charted.load()} />;
  if (choices.length === 0)
    return state.status === 'loading' ? <ChartWaiting /> : <p className="soft p-5">{t('recordings:no_channels')}</p>;
  return (
    <div className="flex min-h-120 flex-col max-[961px]:min-h-0">
      <Chart
        title={row.name}
        organization={organization}
        store={series}
        channels={channels}
        expectedIntervalS={expected}
        names={names}
        address={address}
        bounds={bounds}
        over={
          evaluation?.channels.some(({ calibrations }) => calibrations.length > 0)
            ? (place) => (
                <Boundary instead={null}>
                  <RecordedStarts of={evaluation} {...place} />
                </Boundary>
              )
            : undefined
        }
        below={row.notes.length === 0 ? undefined : { height: NOTES, content: (place) => <NoteNumbers row={row} {...place} /> }}
        link={(shown) => chartLink(location.href, { ...shown, organization, workspace })}
      />
    </div>
  );
}

function NoteNumbers({ row, window, width }: { row: Recording; window: Span; width: number }) {
  return (
    <div className="relative h-6.5" aria-hidden="true">
      {row.notes.map(({ id, at }, index) => {
        const left = ((Date.parse(at) - window.from) / (window.to - window.from)) * width;
        return left < 0 || left > width ? null : (
          <span
            key={id}
            className="absolute top-1 -translate-x-1/2 rounded-1 border border-line-control bg-surface px-1.5 text-12 leading-4.5 font-medium"
            style={{ left }}
          >
            {index + 1}
          </span>
        );
      })}
    </div>
  );
}
