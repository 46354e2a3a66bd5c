import type { Entry } from '../../lib/domain/taps/entries.ts';
import type { MatrixRow } from '../../lib/domain/time-study/matrix.ts';
import { elementFigures, isSuspect, timesOf } from '../../lib/domain/time-study/matrix.ts';
import type { Occurrence } from '../../lib/domain/time-study/occurrences.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { Button } from '../ui/Button.tsx';
import { DraftNote } from '../ui/form/DraftNote.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { useKept } from '../ui/form/useKept.ts';
import { Icon } from '../ui/Icon.tsx';
import { MARK_ICONS } from './ReadingsMatrix.tsx';
import { marksOf, missingOf, normalOf, type Readings, type ReadingsRow } from './readings.ts';
import { useCorrections } from './useCorrections.ts';
import type { Work } from './work.ts';

type Line = MatrixRow & Pick<ReadingsRow, 'figures'>;

interface CardProps {
  work: Work;
  readings: Readings;
  rows: readonly Line[];
  chosen: { row: Line; reading: Occurrence } | null;
  onPick: (id: string) => void;
}

/** The chosen reading: what is known of it, what its element would be without it, and whether figures take it in. */
export function ReadingCard({ work, readings, rows, chosen, onPick }: CardProps) {
  const t = useT();
  const reasons = [...new Set(rows.flatMap(({ readings: all }) => all.flatMap(({ excluded }) => (excluded === null ? [] : [excluded]))))];
  return (
    <aside
      aria-label={t('measurement-tabs:readings.card')}
      className="border-l border-l-line px-4 py-3 text-12 leading-5 max-[1100px]:border-t max-[1100px]:border-t-line max-[1100px]:border-l-0 max-[1100px]:px-5 max-[1100px]:*:max-w-125 phone:px-4 print:hidden"
    >
      {chosen ? (
        <Chosen work={work} readings={readings} {...chosen} reasons={reasons} />
      ) : (
        <p className="soft">{t('measurement-tabs:readings.pick')}</p>
      )}
      <Marked work={work} readings={readings} rows={rows} without={chosen?.reading.ids[0] ?? null} onPick={onPick} />
      <p className="muted pt-3">{t('measurement-tabs:readings.nothing_by_itself')}</p>
    </aside>
  );
}

const PAIR = 'flex items-baseline justify-between gap-3';

function Chosen({
  work,
  readings: { write },
  row,
  reading,
  reasons,
}: Pick<CardProps, 'work' | 'readings'> & { row: Line; reading: Occurrence; reasons: readonly string[] }) {
  const t = useT();
  const format = useFormat();
  const { shown, board, look, day, bounds, canEdit } = work;
  const { figures } = row;
  const activity = day.entries.get(reading.ids[0] ?? '')?.activity ?? null;
  const show = () => {
    board.$pinned.set(reading.from);
    board.$selected.set(new Set(reading.ids));
    history.replaceState(history.state, '', location.pathname + location.search);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  };
  const normal = normalOf(reading);
  const facts: [string, string][] = [
    [t('measurement-tabs:readings.begin'), shown.time(reading.from)],
    [t('measurements:column.elapsed'), shown.length(bounds.from, reading.from)],
  ];
  if (reading.rating !== null) facts.push([t('measurements:column.rating'), format.percent(reading.rating / 100)]);
  if (normal !== null) facts.push([t('measurement-tabs:readings.mode.normal'), write(normal, true)]);
  if (reading.note) facts.push([t('measurements:column.note'), reading.note]);
  const suspect = figures !== null && isSuspect(reading, figures.fences);
  return (
    <>
      <h2 className={`${PAIR} text-14 font-semi`}>
        <span className="min-w-0 wrap-break-word">{look({ kind: 'state', activity }).name}</span>
        <span className="num whitespace-nowrap">{write(reading.ms)}</span>
      </h2>
      <p className="soft">
        {t('measurement-tabs:readings.cycle', { n: format.number(reading.cycle) })} ·{' '}
        <button type="button" className="link p-0 underline" onClick={show}>
          {t('measurement-tabs:readings.show')}
        </button>
      </p>
      <dl className="mt-2 border-t border-t-line pt-2">
        {facts.map(([name, value]) => (
          <div key={name} className={PAIR}>
            <dt className="soft">{name}</dt>
            <dd className="num min-w-0 text-right wrap-break-word">{value}</dd>
          </div>
        ))}
      </dl>
      {suspect && figures.fences ? (
        <p className="mt-2 flex gap-1.5 border-t border-t-line pt-2 text-late-text">
          <Icon of={MARK_ICONS.suspect} size={14} className="mt-0.75 shrink-0" />
          <span>
            {reading.ms > figures.fences.high
              ? t('measurement-tabs:readings.above_fence', { value: write(figures.fences.high) })
              : t('measurement-tabs:readings.below_fence', { value: write(figures.fences.low) })}
          </span>
        </p>
      ) : null}
      {row.activity === null ? null : reading.excluded === null ? <Without row={row} reading={reading} write={write} /> : null}
      {row.activity === null ? null : <Choice work={work} reading={reading} reasons={reasons} canEdit={canEdit} />}
    </>
  );
}

/** The element with the reading, and without it. */
function Without({ row, reading, write }: { row: Line; reading: Occurrence; write: Readings['write'] }) {
  const t = useT();
  const format = useFormat();
  const pair = [row.figures, elementFigures(timesOf(row.readings.filter((one) => one !== reading)))];
  const lines: [string, (figures: (typeof pair)[number]) => string | null][] = [
    [t('measurement-tabs:elements.mean'), (one) => (one ? write(one.mean, true) : null)],
    [t('measurement-tabs:readings.precision'), (one) => (one?.precision == null ? null : `±${format.percent(one.precision, 1)}`)],
    [t('measurement-tabs:readings.needed'), (one) => (one?.needed == null ? null : format.number(one.needed))],
    [t('measurement-tabs:readings.missing'), (one) => (missingOf(one) === null ? null : format.number(missingOf(one)!))],
  ];
  return (
    <table className="mt-2 w-full border-t border-t-line">
      <thead>
        <tr>
          <th scope="col" className="pt-2 text-left font-regular text-ink-2">
            {t('measurement-tabs:readings.would_change')}
          </th>
          <th scope="col" className="pt-2 text-right font-regular text-ink-2">
            {t('measurement-tabs:readings.with')}
          </th>
          <th scope="col" className="pt-2 text-right font-regular text-ink-2">
            {t('measurement-tabs:readings.without')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(([name, write]) => (
          <tr key={name}>
            <th scope="row" className="text-left font-regular text-ink-2">
              {name}
            </th>
            {pair.map((one, at) => (
              <td key={at} className="num text-right font-medium">
                {write(one) ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Leaves the reading out of the figures for a reason, or takes it in again. */
function Choice({ work, reading, reasons, canEdit }: { work: Work; reading: Occurrence; reasons: readonly string[]; canEdit: boolean }) {
  const t = useT();
  const { send } = useCorrections(work);
  const correct = (entries: readonly Entry[], why: string | null) =>
    void send((by) => by.exclude(work.day, entries, why), t(`measurement-tabs:readings.done.${why === null ? 'included' : 'excluded'}`));
  const kept = useKept(`exclude ${reading.ids[0]}`, { reason: '' });
  const { reason } = kept.values;
  const entries = reading.ids.flatMap((id) => work.day.entries.get(id) ?? []);
  if (reading.excluded !== null)
    return (
      <div className="mt-2 border-t border-t-line pt-2">
        <p>{t('measurement-tabs:readings.excluded_because', { reason: reading.excluded })}</p>
        {canEdit ? (
          <Button
            size="sm"
            onPress={() => {
              // Whichever of its parts says so.
              correct(
                entries.filter(({ excluded }) => excluded !== null),
                null,
              );
            }}
          >
            {t('measurement-tabs:readings.include')}
          </Button>
        ) : null}
      </div>
    );
  if (!canEdit) return null;
  const exclude = () => {
    const [first] = entries;
    if (reason.trim() === '' || !first) return;
    kept.reset();
    correct([first], reason);
  };
  const offered = [...new Set([...(reading.note ? [reading.note] : []), ...reasons])].filter((one) => one !== reason).slice(0, 4);
  return (
    <div className="mt-2 grid gap-2 border-t border-t-line pt-2">
      <DraftNote form={kept} />
      <TextField
        label={t('measurement-tabs:readings.reason')}
        maxLength={200}
        value={reason}
        onChange={(value) => kept.set('reason', value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') exclude();
        }}
      />
      {offered.length > 0 ? (
        <p className="flex flex-wrap gap-1.5">
          {offered.map((one) => (
            <Button key={one} size="sm" variant="ghost" onPress={() => kept.set('reason', one)}>
              {one}
            </Button>
          ))}
        </p>
      ) : null}
      <Button size="sm" isDisabled={reason.trim() === ''} onPress={exclude}>
        {t('measurement-tabs:readings.exclude')}
      </Button>
    </div>
  );
}

/** Everything else that stands out. */
function Marked({
  work,
  readings: { write },
  rows,
  without,
  onPick,
}: Pick<CardProps, 'work' | 'readings' | 'rows' | 'onPick'> & { without: string | null }) {
  const t = useT();
  const format = useFormat();
  const marked = rows.flatMap((row) =>
    row.readings.flatMap((reading) => {
      const [mark] = marksOf(reading, row.figures);
      return mark && reading.ids[0] !== without ? [{ reading, mark }] : [];
    }),
  );
  if (marked.length === 0) return null;
  // Below a reading that is picked it belongs to that one's heading.
  const Heading = without === null ? 'h2' : 'h3';
  return (
    <div className="mt-3 border-t border-t-line pt-2">
      <Heading className="font-sans text-12 font-regular text-ink-2">{t('measurement-tabs:readings.others')}</Heading>
      <ul>
        {marked.map(({ reading, mark }) => {
          const activity = work.day.entries.get(reading.ids[0] ?? '')?.activity ?? null;
          return (
            <li key={reading.ids[0]}>
              <button
                type="button"
                className="flex w-full items-center justify-between gap-3 rounded-1 py-0.5 text-left leading-4.5 hover:bg-hover pointer-coarse:min-h-11"
                onClick={() => onPick(reading.ids[0]!)}
              >
                <span className="flex items-center gap-1.5 whitespace-nowrap">
                  <Icon of={MARK_ICONS[mark]} size={14} />
                  <span className="vh">{t(`measurement-tabs:readings.mark.${mark}`)}</span>
                  <b className="num font-medium">{write(reading.ms)}</b>
                </span>
                <span className="soft min-w-0 text-right">
                  {t('measurement-tabs:readings.cycle', { n: format.number(reading.cycle) })}, {work.look({ kind: 'state', activity }).name}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
