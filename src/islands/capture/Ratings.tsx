import { memo } from 'react';
import type { Capture, Running } from '../../lib/client/capture/capture.store.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { useFormat, useT } from '../../lib/i18n/words.tsx';
import { Chip, Chips } from './Chips.tsx';
import { Sheet } from './Sheet.tsx';

interface RatingsProps {
  capture: Capture;
  running: Running;
  faces: ReadonlyMap<string, Panel['activities'][number]>;
  offered: readonly number[];
  /** The one to be rated; without it the last finished. */
  entry?: string | undefined;
  onDone?: () => void;
}

/** The last finished state of a person. */
export function lastFinished({ measurement }: Capture, { timeline }: Running) {
  const workers = new Set(measurement.lanes.filter(({ kind }) => kind === 'worker').map(({ id }) => id));
  return timeline.entries
    .filter((entry) => workers.has(entry.lane) && entry.kind === 'state' && entry.to !== null)
    .sort((a, b) => (b.to ?? 0) - (a.to ?? 0))[0];
}

/** Performance rating of a finished state of a person: after the tap, never before. */
export const Ratings = memo(function Ratings({ capture, running, faces, offered, entry, onDone }: RatingsProps) {
  const t = useT();
  const format = useFormat();
  const rated = entry === undefined ? lastFinished(capture, running) : running.timeline.entries.find(({ id }) => id === entry);
  if (offered.length === 0 || !rated) return null;
  const face = faces.get(rated.activity ?? '');
  const seconds = Math.round(((rated.to ?? 0) - rated.from) / 1_000);
  return (
    <div>
      <p className="mb-1.5 text-ink-3 text-12">{t('capture:rating', { name: face?.name ?? '', time: format.duration(seconds) })}</p>
      <Chips count={offered.length}>
        {offered.map((value) => (
          <Chip
            key={value}
            aria-pressed={rated.rating === value}
            onClick={() => {
              capture.rate(rated.id, rated.rating === value ? null : value);
              onDone?.();
            }}
          >
            {format.number(value)}
          </Chip>
        ))}
      </Chips>
    </div>
  );
});

/** Asked for by its button; the entry stays the same when the next one begins meanwhile. */
export function RatingSheet({ onClose, ...props }: RatingsProps & { entry: string; onClose(): void }) {
  const t = useT();
  return (
    <Sheet title={t('capture:rating_short')} onClose={onClose}>
      <Ratings {...props} onDone={onClose} />
    </Sheet>
  );
}
