import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Running } from '../../lib/client/capture/capture.store.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { useFormat, useT } from '../../lib/i18n/words.tsx';
import { categoryStyle } from '../ui/category-style.ts';
import { gridOf, totalsOf } from './words.ts';

interface NowProps {
  panel: Panel;
  faces: ReadonlyMap<string, Panel['activities'][number]>;
  running: Running;
  now: number;
  /** Milliseconds since the epoch, for what is drawn between two ticks. */
  clock: () => number;
  /** What stands below it. */
  children?: ReactNode;
}

/** So many lanes a phone on its side shows whole, of those that ask for orders one less on the lowest; more of them scroll. */
const LYING_LANES = 2;

/** What runs, and for how long; of several lanes the first one large. */
export function Now({ panel, faces, running, now, clock, children }: NowProps) {
  return (
    <section
      className={`cap-now [grid-area:now] grid grid-cols-1 gap-[var(--gap)] ${panel.definition.lanes.length + (children ? 1 : 0) > LYING_LANES ? 'lying:max-h-[calc(100dvh-148px)] lying:auto-rows-max lying:overflow-y-auto lying:overscroll-contain' : ''}`}
      aria-live="off"
    >
      {panel.definition.lanes.map((lane, index) => (
        <Card
          key={lane.id}
          lane={lane}
          minor={index > 0}
          several={panel.definition.lanes.length > 1}
          faces={faces}
          running={running}
          now={now}
          clock={clock}
          fine={panel.method === 'study'}
        />
      ))}
      {children}
    </section>
  );
}

function Card({
  lane,
  minor,
  several,
  faces,
  running,
  now,
  clock: moment,
  fine,
}: Omit<NowProps, 'panel' | 'children'> & { lane: Panel['definition']['lanes'][number]; minor: boolean; several: boolean; fine: boolean }) {
  const t = useT();
  const format = useFormat();
  const { timeline } = running;
  const entry = timeline.entries.findLast((one) => one.lane === lane.id && one.to === null);
  const face = faces.get(entry?.activity ?? '');
  const title = !entry
    ? t('capture:now.nothing')
    : entry.kind === 'pause'
      ? t('capture:now.paused')
      : (face?.name ?? t('capture:now.unassigned'));
  const length = gridOf(running, now);
  const seconds = entry ? length(entry.from, null) / 1_000 : 0;
  const clock = (
    <p
      className={`font-display leading-[0.95] font-medium [font-feature-settings:'tnum','ss03'] ${
        minor
          ? 'ml-auto flex-none text-20 tracking-[-0.01em] lying:text-[17px]'
          : `-ml-1 tracking-[-0.045em] ${seconds < 3_600 ? 'text-[76px] lying:text-[52px] wide:text-[128px]' : 'text-[60px] lying:text-[46px] wide:text-[104px]'}`
      }`}
      role="timer"
    >
      {fine && entry ? <Hundredths from={entry.from} clock={moment} minor={minor} /> : format.duration(seconds)}
    </p>
  );
  const style = face ? categoryStyle(face.color) : undefined;
  const className = `relative overflow-hidden rounded-2 bg-surface pr-3 pl-5 before:absolute before:inset-y-0 before:left-0 before:w-2 before:bg-[var(--c,var(--line))] ${face?.loss ? 'loss' : ''}`;
  if (minor)
    return (
      <div className={`${className} flex items-baseline gap-3 py-1.5 lying:gap-2`} style={style as React.CSSProperties}>
        {/* What runs stands whole before the name of its lane does. */}
        <small className="muted max-w-1/3 min-w-0 shrink-1000000 truncate">{lane.name}</small>
        <h2 className="min-w-0 truncate font-display text-[17px] leading-6 font-semi tracking-[-0.01em]">{title}</h2>
        {entry ? clock : null}
      </div>
    );
  const hasCycles = timeline.cycles.some((cycle) => cycle.lane === lane.id);
  return (
    <div
      className={`${className} pt-2 pb-2.5 lying:py-1 wide:pt-4 wide:pr-4 wide:pb-4.5 wide:pl-7 wide:before:w-3`}
      style={style as React.CSSProperties}
    >
      {/* On a phone beside the clock, so that the buttons have the height. */}
      <div className="flex justify-between text-12 text-ink-3 small:absolute small:top-11 small:right-3 small:grid small:max-w-1/4 small:justify-items-end">
        <span className={several ? 'max-w-full truncate' : 'small:hidden'}>
          {several ? lane.name : entry ? t('capture:now.running') : '\u00a0'}
        </span>
        {hasCycles && entry ? <span>{t('capture:now.cycle', { no: format.number(entry.cycle) })}</span> : null}
      </div>
      <h2 className="truncate wide:mt-0.5 font-display text-[26px] leading-8 font-semi tracking-[-0.01em] lying:text-[22px] lying:leading-7 wide:text-[34px] wide:leading-11">
        {title}
      </h2>
      {clock}
      <p className="mt-0.5 flex flex-wrap gap-x-4.5 text-13 whitespace-nowrap max-[381px]:gap-x-3 text-ink-2 wide:gap-6.5 wide:text-14">
        {timeline.from === null ? <span>{t('capture:now.first')}</span> : null}
        {entry ? (
          <span>
            <small className="[font-size:inherit] text-ink-3">{t('capture:now.since')}</small> {format.time(entry.from, 'second')}
          </span>
        ) : null}
        {entry?.activity ? (
          <span>
            <small className="[font-size:inherit] text-ink-3">{t('capture:now.today')}</small>{' '}
            {format.duration(totalsOf(running, now, lane.id).get(entry.activity) ?? 0)}
          </span>
        ) : null}
        {timeline.from === null ? null : (
          // On the smallest phone on its side it would begin a line of its own.
          <span className="lying:max-[760px]:hidden">
            <small className="[font-size:inherit] text-ink-3">{t('capture:now.shift')}</small>{' '}
            {format.duration(length(timeline.from, null) / 1_000)}
          </span>
        )}
      </p>
    </div>
  );
}

/** Between two drawings, milliseconds: quick enough for the eye, seldom enough for a finger. */
const STEP_MS = 50;

/** How long it has lasted, in hundredths of a second: written past React, so that nothing is rendered for it and a tap waits for nothing. */
function Hundredths({ from, clock, minor }: { from: number; clock: () => number; minor: boolean }) {
  const format = useFormat();
  const whole = useRef<HTMLSpanElement>(null);
  const rest = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    let frame = 0;
    let last = Number.NEGATIVE_INFINITY;
    const draw = (time: number) => {
      frame = requestAnimationFrame(draw);
      if (time - last < STEP_MS) return;
      last = time;
      const text = format.duration(Math.floor(Math.max(0, clock() - from) / 10) / 100, 2);
      whole.current!.textContent = text.slice(0, -3);
      rest.current!.textContent = text.slice(-3);
    };
    draw(0);
    return () => cancelAnimationFrame(frame);
  }, [from, clock, format]);
  return (
    <>
      <span ref={whole} />
      <span ref={rest} className={minor ? 'text-ink-2' : 'text-[0.5em] tracking-[-0.02em] text-ink-2'} />
    </>
  );
}
