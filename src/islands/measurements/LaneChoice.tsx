import { useStore } from '@nanostores/react';
import { useT } from '../../lib/i18n/react.tsx';
import { BarSelect } from './BarSelect.tsx';
import type { Work } from './work.ts';

/** The lane that figures are about; with a single one there is nothing to choose. */
export function LaneChoice({ work: { board, lanes, laneName } }: { work: Work }) {
  const t = useT();
  const lane = useStore(board.$lane);
  if (lanes.length < 2) return <span className="muted one-line">{laneName(lane)}</span>;
  return (
    <BarSelect aria-label={t('measurements:lane')} value={lane} onChange={({ target }) => board.$lane.set(target.value)}>
      {lanes.map(({ id }) => (
        <option key={id} value={id}>
          {laneName(id)}
        </option>
      ))}
    </BarSelect>
  );
}
