import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import { createMeasurementSeries } from '../../lib/client/charts/measurement-series.ts';
import { inShownUnits, shownChannel } from '../../lib/client/charts/shown-series.ts';
import type { LinksStore } from '../../lib/client/links/links.store.ts';
import { createMachineSignals, type MachineSignals } from '../../lib/client/machines/machine-signals.store.ts';
import type { Computed } from '../../lib/client/measurements/taps.store.ts';
import type { Measurement } from '../../lib/contract/measurements.ts';
import type { ScreenVersion } from '../../lib/contract/screens.ts';
import type { TapSource } from '../../lib/contract/tap-kinds.ts';

import { measuredPanel } from '../../lib/domain/taps/entries.ts';

import type { TimeRange } from '../../lib/domain/time/range.ts';
import { noonOf } from '../../lib/domain/time/wall-clock.ts';

import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { Links } from '../links/Links.tsx';
import { useCrumbs } from '../shell/crumbs.ts';
import { type PageContext, useNarrow } from '../shell/Signed.tsx';
import { useAddress } from '../shell/useAddress.ts';
import { useTimeZone } from '../shell/zone.ts';
import { createBoard } from '../timeline/board.ts';
import type { Look } from '../timeline/paint.ts';
import { UNKNOWN_COLOUR } from '../timeline/time-ink.ts';
import { glide, within } from '../timeline/window.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { $now } from '../ui/clock.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Tabs, TabsWaiting } from '../ui/Tabs.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useStarted } from '../ui/useStarted.ts';
import { readDayAddress, writeDayAddress } from './address.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { Length, MeasurementStatus, timesOf } from './MeasurementStatus.tsx';
import { Moments } from './Moments.tsx';
import { useShown } from './shown.ts';
import { useCorrections } from './useCorrections.ts';
import { useShownDay } from './useShownDay.ts';
import { categories, observedName, type Stores, type Work } from './work.ts';

const DayTab = part(() => import('./DayTab.tsx'));
const BalanceTab = part(() => import('./BalanceTab.tsx'));
const ElementsTab = part(() => import('./ElementsTab.tsx'));
const ReadingsTab = part(() => import('./ReadingsTab.tsx'));
const EntriesTab = part(() => import('./EntriesTab.tsx'));
const ReviewTab = part(() => import('./ReviewTab.tsx'));
// By way of a part that is named already: a name more weighs on this page.
const MeasurementFiles = part<{ work: Work }>(() =>
  import('./EntriesTab.tsx').then((entries): { default: ComponentType<{ work: Work }> } => ({ default: entries.MeasurementFiles })),
);
const NotBegun = part(() => import('./NotBegun.tsx'));
const Settings = part(() => import('./Settings.tsx'));

const TABS = ['day', 'balance', 'readings', 'elements', 'entries', 'files', 'review', 'settings'] as const;
const $still = atom(0);
/** Share of the window by which a running measurement may outgrow it. */
const DRIFT = 0.01;

/** Shown until the person is known, and while the taps are read. */
export function DetailWaiting() {
  const t = useT();
  const locale = useLocale();
  return (
    <div className="screen" aria-busy="true">
      <PageHead
        crumbs={[{ text: t('measurements:title'), href: href('/tm/measurements', null, locale) }]}
        title={<Skeleton width={220} height={20} />}
      />
      <TabsWaiting />
      <DayWaiting />
    </div>
  );
}

const DayWaiting = () => (
  <div className="grid gap-1.5 py-7.5 px-5" aria-busy="true">
    {[34, 34, 24, 190].map((height, index) => (
      <Skeleton key={index} height={height} />
    ))}
  </div>
);

export function DetailScreen({ context, create }: { context: PageContext; create: () => Stores }) {
  const [stores] = useState(create);
  const { measurement, taps } = stores;
  const state = useStore(measurement.$state);
  const version = useStore(measurement.$version);
  const days = useStore(taps.$state);
  useStarted(measurement);
  useStarted(taps);
  const row = state.status === 'ready' ? state.row : null;
  const panelVersion = version.status === 'ready' ? version.version : null;
  const panel = useMemo(() => (row && panelVersion ? measuredPanel(row.lanes, panelVersion.activities) : null), [row?.lanes, panelVersion]);
  useEffect(() => {
    if (panel) taps.measuredOn(panel);
  }, [taps, panel]);

  if (state.status === 'loading') return <DetailWaiting />;
  if (state.status === 'error')
    return (
      <div className="screen">
        <ErrorState whole error={state.code} onRetry={() => void measurement.load()} />
      </div>
    );
  const failed = version.status === 'error' ? version.code : days.status === 'error' ? days.code : null;
  const retry = () => {
    void measurement.load();
    void taps.load();
  };
  return (
    <div className="screen tm">
      <Head
        context={context}
        links={stores.links}
        row={state.row}
        source={days.status === 'ready' ? days.order.find(({ tap }) => tap.source !== undefined)?.tap.source : undefined}
      />
      {failed ? (
        <ErrorState error={failed} onRetry={retry} />
      ) : days.status === 'ready' && panelVersion ? (
        <Day context={context} stores={stores} row={state.row} version={panelVersion} day={days} />
      ) : (
        <>
          <TabsWaiting />
          <DayWaiting />
        </>
      )}
    </div>
  );
}

function Head({
  context,
  links,
  row,
  source,
}: {
  context: PageContext;
  links: LinksStore;
  row: Measurement;
  /** Where its taps come from that nobody made while it happened. */
  source: TapSource | undefined;
}) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const zone = useTimeZone();
  const times = timesOf(row, format, t);
  const facts = [
    format.date(noonOf(row.day, zone), 'weekday'),
    times,
    t('measurements:entry_count', { count: row.entry_count, n: format.number(row.entry_count) }),
    row.observer_name ? t('measurements:observed_by', { name: row.observer_name }) : null,
  ].filter(Boolean);
  const list = href('/tm/measurements', null, locale);
  const crumbs = useCrumbs(
    context,
    row.workspace_id,
    { text: t('measurements:title'), href: list },
    { text: t(`measurements:method.${row.method}`), href: `${list}?method=${row.method}` },
  );
  return (
    <PageHead
      crumbs={crumbs}
      links={<Links store={links} entity="measurements" id={row.id} />}
      title={row.name}
      status={
        <>
          <MeasurementStatus row={row} badge />
          {row.archived_at === null ? null : <Tag>{t('measurements:archived')}</Tag>}
          {source === undefined ? null : <Tag>{t(source === 'typed' ? 'measurements:source.typed' : 'measurements:source.file')}</Tag>}
          {row.state === 'running' && row.started_at !== null ? (
            <b className="num font-semi">
              <Length row={row} />
            </b>
          ) : null}
          <span className="soft text-12">{facts.join(' · ')}</span>
        </>
      }
      actions={row.entry_count > 0 ? <ExportMenu organization={context.organization} id={row.id} /> : null}
    />
  );
}

interface DayProps {
  context: PageContext;
  stores: Stores;
  row: Measurement;
  version: ScreenVersion;
  day: Computed;
}

function Day(props: DayProps) {
  const { day, row, context, stores } = props;
  if (day.timeline.from !== null) return <Begun {...props} from={day.timeline.from} />;
  return (
    <Boundary>
      <NotBegun />
      <OwnSettings context={context} stores={stores} row={row} />
    </Boundary>
  );
}

/** What of the measurement can be set, by whoever may. */
const OwnSettings = ({ context, stores, row }: Pick<DayProps, 'context' | 'stores' | 'row'>) => (
  <Settings
    deps={stores.deps}
    store={stores.measurement}
    row={row}
    canWrite={context.can('tm:write', row.workspace_id)}
    canSeeMachines={context.can('machines:read', row.workspace_id)}
  />
);

/** Signals of the machine, for those who may see them. */
function useSignals({ context, stores: { deps }, row }: DayProps): MachineSignals {
  const machine = row.machine_id !== null && context.can('dlog:read', row.workspace_id) ? row.machine_id : null;
  const store = useMemo(() => (machine === null ? null : createMachineSignals(deps, machine)), [deps, machine]);
  useEffect(() => store?.start(), [store]);
  const state = useStore(store?.$state ?? $nothing);
  return state.status === 'ready' ? state : NO_SIGNALS;
}
const NO_SIGNALS: MachineSignals = { status: 'ready', channels: [], intervals: new Map() };
const $nothing = atom(NO_SIGNALS);

function Begun(props: DayProps & { from: number }) {
  const { context, stores, row, version, day, from } = props;
  const t = useT();
  const narrow = useNarrow();
  const { to } = day.timeline;
  const tick = useStore(to === null ? $now : $still);
  const now = to ?? Math.max(tick || Date.now(), from + 1_000);
  const [{ series, board }] = useState(() => {
    const whole: TimeRange = to === null ? { kind: 'now', span: Math.max(now - from, 60_000) } : { kind: 'fixed', from, to };
    const { window, selection, lane, signals } = readDayAddress(new URLSearchParams(location.search));
    const shown = window && within(window, { from, to: now });
    const series = createMeasurementSeries(stores.deps, shown ? { kind: 'fixed', ...shown } : whole);
    const chosen = selection && within(selection, { from, to: now });
    // Its figures come with the signals.
    if (chosen) void series.select(chosen);
    return { series, board: createBoard((row.lanes.find(({ id }) => id === lane) ?? row.lanes[0])?.id ?? '', signals) };
  });
  useStarted(series);
  const bounds = useMemo(() => ({ from, to: Math.max(now, from + 1_000) }), [from, now]);
  const [whole, setWhole] = useState(bounds);
  useEffect(() => {
    if (whole.from === bounds.from && whole.to === bounds.to) return;
    setWhole(bounds);
    const window = series.$window.get();
    const range = series.$range.get();
    if (range.kind === 'now') {
      // It grows with the measurement, a hundredth at a time.
      if (to === null && window.from > from + (now - from) * DRIFT) series.choose({ kind: 'now', span: now - from });
      else if (to !== null) glide(series, bounds);
    } else if (Math.abs(window.from - whole.from) < 1 && Math.abs(window.to - whole.to) < 1) glide(series, bounds);
  }, [series, bounds, whole, from, to, now]);

  const { channels: rows, intervals } = useSignals(props);
  useEffect(() => series.watch(rows.map(({ id }) => id)), [series, rows]);
  // Below, all values are those that people see.
  const shownUnits = useMemo(() => ({ series: inShownUnits(series, rows), channels: rows.map(shownChannel) }), [series, rows]);
  const sorting = useStore(stores.measurement.$sorting);
  const value = sorting.taxonomies.find(({ id }) => id === sorting.chosen) ?? null;
  const faces = useMemo(() => new Map(version.activities.map((face) => [face.id, face])), [version]);
  const categoryOf = useMemo(() => categories(sorting, sorting.chosen), [sorting]);
  // Hatching tells what adds no value, whatever figures are sorted by.
  const wasteOf = useMemo(() => categories(sorting, sorting.taxonomies.find(({ key }) => key === 'value')?.id ?? null), [sorting]);
  const look = useMemo(
    () =>
      ({ kind, activity }: Parameters<Work['look']>[0]): Look => {
        if (kind !== 'state' || activity === null)
          return { name: t(`measurements:kind.${kind === 'pause' ? 'pause' : 'unassigned'}`), colour: null, loss: false, kind };
        const face = faces.get(activity);
        if (!face) return { name: t('measurements:kind.unknown'), colour: UNKNOWN_COLOUR, loss: false, kind };
        return { name: face.name, colour: face.color, loss: face.loss || (wasteOf(activity)?.loss ?? false), kind };
      },
    [t, faces, wasteOf],
  );
  const lanes = useMemo(
    () =>
      day.timeline.lanes.map(
        (id) =>
          row.lanes.find((lane) => lane.id === id) ?? {
            id,
            name: t('measurements:unknown_lane', { id }),
            kind: 'worker' as const,
            worker: null,
            worker_name: null,
          },
      ),
    [day.timeline.lanes, row.lanes, t],
  );
  const shown = useShown(day, from);
  const work: Work = {
    context,
    stores,
    row,
    version,
    day,
    shown,
    faces,
    sorted: sorting.state.status === 'ready',
    value,
    look,
    categoryOf,
    lanes,
    laneName: (id) => {
      const lane = lanes.find((one) => one.id === id);
      return lane ? observedName(lane) : id;
    },
    board,
    ...shownUnits,
    bounds,
    now,
    canEdit: context.can('tm:write', row.workspace_id) && row.archived_at === null,
    narrow,
  };
  useUndoKeys(work);
  const format = useFormat();
  const conflicts = day.timeline.conflicts.length;
  const { entries, cycles } = day.timeline;
  // Of a whole day's work without cycles there is no table of them.
  const isStudy = row.method === 'study' || cycles.length > 0;
  const contents: { id: (typeof TABS)[number]; content: () => ReactNode; count?: number }[] = [
    { id: 'day', content: () => <DayTab work={work} intervals={intervals} /> },
    ...(narrow ? [{ id: 'balance' as const, content: () => <BalanceTab work={work} /> }] : []),
    ...(isStudy ? [{ id: 'readings' as const, content: () => <ReadingsTab work={work} /> }] : []),
    { id: 'elements', content: () => <ElementsTab work={work} /> },
    { id: 'entries', content: () => <EntriesTab work={work} />, count: entries.length },
    { id: 'files', content: () => <MeasurementFiles work={work} /> },
    ...(conflicts > 0 ? [{ id: 'review' as const, content: () => <ReviewTab work={work} />, count: conflicts }] : []),
    {
      id: 'settings',
      content: () => (
        <>
          <OwnSettings context={context} stores={stores} row={row} />
          <Moments work={work} />
        </>
      ),
    },
  ];
  return (
    <>
      <Kept work={work} />
      {conflicts > 0 ? <ReviewNote count={conflicts} n={format.number(conflicts)} /> : null}
      <Tabs
        label={t('measurements:tabs')}
        hash
        items={contents.map(({ id, content, count }) => ({
          id,
          title: t(`measurements:tab.${id}`),
          count,
          content: <Boundary waiting={<DayWaiting />}>{content()}</Boundary>,
        }))}
      />
    </>
  );
}

/** Keeps the address at what the day shows, beside the page: it isn't drawn anew with each step of a hand. */
function Kept({ work: { row, series, board, bounds } }: { work: Work }) {
  useAddress(writeDayAddress(useShownDay({ row, series, board, bounds })));
  return null;
}

/** What was not clear is said at once, wherever one looks. */
function ReviewNote({ count, n }: { count: number; n: string }) {
  const t = useT();
  const show = () => {
    history.replaceState(history.state, '', '#review');
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  return (
    <p className="py-1.5 px-5 bg-late-soft text-late-text text-12 font-medium phone:px-4" role="status">
      {t('measurements:review.note', { count, n })}{' '}
      <button type="button" className="link p-0 text-current underline" onClick={show}>
        {t('measurements:review.show')}
      </button>
    </p>
  );
}

/** Ctrl+Z takes the last own correction back, with Shift (or Ctrl+Y) it comes again; what is being typed has its own. */
function useUndoKeys(work: Work) {
  const { undo, redo } = useCorrections(work);
  const { canEdit } = work;
  useEffect(() => {
    if (!canEdit) return;
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        target.closest('input, textarea, select, [contenteditable], [role="dialog"]')
      )
        return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      void (key === 'y' || event.shiftKey ? redo() : undo());
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
