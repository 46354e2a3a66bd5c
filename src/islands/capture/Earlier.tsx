import { Camera } from 'lucide-react';
import { memo, useEffect } from 'react';
import type { Capture, Running } from '../../lib/client/capture/capture.store.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { useFormat, useT } from '../../lib/i18n/words.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Below, Chip, Chips } from './Chips.tsx';
import { Ratings } from './Ratings.tsx';
import { Sheet } from './Sheet.tsx';

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
      <p className="mb-1.5 text-ink-3 text-12">
        {t('capture:earlier.title')} {t('capture:earlier.lead')}
      </p>
      <Chips count={MINUTES.length + 1}>
        {MINUTES.map((minutes) => (
          <Chip
            key={minutes}
            disabled={!possible || minutes * MINUTE > room}
            onClick={choose(() => capture.startedEarlier(lane, minutes * MINUTE))}
          >
            {minutes} <Below>min</Below>
          </Chip>
        ))}
        <Chip disabled={!possible || !before} onClick={choose(() => capture.sinceLastTap(lane))}>
          {t('capture:earlier.all')}
          <Below>{t('capture:earlier.since_last')}</Below>
        </Chip>
      </Chips>
    </div>
  );
});

/**
 * The same beside the pad, after the button of a state was pressed long, and the rating, which a phone has nowhere else. Gone with what it
 * asks about.
 */
export function EarlierSheet({
  faces,
  ratings,
  entry,
  onPhoto,
  onClose,
  ...props
}: EarlierProps & {
  faces: ReadonlyMap<string, Panel['activities'][number]>;
  ratings: readonly number[];
  /** Id of what ran when the button was pressed. */
  entry: string;
  /** Null where no photo can be taken. */
  onPhoto: (() => void) | null;
  onClose(): void;
}) {
  const t = useT();
  const format = useFormat();
  const { capture, running } = props;
  const current = running.timeline.entries.find(({ id, to }) => id === entry && to === null);
  useEffect(() => {
    if (!current) onClose();
  }, [current, onClose]);
  if (!current) return null;
  return (
    <Sheet
      title={
        <>
          <span className="line-clamp-2 wrap-anywhere">{faces.get(current.activity ?? '')?.name}</span>{' '}
          <time className="flex-none max-[360px]:hidden lying:hidden">{format.time(current.from, 'second')}</time>
        </>
      }
      tool={
        onPhoto ? (
          <button
            type="button"
            className="grid size-16 flex-none place-items-center text-ink"
            aria-label={t('capture:photo.take')}
            onClick={() => {
              onPhoto();
              onClose();
            }}
          >
            <Icon of={Camera} size={24} />
          </button>
        ) : null
      }
      onClose={onClose}
    >
      <Earlier {...props} onDone={onClose} />
      <Ratings capture={capture} running={running} faces={faces} offered={ratings} />
    </Sheet>
  );
}
