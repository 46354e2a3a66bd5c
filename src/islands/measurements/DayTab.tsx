import { useStore } from '@nanostores/react';
import { Radio, ScanSearch, Waves, ZoomIn, ZoomOut } from 'lucide-react';
import { type RefObject, useCallback, useMemo, useRef } from 'react';
import type { Channel } from '../../lib/contract/channels.ts';
import type { TimeRange } from '../../lib/domain/time/range.ts';
import { energySource } from '../../lib/domain/time-study/energy.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { layoutOf } from '../chart/model.ts';
import { RangeControl } from '../range/RangeControl.tsx';
import { placeLink } from '../shell/place-address.ts';
import type { Mark } from '../timeline/paint.ts';
import { Timeline } from '../timeline/Timeline.tsx';
import type { Telling } from '../timeline/telling.ts';
import { glide, within as inside, isWhole, panned, scaled } from '../timeline/window.ts';
import { Button } from '../ui/Button.tsx';
import { CopyLink } from '../ui/CopyLink.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { signalNames, writeDayAddress } from './address.ts';
import { Balance } from './Balance.tsx';
import { EntryTable } from './EntryTable.tsx';
import { Losses } from './Losses.tsx';
import { Moments } from './Moments.tsx';
import { useTellings } from './moments.ts';
import { Reading } from './Reading.tsx';
import { Swatch } from './Swatch.tsx';
import { TakeDay } from './TakeDay.tsx';
import { useCorrections } from './useCorrections.ts';
import { useShownDay } from './useShownDay.ts';
import type { Work } from './work.ts';

const NO_MARKS: readonly Mark[] = [];
const NO_TELLINGS: readonly Telling[] = [];
/** Panes under the lanes before the reader chooses. */
const FIRST_PANES = 2;
// Tools stay together. On a phone they stand in one line: two fingers zoom, one goes on, and the range gives way.
const TOOLS =
  'ml-auto flex min-w-0 flex-wrap items-center justify-end gap-1 slim:mt-1.5 slim:basis-full slim:flex-nowrap slim:[&>[role=group]]:mr-auto max-[421px]:[&>[role=group]>.btn]:rounded-2 max-[421px]:[&>[role=group]>.btn.icon]:hidden';
/** Beside the range; there those with a name show their icons. */
const ICONS =
  'flex flex-none items-center gap-1 slim:[&>.btn:has(>.i)]:w-(--control-touch) slim:[&>.btn:has(>.i)]:gap-0 slim:[&>.btn:has(>.i)]:px-0 slim:[&>.btn:has(>.i)]:text-[0px]';

/** What tells the energy: a meter, else a power. */
const energyChannel = (channels: readonly Channel[]): Channel | null =>
  (['counted', 'power'] as const)
    .map((source) => channels.find((channel) => energySource(channel) === source))
    .find((channel) => channel !== undefined) ?? null;

/** Activities that occur, in the order of the panel. */
function Legend({ work: { day, version, look } }: { work: Work }) {
  const used = useMemo(() => new Set(day.timeline.entries.map(({ activity, kind }) => activity ?? kind)), [day]);
  const items = [
    ...version.activities.filter(({ id }) => used.has(id)).map(({ id }) => ({ key: id, look: look({ kind: 'state', activity: id }) })),
    ...(['pause', 'unassigned'] as const)
      .filter((kind) => used.has(kind))
      .map((kind) => ({ key: kind, look: look({ kind, activity: null }) })),
  ];
  return (
    <ul className="flex flex-[999_1_320px] flex-wrap gap-y-0.5 gap-x-3.5 text-11 leading-[16px] text-ink-2">
      {items.map((item) => (
        <li className="flex items-center gap-1.25 whitespace-nowrap" key={item.key}>
          <Swatch look={item.look} />
          {item.look.name}
        </li>
      ))}
    </ul>
  );
}

/** The day: lanes above the machine's signals, what is chosen beside them, and what it comes to below. */
export default function DayTab({ work, intervals }: { work: Work; intervals: ReadonlyMap<string, number | null> }) {
  const t = useT();
  const { series, board, bounds, lanes, day, channels, narrow, now, look, canEdit, row, shown } = work;
  const corrections = useCorrections(work);
  const figure = useRef<HTMLDivElement>(null);
  const chosen = useStore(board.$signals);
  const names = useMemo(() => signalNames(channels), [channels]);
  const usual = useMemo(() => {
    const { panes } = layoutOf(channels, new Set());
    // A meter only ever rises: what is measured tells more, and comes first.
    const measured = ({ traces }: (typeof panes)[number]) => (traces.some(({ channel }) => channel.kind === 'gauge') ? 0 : 1);
    const rest = panes.toSorted((a, b) => measured(a) - measured(b)).slice(FIRST_PANES);
    return new Set(rest.flatMap(({ traces }) => traces.map(({ channel }) => channel.id)));
  }, [channels]);
  const energy = useMemo(() => energyChannel(channels), [channels]);
  const hidden = useMemo(
    () => (chosen ? new Set(channels.flatMap(({ id }) => (chosen.includes(names.get(id)!) ? [] : id))) : usual),
    [chosen, channels, names, usual],
  );
  const interval = useCallback((channel: Channel) => intervals.get(channel.datalogger_id ?? '') ?? null, [intervals]);
  const marks = useMemo(() => {
    const first = lanes[0]?.id;
    const all = [
      ...day.timeline.points.map(({ at, lane }) => ({ at, lane, kind: 'point' as const })),
      ...day.timeline.counted.map(({ at, lane }) => ({ at, lane, kind: 'piece' as const })),
      ...day.timeline.notes.map(({ at, lane }) => ({ at, lane, kind: 'note' as const })),
    ];
    return Map.groupBy(all, ({ lane }) => lane ?? first);
  }, [day, lanes]);
  const tellings = useTellings({ day, look, lanes, shown, end: bounds.to });
  const views = lanes.map((lane) => ({
    id: lane.id,
    name: narrow
      ? [lane.name, lane.worker_name ?? lane.worker].filter(Boolean).join(' · ')
      : (lane.worker_name ?? lane.worker ?? lane.name),
    note: lane.worker_name || lane.worker ? lane.name : null,
    entries: day.lanes.get(lane.id) ?? [],
    marks: marks.get(lane.id) ?? NO_MARKS,
    tellings: tellings.get(lane.id) ?? NO_TELLINGS,
  }));
  return (
    <div className="tm-day">
      <div className="grid min-h-75 grid-cols-[minmax(0,1fr)_236px] border-b border-b-line-2 max-[961px]:grid-cols-1">
        <div className="min-w-0 pt-0 pr-2.5 pb-2 pl-5 phone:pt-0 phone:px-3 phone:pb-2">
          <div className="flex flex-wrap items-center gap-1 min-h-9 pt-1 phone:pt-2.5">
            <Legend work={work} />
            <div className={TOOLS}>
              <WindowBar
                work={work}
                of={figure}
                hidden={hidden}
                onHide={(next) => board.$signals.set(channels.flatMap(({ id }) => (next.has(id) ? [] : names.get(id)!)))}
              />
            </div>
          </div>
          <div ref={figure}>
            <Timeline
              series={series}
              board={board}
              bounds={bounds}
              lanes={views}
              now={now}
              look={look}
              length={shown.length}
              time={shown.time}
              channels={channels}
              expectedInterval={interval}
              hidden={hidden}
              also={energy?.id ?? null}
              narrow={narrow}
              canEdit={canEdit}
              edgeAt={corrections.edgeAt}
              onMove={(edge, at) => void corrections.move(edge, at)}
            >
              {channels.length === 0 ? (
                <p className="pt-4 pr-0 pb-4 pl-32.5 text-12 phone:pl-11.5 muted">
                  {t(row.machine_id === null ? 'measurements:signal.no_machine' : 'measurements:signal.none')}
                </p>
              ) : null}
            </Timeline>
          </div>
          <p className="muted mt-1.5 text-12 leading-[16px] print:hidden">
            <span className="pointer-coarse:hidden">{t('measurements:reading.hint')}</span>
            <span className="hidden pointer-coarse:inline">{t('measurements:reading.hint_touch')}</span>
          </p>
        </div>
        <Reading work={work} hidden={hidden} energy={energy} />
      </div>
      {narrow ? null : (
        <div className="tm-three grid grid-cols-[minmax(300px,11fr)_minmax(300px,10fr)_minmax(0,15fr)] max-[1361px]:grid-cols-2">
          <Balance work={work} />
          <Losses work={work} />
          <EntryTable work={work} within />
        </div>
      )}
      <Moments work={work} />
    </div>
  );
}

/** Ways to another window, and which signals stand in it. */
function WindowBar({
  work,
  of,
  hidden,
  onHide,
}: {
  work: Work;
  of: RefObject<HTMLElement | null>;
  hidden: ReadonlySet<string>;
  onHide: (hidden: ReadonlySet<string>) => void;
}) {
  const { series, bounds, channels, row, context, board } = work;
  const t = useT();
  const range = useStore(series.$range);
  const window = useStore(series.$window);
  const shown = useShownDay({ row, series, board, bounds });
  const whole = shown.window === null;
  const zoom = (factor: number) => glide(series, scaled(window, factor, (window.from + window.to) / 2, bounds));
  const step = (by: -1 | 1) => {
    const next = panned(window, by, bounds);
    return Math.abs(next.from - window.from) < 1 ? null : () => glide(series, next);
  };
  const toggle = (id: string) => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    onHide(next);
  };
  const choose = (next: TimeRange | null) => {
    const span = next?.kind === 'fixed' ? inside(next, bounds) : null;
    if (!span) return;
    if (isWhole(span, bounds) && row.state === 'running') series.choose({ kind: 'now', span: bounds.to - bounds.from });
    else series.zoom(span.from, span.to);
  };
  const selection = shown.selection && inside(shown.selection, bounds);
  const link = () => {
    const url = new URL(placeLink(location.href, context.organization, row.workspace_id));
    // Tomorrow a running measurement is longer.
    const moments = row.state === 'running' ? window : shown.window;
    for (const [name, value] of Object.entries(writeDayAddress({ ...shown, window: moments })))
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    return url.href;
  };
  return (
    <>
      <RangeControl
        range={range}
        span={window}
        onChange={choose}
        within={{
          name: whole ? t('measurements:window.whole') : null,
          names: [
            { name: t('measurements:window.whole'), ...bounds },
            ...(selection ? [{ name: t('measurements:reading.selection'), ...selection }] : []),
          ],
          step: { [-1]: step(-1), 1: step(1) },
        }}
      />
      <div className={ICONS}>
        {channels.length > 1 ? (
          <Menu
            placement="bottom end"
            label={t('measurements:signal.choose')}
            trigger={
              <Button size="sm" variant="ghost" icon={Waves}>
                {t('measurements:signal.choose')}
              </Button>
            }
          >
            {channels.map((channel) => (
              <MenuItem key={channel.id} id={channel.id} stay checked={!hidden.has(channel.id)} onAction={() => toggle(channel.id)}>
                {[channel.name, channel.unit].filter(Boolean).join(', ')}
              </MenuItem>
            ))}
          </Menu>
        ) : null}
        {row.state === 'running' && range.kind === 'fixed' ? (
          <Button size="sm" icon={Radio} onPress={() => series.choose({ kind: 'now', span: bounds.to - bounds.from })}>
            {t('measurements:window.follow')}
          </Button>
        ) : null}
        <span className="contents slim:hidden">
          <IconButton
            size="sm"
            icon={ScanSearch}
            label={t('measurements:window.whole')}
            isDisabled={whole}
            onPress={() => glide(series, bounds)}
          />
          <IconButton size="sm" icon={ZoomIn} label={t('measurements:window.in')} onPress={() => zoom(0.5)} />
          <IconButton size="sm" icon={ZoomOut} label={t('measurements:window.out')} isDisabled={whole} onPress={() => zoom(2)} />
        </span>
        <TakeDay work={work} of={of} hidden={hidden} />
        <CopyLink link={link} />
      </div>
    </>
  );
}
