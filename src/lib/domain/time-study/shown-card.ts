import type { AllowanceShares } from '../../contract/allowance-sets.ts';
import type { StandardCard, StandardElement, StandardParameters } from '../../contract/operations.ts';
import { standardTimeOfJob, standardTimeOfWorkday } from './allowances.ts';
import { wholeCard } from './operation-card.ts';
import { ALLOWANCE_KINDS, type AllowanceBasis } from './standard-card.ts';

/** How a card is written: seconds with three places, whose sums are those of what stands above them. */

const UNIT = 0.001;
const NO_SHARES: AllowanceShares = { personal: 0, fatigue: 0, contingency: 0, interference: 0 };

export const together = (shares: AllowanceShares): number => ALLOWANCE_KINDS.reduce((sum, kind) => sum + shares[kind], 0);

export interface ShownElement {
  element: StandardElement;
  /** Place in the cycle, from 1. */
  no: number;
  /** Name of the machine element during which it is done. */
  within: string | null;
  /** As they were given, parts of one. */
  shares: AllowanceShares;
  /** Seconds for one piece. */
  normal: number;
  standard: number;
}

export interface ShownCard {
  rows: ShownElement[];
  basis: AllowanceBasis;
  n: number;
  /** Seconds for one piece. */
  normal: number;
  allowances: AllowanceShares;
  allowance: number;
  standard: number;
  czech: { ta1: number; ta3: number; kc: number; tac: number };
  refa: { tg: number; ter: number; tv: number; te: number };
  /** What the other basis would give; null = it would leave no time for work. */
  other: number | null;
  /** Elements that reach ±5 % at 95 %, and how many could be told. */
  precise: number;
}

/** Within ±5 % at 95 % of confidence. */
const WANTED_PRECISION = 0.05;

export function shownCard(card: StandardCard, parameters: StandardParameters): ShownCard {
  const whole = wholeCard(card, UNIT);
  const seconds = (units: number) => units * UNIT;
  const parts = new Map(whole.elements.map((one) => [one.activity_id, one]));
  const settings = new Map(parameters.elements.map((one) => [one.activity_id, one]));
  const basis = parameters.allowances?.basis ?? 'job';
  const common = parameters.allowances?.shares ?? NO_SHARES;
  const rows = card.elements.map((element, at): ShownElement => {
    const part = parts.get(element.activity_id);
    return {
      element,
      no: at + 1,
      within: card.elements.find(({ activity_id }) => activity_id === element.within)?.name ?? null,
      shares: settings.get(element.activity_id)?.shares ?? common,
      normal: part ? seconds(part.normal) : element.per_piece,
      standard: part ? seconds(part.standard) : element.standard,
    };
  });
  const { personal, fatigue, contingency, interference } = whole.allowances;
  const normal = seconds(whole.normal);
  const ta3 = seconds(Math.round(card.czech.ta3 / UNIT));
  return {
    rows,
    basis,
    n: card.elements.reduce((sum, { n }) => sum + n, 0),
    normal,
    allowances: {
      personal: seconds(personal),
      fatigue: seconds(fatigue),
      contingency: seconds(contingency),
      interference: seconds(interference),
    },
    allowance: seconds(whole.standard - whole.normal),
    standard: seconds(whole.standard),
    czech: { ta1: normal - ta3, ta3, kc: card.czech.kc, tac: seconds(whole.standard) },
    refa: { tg: normal, ter: seconds(fatigue), tv: seconds(personal + contingency + interference), te: seconds(whole.standard) },
    other: otherBasis(rows, basis),
    precise: card.elements.filter(({ precision }) => precision !== null && precision <= WANTED_PRECISION).length,
  };
}

function otherBasis(rows: readonly ShownElement[], basis: AllowanceBasis): number | null {
  const counting = rows.filter(({ element }) => element.counts);
  if (counting.some(({ shares }) => together(shares) >= 1)) return null;
  const other = basis === 'job' ? standardTimeOfWorkday : standardTimeOfJob;
  return counting.reduce((sum, { element, shares }) => sum + other(element.per_piece, together(shares)), 0);
}

/** A block of the picture of one piece; seconds from its beginning. */
export interface Block {
  key: string;
  from: number;
  length: number;
  /** Null: a person waits for the machine. */
  row: ShownElement | null;
}

/**
 * One piece to scale: what the person does one after the other, with the waiting for a machine, and the machine below it. Where the work within a
 * machine's time is longer than the machine, the machine's block is shorter than the person's.
 */
export function piece(rows: readonly ShownElement[]): { person: Block[]; machine: Block[]; end: number } {
  const person: Block[] = [];
  const machine: Block[] = [];
  let at = 0;
  for (const row of rows.filter(({ element }) => element.within === null)) {
    const { activity_id, machine_paced, per_piece } = row.element;
    const length = row.element.counts ? row.normal : per_piece;
    const within = rows.filter(({ element }) => element.within === activity_id);
    if (!machine_paced) {
      person.push({ key: activity_id, from: at, length, row });
      at += length;
      continue;
    }
    machine.push({ key: activity_id, from: at, length, row });
    let done = 0;
    for (const inner of within) {
      person.push({ key: inner.element.activity_id, from: at + done, length: inner.normal, row: inner });
      done += inner.normal;
    }
    if (length > done) person.push({ key: `${activity_id} wait`, from: at + done, length: length - done, row: null });
    at += Math.max(length, done);
  }
  return { person, machine, end: at };
}

/** Steps of an axis that has room for about `ticks` of them, seconds. */
export function axisStep(end: number, ticks: number): number {
  const rough = end / ticks;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= rough) ?? 10 * power;
}
