import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createAlarmBands, createMarkBands, createWorkLanes } from '../../lib/client/charts/beside-charts.ts';
import { createCharted } from '../../lib/client/charts/charted.store.ts';
import { createMeasurementSeries } from '../../lib/client/charts/measurement-series.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import type { ChannelChoice } from '../../lib/contract/channels.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { type ChartAddress, chartLink } from '../chart/address.ts';
import { Chart } from '../chart/Chart.tsx';
import { ChartWaiting } from '../chart/ChartWaiting.tsx';
import { rowsOf } from '../machines/today.ts';
import type { PageContext } from '../shell/Signed.tsx';
import { Boundary, part } from '../ui/Boundary.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { around } from './around.ts';

await ready('channels', 'dataloggers', 'range');

const WorkLanes = part(() => import('../charts/WorkLanes.tsx'));

const NONE: readonly ChannelChoice[] = [];
const NO_ALARMS: readonly Alarm[] = [];
/** Room for a lane of people's work, pixels. */
const LANE = 40;

/** The channel around the alarm, with its limits, other alarms of it, and what people did then. */
export default function AlarmChart({
  context,
  deps,
  address,
  row,
}: {
  context: PageContext;
  deps: StoreDeps;
  address: ChartAddress;
  row: Alarm;
}) {
  const t = useT();
  const { channel_id } = row;
  const [{ charted, series, bands, noted, lanes }] = useState(() => ({
    charted: createCharted(deps, { channels: [channel_id], dataloggers: [], machine: null }),
    series: createMeasurementSeries(deps, address.range ?? { kind: 'fixed', ...around(row, Date.now()) }),
    bands: createAlarmBands(deps),
    noted: createMarkBands(deps),
    lanes: createWorkLanes(deps),
  }));
  useStarted(charted);
  useStarted(series);
  useStarted(bands);
  useStarted(noted);
  useStarted(lanes);
  const state = useStore(charted.$state);
  const choices = state.status === 'ready' ? state.choices : NONE;
  const window = useStore(series.$window);
  const machine = choices[0]?.machine?.id ?? null;
  useEffect(() => series.watch([channel_id]), [series, channel_id]);
  useEffect(() => bands.show([channel_id], window), [bands, channel_id, window]);
  useEffect(() => noted.show([channel_id], window), [noted, channel_id, window]);
  useEffect(() => lanes.show(machine === null ? [] : [machine], window), [lanes, machine, window]);
  const others = useStore(bands.$found)[channel_id];
  const found = useStore(lanes.$found);
  const said = useStore(noted.$found);
  const work = useMemo(() => Object.values(found), [found]);
  const count = useMemo(() => rowsOf({ today: work.flatMap(({ today }) => today) }).length, [work]);
  const marks = useMemo(() => Object.values(said).flat(), [said]);
  const channels = useMemo(
    () =>
      choices.map(({ channel, datalogger }) => ({
        ...channel,
        name: datalogger === null ? channel.name : `${datalogger.name} · ${channel.name}`,
      })),
    [choices],
  );
  const names = useMemo(
    () => new Map(choices.map(({ channel, datalogger }) => [channel.id, { name: channel.name, under: datalogger?.name ?? '' }])),
    [choices],
  );
  const interval = choices[0]?.interval_s ?? null;
  const expected = useCallback(() => interval, [interval]);
  // One that is pending or withdrawn is no alarm; its limits are shown all the same.
  const bounds = useMemo(() => {
    if (row.state !== 'pending' && row.state !== 'withdrawn') return {};
    const limits = row.kind === 'rate' ? [] : [row.low, row.high].filter((limit) => limit !== null);
    return { [channel_id]: { limits, spans: [] } };
  }, [row, channel_id]);
  const { organization } = context;
  if (state.status === 'error') return <ErrorState error={state.code} onRetry={() => void charted.load()} />;
  if (choices.length === 0) return state.status === 'loading' ? <ChartWaiting /> : <p className="soft p-5">{t('alarm-page:no_channel')}</p>;
  return (
    <div className="flex min-h-105 flex-col max-[961px]:min-h-0">
      <Chart
        title={row.rule_name}
        organization={organization}
        store={series}
        channels={channels}
        expectedIntervalS={expected}
        names={names}
        address={address}
        alarms={{ [channel_id]: others ?? NO_ALARMS }}
        bounds={bounds}
        noted={marks}
        below={
          count === 0
            ? undefined
            : {
                height: count * LANE,
                content: (place) => (
                  <Boundary instead={null}>
                    <WorkLanes work={work} {...place} />
                  </Boundary>
                ),
              }
        }
        link={(shown) => chartLink(location.href, { ...shown, organization, workspace: row.workspace_id })}
      />
    </div>
  );
}
