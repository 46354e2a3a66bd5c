import { useStore } from '@nanostores/react';
import { ListOrdered } from 'lucide-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Capture } from '../../lib/client/capture/capture.store.ts';
import type { Engine } from '../../lib/client/capture/engine.store.ts';
import type { Photos } from '../../lib/client/capture/photos.store.ts';
import type { Locale } from '../../lib/constants.ts';
import type { Panel, Reference } from '../../lib/contract/screens.ts';
import type { ReferenceField } from '../../lib/contract/tap-kinds.ts';
import { useFormat, useT, Words } from '../../lib/i18n/words.tsx';
import { Icon } from '../ui/Icon.tsx';
import { DayStrip } from './DayStrip.tsx';
import { Done } from './Done.tsx';
import { Earlier, EarlierSheet } from './Earlier.tsx';
import { Foot } from './Foot.tsx';
import { Lamps } from './Lamps.tsx';
import { Laps } from './Laps.tsx';
import { Now } from './Now.tsx';
import { Pad } from './Pad.tsx';
import { lastFinished, RatingSheet, Ratings } from './Ratings.tsx';
import { useTick, useWide } from './tablet.ts';
import { useHotkeys } from './useHotkeys.ts';
import { useLapsShown } from './useLapsShown.ts';
import { usePage } from './usePage.ts';
import { facesOf } from './words.ts';

/** A phone that lies has no height for what runs above its buttons: it is beside them, at the hand that holds. */
const LYING = {
  left: `lying:[grid-template:"bar_bar"_64px_"now_pad"_auto_"day_pad"_minmax(0,auto)_"._pad"_minmax(0,1fr)_"foot_foot"_64px_/_minmax(0,2fr)_minmax(0,3fr)]`,
  right: `lying:[grid-template:"bar_bar"_64px_"pad_now"_auto_"pad_day"_minmax(0,auto)_"pad_."_minmax(0,1fr)_"foot_foot"_64px_/_minmax(0,3fr)_minmax(0,2fr)]`,
};

/**
 * What is asked below the day on a tablet is shown only where it fits, by the rows that ratings take: it would stand in the chips and in the
 * strip. A long press on the button of what runs asks for both.
 */
const EXT = 'hidden min-h-0 [container-type:size] wide:[grid-area:ext] wide:flex wide:flex-col wide:justify-end wide:gap-3.5';
const CHIPS_BESIDE = 6;
const EARLIER = [
  '[@container(max-height:87px)]:hidden',
  '[@container(max-height:189px)]:hidden',
  '[@container(max-height:87px)]:hidden [@container(min-height:157.1px)_and_(max-height:259px)]:hidden',
];
const RATINGS = ['hidden', '[@container(max-height:87px)]:hidden', '[@container(max-height:157px)]:hidden'];

/** Not in the first sight of the panel; a tablet keeps it with the rest. */
const noteSheet = () => import('./NoteSheet.tsx');

/** For panels that ask what the work is for. */
const referencesPart = () => import('./References.tsx');

const NO_REFERENCES: readonly Reference[] = [];

export interface PanelProps {
  engine: Engine;
  panel: Panel;
  capture: Capture;
}

/** The panel while a measurement runs. */
export function PanelView({ locale, ...props }: PanelProps & { locale: Locale }) {
  return (
    <Words locale={locale} timeZone={props.panel.time_zone}>
      <Running {...props} />
    </Words>
  );
}

function Running({ engine, panel, capture }: PanelProps) {
  const t = useT();
  const format = useFormat();
  const tick = useTick();
  const wide = useWide();
  const running = useStore(capture.$running);
  const faces = useMemo(() => facesOf(panel), [panel]);
  const [lapsShown, toggleLaps] = useLapsShown(panel.method);
  const [sheet, setSheet] = useState<typeof import('./NoteSheet.tsx') | null>(null);
  const [noting, setNoting] = useState(false);
  const references = panel.definition.references ?? NO_REFERENCES;
  const [asking, setAsking] = useState<typeof import('./References.tsx') | null>(null);
  useEffect(() => {
    if (references.length > 0) void referencesPart().then(setAsking, () => undefined);
  }, [references]);
  const photos = useStore(engine.$photos);
  /** What is asked beside the pad: may what runs on a lane have begun earlier, how well was what has ended done, or what is the work for? */
  const [asked, setAsked] = useState<
    | { about: 'earlier'; lane: string; entry: string }
    | { about: 'rating'; entry: string }
    | { about: 'reference'; field: ReferenceField }
    | null
  >(null);
  const moment = useMemo(() => ({ running, now: capture.now() }), [running, capture, tick]);
  const { now } = moment;
  // The finger waits for the button and the clock; the rest of the picture follows a frame later.
  const calm = useDeferredValue(moment);
  const onNote = useCallback(
    () =>
      void noteSheet().then((come) => {
        setSheet(come);
        setNoting(true);
      }),
    [],
  );
  // Asked for before it is needed, so that the sheet is there with the press.
  useEffect(() => void noteSheet().then(setSheet, () => undefined), []);
  const onPhoto =
    photos && running.timeline.from !== null
      ? (lane: string) => {
          const moment = capture.moment(lane);
          const name = t('capture:photo.name', { time: format.time(capture.now(), 'second') });
          void photos.take({ ...moment, measurement: capture.measurement.id, name });
        }
      : null;
  const onHold = useCallback(
    (lane: string) => {
      const held = capture.$running.get().timeline.entries.findLast((entry) => entry.lane === lane && entry.to === null);
      if (held) setAsked({ about: 'earlier', lane, entry: held.id });
    },
    [capture],
  );
  const onRate = useCallback(() => {
    const last = panel.definition.ratings.length > 0 ? lastFinished(capture, capture.$running.get()) : undefined;
    if (last) setAsked({ about: 'rating', entry: last.id });
    return last !== undefined;
  }, [panel, capture]);
  const onAsk = useCallback((field: ReferenceField) => setAsked({ about: 'reference', field }), []);
  const onAnswered = useCallback(() => setAsked(null), []);
  const { page, turnTo, turnBy } = usePage(panel, capture);
  useHotkeys({ panel, capture, onNote, onRate, onTurn: turnBy });
  const said = useAnnouncement(running.timeline, faces, t);
  if (running.timeline.to !== null)
    return (
      <Done engine={engine} capture={capture} running={running}>
        {sheet && photos ? <sheet.PhotoList photos={photos} measurement={capture.measurement.id} /> : null}
      </Done>
    );
  const observed = capture.measurement.lanes.map(({ worker }) => worker).filter(Boolean);
  const main = panel.definition.lanes[0]!.id;
  const offered = panel.definition.ratings.length;
  const ratingRows = offered === 0 ? 0 : offered > CHIPS_BESIDE ? 2 : 1;
  const laps = lapsShown ? <Laps panel={panel} faces={faces} running={calm.running} duration={engine.person().duration} /> : null;
  return (
    <div
      className={`capture dark-mode fixed inset-0 z-60 grid touch-manipulation gap-x-(--gap) gap-y-(--gap) overscroll-none bg-(--n-950) text-ink select-none wide:gap-x-4 ${LYING[panel.definition.hand]}`}
      data-hand={panel.definition.hand}
    >
      <header className="cap-bar -mx-2 flex min-w-0 items-center gap-2 border-b border-b-line px-2 [grid-area:bar] whitespace-nowrap wide:-mx-4 wide:gap-3.5 wide:px-4">
        <button
          type="button"
          className="-ml-2 grid size-16 flex-none place-items-center text-ink wide:-ml-4"
          aria-label={t('capture:back_hint')}
          onClick={() => void engine.close()}
        >
          <svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
            <path d="m15 18-6-6 6-6" />
          </svg>
        </button>
        <h1 className="min-w-0 flex-initial truncate font-sans text-14 leading-5 font-semi">{capture.measurement.name}</h1>
        <span className="about min-w-[5ch] flex-[0_10_auto] truncate text-13 text-ink-3 max-[480px]:hidden">
          {[...observed, panel.machine_name].filter(Boolean).join(' · ')}
        </span>
        <span className="spacer" />
        <Lamps engine={engine} jumped={engine.clock.state().jumped !== 0} />
        <button
          type="button"
          className={`-mr-2 grid size-16 flex-none place-items-center wide:-mr-4 ${lapsShown ? 'text-accent' : 'text-ink-2'}`}
          aria-label={t('capture:laps')}
          aria-expanded={lapsShown}
          onClick={toggleLaps}
        >
          <Icon of={ListOrdered} size={24} />
        </button>
      </header>
      {running.lost > 0 ? (
        <p className="z-1 rounded-2 bg-alarm px-3.5 py-2.5 font-semi text-(--n-950) [grid-area:day]" role="alert">
          {t('capture:sync.lost')}
        </p>
      ) : null}
      {photos ? <Taken photos={photos} /> : null}
      <Now panel={panel} faces={faces} running={running} now={now} clock={capture.now}>
        {references.length > 0 ? (
          <div className="min-h-12 wide:min-h-16">
            {asking ? <asking.References capture={capture} running={running} references={references} lane={main} onAsk={onAsk} /> : null}
          </div>
        ) : null}
      </Now>
      {lapsShown && !wide ? (
        laps
      ) : (
        <DayStrip
          panel={panel}
          faces={faces}
          running={calm.running}
          now={calm.now}
          zone={panel.time_zone}
          label={t('capture:day')}
          crowded={references.length > 0 && panel.definition.lanes.length > 1}
        />
      )}
      {/* Beside what was measured last there is no room on a small tablet for what began earlier: its button asks for it. */}
      <div className={EXT}>
        {lapsShown && wide ? (
          laps
        ) : (
          <div className={EARLIER[ratingRows]}>
            <Earlier capture={capture} running={calm.running} lane={main} />
          </div>
        )}
        <div className={`empty:hidden ${RATINGS[ratingRows]}`}>
          <Ratings capture={capture} running={calm.running} faces={faces} offered={panel.definition.ratings} />
        </div>
      </div>
      {asked?.about === 'earlier' ? (
        <EarlierSheet
          key={asked.entry}
          capture={capture}
          running={running}
          faces={faces}
          lane={asked.lane}
          entry={asked.entry}
          ratings={panel.definition.ratings}
          onPhoto={onPhoto && (() => onPhoto(asked.lane))}
          onClose={onAnswered}
        />
      ) : null}
      {asked?.about === 'rating' ? (
        <RatingSheet
          capture={capture}
          running={running}
          faces={faces}
          offered={panel.definition.ratings}
          entry={asked.entry}
          onClose={onAnswered}
        />
      ) : null}
      {asking && asked?.about === 'reference' ? (
        <asking.ReferenceSheet
          key={asked.field}
          capture={capture}
          running={running}
          references={references}
          lane={main}
          field={asked.field}
          onClose={onAnswered}
        />
      ) : null}
      <Pad
        panel={panel}
        faces={faces}
        capture={capture}
        running={running}
        now={now}
        page={page}
        onTurn={turnTo}
        onTurnBy={turnBy}
        onHold={onHold}
        onNote={onNote}
        onRate={onRate}
      />
      <Foot hand={panel.definition.hand} capture={capture} running={calm.running} faces={faces} format={format} onNote={onNote} />
      <p className="vh" role="status">
        {said}
      </p>
      {sheet && noting ? (
        <sheet.default
          measurement={capture.measurement.id}
          phrases={panel.definition.phrases ?? []}
          photos={photos}
          onPhoto={onPhoto && (() => onPhoto(main))}
          onSave={(text) => capture.note(text, main)}
          onClose={() => setNoting(false)}
        />
      ) : null}
    </div>
  );
}

/** A photo that is none, or has no room: said where nobody overlooks it, until it is read. */
function Taken({ photos }: { photos: Photos }) {
  const t = useT();
  const taking = useStore(photos.$taking);
  if (taking === 'idle' || taking === 'working') return null;
  return (
    <p className="z-3 grid self-start rounded-2 bg-alarm font-semi text-(--n-950) [grid-area:day]" role="alert">
      <button type="button" className="min-h-16 px-3.5 py-2.5 text-left" onClick={photos.read}>
        {t(`capture:photo.${taking}`)}
      </button>
    </p>
  );
}

/** What begins is said once, to whoever doesn't see it. */
function useAnnouncement(
  timeline: ReturnType<Capture['$running']['get']>['timeline'],
  faces: ReturnType<typeof facesOf>,
  t: ReturnType<typeof useT>,
): string {
  const last = timeline.entries
    .filter(({ to }) => to === null)
    .map(({ activity, kind }) => (kind === 'pause' ? t('capture:now.paused') : (faces.get(activity ?? '')?.name ?? '')));
  const text = last.filter(Boolean).join(', ');
  const first = useRef(true);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (first.current) first.current = false;
    else setSaid(text);
  }, [text]);
  return said;
}
