import { useStore } from '@nanostores/react';
import { Combine, X } from 'lucide-react';
import { useCallback, useState } from 'react';
import { areNeighbours } from '../../lib/client/measurements/edges.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { Boundary, part } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuItem } from '../ui/Menu.tsx';
import { toastsAbove } from '../ui/toasts-above.ts';
import { ActivityMenu } from './ActivityMenu.tsx';
import { BarSelect } from './BarSelect.tsx';
import type { Mark } from './EntryPhotos.tsx';
import { EntryTable, Tools, useChosen } from './EntryTable.tsx';
import { Moments } from './Moments.tsx';
import { ReferenceMenus, useReferenceColumns } from './references.tsx';
import { type Corrections, useCorrections } from './useCorrections.ts';
import type { Work } from './work.ts';

await ready('measurement-tabs');

const EntryPhotos = part(() => import('./EntryPhotos.tsx'));
export const MeasurementFiles = part(() => import('./MeasurementFiles.tsx'));

/** All entries, with what can be done to many of them at once. */
export default function EntriesTab({ work }: { work: Work }) {
  const t = useT();
  const { lanes, laneName, canEdit } = work;
  const corrections = useCorrections(work);
  const more = useReferenceColumns(work, corrections);
  const [mark, setMark] = useState<Mark>();
  const onMark = useCallback((next: Mark) => setMark(() => next), []);
  const [lane, setLane] = useState(lanes.length === 1 ? (lanes[0]?.id ?? '') : '');
  const bar = (
    <div className="filters">
      {lanes.length > 1 ? (
        <BarSelect aria-label={t('measurements:lane')} value={lane} onChange={({ target }) => setLane(target.value)}>
          <option value="">{t('measurement-tabs:entries.all_lanes')}</option>
          {lanes.map(({ id }) => (
            <option key={id} value={id}>
              {laneName(id)}
            </option>
          ))}
        </BarSelect>
      ) : null}
      <span className="spacer" />
      {canEdit ? <Tools work={work} corrections={corrections} /> : null}
    </div>
  );
  return (
    <>
      <EntryTable work={work} lane={lane === '' ? null : lane} bar={bar} mark={mark} more={more} />
      <Boundary instead={null} waiting={null}>
        <EntryPhotos work={work} onMark={onMark} />
      </Boundary>
      <Moments work={work} folded />
      {canEdit ? <BulkBar work={work} corrections={corrections} /> : null}
    </>
  );
}

/** Stands below the table while several entries are chosen. */
function BulkBar({ work, corrections }: { work: Work; corrections: Corrections }) {
  const t = useT();
  const format = useFormat();
  const { board, day, now, version, shown } = work;
  const chosen = useChosen(work);
  const lane = useStore(board.$lane);
  if (chosen.length === 0) return null;
  const length = chosen.reduce((sum, { from, to }) => sum + shown.at(to ?? now) - shown.at(from), 0);
  return (
    <div ref={toastsAbove} className="bulk flex-wrap phone:py-1.5 pointer-coarse:py-1.5">
      <b className="font-semi">{t('measurement-tabs:entries.chosen', { count: chosen.length, n: format.number(chosen.length) })}</b>
      <span className="muted num">{shown.duration(length)}</span>
      <ActivityMenu
        work={work}
        lane={chosen[0]?.lane ?? lane}
        onChoose={(label) => void corrections.relabel(chosen, label)}
        trigger={<Button size="sm">{t('measurement-tabs:entries.relabel')}</Button>}
      />
      {version.definition.ratings.length > 0 ? (
        <Menu label={t('measurements:column.rating')} trigger={<Button size="sm">{t('measurement-tabs:entries.rate')}</Button>}>
          {version.definition.ratings.map((rating) => (
            <MenuItem key={rating} id={String(rating)} onAction={() => void corrections.rate(chosen, rating)}>
              {format.percent(rating / 100)}
            </MenuItem>
          ))}
          <MenuItem id="none" onAction={() => void corrections.rate(chosen, null)}>
            {t('measurement-tabs:entries.no_rating')}
          </MenuItem>
        </Menu>
      ) : null}
      <ReferenceMenus work={work} corrections={corrections} />
      <Button size="sm" icon={Combine} isDisabled={!areNeighbours(day, chosen)} onPress={() => void corrections.merge(chosen)}>
        {t('measurements:entries.merge')}
      </Button>
      <span className="spacer" />
      <IconButton size="sm" icon={X} label={t('measurement-tabs:entries.unpick')} onPress={() => board.$selected.set(new Set())} />
    </div>
  );
}
