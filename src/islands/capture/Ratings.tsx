import { memo } from 'react';
import type { Capture, Running } from '../../lib/client/capture/capture.store.ts';
import type { Panel } from '../../lib/contract/screens.ts';
import { useFormat, useT } from '../../lib/i18n/words.tsx';

/** Performance rating of the last finished state of a person: after the tap, never before. */
export const Ratings = memo(function Ratings({
  capture,
  running,
  faces,
  offered,
}: {
  capture: Capture;
  running: Running;
  faces: ReadonlyMap<string, Panel['activities'][number]>;
  offered: readonly number[];
}) {
  const t = useT();
  const format = useFormat();
  const workers = new Set(capture.measurement.lanes.filter(({ kind }) => kind === 'worker').map(({ id }) => id));
  const rated = running.timeline.entries
    .filter((entry) => workers.has(entry.lane) && entry.kind === 'state' && entry.to !== null)
    .sort((a, b) => (b.to ?? 0) - (a.to ?? 0))[0];
  if (offered.length === 0 || !rated) return null;
  const face = faces.get(rated.activity ?? '');
  const seconds = Math.round(((rated.to ?? 0) - rated.from) / 1_000);
  return (
    <div>
      <p className="cap-label">{t('capture:rating', { name: face?.name ?? '', time: format.duration(seconds) })}</p>
      <div className="cap-chips">
        {offered.map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={rated.rating === value}
            onClick={() => capture.rate(rated.id, rated.rating === value ? null : value)}
          >
            {format.number(value)}
          </button>
        ))}
      </div>
    </div>
  );
});
