import { useStore } from '@nanostores/react';
import { Plus, X } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Beside } from '../../lib/client/charts/beside.ts';
import type { ChartedStore } from '../../lib/client/charts/charted.store.ts';
import type { MeasurementSeries } from '../../lib/client/charts/measurement-series.ts';
import type { StoreDeps } from '../../lib/client/kernel/store-deps.ts';
import { readShifts } from '../../lib/client/workspaces/read-shifts.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Alarm } from '../../lib/contract/alarms.ts';
import { type Channel, type ChannelChoice, MOST_CHARTED } from '../../lib/contract/channels.ts';
import type { Mark } from '../../lib/contract/marks.ts';
import type { MachineWork } from '../../lib/contract/measurements.ts';
import type { Span } from '../../lib/domain/time/range.ts';
import { readRange, writeRange } from '../../lib/domain/time/range-address.ts';
import { href } from '../../lib/i18n/href.ts';
import { useLocale, useT } from '../../lib/i18n/react.tsx';
import { type ChartAddress, chartLink } from '../chart/address.ts';
import { Chart } from '../chart/Chart.tsx';
import { ChartWaiting } from '../chart/ChartWaiting.tsx';
import { recordingHref } from '../chart/recording-href.ts';
import type { Refined } from '../chart/refined.ts';
import { rowsOf } from '../machines/today.ts';
import { type ShownView, Views } from '../saved-views/Views.tsx';
import type { PageContext } from '../shell/Signed.tsx';
import { useAddress } from '../shell/useAddress.ts';
import { useTimeZone } from '../shell/zone.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { opensDialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { late } from '../ui/late.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Status } from '../ui/Status.tsx';
import { useStarted } from '../ui/useStarted.ts';
import type { Drawn } from './Calibrated.tsx';
import { ChartTools } from './ChartTools.tsx';
import { readCharted, writeCharted } from './charted.ts';
import { type ChartSetup, isPlain, readSetup, writeSetup } from './setup.ts';

const WorkLanes = part(() => import('./WorkLanes.tsx'));
const Refining = part(() => import('./Refining.tsx'));
const Happened = part(() => import('./Happened.tsx'));
const Calibrated = part(() => import('./Calibrated.tsx'));
const Wall = part(() => import('./Wall.tsx'));
const days = late(() => import('../../lib/client/charts/data-days.ts'));
const MarkForm = part(() => import('../marks/MarkForm.tsx'));
const PickChannels = part(() => import('./PickChannels.tsx'));

interface Stores {
  deps: StoreDeps;
  charted: ChartedStore;
  series: MeasurementSeries;
  lanes: Beside<MachineWork>;
  alarms: Beside<readonly Alarm[]>;
  noted: Beside<readonly Mark[]>;
}

/** The address of a view, or of charts without one; what was changed stays behind it. */
function putPath(view: ShownView | null, locale: Locale): void {
  const url = new URL(location.href);
  url.searchParams.delete('view');
  url.pathname = view ? href('/dlog/charts/{id}', { id: view.id }, locale) : href('/dlog/charts', null, locale);
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}

const NONE: readonly ChannelChoice[] = [];
/** Room for a lane of people's work, pixels. */
const LANE = 40;

/** Shown until the person is known. */
export function ChartsWaiting() {
  const t = useT();
  return (
    <div className="screen">
      <PageHead title={t('charts:title')} />
      <ChartWaiting />
    </div>
  );
}

/** Channels of any loggers and machines in one chart. */
export function ChartsScreen({
  context,
  address,
  opened,
  opening,
  create,
}: {
  context: PageContext;
  address: ChartAddress;
  /** What of how it is drawn the address said. */
  opening: { setup: ChartSetup; wall: boolean };
  /** The view whose page it is. */
  opened: ShownView | null;
  create: () => Stores;
}) {
  const t = useT();
  const locale = useLocale();
  const [view, setView] = useState(opened);
  const onView = useCallback(
    (shown: ShownView | null) => {
      setView((before) => {
        if (shown && before?.id === shown.id && before.name === shown.name && before.changed === shown.changed) return before;
        putPath(shown, locale);
        return shown;
      });
    },
    [locale],
  );
  const [stores] = useState(create);
  const { deps, charted, series } = stores;
  const [picking, setPicking] = useState(false);
  useStarted(charted);
  useStarted(series);
  const state = useStore(charted.$state);
  const range = useStore(series.$range);
  const choices = state.status === 'ready' ? state.choices : NONE;
  const ids = choices.map(({ channel }) => channel.id).join('.');
  useEffect(() => series.watch(ids.split('.')), [series, ids]);
  const [setup, setSetup] = useState(opening.setup);
  const [wall, setWall] = useState(opening.wall);
  // Once it is known which they are: what it was opened with may be a logger. What a view says stands with it.
  useAddress(state.status === 'ready' ? writeCharted(ids === '' || (view && !view.changed) ? [] : ids.split('.')) : {});
  useAddress({ ...writeSetup(setup), wall: wall ? '1' : null });
  const offWall = useCallback(() => setWall(false), []);
  const add = (
    <Button
      variant="primary"
      icon={Plus}
      isDisabled={state.status !== 'ready' || choices.length >= MOST_CHARTED}
      onPress={() => setPicking(true)}
      {...opensDialog(PickChannels)}
    >
      {t('charts:add')}
    </Button>
  );
  return (
    <div className="screen">
      <PageHead
        {...(view
          ? {
              crumbs: [{ text: t('charts:title'), href: href('/dlog/charts', null, locale) }],
              status: view.changed ? <Status kind="info">{t('charts:changed')}</Status> : undefined,
            }
          : {})}
        title={view?.name || t('charts:title')}
        {...(choices.length > 0 ? { note: t('charts:count', { count: choices.length }) } : {})}
        actions={
          state.status === 'ready' ? (
            <>
              <Views
                context={context}
                list="charts"
                paged={{ id: view?.id ?? null, onShown: onView }}
                query={choices.length === 0 ? {} : { ch: ids, ...writeRange(range), ...writeSetup(setup) }}
                onQuery={(said) => {
                  charted.show(readCharted(said));
                  setSetup(readSetup(said));
                  const kept = readRange(said);
                  if (kept) series.choose(kept);
                }}
              />
              {choices.length === 0 ? null : add}
            </>
          ) : undefined
        }
      />
      {state.status === 'error' ? <ErrorState error={state.code} onRetry={() => void charted.load()} /> : null}
      {state.status === 'loading' ? <ChartWaiting /> : null}
      {state.status === 'ready' && choices.length === 0 ? (
        <EmptyState title={t('charts:empty.title')} actions={add}>
          {t('charts:empty.text')}
        </EmptyState>
      ) : null}
      {choices.length > 0 ? (
        <Together
          context={context}
          stores={stores}
          choices={choices}
          address={address}
          setup={setup}
          onSetup={setSetup}
          onWall={() => setWall(true)}
        />
      ) : null}
      {wall && choices.length > 0 ? (
        <Boundary instead={null} onFailure={offWall}>
          <Wall title={view?.name || t('charts:title')} series={series} organization={context.organization} onClose={offWall} />
        </Boundary>
      ) : null}
      {picking ? (
        <Boundary instead={null} onFailure={() => setPicking(false)}>
          <PickChannels deps={deps} context={context} charted={charted} onClose={() => setPicking(false)} />
        </Boundary>
      ) : null}
    </div>
  );
}

function Together({
  context,
  stores: { deps, charted, series, lanes, alarms, noted },
  choices,
  address,
  setup,
  onSetup,
  onWall,
}: {
  context: PageContext;
  stores: Stores;
  choices: readonly ChannelChoice[];
  address: ChartAddress;
  setup: ChartSetup;
  onSetup: (setup: ChartSetup) => void;
  onWall: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const zone = useTimeZone();
  const [refined, setRefined] = useState<Refined | null>(null);
  const { organization, workspace } = context;
  const channels = useMemo(() => choices.map(withLogger), [choices]);
  const intervals = useMemo(() => new Map(choices.map(({ channel, interval_s }) => [channel.id, interval_s])), [choices]);
  const expected = useCallback((id: string) => intervals.get(id) ?? null, [intervals]);
  const names = useMemo(() => new Map(choices.map((choice) => [choice.channel.id, namesOf(choice)])), [choices]);
  useStarted(lanes);
  useStarted(alarms);
  useStarted(noted);
  const [making, setMaking] = useState<Span | null>(null);
  const [over, setOver] = useState<Drawn>();
  // A function that is given to a state is taken for the way to a new one.
  const onStarts = useCallback((found: Drawn) => setOver(() => found), []);
  const marked = useStore(noted.$found);
  const said = useMemo(() => Object.values(marked).flat(), [marked]);
  const window = useStore(series.$window);
  const found = useStore(lanes.$found);
  const work = useMemo(() => Object.values(found), [found]);
  const ids = channels.map(({ id }) => id).join();
  useEffect(() => alarms.show(ids.split(','), window), [alarms, ids, window]);
  useEffect(() => noted.show([ids], window), [noted, ids, window]);
  const machines = [...new Set(choices.flatMap(({ machine }) => machine?.id ?? []))].join();
  useEffect(() => lanes.show(machines === '' ? [] : machines.split(','), window), [lanes, machines, window]);
  const count = useMemo(() => rowsOf({ today: work.flatMap(({ today }) => today) }).length, [work]);
  const banded = useStore(alarms.$found);
  const told = { alarms: useStore(alarms.$told), marks: useStore(noted.$told), work: useStore(lanes.$told) };
  const happened = (span: Span) => (
    <Boundary instead={null}>
      <Happened
        span={span}
        channels={channels}
        series={series}
        alarms={Object.values(banded).flat()}
        noted={said}
        work={work}
        told={told}
      />
    </Boundary>
  );
  const loggers = [...new Set(choices.flatMap(({ datalogger }) => datalogger?.id ?? []))].join();
  const marks = useCallback(
    async (first: string, last: string) =>
      (await days.load()).readDataDays(
        deps,
        { dataloggers: loggers === '' ? [] : loggers.split(','), channels: ids.split(','), zone },
        first,
        last,
      ),
    [deps, loggers, ids, zone],
  );
  const shifts = useCallback(() => readShifts(deps, workspace!), [deps, workspace]);
  return (
    <>
      <Chart
        title={t('charts:title')}
        organization={organization}
        store={series}
        channels={channels}
        expectedIntervalS={expected}
        names={names}
        action={({ id, name }) => <IconButton size="sm" icon={X} label={t('charts:remove', { name })} onPress={() => charted.remove(id)} />}
        address={address}
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
        alarms={banded}
        marks={marks}
        over={over}
        refined={refined}
        tools={<ChartTools channels={channels} setup={setup} onSetup={onSetup} onWall={onWall} />}
        beside={
          isPlain(setup) ? undefined : (
            <Boundary instead={null}>
              <Refining
                deps={deps}
                series={series}
                channels={channels}
                setup={setup}
                expectedIntervalS={expected}
                onRefined={setRefined}
                onAgainst={(against) => onSetup({ ...setup, against })}
              />
            </Boundary>
          )
        }
        happened={happened}
        {...(context.can('dlog:write') ? { record: (ids, span) => recordingHref(ids, span, locale) } : {})}
        link={(shown) => chartLink(location.href, { ...shown, organization, workspace })}
        shifts={workspace !== null && context.can('org:read') ? shifts : undefined}
        noted={said}
        onMark={context.can('dlog:write') ? setMaking : undefined}
      />
      {choices.some(({ marked }) => marked) ? (
        <Boundary instead={null}>
          <Calibrated key={ids} deps={deps} channels={ids} onFound={onStarts} />
        </Boundary>
      ) : null}
      {making ? (
        <Boundary instead={null} onFailure={() => setMaking(null)}>
          <MarkForm deps={deps} channels={channels} span={making} onDone={() => series.reload()} onClose={() => setMaking(null)} />
        </Boundary>
      ) : null}
    </>
  );
}

/** The name of a channel and what it belongs to. */
const namesOf = ({ channel, datalogger, machine }: ChannelChoice) => ({
  name: channel.name,
  // A machine with one logger often bears its name.
  under: [...new Set([datalogger?.name, machine?.name])].filter(Boolean).join(' · '),
});

/** A channel among those of other loggers: told by its logger too, and by its id, since two loggers may have the same key. */
const withLogger = ({ channel, datalogger }: ChannelChoice): Channel => ({
  ...channel,
  key: channel.id,
  name: datalogger === null ? channel.name : `${datalogger.name} · ${channel.name}`,
});
