import { standardTimeOfJob, workdayAsJobAllowance } from './allowances.ts';
import { reachedPrecision, readingsForShare, requiredReadings, variationCoefficient } from './precision.ts';
import { elementNormalTime, NORMAL_RATING } from './rating.ts';
import { meanOf, statisticsOf } from './statistics.ts';

/** From the readings of a study to the standard time of a piece. All times of a card are in one unit. */

export interface StudyReading {
  time: number;
  /** 0–100 scale; null = paced by a machine, which counts as normal. */
  rating: number | null;
}

export const ALLOWANCE_KINDS = ['personal', 'fatigue', 'contingency', 'interference'] as const;
export type AllowanceKind = (typeof ALLOWANCE_KINDS)[number];
/** Parts of one: 0.05 is 5 %. */
export type Allowances = Partial<Record<AllowanceKind, number>>;
/** job: shares of the normal time; workday: shares of the day, taken together. */
export type AllowanceBasis = 'job' | 'workday';

export interface StudyElement {
  key: string;
  /** Those that count: excluded, interrupted without a time of their own and foreign ones are left out before. */
  readings: readonly StudyReading[];
  /** How often it comes, in how many cycles. */
  frequency: { occurrences: number; cycles: number };
  /** The machine element during which it is done; null = none, it has its own place in the cycle. */
  within: string | null;
  allowances: Allowances;
}

export interface CardElement {
  key: string;
  n: number;
  mean: number;
  deviation: number;
  /** Parts of one; `precision` is NaN for fewer than two readings. */
  variation: number;
  precision: number;
  /** Readings that ±5 % at 95 % wants; null where one reading can't tell. */
  required: number | null;
  /** Plain mean of its ratings; null = none was rated. */
  rating: number | null;
  normal: number;
  /** Normal time for one piece. */
  perPiece: number;
  allowances: Record<AllowanceKind, number>;
  /** Standard time for one piece. */
  standard: number;
  /** False where it is hidden by what goes on at the same time. */
  counts: boolean;
}

export interface StandardCard {
  elements: CardElement[];
  /** Sums of what counts, for one piece. */
  normal: number;
  allowances: Record<AllowanceKind, number>;
  standard: number;
}

const WANTED_PRECISION = 0.05;

/**
 * The card of a study. Where elements are done while a machine runs, the longer of the two makes the cycle (see `cycleTime`): its normal time and its
 * allowances count, those of the other don't.
 * @throws RangeError for an element without readings or within one that isn't there
 */
export function standardCard(elements: readonly StudyElement[], basis: AllowanceBasis = 'job'): StandardCard {
  const times = new Map(elements.map((element) => [element.key, perPieceOf(element)]));
  const hidden = hiddenBy(elements, times);
  const cards = elements.map((element) => cardElement(element, times.get(element.key)!, basis, !hidden.has(element.key)));
  const counting = cards.filter(({ counts }) => counts);
  const sum = (of: (card: CardElement) => number) => counting.reduce((total, card) => total + of(card), 0);
  return {
    elements: cards,
    normal: sum(({ perPiece }) => perPiece),
    allowances: eachKind((kind) => sum((card) => card.allowances[kind])),
    standard: sum(({ standard }) => standard),
  };
}

function perPieceOf({ key, readings, frequency }: StudyElement): number {
  if (readings.length === 0) throw new RangeError(key);
  return elementNormalTime(
    readings.map(({ time }) => time),
    readings.map(({ rating }) => rating ?? NORMAL_RATING.bsi),
    frequency.occurrences,
    frequency.cycles,
  );
}

/** Keys of elements that the longer side of a machine's time hides. */
function hiddenBy(elements: readonly StudyElement[], times: ReadonlyMap<string, number>): Set<string> {
  const hidden = new Set<string>();
  for (const machine of new Set(elements.flatMap(({ within }) => within ?? []))) {
    const time = times.get(machine);
    if (time === undefined) throw new RangeError(machine);
    const internal = elements.filter(({ within }) => within === machine);
    const work = internal.reduce((total, { key }) => total + times.get(key)!, 0);
    for (const { key } of work > time ? [{ key: machine }] : internal) hidden.add(key);
  }
  return hidden;
}

function cardElement(element: StudyElement, perPiece: number, basis: AllowanceBasis, counts: boolean): CardElement {
  const { n, mean, deviation } = statisticsOf(element.readings.map(({ time }) => time))!;
  const ratings = element.readings.flatMap(({ rating }) => rating ?? []);
  const shares = jobShares(element.allowances, basis);
  return {
    key: element.key,
    n,
    mean,
    deviation,
    variation: variationCoefficient(mean, deviation),
    precision: reachedPrecision(n, mean, deviation),
    required: n < 2 ? null : requiredReadings(readingsForShare(mean, deviation, WANTED_PRECISION)),
    rating: ratings.length === 0 ? null : meanOf(ratings),
    normal: (perPiece * element.frequency.cycles) / element.frequency.occurrences,
    perPiece,
    allowances: eachKind((kind) => perPiece * shares[kind]),
    standard: standardTimeOfJob(
      perPiece,
      ALLOWANCE_KINDS.reduce((total, kind) => total + shares[kind], 0),
    ),
    counts,
  };
}

/** Shares of a workday as those of the work: together they are A ÷ (1 − A), each in its proportion. */
function jobShares(allowances: Allowances, basis: AllowanceBasis): Record<AllowanceKind, number> {
  const total = ALLOWANCE_KINDS.reduce((sum, kind) => sum + (allowances[kind] ?? 0), 0);
  const factor = basis === 'job' || total === 0 ? 1 : workdayAsJobAllowance(total) / total;
  return eachKind((kind) => (allowances[kind] ?? 0) * factor);
}

const eachKind = (of: (kind: AllowanceKind) => number): Record<AllowanceKind, number> => ({
  personal: of('personal'),
  fatigue: of('fatigue'),
  contingency: of('contingency'),
  interference: of('interference'),
});
