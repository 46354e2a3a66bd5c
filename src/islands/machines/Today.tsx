import { useMemo, useRef } from 'react';
import { timeTicks } from '../../lib/client/charts/time-axis.ts';
import type { MachineWork } from '../../lib/contract/measurements.ts';
import { formatter } from '../../lib/i18n/format.ts';
import { href } from '../../lib/i18n/href.ts';
import { useFormat, useLocale, useT } from '../../lib/i18n/react.tsx';
import { TimeRuler } from '../chart/TimeRuler.tsx';
import { useSize } from '../chart/useSize.ts';
import { Swatch } from '../measurements/Swatch.tsx';
import { observedName } from '../measurements/work.ts';
import { useCoarseNow } from '../shell/Signed.tsx';
import { Zone } from '../shell/zone.ts';
import { TakeMenu } from '../take/TakeMenu.tsx';
import { LaneStrip } from '../timeline/LaneStrip.tsx';
import { Panel } from '../ui/Panel.tsx';
import { facesOf, rowsOf, sumsOf } from './today.ts';
import { useWorkLook } from './useWorkLook.ts';
import '../measurements/measurements.css';

const HEIGHT = 26;
const NOTHING: ReadonlySet<string> = new Set();

/** What people did on the machine today, by the clock of its workspace: a strip for each lane of each measurement, and how long what took. */
export function Today({ work, machine }: { work: MachineWork; machine: string }) {
  const t = useT();
  const format = useFormat();
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const figure = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const now = useCoarseNow() ?? Date.now();
  const window = useMemo(() => ({ from: Date.parse(work.day.from), to: Date.parse(work.day.to) }), [work.day.from, work.day.to]);
  const rows = useMemo(() => rowsOf(work), [work]);
  const faces = useMemo(() => facesOf(work), [work]);
  const look = useWorkLook(faces);
  const length = useMemo(() => (from: number, to: number) => format.duration(Math.round((to - from) / 1_000)), [format]);
  const scale = useMemo(() => timeTicks(window.from, window.to, Math.max(width, 200), work.time_zone), [window, width, work.time_zone]);
  const sums = sumsOf(rows, window, now);
  const day = format.date(window.from, 'weekday');
  const legend = () =>
    sums.flatMap(({ kind, activity }) => {
      const { name, colour } = look({ kind, activity });
      return colour === null ? [] : [{ name, colour: `--cat-${colour}` }];
    });
  const moment = (at: number) => formatter(locale, work.time_zone).dateTime(at, 'second');
  const table = () => [
    (['measurement', 'lane', 'activity', 'from', 'to', 'time'] as const).map((column) => t(`machines:today.${column}`)),
    ...rows.flatMap(({ measurement, lane, entries }) =>
      entries.map((entry) => [
        measurement.name,
        observedName(lane),
        look(entry).name,
        moment(entry.from),
        entry.to === null ? '' : moment(entry.to),
        length(entry.from, entry.to ?? now),
      ]),
    ),
  ];
  const x = ((now - window.from) / (window.to - window.from)) * width;
  return (
    <Panel
      title={t('machines:today.title')}
      note={day}
      actions={rows.length === 0 ? null : <TakeMenu title={machine} facts={day} of={figure} rows={table} legend={legend} />}
    >
      {rows.length === 0 ? (
        <p className="soft p-3">{t('machines:today.none')}</p>
      ) : (
        <div className="p-3">
          <div ref={figure}>
            <ul className="grid gap-2" aria-label={t('machines:today.title')}>
              {rows.map((row) => (
                <li key={row.key}>
                  <p className="flex flex-wrap items-baseline gap-x-2 pb-0.5 text-12" data-take>
                    <span className="text-ink-2">{observedName(row.lane)}</span>{' '}
                    <a className="text-ink-3 hover:underline" href={href('/tm/measurements/{id}', { id: row.measurement.id }, locale)}>
                      {row.measurement.name}
                    </a>
                  </p>
                  <LaneStrip
                    entries={row.entries}
                    marks={[]}
                    window={window}
                    width={width}
                    height={HEIGHT}
                    now={now}
                    edge={null}
                    selected={NOTHING}
                    look={look}
                    length={length}
                  />
                </li>
              ))}
            </ul>
            <div className="relative" ref={box}>
              <Zone value={work.time_zone}>
                <TimeRuler window={window} width={width} scale={scale} />
              </Zone>
              {x >= 0 && x <= width ? (
                <i className="absolute top-0 h-1.5 w-0.5 bg-accent" style={{ left: `${x}px` }} aria-hidden="true" />
              ) : null}
            </div>
          </div>
          <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-12" aria-label={t('machines:today.sums')}>
            {sums.map(({ kind, activity, ms }) => {
              const face = look({ kind, activity });
              return (
                <li key={activity ?? kind} className="inline-flex items-center gap-1.5">
                  <Swatch look={face} />
                  {face.name}
                  <span className="tnum text-ink-2">{format.duration(Math.round(ms / 1_000))}</span>
                </li>
              );
            })}
          </ul>
          {work.today_complete ? null : <p className="soft pt-2">{t('machines:today.more')}</p>}
        </div>
      )}
    </Panel>
  );
}
