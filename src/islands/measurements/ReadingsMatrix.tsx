import { Asterisk, Ban, CircleCheck, CircleDashed, Pause } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import type { MatrixRow } from '../../lib/domain/time-study/matrix.ts';
import type { Occurrence } from '../../lib/domain/time-study/occurrences.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Icon } from '../ui/Icon.tsx';
import { usePrinting } from '../ui/usePrinting.ts';
import { ReadingsCourse } from './ReadingsCourse.tsx';
import { CYCLE, type Mark, marksOf, missingOf, normalOf, type ReadingMode, type Readings, type ReadingsRow } from './readings.ts';
import { Swatch } from './Swatch.tsx';
import type { Work } from './work.ts';

/** Pixels: the column of the elements, on a phone too. */
const NAMES = 208;
const NARROW_NAMES = 146;
/** Pixels of a sheet of A4 between its margins and those of the page, and of a cycle on it. */
const SHEET = 660;
const PRINTED_CYCLE = 45;

export const MARK_ICONS = { excluded: Ban, suspect: Asterisk, interrupted: Pause } as const;
const MARKS: readonly Mark[] = ['interrupted', 'excluded', 'suspect'];
const INK: Record<Mark, string> = { excluded: 'text-ink-3', suspect: 'text-late-text', interrupted: 'text-ink-2' };

/** What the signs in the cells mean. */
export function ReadingMarks() {
  const t = useT();
  return (
    <ul className="flex flex-wrap gap-x-4 pb-2 text-12 text-ink-2">
      {MARKS.map((mark) => (
        <li key={mark} className="flex items-center gap-1">
          <Icon of={MARK_ICONS[mark]} size={14} className={INK[mark]} /> {t(`measurement-tabs:readings.mark.${mark}`)}
        </li>
      ))}
    </ul>
  );
}

interface MatrixProps {
  of: RefObject<HTMLDivElement | null>;
  work: Work;
  readings: Readings;
  mode: ReadingMode;
  picked: string | null;
  onPick: (id: string) => void;
  /** That of the picked reading. */
  row: ReadingsRow | undefined;
  /** Whose course is drawn below. */
  course: ReadingsRow | undefined;
}

/** Arrow keys go from reading to reading. */
const STEPS: Record<string, [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function go(event: KeyboardEvent<HTMLTableElement>) {
  const [down, right] = STEPS[event.key] ?? [0, 0];
  const cell = (event.target as HTMLElement).closest('td');
  const line = cell?.parentElement;
  if (!(cell && line) || (down === 0 && right === 0)) return;
  event.preventDefault();
  const lines = [...event.currentTarget.querySelectorAll('tbody tr')];
  // Over cells without a reading, to the next one that has some.
  for (let y = lines.indexOf(line) + down, x = [...line.children].indexOf(cell) + right; ; y += down, x += right) {
    const next = lines[y]?.children[x];
    if (next?.tagName !== 'TD') return;
    const button = next.querySelector('button');
    if (button) return button.focus();
  }
}

export function ReadingsMatrix({ of, work, readings, mode, picked, onPick, row, course }: MatrixProps) {
  const t = useT();
  const format = useFormat();
  const { rows, foreign, columns, totals, write, by } = readings;
  const printing = usePrinting();
  const names = work.narrow && !printing ? NARROW_NAMES : NAMES;
  const cycle = printing ? PRINTED_CYCLE : CYCLE;
  // A sheet can't be scrolled: what doesn't fit beside the names stands below them again.
  const beside = printing ? Math.floor((SHEET - names) / cycle) : columns;
  const strips = Array.from({ length: Math.max(1, Math.ceil(columns / beside)) }, (_, strip) =>
    Array.from({ length: Math.min(beside, columns - strip * beside) }, (__, at) => strip * beside + at + 1),
  );
  const firstId = rows[0]?.readings[0]?.ids[0];
  const cells = (numbers: readonly number[], line: MatrixRow, figures: ReadingsRow['figures']) =>
    numbers.map((column) => (
      <td key={column} className="border-b border-b-line px-0.5 py-1 text-right align-top">
        {line.cells
          .get(column)
          ?.map((reading) => (
            <Cell
              key={reading.ids[0]}
              reading={reading}
              figures={figures}
              mode={line.activity === null ? 'time' : mode}
              write={write}
              name={`${nameOf(work, reading, line)}, ${t('measurement-tabs:readings.cycle', { n: format.number(column) })}`}
              word={line.activity === null ? nameOf(work, reading, line) : null}
              isPicked={picked === reading.ids[0]}
              isFirst={(picked ?? firstId) === reading.ids[0]}
              onPick={onPick}
            />
          )) ?? <span className="pr-1 text-ink-3">·</span>}
      </td>
    ));
  return (
    <div ref={of} className="relative overflow-x-auto print:overflow-visible">
      {strips.map((numbers) => (
        <table
          key={numbers[0]}
          className="print:mb-4 print:break-inside-avoid table-fixed border-separate border-spacing-0 text-12 [font-feature-settings:'tnum']"
          style={{ width: names + numbers.length * cycle }}
          aria-label={t('measurement-tabs:readings.title')}
          onKeyDown={go}
        >
          <colgroup>
            <col style={{ width: names }} />
            {numbers.map((column) => (
              <col key={column} style={{ width: cycle }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className={`${NAME} bg-surface border-b-ink py-1.5 font-medium text-ink-2`}>
                <span className="flex flex-wrap justify-between gap-x-2">
                  <span>{t('measurement-tabs:readings.head.element')}</span>
                  <span>{t('measurement-tabs:readings.head.needed')}</span>
                </span>
              </th>
              {numbers.map((column) => (
                <th key={column} scope="col" className="border-b border-b-ink px-1 text-right font-medium text-ink-2">
                  {format.number(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((line) => (
              <tr key={line.activity} data-selected={line === row ? '' : undefined} className="data-selected:bg-selected">
                <Head work={work} line={line} write={write} isChosen={line === row} />
                {cells(numbers, line, line.figures)}
              </tr>
            ))}
            {foreign ? (
              <tr>
                <th scope="row" className={`${NAME} bg-surface`}>
                  <span className="block font-medium">{t('measurement-tabs:readings.foreign')}</span>
                  <span className="text-ink-3">{t('measurement-tabs:readings.not_counted')}</span>
                </th>
                {cells(numbers, foreign, null)}
              </tr>
            ) : null}
          </tbody>
          {by === 'cycle' && mode === 'time' ? (
            <tfoot>
              <tr>
                <th scope="row" className={`${NAME} bg-surface border-t border-t-ink border-b-0 py-1.5 font-semi`}>
                  {t(foreign ? 'measurement-tabs:readings.total_without_foreign' : 'measurement-tabs:readings.total')}
                </th>
                {numbers.map((column) => (
                  <td key={column} className="border-t border-t-ink px-1 text-right font-semi">
                    {typeof totals[column - 1] === 'number' ? write(totals[column - 1]!) : '–'}
                  </td>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
      ))}
      {course?.figures ? (
        <ReadingsCourse
          work={work}
          names={names}
          row={course}
          columns={columns}
          cycle={printing ? (SHEET - names) / columns : CYCLE}
          write={write}
          picked={picked}
          onPick={onPick}
        />
      ) : null}
    </div>
  );
}

const NAME = 'sticky left-0 z-1 border-b border-b-line py-1 pr-3 text-left align-top font-regular leading-4';

const nameOf = (work: Work, reading: Occurrence, line: MatrixRow): string => {
  const activity = line.activity ?? work.day.entries.get(reading.ids[0] ?? '')?.activity ?? null;
  return work.look({ kind: 'state', activity }).name;
};

/** An element with its mean, how exact that is, and how many readings it has and wants. */
function Head({ work, line, write, isChosen }: { work: Work; line: ReadingsRow; write: Readings['write']; isChosen: boolean }) {
  const t = useT();
  const format = useFormat();
  const { activity, figures } = line;
  const look = work.look({ kind: 'state', activity });
  const missing = missingOf(figures);
  return (
    <th scope="row" className={isChosen ? `${NAME} bg-selected` : `${NAME} bg-surface`}>
      <span className="flex items-start gap-1.75 phone:flex-wrap phone:gap-y-0">
        <Swatch look={look} />
        <span className="min-w-0 flex-1 font-medium wrap-break-word hyphens-auto phone:basis-[calc(100%-20px)]">{look.name}</span>
        {missing === null ? null : missing === 0 ? (
          <span className="flex items-center gap-1 text-ok-text phone:pl-4.5">
            <Icon of={CircleCheck} size={14} /> {t('measurement-tabs:readings.enough')}
          </span>
        ) : (
          <span className="flex items-center gap-1 text-late-text phone:pl-4.5">
            <Icon of={CircleDashed} size={14} /> {t('measurement-tabs:readings.more', { n: format.number(missing) })}
          </span>
        )}
      </span>
      <span className="flex flex-wrap justify-between gap-x-2 pl-4.5 text-ink-2">
        <span>
          {figures ? write(figures.mean, true) : '–'}{' '}
          {figures?.precision == null ? null : <span className="text-ink-3">±{format.percent(figures.precision, 1)}</span>}
        </span>
        <span className="text-ink-3">
          {format.number(figures?.n ?? 0)} / {figures?.needed == null ? '–' : format.number(figures.needed)}
        </span>
      </span>
    </th>
  );
}

interface CellProps {
  reading: Occurrence;
  figures: ReadingsRow['figures'];
  mode: ReadingMode;
  write: Readings['write'];
  /** What it is a reading of, for whoever hears it. */
  name: string;
  /** Written below it, where the row doesn't say it. */
  word: string | null;
  isPicked: boolean;
  /** The one that the keyboard comes to first. */
  isFirst: boolean;
  onPick: (id: string) => void;
}

function Cell({ reading, figures, mode, write, name, word, isPicked, isFirst, onPick }: CellProps) {
  const t = useT();
  const format = useFormat();
  const marks = marksOf(reading, figures);
  const normal = normalOf(reading);
  const value =
    mode === 'time'
      ? write(reading.ms)
      : mode === 'normal'
        ? normal === null
          ? '–'
          : write(normal, true)
        : figures
          ? `${reading.ms > figures.mean ? '+' : ''}${format.percent(reading.ms / figures.mean - 1)}`
          : '–';
  const rating = reading.rating === null ? null : format.number(reading.rating);
  const said = [
    name,
    rating === null ? null : t('measurement-tabs:readings.rated', { value: rating }),
    ...marks.map((mark) => t(`measurement-tabs:readings.mark.${mark}`)),
  ];
  return (
    <button
      type="button"
      className="relative grid w-full content-start rounded-1 px-1 text-right leading-4 hover:bg-hover aria-pressed:shadow-[inset_0_0_0_2px_var(--accent)] focus-visible:shadow-focus pointer-coarse:min-h-9"
      aria-pressed={isPicked}
      tabIndex={isFirst ? 0 : -1}
      onClick={() => onPick(reading.ids[0]!)}
    >
      <span
        className={
          marks.includes('excluded')
            ? 'block text-ink-3 line-through'
            : marks.includes('suspect')
              ? 'block font-semi text-late-text'
              : 'block text-ink'
        }
      >
        {value}
      </span>
      <span className="vh">{said.filter(Boolean).join(', ')}</span>
      <span className="flex items-center justify-end gap-0.5 text-11 text-ink-3" aria-hidden="true">
        {marks.map((mark) => (
          <Icon key={mark} of={MARK_ICONS[mark]} size={14} className={INK[mark]} />
        ))}
        {word === null ? mode === 'time' ? (rating ?? ' ') : ' ' : <span className="one-line">{word}</span>}
      </span>
    </button>
  );
}
