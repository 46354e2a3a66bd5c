import type { AllowanceShares } from '../../contract/allowance-sets.ts';
import type { ElementDifference, ElementSettings, StandardCard, StandardElement, StandardParameters } from '../../contract/operations.ts';
import { standardTimeOfJob, workdayAsJobAllowance } from './allowances.ts';
import { apportion } from './apportion.ts';
import type { Occurrence } from './occurrences.ts';
import { czechUnitTime, orderTime, piecesPerHour, piecesPerShift, refaUnitTime } from './standard.ts';
import { ALLOWANCE_KINDS, type CardElement, type StudyElement, standardCard } from './standard-card.ts';

/** The standard card of an operation, from the readings of all measurements of it. Times are seconds for one piece. */

/** Grows when the same readings would give other numbers. */
export const FORMULA_VERSION = '2026.1';

export interface StudiedElement {
  activity_id: string;
  name: string;
  color: number;
  /** By measurement, then by time. */
  readings: readonly Pick<Occurrence, 'ms' | 'rating' | 'excluded'>[];
}

const NO_SHARES: AllowanceShares = { personal: 0, fatigue: 0, contingency: 0, interference: 0 };
const DEFAULTS = { occurrences: 1, cycles: 1, machine_paced: false, within: null, break_point: null, shares: null };

const sharesTogether = (shares: AllowanceShares): number => ALLOWANCE_KINDS.reduce((sum, kind) => sum + shares[kind], 0);

/** @returns null where no element has a reading that counts */
export function operationCard(parameters: StandardParameters, studied: readonly StudiedElement[]): StandardCard | null {
  const settings = new Map(parameters.elements.map((one) => [one.activity_id, one]));
  const common = parameters.allowances?.shares ?? NO_SHARES;
  const basis = parameters.allowances?.basis ?? 'job';
  const known = studied.filter(({ readings }) => readings.some(({ excluded }) => excluded === null));
  if (known.length === 0) return null;
  const present = new Set(known.map(({ activity_id }) => activity_id));
  const of = (id: string) => settings.get(id) ?? DEFAULTS;
  // An element within one that was not seen has its own place in the cycle.
  const withinOf = (id: string) => {
    const { within } = of(id);
    return within !== null && present.has(within) ? within : null;
  };
  const elements = known.map(({ activity_id, readings }): StudyElement => {
    const { occurrences, cycles, machine_paced, shares } = of(activity_id);
    return {
      key: activity_id,
      readings: readings.flatMap(({ ms, rating, excluded }) =>
        excluded === null ? [{ time: ms / 1_000, rating: machine_paced ? null : rating }] : [],
      ),
      frequency: { occurrences, cycles: cycles * parameters.pieces_per_cycle },
      within: withinOf(activity_id),
      allowances: shares ?? common,
    };
  });
  const card = standardCard(elements, basis);
  const shown = card.elements.map((one, at) => shownElement(one, known[at]!, of(one.key), withinOf(one.key)));
  const setup = standardTimeOfJob(parameters.setup_s, asJob(common, basis));
  return {
    elements: shown,
    normal: card.normal,
    allowances: card.allowances,
    standard: card.standard,
    pieces_per_hour: piecesPerHour(card.standard),
    pieces_per_shift: piecesPerShift(card.standard, parameters.shift_h),
    setup,
    order: orderTime(setup, parameters.batch, card.standard),
    ...shapesOf(card, shown, setup),
  };
}

function asJob(shares: AllowanceShares, basis: 'job' | 'workday'): number {
  const together = sharesTogether(shares);
  return basis === 'job' ? together : workdayAsJobAllowance(together);
}

function shownElement(
  one: CardElement,
  { activity_id, name, color, readings }: StudiedElement,
  { occurrences, cycles, machine_paced }: Pick<ElementSettings, 'occurrences' | 'cycles' | 'machine_paced'>,
  within: string | null,
): StandardElement {
  const counting = readings.filter(({ excluded }) => excluded === null);
  return {
    ...{ activity_id, name, color, machine_paced, occurrences, cycles, within },
    n: one.n,
    excluded: readings.length - counting.length,
    unrated: machine_paced ? 0 : counting.filter(({ rating }) => rating === null).length,
    mean: one.mean,
    rating: one.rating,
    precision: Number.isFinite(one.precision) ? one.precision : null,
    required: one.required !== null && Number.isFinite(one.required) ? one.required : null,
    normal: one.normal,
    per_piece: one.perPiece,
    allowances: one.allowances,
    standard: one.standard,
    counts: one.counts,
  };
}

/**
 * The same times as Czech and German practice write them. tA3 is what a person waits for while the machine works, kC is the factor from normal
 * to standard time; recovery (ter) is the allowance for fatigue, tv all others.
 */
function shapesOf(
  card: Pick<StandardCard, 'normal' | 'allowances' | 'standard'>,
  elements: readonly StandardElement[],
  setup: number,
): Pick<StandardCard, 'czech' | 'refa'> {
  const internal = (machine: string) =>
    elements.filter(({ within }) => within === machine).reduce((sum, { per_piece }) => sum + per_piece, 0);
  const ta3 = elements
    .filter(({ machine_paced, counts }) => machine_paced && counts)
    .reduce((sum, { activity_id, per_piece }) => sum + per_piece - internal(activity_id), 0);
  const ta1 = card.normal - ta3;
  const kc = card.normal > 0 ? card.standard / card.normal : 1;
  const ter = card.allowances.fatigue;
  const tv = card.allowances.personal + card.allowances.contingency + card.allowances.interference;
  return {
    czech: { ta1, ta3, kc, tac: czechUnitTime(ta1, ta3, kc), tbc: setup },
    refa: { tg: card.normal, ter, tv, te: refaUnitTime(card.normal, ter, tv), tr: setup },
  };
}

/** A card in whole units of what is shown: every sum is that of its parts. */
export interface WholeCard {
  elements: { activity_id: string; normal: number; allowances: AllowanceShares; standard: number }[];
  normal: number;
  allowances: AllowanceShares;
  standard: number;
}

/**
 * Parts of a card in whole units, shared out of its standard time: rows and columns add up exactly, each part is less than a unit from what it is.
 * Elements that don't count have no part in it.
 * @param unit seconds, e.g. 0.001
 */
export function wholeCard({ elements, standard }: Pick<StandardCard, 'elements' | 'standard'>, unit: number): WholeCard {
  const counting = elements.filter(({ counts }) => counts);
  const weights = counting.flatMap(({ per_piece, allowances }) => [per_piece, ...ALLOWANCE_KINDS.map((kind) => allowances[kind])]);
  const cells = apportion(weights, Math.round(standard / unit));
  const rows = counting.map(({ activity_id }, at) => {
    const [normal = 0, personal = 0, fatigue = 0, contingency = 0, interference = 0] = cells.slice(at * 5, at * 5 + 5);
    const allowances = { personal, fatigue, contingency, interference };
    return { activity_id, normal, allowances, standard: normal + sharesTogether(allowances) };
  });
  const sum = (of: (row: WholeCard['elements'][number]) => number) => rows.reduce((total, row) => total + of(row), 0);
  const of = (kind: keyof AllowanceShares) => sum((row) => row.allowances[kind]);
  return {
    elements: rows,
    normal: sum(({ normal }) => normal),
    allowances: { personal: of('personal'), fatigue: of('fatigue'), contingency: of('contingency'), interference: of('interference') },
    standard: sum((row) => row.standard),
  };
}

/** The difference of two standards per element, those that are only in the first one last. What is hidden within a machine's time is nothing. */
export function differencesOf(before: Pick<StandardCard, 'elements'>, after: Pick<StandardCard, 'elements'>): ElementDifference[] {
  const timeOf = (card: Pick<StandardCard, 'elements'>, id: string): number | null => {
    const found = card.elements.find(({ activity_id }) => activity_id === id);
    return found ? (found.counts ? found.standard : 0) : null;
  };
  const gone = before.elements.filter(({ activity_id }) => timeOf(after, activity_id) === null);
  return [...after.elements, ...gone].map(({ activity_id, name }) => {
    const [was, is] = [timeOf(before, activity_id), timeOf(after, activity_id)];
    return { activity_id, name, before: was, after: is, difference: (is ?? 0) - (was ?? 0) };
  });
}
