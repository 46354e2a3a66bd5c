import { useStore } from '@nanostores/react';
import { useMemo, useRef, useState } from 'react';
import type { ActivityFace } from '../../lib/contract/activities.ts';
import type { BalancePart } from '../../lib/domain/time-study/balance.ts';
import { type Occurrence, occurrencesOf } from '../../lib/domain/time-study/occurrences.ts';
import { type RunSignal, runChart } from '../../lib/domain/time-study/run-chart.ts';
import type { LaneEntries } from '../../lib/domain/time-study/spans.ts';
import { histogramOf, medianOf, type Statistics, statisticsOf } from '../../lib/domain/time-study/statistics.ts';
import { useFormat, useT } from '../../lib/i18n/react.tsx';
import { ready } from '../../lib/i18n/ready.ts';
import { useSize } from '../chart/useSize.ts';
import { useMedia } from '../shell/hooks.ts';
import { TakeMenu } from '../take/TakeMenu.tsx';
import { usePrinting } from '../ui/usePrinting.ts';
import { useBalance, useGroupName } from './Balance.tsx';
import { LaneChoice } from './LaneChoice.tsx';
import { Sorted } from './Sorted.tsx';
import { Swatch } from './Swatch.tsx';
import { TaxonomyChoice } from './TaxonomyChoice.tsx';
import type { Work } from './work.ts';

await ready('measurement-tabs');

const HEIGHT = 210;
/** Low enough for both pictures to stand below their table on one sheet. */
const PRINTED_HEIGHT = 130;
const TOP = 14;
const LEFT = 52;
const BOTTOM = 24;

const FIGURES = ['n', 'mean', 'median', 'min', 'max', 'deviation'] as const;
/** A narrow window has room for these beside the name and the time. */
const NARROW_FIGURES = ['n', 'mean'] as const;

interface Element {
  activity: string;
  element: boolean;
  part: BalancePart;
  /** As they were timed: what varies is told by them. */
  occurrences: readonly Occurrence[];
  /** The same as they are shown, from which the figures beside their sum come. */
  written: readonly Occurrence[];
  figures: Statistics | null;
  /** How many were excluded from all of this. */
  leftOut: number;
  /** Deviation to mean. */
  variation: number | null;
}

function elementOf(part: BalancePart, activity: string, face: ActivityFace | undefined, entries: LaneEntries, shown: LaneEntries): Element {
  const all = occurrencesOf(entries, activity);
  const counts = ({ excluded }: Occurrence) => excluded === null;
  const occurrences = all.filter(counts);
  const written = occurrencesOf(shown, activity).filter(counts);
  const timed = statisticsOf(occurrences.map(({ ms }) => ms));
  return {
    activity,
    element: face?.element ?? false,
    part,
    occurrences,
    written,
    leftOut: all.length - occurrences.length,
    figures: statisticsOf(written.map(({ ms }) => ms)),
    variation: timed && timed.n > 1 && timed.mean > 0 ? timed.deviation / timed.mean : null,
  };
}

/** How long each element took, by category: its time and share, which add up, its figures, their histogram and their course. */
export default function ElementsTab({ work }: { work: Work }) {
  const t = useT();
  const format = useFormat();
  const { day, board, faces, look, shown } = work;
  const printing = usePrinting();
  // A sheet has room for all figures, whatever it was printed from.
  const narrow = useMedia('(max-width: 889px)') && !printing;
  const figures = narrow ? NARROW_FIGURES : FIGURES;
  const lane = useStore(board.$lane);
  const balance = useBalance(work);
  const nameOf = useGroupName(work);
  const groups = useMemo(() => {
    const [entries, written] = [day.lanes.get(lane) ?? [], shown.lanes.get(lane) ?? []];
    return balance.groups.map((group) => ({
      group,
      rows: group.parts
        .flatMap((part) => (part.activity === null ? [] : elementOf(part, part.activity, faces.get(part.activity), entries, written)))
        .sort((a, b) => Number(b.element) - Number(a.element) || b.occurrences.length - a.occurrences.length),
    }));
  }, [balance, day, shown, lane, faces]);
  const table = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<string | null>(null);
  const rows = groups.flatMap((one) => one.rows);
  const chosen = rows.find(({ activity }) => activity === picked) ?? rows.find(({ figures }) => figures !== null);
  const time = (ms: number | undefined) => (ms === undefined ? '–' : shown.duration(ms));
  const leftOut = rows.reduce((sum, row) => sum + row.leftOut, 0);
  const count = (parts: readonly Element[]) => format.number(parts.reduce((sum, { occurrences }) => sum + occurrences.length, 0));
  const share = (permille: number) => (
    <>
      {format.number(permille / 10, 1)} <span className="unit">%</span>
    </>
  );
  return (
    <div className="tm-elements pt-0 px-5 pb-5 phone:pt-0 phone:px-4 phone:pb-4 phone:border-l-0">
      <section aria-label={t('measurement-tabs:elements.title')}>
        <header>
          <span className="flex min-w-0 items-center gap-2 slim:basis-full">
            <h2 className="h2">{t('measurement-tabs:elements.title')}</h2>
            <LaneChoice work={work} />
          </span>
          <TaxonomyChoice work={work} />
          <span className="spacer" />
          <TakeMenu textOnly title={work.row.name} facts={`${t('measurement-tabs:elements.title')} ${work.laneName(lane)}`} of={table} />
        </header>
        <div className="tm-wide overflow-x-auto" ref={table}>
          <Sorted store={work.stores.measurement}>
            <table
              className={narrow ? 'tbl compact tm-sums' : 'tbl compact tm-sums min-w-162.5'}
              aria-label={t('measurement-tabs:elements.title')}
            >
              <thead>
                <tr>
                  <th scope="col">{t('measurements:column.activity')}</th>
                  <th scope="col" className="num">
                    {t('measurements:column.time')}
                  </th>
                  {narrow ? null : (
                    <th scope="col" className="num">
                      {t('measurements:balance.share')}
                    </th>
                  )}
                  {figures.map((figure) => (
                    <th key={figure} scope="col" className="num">
                      {t(`measurement-tabs:elements.${figure}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              {groups.map(({ group, rows }) => (
                <tbody key={group.key}>
                  <tr className="cat plain">
                    <th scope="rowgroup" className="py-1.5! leading-4! whitespace-normal wrap-break-word">
                      {nameOf(group)}
                    </th>
                    <td className="num">{shown.duration(group.seconds * 1_000)}</td>
                    {narrow ? null : <td className="num">{share(group.permille)}</td>}
                    <td className="num">{rows.length > 0 ? count(rows) : null}</td>
                    <td colSpan={figures.length - 1} />
                  </tr>
                  {rows.map((row) => (
                    <tr key={row.activity} data-selected={row === chosen ? '' : undefined}>
                      <td>
                        <button
                          type="button"
                          className="tm-activity flex items-center gap-1.75 w-full min-w-0 min-h-6 py-0 px-1 rounded-1 text-left hover:bg-hover [&[aria-pressed='true']]:font-medium pointer-coarse:min-h-9"
                          aria-pressed={row === chosen}
                          disabled={row.figures === null}
                          onClick={() => setPicked(row.activity)}
                        >
                          <Swatch look={look({ kind: 'state', activity: row.activity })} />
                          <span className={narrow ? 'min-w-0 leading-4 whitespace-normal wrap-break-word hyphens-auto' : 'one-line'}>
                            {look({ kind: 'state', activity: row.activity }).name}
                          </span>
                        </button>
                      </td>
                      <td className="num">{shown.duration(row.part.seconds * 1_000)}</td>
                      {narrow ? null : <td className="num">{share(row.part.permille)}</td>}
                      <td className="num">{format.number(row.occurrences.length)}</td>
                      <td className="num">{time(row.figures?.mean)}</td>
                      {narrow ? null : (
                        <>
                          <td className="num">{time(row.figures?.median)}</td>
                          <td className="num">{time(row.figures?.min)}</td>
                          <td className="num">{time(row.figures?.max)}</td>
                          <td className="num">
                            {row.variation === null ? (
                              '–'
                            ) : (
                              <>
                                {format.number(100 * row.variation, 0)} <span className="unit">%</span>
                              </>
                            )}
                          </td>
                        </>
                      )}
                    </tr>
                  ))}
                </tbody>
              ))}
              {balance.groups.length > 0 ? (
                <tfoot>
                  <tr>
                    <th scope="row" className="font-semi!">
                      {t('measurements:balance.total')}
                    </th>
                    <td className="num">{shown.duration(balance.seconds * 1_000)}</td>
                    {narrow ? null : <td className="num">{share(balance.permille)}</td>}
                    <td className="num">{count(rows)}</td>
                    <td colSpan={figures.length - 1} />
                  </tr>
                </tfoot>
              ) : null}
            </table>
          </Sorted>
        </div>
        {leftOut > 0 ? (
          <p className="muted pt-2 text-12">{t('measurement-tabs:elements.left_out', { count: leftOut, n: format.number(leftOut) })}</p>
        ) : null}
        {rows.length === 0 ? <p className="muted py-4 text-12">{t('measurement-tabs:elements.none')}</p> : null}
      </section>
      {work.sorted && chosen && chosen.occurrences.length > 0 ? (
        <div className="grid grid-cols-2 gap-y-4 gap-x-6 mt-4 max-[961px]:grid-cols-1 print:grid-cols-1">
          <Histogram
            title={look({ kind: 'state', activity: chosen.activity }).name}
            colour={look({ kind: 'state', activity: chosen.activity }).colour ?? 8}
            values={chosen.occurrences.map(({ ms }) => ms)}
          />
          <RunChart
            title={look({ kind: 'state', activity: chosen.activity }).name}
            colour={look({ kind: 'state', activity: chosen.activity }).colour ?? 8}
            occurrences={chosen.occurrences}
            written={chosen.written}
            work={work}
            onShow={(one) => board.$selected.set(new Set(one.ids))}
          />
        </div>
      ) : null}
    </div>
  );
}

/** Round steps of an axis of durations, milliseconds. */
const STEPS = [
  100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000, 7_200_000,
];
const stepOf = (most: number, lines: number) =>
  STEPS.find((step) => most / step <= lines) ?? Math.ceil(most / lines / 3_600_000) * 3_600_000;

/** Milliseconds of the axis of a course: from naught, but where the times lie so near each other that nothing of it would be seen. */
function boundsOf(values: readonly number[]): { low: number; high: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (least < most / 2) return { low: 0, high: most * 1.06 };
  const room = (most - least || most * 0.1) / 4;
  return { low: Math.max(0, least - room), high: most + room };
}

/** Round values between two bounds. */
const linesOf = (low: number, high: number, step: number) => {
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, at) => (first + at) * step);
};

function useShort() {
  const format = useFormat();
  /** Fractions of a second only where the steps are that fine. */
  return (ms: number, step: number) => (step < 1_000 ? format.quantity(ms / 1_000, 's', step < 100 ? 2 : 1) : format.duration(ms / 1_000));
}

function Histogram({ title, colour, values }: { title: string; colour: number; values: readonly number[] }) {
  const t = useT();
  const format = useFormat();
  const short = useShort();
  const tall = usePrinting() ? PRINTED_HEIGHT : HEIGHT;
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const bins = useMemo(() => histogramOf(values), [values]);
  const most = Math.max(...bins.map(({ count }) => count));
  const inner = Math.max(0, width - LEFT - 12);
  const share = inner / bins.length;
  const binWidth = (bins[0]?.to ?? 1) - (bins[0]?.from ?? 0);
  const every = Math.max(1, Math.ceil(52 / Math.max(1, share)));
  const step = Math.max(1, Math.ceil(most / 4));
  const y = (count: number) => TOP + tall * (1 - count / most);
  const summary = bins
    .filter(({ count }) => count > 0)
    .map(({ from, to, count }) => `${short(from, binWidth)}–${short(to, binWidth)}: ${format.number(count)}`)
    .join(', ');
  return (
    <section aria-label={t('measurement-tabs:elements.histogram')}>
      <header>
        <h2 className="h2">{t('measurement-tabs:elements.histogram')}</h2>
        <span className="muted one-line">{title}</span>
        <span className="spacer" />
        <TakeMenu
          title={title}
          facts={t('measurement-tabs:elements.histogram')}
          of={box}
          rows={() => [
            [t('range:from'), t('range:to'), t('measurement-tabs:elements.n')],
            ...bins.map(({ from, to, count }) => [short(from, binWidth), short(to, binWidth), count]),
          ]}
        />
      </header>
      <div ref={box}>
        {width > 0 ? (
          <svg
            width={width}
            height={tall + TOP + BOTTOM}
            role="img"
            aria-label={`${t('measurement-tabs:elements.histogram')}, ${title}. ${summary}`}
          >
            {Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step).map((count) => (
              <g key={count}>
                <path className={count === 0 ? 'stroke-line-2' : 'stroke-grid'} d={`M${LEFT} ${y(count)}H${LEFT + inner}`} />
                <text x={LEFT - 8} y={y(count) + 4} textAnchor="end">
                  {format.number(count)}
                </text>
              </g>
            ))}
            {bins.map(({ from, count }, at) => (
              <g key={from}>
                <rect
                  className={`fill-cat-${colour}`}
                  x={LEFT + at * share + 0.5}
                  y={y(count)}
                  width={Math.max(1, share - 1)}
                  height={TOP + tall - y(count)}
                />
                {at % every === 0 ? (
                  <text x={LEFT + at * share} y={TOP + tall + 16} textAnchor="middle">
                    {short(from, binWidth)}
                  </text>
                ) : null}
              </g>
            ))}
          </svg>
        ) : null}
      </div>
    </section>
  );
}

function RunChart({
  title,
  colour,
  occurrences,
  written,
  work: { shown },
  onShow,
}: {
  title: string;
  colour: number;
  occurrences: readonly Occurrence[];
  /** With their lengths as they are shown. */
  written: readonly Occurrence[];
  work: Work;
  onShow: (one: Occurrence) => void;
}) {
  const t = useT();
  const format = useFormat();
  const short = useShort();
  const tall = usePrinting() ? PRINTED_HEIGHT : HEIGHT;
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const values = useMemo(() => occurrences.map(({ ms }) => ms), [occurrences]);
  const chart = useMemo(() => runChart(values), [values]);
  const inner = Math.max(0, width - LEFT - 16);
  const { low, high } = useMemo(() => boundsOf(values), [values]);
  const step = stepOf(high - low, 4);
  const x = (at: number) => LEFT + (values.length === 1 ? inner / 2 : (at * inner) / (values.length - 1));
  const y = (ms: number) => TOP + tall * (1 - (ms - low) / (high - low));
  if (!chart) return null;
  // The figures of the table.
  const median = shown.duration(medianOf(written.map(({ ms }) => ms)));
  const lengthOf = (at: number) => shown.duration(written[at]!.ms);
  const wordsOf = ({ kind, direction, first, last }: RunSignal) =>
    kind === 'outlier'
      ? t(`measurement-tabs:elements.outlier_${direction}`, {
          no: format.number(first + 1),
          value: lengthOf(first),
          median,
        })
      : t(`measurement-tabs:elements.${kind}_${direction}`, { first: format.number(first + 1), last: format.number(last + 1) });
  const drawn = values.length <= 400;
  return (
    <section aria-label={t('measurement-tabs:elements.run_chart')}>
      <header>
        <h2 className="h2">{t('measurement-tabs:elements.run_chart')}</h2>
        <span className="muted one-line">{title}</span>
      </header>
      <div ref={box}>
        {width > 0 ? (
          <svg
            width={width}
            height={tall + TOP + BOTTOM}
            role="img"
            aria-label={`${t('measurement-tabs:elements.run_chart')}, ${title}. ${t('measurement-tabs:elements.median_is', { value: median })}`}
          >
            {linesOf(low, high, step).map((ms) => (
              <g key={ms}>
                <path className="stroke-grid" d={`M${LEFT} ${y(ms)}H${LEFT + inner}`} />
                <text x={LEFT - 8} y={y(ms) + 4} textAnchor="end">
                  {short(ms, step)}
                </text>
              </g>
            ))}
            <path className="stroke-line-2" d={`M${LEFT} ${TOP + tall}H${LEFT + inner}`} />
            {chart.signals.map(({ kind, first, last }) => (
              <rect
                key={`${kind}${first}`}
                className="fill-accent opacity-7"
                x={x(first) - 5}
                y={TOP}
                width={Math.max(10, x(last) - x(first) + 10)}
                height={tall}
              />
            ))}
            <path className="stroke-ink" strokeDasharray="5 3" d={`M${LEFT} ${y(chart.median)}H${LEFT + inner}`} />
            <path
              className={`stroke-cat-${colour} fill-none`}
              strokeWidth="1.5"
              strokeLinejoin="round"
              d={values.map((ms, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(ms).toFixed(1)}`).join('')}
            />
            {drawn
              ? occurrences.map((one, at) => (
                  // biome-ignore lint/a11y/noStaticElementInteractions: the table of entries chooses them by keys
                  <circle
                    key={one.ids[0]}
                    className={`cursor-pointer fill-cat-${colour}`}
                    cx={x(at)}
                    cy={y(one.ms)}
                    r="3.5"
                    onClick={() => onShow(one)}
                  >
                    <title>{`${shown.time(one.from)}: ${lengthOf(at)}`}</title>
                  </circle>
                ))
              : null}
            {/* Over the field: on the line of the median it would lie on readings. */}
            <path className="stroke-ink" strokeDasharray="5 3" d={`M${LEFT + inner - 23} ${TOP - 8}H${LEFT + inner}`} />
            <text className="fill-ink-2" x={LEFT + inner - 29} y={TOP - 4} textAnchor="end">
              {t('measurement-tabs:elements.median_is', { value: median })}
            </text>
            <text x={LEFT} y={TOP + tall + 16}>
              1
            </text>
            {values.length > 1 ? (
              <text x={LEFT + inner} y={TOP + tall + 16} textAnchor="end">
                {format.number(values.length)}
              </text>
            ) : null}
          </svg>
        ) : null}
      </div>
      <ul className="pl-13 text-12 leading-[18px]">
        {chart.signals.length === 0 ? <li className="muted">{t('measurement-tabs:elements.no_signals')}</li> : null}
        {chart.signals.map((signal) => (
          <li key={`${signal.kind}${signal.first}`}>{wordsOf(signal)}</li>
        ))}
      </ul>
    </section>
  );
}
