import { useStore } from '@nanostores/react';
import { useCallback, useRef, useState } from 'react';
import { STUDY_UNITS, type StudyUnit } from '../../lib/domain/time-study/units.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { TakeMenu } from '../take/TakeMenu.tsx';
import { LaneChoice } from './LaneChoice.tsx';
import { ReadingCard } from './ReadingCard.tsx';
import { ReadingMarks, ReadingsMatrix } from './ReadingsMatrix.tsx';
import { missingOf, READING_MODES, type ReadingMode, useReadings } from './readings.ts';
import { Seg } from './Seg.tsx';
import type { Work } from './work.ts';

await ready('measurement-tabs');

/** Every reading of a study: elements by cycles, what stands out, and what is left out of the figures. */
export default function ReadingsTab({ work }: { work: Work }) {
  const t = useT();
  const { day, faces, board, bounds, row } = work;
  const lane = useStore(board.$lane);
  const [mode, setMode] = useState<ReadingMode>('time');
  const [unit, setUnit] = useState<StudyUnit>('s');
  const [picked, setPicked] = useState<string | null>(null);
  const isElement = useCallback((activity: string) => faces.get(activity)?.element ?? false, [faces]);
  const readings = useReadings(day, bounds.from, lane, unit, isElement);
  const table = useRef<HTMLDivElement>(null);
  const all = [...readings.rows, ...(readings.foreign ? [{ ...readings.foreign, figures: null }] : [])];
  const chosen = all.flatMap((row) => row.readings.map((reading) => ({ row, reading }))).find(({ reading }) => reading.ids[0] === picked);
  // Before anybody has picked a reading, the element that wants most of them.
  const neediest = readings.rows.toSorted((a, b) => (missingOf(b.figures) ?? 0) - (missingOf(a.figures) ?? 0))[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_264px] max-[1100px]:grid-cols-1 print:block">
      <section aria-label={t('measurement-tabs:readings.title')} className="min-w-0 px-5 pb-5 phone:px-4">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
          <LaneChoice work={work} />
          <Seg
            label={t('measurement-tabs:readings.mode.label')}
            value={mode}
            options={READING_MODES.map((id) => ({ id, label: t(`measurement-tabs:readings.mode.${id}`) }))}
            onChange={setMode}
          />
          <Seg
            label={t('measurement-tabs:readings.unit.label')}
            value={unit}
            options={STUDY_UNITS.map((id) => ({ id, label: t(`measurement-tabs:readings.unit.${id}`) }))}
            onChange={setUnit}
          />
          <span className="spacer" />
          <TakeMenu textOnly title={row.name} facts={`${t('measurement-tabs:readings.title')} ${work.laneName(lane)}`} of={table} />
        </header>
        {readings.rows.length === 0 ? (
          <p className="muted py-4 text-12">{t('measurement-tabs:readings.none')}</p>
        ) : (
          <>
            <ReadingMarks />
            <ReadingsMatrix
              of={table}
              work={work}
              readings={readings}
              mode={mode}
              picked={picked}
              onPick={setPicked}
              row={chosen?.row}
              course={chosen?.row ?? neediest}
            />
            {readings.by === 'order' ? <p className="muted pt-2 text-12">{t('measurement-tabs:readings.by_order')}</p> : null}
          </>
        )}
      </section>
      {readings.rows.length === 0 ? null : (
        <ReadingCard key={picked} work={work} readings={readings} rows={all} chosen={chosen ?? null} onPick={setPicked} />
      )}
    </div>
  );
}
