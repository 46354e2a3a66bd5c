import { memo, useEffect, useRef } from 'react';
import type { Capture, Running } from '../../lib/client/capture/capture.store.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { useFormat, useT } from '../../lib/i18n/words.tsx';
import { Ratings } from './Ratings.tsx';

const MINUTES = [1, 2, 5, 10] as const;
const MINUTE = 60_000;

interface EarlierProps {
  capture: Capture;
  running: Running;
  lane: string;
}

/** “It began five minutes ago”: the edge moves for both neighbours. */
export const Earlier = memo(function Earlier({ capture, running, lane, onDone }: EarlierProps & { onDone?: () => void }) {
  const t = useT();
  const own = running.timeline.entries.filter((entry) => entry.lane === lane);
  const [before, current] = own.length > 1 ? own.slice(-2) : [undefined, own.at(-1)];
  const possible = current?.to === null && current.kind !== 'unassigned';
  const room = before && current ? current.from - before.from : Number.POSITIVE_INFINITY;
  const choose = (work: () => void) => () => {
    work();
    onDone?.();
  };
  return (
    <div>
      <p className="cap-label">
        {t('capture:earlier.title')} {t('capture:earlier.lead')}
      </p>
      <div className="cap-chips">
        {MINUTES.map((minutes) => (
          <button
            key={minutes}
            type="button"
            disabled={!possible || minutes * MINUTE > room}
            onClick={choose(() => capture.startedEarlier(lane, minutes * MINUTE))}
          >
            {minutes} <small>min</small>
          </button>
        ))}
        <button type="button" disabled={!possible || !before} onClick={choose(() => capture.sinceLastTap(lane))}>
          {t('capture:earlier.all')}
          <small>{t('capture:earlier.since_last')}</small>
        </button>
      </div>
    </div>
  );
});

/** The same as a sheet, after a state was held; a phone has the rating here too. */
export function EarlierSheet({
  faces,
  ratings,
  onClose,
  ...props
}: EarlierProps & { faces: ReadonlyMap<string, Panel['activities'][number]>; ratings: readonly number[]; onClose(): void }) {
  const t = useT();
  const format = useFormat();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { running, lane } = props;
  const current = running.timeline.entries.findLast((entry) => entry.lane === lane && entry.to === null);
  const face = faces.get(current?.activity ?? '');
  return (
    <dialog ref={dialog} className="cap-sheet dark-mode" onClose={onClose} aria-labelledby="cap-earlier">
      <h2 id="cap-earlier">
        {face?.name ?? t('capture:now.paused')} {current ? format.time(current.from, 'second') : ''}
      </h2>
      <Earlier {...props} onDone={() => dialog.current?.close()} />
      <Ratings capture={props.capture} running={running} faces={faces} offered={ratings} />
      <div className="cap-row">
        <button type="button" className="cap-button" onClick={() => dialog.current?.close()}>
          {t('capture:earlier.close')}
        </button>
      </div>
    </dialog>
  );
}
